import { useEffect, useState } from "react";
import { listUnsent, type UnsentPart } from "~/components/saving/unsent";
import { keptWords, ownerOf } from "~/views/voice-sheet";

interface KeptTextsProps {
  sheet: string;
  /** The only page to look for; all of the sheet without it. */
  page?: string;
}

/** What this browser has kept and nobody can save any more, to be copied (docs/rules/voices.md#open-and-closed). */
export function KeptTexts({ sheet, page }: KeptTextsProps) {
  const [kept, setKept] = useState<UnsentPart[]>([]);
  useEffect(() => {
    setKept(listUnsent(ownerOf(sheet)).filter(({ href }) => page === undefined || href === page));
  }, [sheet, page]);
  if (kept.length === 0) return null;
  return (
    <section className="panel stack-tight" aria-labelledby="kept">
      <h2 id="kept">What you entered and was not saved</h2>
      <p>This browser has kept it. You can copy it.</p>
      {kept.map(({ href, label, value }) => (
        <div key={href} className="field">
          <label htmlFor={`kept-${href}`} className="field-label">
            {label}
          </label>
          <textarea className="textarea" id={`kept-${href}`} value={keptWords(value)} rows={8} readOnly />
        </div>
      ))}
    </section>
  );
}
