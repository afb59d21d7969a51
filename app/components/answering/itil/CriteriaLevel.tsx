import type { ReactNode } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import type { AnsweredCriterion, ClearedCriterion, PracticeLevelGate, PracticeSelection } from "#model/itil/gate.ts";
import { Answers } from "~/components/answering/Answers";
import styles from "~/components/answering/Levels.module.css";
import { Rich } from "~/components/shell/Rich";
import { StatusIcon } from "~/components/shell/Status";
import { codeOf, criterionField, PRACTICE_OPTIONS, type PracticePage } from "~/views/answering/itil";

type Criterion = PracticePage["criteria"][number];

interface CriteriaLevelProps {
  gate: PracticeLevelGate;
  /** The criteria of the level with their answers. `index` is the place within the practice. */
  criteria: { index: number; criterion: Criterion; answered: AnsweredCriterion }[];
  /** What concerns show below a statement of the practice. */
  concerns(index: number): ReactNode;
  editable: boolean;
  /** The word for no answer, where nothing can be changed. */
  missing: string;
  /** What the last change cleared. */
  cleared: readonly ClearedCriterion[];
  /** @param choice counted from 0 */
  onAnswer(index: number, choice: number): void;
}

/** The criteria of one level. The gate tells whether the level is open, and why not (docs/rules/itil.md#gate-of-a-practice). */
export function CriteriaLevel({ gate, criteria, concerns, editable, missing, cleared, onAnswer }: CriteriaLevelProps) {
  const { level, open, met, reason } = gate;
  const headId = `level-${level}-head`;
  const isCleared = cleared.find((each) => each.level === level);
  return (
    <section id={`level-${level}`} className={open || !editable ? undefined : styles.locked} aria-labelledby={headId}>
      <header className={`row ${styles.criteriaHead}`}>
        <h3 id={headId}>Level {level}</h3>
        <LevelState gate={gate} answered={criteria.filter(({ answered }) => answered.selection !== "N/A").length} total={criteria.length} />
        {isCleared ? <p className="small status-busy">{isCleared.reason}</p> : null}
        {open ? null : (
          <p className="small muted" id={`level-${level}-reason`}>
            N/A. {reason}
          </p>
        )}
      </header>
      {criteria.map(({ index, criterion, answered }) => (
        <CriterionRow
          key={criterion.code}
          index={index}
          criterion={criterion}
          concerns={concerns(index)}
          selection={answered.selection}
          open={open}
          isHolding={!met && open && answered.selection === "Rarely"}
          editable={editable}
          missing={missing}
          onAnswer={onAnswer}
        />
      ))}
    </section>
  );
}

function LevelState({ gate, answered, total }: { gate: PracticeLevelGate; answered: number; total: number }) {
  if (!gate.open) return <StatusIcon icon="LockClosed">{UNANSWERED.locked}</StatusIcon>;
  if (gate.met)
    return (
      <StatusIcon tone="good" icon="CheckCircled">
        All Fully
      </StatusIcon>
    );
  return (
    <StatusIcon tone="busy" icon={answered === total ? "CrossCircled" : "Circle"}>
      {answered === total ? "Not all Fully" : `${answered} of ${total} answered`}
    </StatusIcon>
  );
}

interface CriterionRowProps {
  index: number;
  criterion: Criterion;
  concerns: ReactNode;
  selection: PracticeSelection;
  open: boolean;
  /** Whether it keeps the practice from its next level. */
  isHolding: boolean;
  editable: boolean;
  missing: string;
  /** @param choice counted from 0 */
  onAnswer(index: number, choice: number): void;
}

function CriterionRow({ index, criterion, concerns, selection, open, isHolding, editable, missing, onAnswer }: CriterionRowProps) {
  const { level, code, statement, dimension, psf, hint } = criterion;
  const isAsked = open && editable && selection === "N/A";
  const textId = `criterion-${index}-text`;
  return (
    <div className={isAsked ? `${styles.criterion} ${styles.asked}` : styles.criterion} data-item={index}>
      <div className={`stack-close ${styles.levelText}`}>
        <p id={textId}>
          <Rich text={statement} />
        </p>
        <p className="row row-wide small muted">
          {isAsked ? (
            <StatusIcon tone="busy" icon="Circle">
              Required
            </StatusIcon>
          ) : null}
          <span className="number">{code}</span>
          <span>{dimension}</span>
          {psf ? <span>{psf}</span> : null}
        </p>
        {concerns}
        {isHolding && hint ? (
          <p className="small side-line">
            <span className="muted">To reach level {level}:</span> <Rich text={hint} />
          </p>
        ) : null}
      </div>
      <Answers
        legend={`${code} answer`}
        name={criterionField(index)}
        options={PRACTICE_OPTIONS}
        chosen={selection === "N/A" ? undefined : codeOf(selection)}
        layout="row"
        describedBy={open ? textId : `${textId} level-${level}-reason`}
        onAnswer={(choice) => onAnswer(index, choice)}
        {...{ missing, open, editable }}
      />
    </div>
  );
}
