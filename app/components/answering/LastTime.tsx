import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { EvidenceFound } from "~/components/shell/EvidenceParts";
import { Badge } from "~/components/shell/parts";
import { Rich } from "~/components/shell/Rich";
import type { LastTime, StatementSince, StatementThen } from "~/views/answering/again";
import { KIND_WORDS } from "~/views/answering/evidence";

/** What became of a statement since the assessment before, and how it was answered then. It is never an answer by itself. */
export function SaidThen({ since }: { since: StatementSince | undefined }) {
  if (!since) return null;
  if (!since.former) return <p className="small muted">{since.words}</p>;
  return (
    <details className="small">
      <summary>{since.words}</summary>
      <Then statement={since.former} />
    </details>
  );
}

function Then({ statement: { statement, answer } }: { statement: StatementThen }) {
  return (
    <p className="side-line">
      <Rich text={statement} /> <span className="muted">{answer}</span>
    </p>
  );
}

/** Note and evidence of the assessment before, one click away (docs/rules/assess-again.md#on-the-questions-screens). */
export function LastTimeSection({ last }: { last: LastTime }) {
  const { name, href, when, told, gone, note, evidence, counts } = last;
  const parts = [
    ...(note ? ["note"] : []),
    ...(evidence.length > 0 ? [counted(evidence.length, "entry of evidence", "entries of evidence")] : []),
    ...(gone.length > 0 ? [counted(gone.length, "statement that is gone", "statements that are gone")] : []),
  ];
  return (
    <section className="stack-close" aria-labelledby="last-time">
      <h3 id="last-time">{when}</h3>
      <p className="small muted">
        <Link to={href}>{name}</Link> is the assessment before. So far {counts.confirmed} answers are as then, and {counts.changed} have
        changed.
      </p>
      {told.map((sentence) => (
        <p key={sentence} className="small">
          {sentence}
        </p>
      ))}
      {parts.length === 0 ? (
        <p className="small muted">It has no note and no evidence for this that still counts.</p>
      ) : (
        <details>
          <summary>
            {when}: {parts.join(", ")}
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
                  </li>
                ))}
              </ul>
            ) : null}
            {gone.map((each) => (
              <Then key={String(each.statement)} statement={each} />
            ))}
          </div>
        </details>
      )}
    </section>
  );
}
