import { Link } from "@remix-run/react";
import { Facts } from "~/components/shell/Facts";
import { NamedTexts } from "~/components/shell/NamedTexts";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { EntryView, FieldChange } from "~/views/history";

/** One entry in words; what else it says unfolds. @param to where what it is about is answered */
export function HistoryEntry({ entry, to }: { entry: EntryView; to: string | undefined }) {
  const { words, at, by, about, changes, texts, whole, isWhole, gone, back, each } = entry;
  return (
    <div className="history-entry stack-tight">
      <p>{words}</p>
      <p className="small muted">
        {by} · <TimeOfDay iso={at} dayIsNamed />
        {to ? (
          <>
            {" "}
            ·{" "}
            <Link to={to} aria-label={`Open: ${words}`}>
              Open
            </Link>
          </>
        ) : null}
        {each ? (
          <>
            {" "}
            ·{" "}
            <Link to={each} aria-label={`Each change: ${words}`}>
              Each change
            </Link>
          </>
        ) : null}
        <PutBackLink back={back} words={words} />
      </p>
      {gone ? <p className="small muted">{gone}</p> : null}
      {about || changes.length > 0 || texts ? (
        <details className="small" open={isWhole || undefined}>
          <summary>
            Details<span className="visually-hidden">: {words}</span>
          </summary>
          <div className="stack-tight">
            {about ? <p>{about}</p> : null}
            {changes.length > 0 ? <Changes changes={changes} /> : null}
            {texts ? (
              <NamedTexts texts={[...(texts.before === "" ? [] : [["Before", texts.before] as const]), ["After", texts.after]]} />
            ) : null}
            {whole ? (
              <p>
                <Link to={whole}>All of this text</Link>
              </p>
            ) : null}
          </div>
        </details>
      ) : null}
    </div>
  );
}

/** Asks whether to put something back, where it can be. */
export function PutBackLink({ back, what = "Put back", words }: { back: string | undefined; what?: string; words: string }) {
  if (!back) return null;
  return (
    <>
      {" "}
      ·{" "}
      <Link to={back} preventScrollReset aria-label={`${what}: ${words}`}>
        Put back
      </Link>
    </>
  );
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  const isFirst = changes.every(({ before }) => before === undefined);
  return (
    <Facts facts={changes.map(({ name, before, after }) => [name, isFirst ? (after ?? "") : `${before ?? "none"} → ${after ?? "none"}`])} />
  );
}
