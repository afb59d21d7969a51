import { Link } from "@remix-run/react";
import { useContext, useRef } from "react";
import type { Since } from "#model/again.ts";
import { isSameEvidence } from "#model/evidence.ts";
import { counted } from "#model/words.ts";
import { Act } from "~/components/answering/concerns/evidence/EvidenceSection";
import { EvidenceContext } from "~/components/answering/concerns/evidence/useEvidence";
import { ConfirmButton, type ConfirmingAll } from "~/components/answering/concerns/last-time/Confirming";
import { Then } from "~/components/answering/concerns/last-time/SaidThen";
import { focusSaveStatus } from "~/components/saving/SaveStatus";
import { EvidenceFound } from "~/components/shell/EvidenceParts";
import { Badge } from "~/components/shell/parts";
import { evidenceGo, KIND_WORDS } from "~/views/answering/evidence";
import type { LastTime, StatementThen } from "~/views/answering/previous";

function AllThen({ title, statements }: { title: string; statements: readonly StatementThen[] }) {
  if (statements.length === 0) return null;
  return (
    <>
      <h4>{title}</h4>
      {statements.map((each, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these never change
        <Then key={index} statement={each} />
      ))}
    </>
  );
}

/** The counts in a sentence. */
const totals = ({ confirmed, changed }: Since) =>
  `In all, ${counted(confirmed, "answer is", "answers are")} the same as then, and ${counted(changed, "has", "have")} changed.`;

interface LastTimeSectionProps {
  /** Of the whole assessment, with what is on the screen. */
  counts: Since | undefined;
  last: LastTime;
  confirmAll: ConfirmingAll | undefined;
}

/** Note and evidence of the assessment before, one click away (docs/rules/assess-again.md#on-the-questions-screens). */
export function LastTimeSection({ last, counts, confirmAll }: LastTimeSectionProps) {
  const now = useContext(EvidenceContext);
  const { month, changed, gone, note, evidence } = last;
  const heading = useRef<HTMLHeadingElement>(null);
  const entries = now?.view?.entries;
  const parts = [
    ...(note ? ["note"] : []),
    ...(evidence.length > 0 ? [counted(evidence.length, "entry of evidence", "entries of evidence")] : []),
    ...(changed.length > 0 ? [counted(changed.length, "option that has changed", "options that have changed")] : []),
    ...(gone.length > 0 ? [counted(gone.length, "statement that is gone", "statements that are gone")] : []),
  ];
  return (
    <section className="stack-close" aria-labelledby="last-time">
      <h3 id="last-time" ref={heading} tabIndex={-1}>
        Last time{month ? `: ${month}` : ""}
      </h3>
      <p className="small muted">
        <Link to={last.href}>{last.name}</Link> came before this one. {counts ? totals(counts) : null}
      </p>
      {confirmAll ? (
        <p className="small">
          <ConfirmButton
            confirmation={confirmAll.confirmation}
            onConfirm={() => {
              confirmAll.onConfirm();
              focusSaveStatus();
            }}
          >
            {confirmAll.words}
          </ConfirmButton>
        </p>
      ) : null}
      {(last.remarks.length === 0 && last.nothing ? [last.nothing] : last.remarks).map((sentence) => (
        <p key={sentence} className="small">
          {sentence}
        </p>
      ))}
      {parts.length === 0 ? (
        <p className="small muted">It has no note here, and no evidence that is still within its date.</p>
      ) : (
        <details>
          <summary>
            {month ?? "Last time"}: {parts.join(", ")}
          </summary>
          <div className="stack-tight">
            {note ? <p className="note-text">{note}</p> : null}
            {evidence.length > 0 ? (
              <ul className="ruled plain-list evidence-list">
                {evidence.map((entry) => (
                  <li key={entry.id}>
                    <div>
                      <Badge color="gray">{KIND_WORDS[entry.kind]}</Badge> <strong>{entry.what}</strong>
                    </div>
                    <EvidenceFound entry={entry} />
                    {now && entries && !entries.some((each) => isSameEvidence(each, entry)) ? (
                      <div className="row evidence-acts">
                        <Act
                          go={evidenceGo("take", entry.id)}
                          // The button goes, so the focus needs another place.
                          onPress={() => void now.take(entry.id).then((isTaken) => isTaken && heading.current?.focus())}
                          of={entry.what}
                        >
                          Take over
                        </Act>
                      </div>
                    ) : null}
                  </li>
                ))}
              </ul>
            ) : null}
            <AllThen title="Changed since" statements={changed} />
            <AllThen title="Gone since" statements={gone} />
          </div>
        </details>
      )}
    </section>
  );
}
