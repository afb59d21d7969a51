import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { AddActionHere } from "~/components/shell/AddAction";
import { Rich } from "~/components/shell/Rich";
import { FINDINGS } from "~/views/action-links";
import { type DiagnosticMark, diagnosticField, MARK_WORDS, MARKS, type ThreadQuestion } from "~/views/answering/p3m3";
import { plainText } from "~/views/rich-text";
import styles from "./Diagnostics.module.css";

interface DiagnosticsProps {
  question: Pick<ThreadQuestion, "level" | "diagnostics">;
  editable: boolean;
  /** Open, marked or not. */
  unfolded?: boolean;
  marks: readonly DiagnosticMark[];
  /** @param index the diagnostic's place in this level, from 0 */
  onMark(index: number, mark: DiagnosticMark): void;
}

/** The diagnostics of a level, each to be marked. */
export function Diagnostics({ question, editable, unfolded = false, marks, onMark }: DiagnosticsProps) {
  const { level, diagnostics } = question;
  const marked = marks.filter((mark) => mark !== "none").length;
  // Taking the last mark back does not fold the list under the user's hand.
  const [wasMarked, setWasMarked] = useState(false);
  if (marked > 0 && !wasMarked) setWasMarked(true);
  const { hash } = useLocation();
  // A link to a diagnostic opens the list that it is in; without script browsers do that themselves.
  const sought = diagnostics.some(({ id }) => hash === `#${diagnosticField(id)}`);
  if (diagnostics.length === 0 || (!editable && marked === 0)) return null;
  return (
    <details className="diagnostics" open={unfolded || marked > 0 || wasMarked || sought || undefined}>
      <summary className="small">
        Diagnostics{" "}
        <span className="muted">
          {marked} of {diagnostics.length} marked
        </span>
      </summary>
      <ul className="plain-list stack-tight">
        {diagnostics.map(({ id, statement }, index) => (
          <li key={id} id={diagnosticField(id)}>
            {editable ? (
              <fieldset>
                <legend>
                  <span className="visually-hidden">Level {level}: </span>
                  <Rich text={statement} />
                </legend>
                <div className="row">
                  {MARKS.map((mark) => (
                    // A diagnostic that nobody has marked has no choice, and nothing to take back.
                    <label key={mark} className={mark === "none" ? `pick small ${styles.takeBack}` : "pick small"}>
                      <input
                        type="radio"
                        name={diagnosticField(id)}
                        value={mark}
                        checked={mark !== "none" && marks[index] === mark}
                        onChange={({ currentTarget }) => {
                          if (mark === "none") currentTarget.closest("fieldset")?.querySelector("input")?.focus();
                          onMark(index, mark);
                        }}
                      />
                      <span>{mark === "none" ? "Take the mark back" : MARK_WORDS[mark]}</span>
                    </label>
                  ))}
                </div>
              </fieldset>
            ) : (
              <>
                <Rich text={statement} /> <strong>{MARK_WORDS[marks[index] ?? "none"]}</strong>
              </>
            )}
            {marks[index] === "improvement" ? (
              <AddActionHere of={FINDINGS.statement(plainText(statement))} about={`level ${level}, diagnostic ${index + 1}`} />
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}
