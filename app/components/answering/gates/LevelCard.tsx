import type { ReactNode } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import type { Effect, GatedStatement } from "#model/gates/gate.ts";
import { LADDER_OPTIONS } from "#model/gates/ladder.ts";
import { Answers } from "~/components/answering/Answers";
import { Diagnostics } from "~/components/answering/extras/Diagnostics";
import { LevelNotes } from "~/components/answering/gates/LevelNotes";
import styles from "~/components/answering/Levels.module.css";
import { Rich } from "~/components/shell/Rich";
import { StatusIcon } from "~/components/shell/Status";
import { answerField } from "~/views/answering/item";
import type { DiagnosticMark, ThreadQuestion } from "~/views/answering/p3m3";

interface LevelCardProps {
  question: ThreadQuestion;
  /** What concerns show below its statement. */
  concerns: ReactNode;
  gated: GatedStatement;
  editable: boolean;
  /** The word for no answer, where nothing can be changed. */
  missing: string;
  /** Locked, and before the first level that is open. */
  isEarly: boolean;
  /** Its diagnostics are open, marked or not. */
  unfolded: boolean;
  /** What the last change of another level did to this one. */
  effect: Effect | undefined;
  /** @param choice counted from 0 */
  onAnswer(choice: number): void;
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
  gated,
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
  const { open, isNext, choice } = gated;
  const kind = !editable ? "" : isNext ? ` ${styles.asked}` : open ? "" : ` ${styles.locked}`;
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
        {editable ? <LevelState {...{ open, isNext }} /> : null}
      </header>
      <div className={`stack-close ${styles.levelText}`}>
        <p id={`level-${level}-statement`}>
          <Rich text={statement} />
        </p>
        {concerns}
        <LevelNotes {...{ gated, effect, hint, editable }} />
      </div>
      <Answers
        legend={`Level ${level} answer`}
        name={answerField("ladder", level - 1)}
        options={LADDER_OPTIONS}
        chosen={choice === undefined ? undefined : LADDER_OPTIONS[choice]?.value}
        layout="stack-close"
        describedBy={`level-${level}-statement`}
        onAnswer={onAnswer}
        {...{ missing, open, editable }}
      />
      <Diagnostics question={question} editable={editable} unfolded={unfolded} marks={marks} onMark={onMark} />
    </section>
  );
}

/** The status of a required level: answered, asked next, or locked. */
function LevelState({ open, isNext }: Pick<GatedStatement, "open" | "isNext">) {
  if (isNext)
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
