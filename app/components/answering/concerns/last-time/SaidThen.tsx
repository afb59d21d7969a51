/** What a statement was in the assessment before, and what was said of it (docs/rules/assess-again.md#on-the-questions-screens). */
import { ConfirmButton, type Confirming } from "~/components/answering/concerns/last-time/Confirming";
import { Rich } from "~/components/shell/Rich";
import { ASKED_AS, type PreviousStatement, type PreviousTexts, type StatementThen } from "~/views/answering/previous";

interface PreviousStatementProps {
  since: PreviousStatement | undefined;
  confirm?: Confirming | undefined;
}

/**
 * Says whether a statement is new or has changed since the assessment before, and shows the former answer, which never counts. Other words
 * that asked the same are there, too, before anybody confirms.
 */
export function SaidThen({ since, confirm }: PreviousStatementProps) {
  if (!since) return null;
  if (!since.former)
    return (
      <p className="small muted">
        {confirm ? `${since.words} ` : since.words}
        {confirm ? <ConfirmButton {...confirm}>Confirm</ConfirmButton> : null}{" "}
        {since.askedAs === undefined ? null : (
          <span className="block">
            {ASKED_AS} <Rich text={since.askedAs} />
          </span>
        )}
      </p>
    );
  return <Former words={since.words} statement={since.former} />;
}

/** What there is to say of a row's thread or practice then, where its statements do not say it. */
export function ToldThen({ said, className = "" }: { said: PreviousTexts | undefined; className?: string | undefined }) {
  return said?.remarks.map((sentence) => (
    <span key={sentence} className={`block small muted ${className}`}>
      {sentence}
    </span>
  ));
}

interface FormerProps {
  words: string;
  statement: StatementThen;
  /** The id of the words, where something is described by them. */
  id?: string;
  className?: string | undefined;
}

/** Unfolds what a statement was before it changed. */
export function Former({ words, statement, id, className = "" }: FormerProps) {
  return (
    <details className={`small ${className}`}>
      <summary id={id}>{words}</summary>
      <Then statement={statement} />
    </details>
  );
}

/** A statement as it was, with its answer. */
export function Then({ statement: { level, statement, answer } }: { statement: StatementThen }) {
  return (
    <p className="side-line">
      <strong>Level {level}:</strong> <Rich text={statement} /> <span className="muted">{answer}</span>
    </p>
  );
}
