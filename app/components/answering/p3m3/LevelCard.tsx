import type { Level } from "#model/p3m3/catalogue.ts";
import { type LevelChange, THREAD_SELECTIONS, type ThreadAnswer, type ThreadLevelGate } from "#model/p3m3/gate.ts";
import styles from "~/components/answering/Levels.module.css";
import { Diagnostics } from "~/components/answering/p3m3/Diagnostics";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { codeOf, levelField, type Mark, type P3m3QuestionsPage } from "~/views/answering/p3m3";

type Question = P3m3QuestionsPage["questions"][number];

interface LevelCardProps {
  question: Question;
  gate: ThreadLevelGate;
  editable: boolean;
  /** Locked, and before the first level that is open. */
  isEarly: boolean;
  /** Its diagnostics are open, marked or not. */
  unfolded: boolean;
  /** What the last change of another level did to this one. */
  effect: LevelChange | undefined;
  onAnswer(level: Level, selection: ThreadAnswer): void;
  marks: readonly Mark[];
  /** @param index the diagnostic's place in this level, from 0 */
  onMark(index: number, mark: Mark): void;
}

/**
 * One level: its statement, answers and diagnostics. The gate tells whether it is open, and why not
 * (docs/rules/gate.md#which-levels-are-open).
 */
export function LevelCard({ question, gate, editable, isEarly, unfolded, effect, onAnswer, marks, onMark }: LevelCardProps) {
  const { level, name, meaning, statement, hint } = question;
  const { open, selection } = gate;
  const kind = !editable ? "" : gate.askedNext ? ` ${styles.asked}` : open ? "" : ` ${styles.locked}`;
  return (
    <section
      id={`level-${level}`}
      className={`${styles.level}${kind}${isEarly ? ` ${styles.levelEarly}` : ""}`}
      data-level={level}
      data-item={level}
      aria-labelledby={`level-${level}-head`}
    >
      <header className={`row row-between baseline ${styles.levelHead}`}>
        <h3 id={`level-${level}-head`} title={meaning}>
          Level {level} <span className="small muted block">{name}</span>
        </h3>
        {editable ? <LevelState gate={gate} /> : null}
      </header>
      <div className={`stack-close ${styles.levelText}`}>
        <p id={`level-${level}-statement`}>
          <Rich text={statement} />
        </p>
        {effect ? (
          <p className="small status-busy">{effect.reason}</p>
        ) : gate.impliedBy && editable ? (
          <p className="small muted">Implied by level {gate.impliedBy}; you can still change it.</p>
        ) : null}
        {open || !editable ? null : (
          <p className="small muted">
            <Icon name="LockClosed" /> {gate.reason}
          </p>
        )}
        {hint && (selection === "Partially" || selection === "Rarely/Never") ? (
          <p className="small side-line">
            <span className="muted">To reach this level:</span> <Rich text={hint} />
          </p>
        ) : null}
      </div>
      {editable ? (
        <fieldset className={`stack-close ${styles.answers}`} data-answers disabled={!open} aria-describedby={`level-${level}-statement`}>
          <legend className="visually-hidden">Level {level} answer</legend>
          {THREAD_SELECTIONS.map((option) => (
            <label key={option} className="pick">
              <input
                type="radio"
                name={levelField(level)}
                value={codeOf(option)}
                checked={selection === option}
                onChange={() => onAnswer(level, option)}
              />
              <span>{option}</span>{" "}
              <kbd className="needs-script" aria-hidden>
                {codeOf(option)}
              </kbd>
            </label>
          ))}
        </fieldset>
      ) : (
        <strong className={`${styles.answers} answer-given`}>
          <span className="visually-hidden">Answer: </span>
          {selection === "N/A" ? "N/A" : selection}
        </strong>
      )}
      <Diagnostics question={question} editable={editable} unfolded={unfolded} marks={marks} onMark={onMark} />
    </section>
  );
}

/** The status of a required level: answered, asked next, or locked. */
function LevelState({ gate }: { gate: ThreadLevelGate }) {
  if (gate.askedNext) {
    return (
      <span className="status status-busy">
        <Icon name="Circle" /> Required
      </span>
    );
  }
  if (gate.open) {
    return (
      <span className="status status-good">
        <Icon name="CheckCircled" /> Answered
      </span>
    );
  }
  return (
    <span className="status">
      <Icon name="LockClosed" /> Locked
    </span>
  );
}
