import { LockClosedIcon } from "@radix-ui/react-icons";
import type { Level } from "#model/p3m3/catalogue.ts";
import { type Answered, gateThread, type LevelChange, SELECTIONS, type Selections } from "#model/p3m3/gate.ts";
import type { ThreadPage } from "~/view";

interface LevelsProps {
  thread: ThreadPage;
  selections: Selections;
  editable: boolean;
  /** What the last change did beside the answer itself. */
  effects: LevelChange[];
  answer(level: Level, selection: Answered): void;
  marks: Record<string, string>;
  mark(diagnosticId: number, value: string): void;
}

/** The five statements of a thread, each with its answers and diagnostics; the rule says which are open and why not. */
export function Levels({ thread, selections, editable, effects, answer, marks, mark }: LevelsProps) {
  const gates = gateThread(thread.assessment.selectedLevel, selections);
  return (
    <>
      {thread.questions.map(({ id, level, levelName, statement, diagnostics }) => {
        const gate = gates[level - 1];
        if (!gate) return null;
        const effect = effects.find((change) => change.level === level);
        const state = gate.askedNext && editable ? "level level-next" : gate.open ? "level" : "level level-locked";
        return (
          <section key={id} className={state} aria-labelledby={`level-${level}-head`}>
            <div className="level-head">
              <h3 id={`level-${level}-head`}>
                Level {level} <span className="muted">{levelName}</span>
              </h3>
              {gate.askedNext && editable ? <span className="badge">Answer next</span> : null}
              {gate.impliedBy ? <span className="badge">Implied by level {gate.impliedBy}</span> : null}
            </div>
            <p className="level-statement" id={`level-${level}-statement`}>
              {statement}
            </p>
            <fieldset disabled={!editable || !gate.open} aria-describedby={`level-${level}-statement`}>
              <legend className="visually-hidden">Level {level} answer</legend>
              <div className="answers">
                {SELECTIONS.map((selection, index) => (
                  <label key={selection} className="answer">
                    <input
                      type="radio"
                      name={`level-${level}`}
                      value={index + 1}
                      checked={gate.selection === selection}
                      onChange={() => answer(level, selection)}
                    />
                    {selection}
                  </label>
                ))}
              </div>
            </fieldset>
            {effect ? <p className="small status-busy">{effect.reason}</p> : null}
            {gate.open || !editable ? null : (
              <p className="small muted">
                <LockClosedIcon className="icon" aria-hidden /> {gate.reason}
              </p>
            )}
            {diagnostics.length > 0 ? (
              <details className="diagnostics" open={diagnostics.some((diagnostic) => (marks[diagnostic.id] ?? "neither") !== "neither")}>
                <summary className="small">Diagnostics ({diagnostics.length})</summary>
                <ul className="stack-tight">
                  {diagnostics.map((diagnostic) => (
                    <li key={diagnostic.id}>
                      <fieldset disabled={!editable} className="stack-tight">
                        <legend className="small">{diagnostic.statement}</legend>
                        <div className="answers small">
                          {(["positive", "improvement", "neither"] as const).map((value) => (
                            <label key={value} className="answer">
                              <input
                                type="radio"
                                name={`diagnostic-${diagnostic.id}`}
                                value={value}
                                checked={(marks[diagnostic.id] ?? "neither") === value}
                                onChange={() => mark(diagnostic.id, value)}
                              />
                              {value === "positive" ? "Positive" : value === "improvement" ? "Improvement" : "Neither"}
                            </label>
                          ))}
                        </div>
                      </fieldset>
                    </li>
                  ))}
                </ul>
              </details>
            ) : null}
          </section>
        );
      })}
      <input
        type="hidden"
        name="marksBase"
        value={thread.questions
          .flatMap(({ diagnostics }) =>
            diagnostics.map(({ id, isPositive }) => `${id}:${isPositive === null ? "neither" : isPositive ? "positive" : "improvement"}`),
          )
          .join(" ")}
      />
    </>
  );
}
