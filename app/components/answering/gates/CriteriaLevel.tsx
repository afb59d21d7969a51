import type { ReactNode } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import { CRITERIA_OPTIONS } from "#model/gates/criteria.ts";
import type { Effect, GatedStatement } from "#model/gates/gate.ts";
import type { PracticeLevelGate } from "#model/itil/gate.ts";
import { Answers } from "~/components/answering/Answers";
import styles from "~/components/answering/Levels.module.css";
import { Rich } from "~/components/shell/Rich";
import { StatusIcon } from "~/components/shell/Status";
import { answerField } from "~/views/answering/item";
import type { PracticeCriterion } from "~/views/answering/itil";

/** The number of its option, for less than Fully. */
const RARELY = 1;

interface CriteriaLevelProps {
  gate: PracticeLevelGate;
  /** The criteria of the level with their answers. `index` is the place within the practice. */
  criteria: { index: number; criterion: PracticeCriterion; gated: GatedStatement }[];
  /** What concerns show below a statement of the practice. */
  concerns(index: number): ReactNode;
  editable: boolean;
  /** The word for no answer, where nothing can be changed. */
  missing: string;
  /** What the last change cleared. */
  cleared: readonly Effect[];
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
        <LevelState gate={gate} answered={criteria.filter(({ gated }) => gated.choice !== undefined).length} total={criteria.length} />
        {isCleared ? <p className="small status-busy">{isCleared.reason}</p> : null}
        {open ? null : (
          <p className="small muted" id={`level-${level}-reason`}>
            N/A. {reason}
          </p>
        )}
      </header>
      {criteria.map(({ index, criterion, gated }) => (
        <CriterionRow
          key={criterion.code}
          index={index}
          criterion={criterion}
          concerns={concerns(index)}
          gated={gated}
          isHolding={!met && open && gated.choice === RARELY}
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
  criterion: PracticeCriterion;
  concerns: ReactNode;
  gated: GatedStatement;
  /** Whether it keeps the practice from its next level. */
  isHolding: boolean;
  editable: boolean;
  missing: string;
  /** @param choice counted from 0 */
  onAnswer(index: number, choice: number): void;
}

function CriterionRow({ index, criterion, concerns, gated, isHolding, editable, missing, onAnswer }: CriterionRowProps) {
  const { level, code, statement, dimension, psf, hint } = criterion;
  const { open, isNext, choice } = gated;
  const isAsked = editable && isNext;
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
        name={answerField("criteria", index)}
        options={CRITERIA_OPTIONS}
        chosen={choice === undefined ? undefined : CRITERIA_OPTIONS[choice]?.value}
        layout="row"
        describedBy={open ? textId : `${textId} level-${level}-reason`}
        onAnswer={(choice) => onAnswer(index, choice)}
        {...{ missing, open, editable }}
      />
    </div>
  );
}
