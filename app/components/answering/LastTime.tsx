import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { byScript } from "~/components/forms/by-script";
import { EvidenceFound } from "~/components/shell/EvidenceParts";
import { Badge } from "~/components/shell/parts";
import { Rich } from "~/components/shell/Rich";
import {
  CONFIRM_FIELD,
  type Confirmation,
  confirmValue,
  type LastTime,
  type StatementSince,
  type StatementThen,
} from "~/views/answering/again";
import { KIND_WORDS } from "~/views/answering/evidence";

/** How something is confirmed: by a button that posts it without script. */
export interface Confirming {
  confirmation: Confirmation;
  onConfirm(): void;
  /** What it is, for screen readers. */
  of?: string;
}

/** What can be confirmed of an item that is open and has no answer; undefined for any other. */
export function confirming(
  last: LastTime | undefined,
  index: number,
  isAsked: boolean,
  of: string,
  onConfirm: (confirmation: Confirmation) => unknown,
): Confirming | undefined {
  const answers = last?.proposals[index];
  if (answers === undefined || !isAsked) return undefined;
  const confirmation = { index, answers };
  return { confirmation, of, onConfirm: () => onConfirm(confirmation) };
}

function ConfirmButton({ confirmation, onConfirm, of, children }: Confirming & { children: string }) {
  return (
    <button
      type="submit"
      className="link-button"
      name={CONFIRM_FIELD}
      value={confirmValue(confirmation)}
      aria-label={of && `${children} ${of}`}
      onClick={byScript(onConfirm)}
    >
      {children}
    </button>
  );
}

/** What became of a statement since the assessment before, and how it was answered then. It is never an answer by itself. */
export function SaidThen({ since, confirm }: { since: StatementSince | undefined; confirm?: Confirming | undefined }) {
  if (!since) return null;
  if (!since.former)
    return (
      <p className="small muted">
        {since.words} {confirm ? <ConfirmButton {...confirm}>Confirm</ConfirmButton> : null}
      </p>
    );
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
export function LastTimeSection({ last, confirmAll }: { last: LastTime; confirmAll?: (Confirming & { words: string }) | undefined }) {
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
      {confirmAll ? (
        <p className="small">
          <ConfirmButton confirmation={confirmAll.confirmation} onConfirm={confirmAll.onConfirm}>
            {confirmAll.words}
          </ConfirmButton>
        </p>
      ) : null}
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
