import {
  type AnsweredCriterion,
  type ClearedCriterion,
  PRACTICE_SELECTIONS,
  type PracticeAnswer,
  type PracticeLevelGate,
  type PracticeSelection,
} from "#model/itil/gate.ts";
import styles from "~/components/answering/Levels.module.css";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { ANSWER_WORDS, codeOf, criterionField, type PracticePage } from "~/views/answering/itil";

type Criterion = PracticePage["criteria"][number];

interface CriteriaLevelProps {
  gate: PracticeLevelGate;
  /** The criteria of the level with their answers. `index` is the place within the practice. */
  criteria: { index: number; criterion: Criterion; answered: AnsweredCriterion }[];
  editable: boolean;
  /** What the last change cleared. */
  cleared: readonly ClearedCriterion[];
  onAnswer(index: number, selection: PracticeAnswer): void;
}

/** The criteria of one level. The gate tells whether the level is open, and why not (docs/rules/itil.md#gate-of-a-practice). */
export function CriteriaLevel({ gate, criteria, editable, cleared, onAnswer }: CriteriaLevelProps) {
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
          selection={answered.selection}
          open={open}
          isHolding={!met && open && answered.selection === "Rarely"}
          editable={editable}
          onAnswer={onAnswer}
        />
      ))}
    </section>
  );
}

function LevelState({ gate, answered, total }: { gate: PracticeLevelGate; answered: number; total: number }) {
  if (!gate.open) {
    return (
      <span className="status">
        <Icon name="LockClosed" /> Locked
      </span>
    );
  }
  if (gate.met) {
    return (
      <span className="status status-good">
        <Icon name="CheckCircled" /> All Fully
      </span>
    );
  }
  if (answered === total) {
    return (
      <span className="status status-busy">
        <Icon name="CrossCircled" /> Not all Fully
      </span>
    );
  }
  return (
    <span className="status status-busy">
      <Icon name="Circle" /> {answered} of {total} answered
    </span>
  );
}

interface CriterionRowProps {
  index: number;
  criterion: Criterion;
  selection: PracticeSelection;
  open: boolean;
  /** Whether it keeps the practice from its next level. */
  isHolding: boolean;
  editable: boolean;
  onAnswer(index: number, selection: PracticeAnswer): void;
}

function CriterionRow({ index, criterion, selection, open, isHolding, editable, onAnswer }: CriterionRowProps) {
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
            <span className="status status-busy">
              <Icon name="Circle" /> Required
            </span>
          ) : null}
          <span className="number">{code}</span>
          <span>{dimension}</span>
          {psf ? <span>{psf}</span> : null}
        </p>
        {isHolding && hint ? (
          <p className="small side-line">
            <span className="muted">To reach level {level}:</span> <Rich text={hint} />
          </p>
        ) : null}
      </div>
      {editable ? (
        <fieldset
          className={`row ${styles.answers}`}
          data-answers
          disabled={!open}
          aria-describedby={open ? textId : `${textId} level-${level}-reason`}
        >
          <legend className="visually-hidden">{code} answer</legend>
          {PRACTICE_SELECTIONS.map((option) => (
            <label key={option} className="pick">
              <input
                type="radio"
                name={criterionField(index)}
                value={codeOf(option)}
                checked={selection === option}
                onChange={() => onAnswer(index, option)}
              />
              <span>{ANSWER_WORDS[option]}</span>
              <kbd className="needs-script" aria-hidden>
                {codeOf(option)}
              </kbd>
            </label>
          ))}
        </fieldset>
      ) : (
        <strong className={`${styles.answers} answer-given`}>
          <span className="visually-hidden">Answer: </span>
          {selection === "N/A" ? "N/A" : ANSWER_WORDS[selection]}
        </strong>
      )}
    </div>
  );
}
