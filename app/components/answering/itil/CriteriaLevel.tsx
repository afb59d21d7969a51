import { UNANSWERED } from "#model/answer-words.ts";
import type { AnsweredCriterion, ClearedCriterion, PracticeLevelGate, PracticeSelection } from "#model/itil/gate.ts";
import { Answers } from "~/components/answering/Answers";
import { type Confirming, SaidThen } from "~/components/answering/LastTime";
import styles from "~/components/answering/Levels.module.css";
import { type TakingOver, VoicesSay } from "~/components/answering/Voices";
import { Rich } from "~/components/shell/Rich";
import { Mark } from "~/components/shell/Status";
import type { StatementSince } from "~/views/answering/again";
import { codeOf, criterionField, PRACTICE_OPTIONS, type PracticePage } from "~/views/answering/itil";
import type { SaidByVoices } from "~/views/answering/voices";

type Criterion = PracticePage["criteria"][number];

interface CriteriaLevelProps {
  gate: PracticeLevelGate;
  /** The criteria of the level with their answers. `index` is the place within the practice. */
  criteria: { index: number; criterion: Criterion; answered: AnsweredCriterion }[];
  /** What became of each criterion of the practice since the assessment before. */
  since: readonly StatementSince[] | undefined;
  /** How a criterion's answer of then is confirmed, where it can be. */
  confirmAt(index: number, isAsked: boolean, code: string): Confirming | undefined;
  /** What voices say about each criterion of the practice, and how to take over the answer that they agree on, where that is possible. */
  voices: readonly SaidByVoices[] | undefined;
  takeAt(index: number, code: string): TakingOver | undefined;
  editable: boolean;
  /** The word for no answer, where nothing can be changed. */
  missing: string;
  /** What the last change cleared. */
  cleared: readonly ClearedCriterion[];
  /** @param choice counted from 0 */
  onAnswer(index: number, choice: number): void;
}

/** The criteria of one level. The gate tells whether the level is open, and why not (docs/rules/itil.md#gate-of-a-practice). */
export function CriteriaLevel({
  gate,
  criteria,
  since,
  confirmAt,
  voices,
  takeAt,
  editable,
  missing,
  cleared,
  onAnswer,
}: CriteriaLevelProps) {
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
          since={since?.[index]}
          confirm={confirmAt(index, open && editable && answered.selection === "N/A", criterion.code)}
          voices={voices?.[index]}
          take={takeAt(index, criterion.code)}
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
  if (!gate.open) return <Mark icon="LockClosed">{UNANSWERED.locked}</Mark>;
  if (gate.met)
    return (
      <Mark tone="good" icon="CheckCircled">
        All Fully
      </Mark>
    );
  return (
    <Mark tone="busy" icon={answered === total ? "CrossCircled" : "Circle"}>
      {answered === total ? "Not all Fully" : `${answered} of ${total} answered`}
    </Mark>
  );
}

interface CriterionRowProps {
  index: number;
  criterion: Criterion;
  since: StatementSince | undefined;
  confirm: Confirming | undefined;
  voices: SaidByVoices | undefined;
  take: TakingOver | undefined;
  selection: PracticeSelection;
  open: boolean;
  /** Whether it keeps the practice from its next level. */
  isHolding: boolean;
  editable: boolean;
  missing: string;
  /** @param choice counted from 0 */
  onAnswer(index: number, choice: number): void;
}

function CriterionRow({
  index,
  criterion,
  since,
  confirm,
  voices,
  take,
  selection,
  open,
  isHolding,
  editable,
  missing,
  onAnswer,
}: CriterionRowProps) {
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
            <Mark tone="busy" icon="Circle">
              Required
            </Mark>
          ) : null}
          <span className="number">{code}</span>
          <span>{dimension}</span>
          {psf ? <span>{psf}</span> : null}
        </p>
        <SaidThen since={since} confirm={confirm} />
        <VoicesSay said={voices} about={code} take={take} />
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
