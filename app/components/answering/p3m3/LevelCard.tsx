import type { ReactNode } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import type { Level } from "#model/p3m3/catalogue.ts";
import type { LevelChange, ThreadLevelGate } from "#model/p3m3/gate.ts";
import { Answers } from "~/components/answering/Answers";
import styles from "~/components/answering/Levels.module.css";
import { Diagnostics } from "~/components/answering/p3m3/Diagnostics";
import { LevelNotes } from "~/components/answering/p3m3/LevelNotes";
import { Rich } from "~/components/shell/Rich";
import { StatusIcon } from "~/components/shell/Status";
import { codeOf, type DiagnosticMark, levelField, type P3m3QuestionsPage, THREAD_OPTIONS } from "~/views/answering/p3m3";

type Question = P3m3QuestionsPage["questions"][number];

interface LevelCardProps {
  question: Question;
  /** What concerns show below its statement. */
  concerns: ReactNode;
  gate: ThreadLevelGate;
  editable: boolean;
  /** The word for no answer, where nothing can be changed. */
  missing: string;
  /** Locked, and before the first level that is open. */
  isEarly: boolean;
  /** Its diagnostics are open, marked or not. */
  unfolded: boolean;
  /** What the last change of another level did to this one. */
  effect: LevelChange | undefined;
  /** @param choice counted from 0 */
  onAnswer(level: Level, choice: number): void;
  marks: readonly DiagnosticMark[];
  /** @param index the diagnostic's place in this level, from 0 */
  onMark(index: number, mark: DiagnosticMark): void;
}

/**
 * One level: its statement, answers and diagnostics. The gate tells whether it is open, and why not
 * (docs/rules/gate.md#which-levels-are-open).
 */
export function LevelCard({
  question,
  concerns,
  gate,
  editable,
  missing,
  isEarly,
  unfolded,
  effect,
  onAnswer,
  marks,
  onMark,
}: LevelCardProps) {
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
        {concerns}
        <LevelNotes {...{ gate, effect, hint, editable }} />
      </div>
      <Answers
        legend={`Level ${level} answer`}
        name={levelField(level)}
        options={THREAD_OPTIONS}
        chosen={selection === "N/A" ? undefined : codeOf(selection)}
        layout="stack-close"
        describedBy={`level-${level}-statement`}
        onAnswer={(choice) => onAnswer(level, choice)}
        {...{ missing, open, editable }}
      />
      <Diagnostics question={question} editable={editable} unfolded={unfolded} marks={marks} onMark={onMark} />
    </section>
  );
}

/** The status of a required level: answered, asked next, or locked. */
function LevelState({ gate: { open, askedNext } }: { gate: ThreadLevelGate }) {
  if (askedNext)
    return (
      <StatusIcon tone="busy" icon="Circle">
        Required
      </StatusIcon>
    );
  if (open)
    return (
      <StatusIcon tone="good" icon="CheckCircled">
        Answered
      </StatusIcon>
    );
  return <StatusIcon icon="LockClosed">{UNANSWERED.locked}</StatusIcon>;
}
