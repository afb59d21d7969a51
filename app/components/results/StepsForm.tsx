import { STEP_FIELD_NAMES, STEP_FIELDS, STEPS, type StepField, stepAsText } from "#model/recommended-steps.ts";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { MisfitNote } from "~/components/results/Misfits";
import { ReportForm } from "~/components/results/ReportForm";
import type { ReviewSlots } from "~/components/results/review-slots";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { ADD_ACTION } from "~/views/action-links";
import { BASIS_FIELD, STEPS_ID, type StepFormRow, type StepsOutcome, stepFieldName, stepId } from "~/views/client-report";
import styles from "./Exhibit.module.css";

/** The name of a step on the page. @param index from 0 */
export const stepTitle = ({ about, texts }: StepFormRow, index: number): string =>
  `${index + 1}. ${about || texts.step || "Add a step of your own"}`;
export const agreedInWords = (actions: string): string =>
  `Agreed so far, and in the report beside this step, with owner, date and effort: ${actions}`;

interface StepsFormProps {
  steps: readonly StepFormRow[];
  /** Where it is shown what the suggested steps would give. */
  whatIf: string | undefined;
  outcome: StepsOutcome | undefined;
  review: Pick<ReviewSlots, "beside" | "count"> | undefined;
}

/** The recommended steps of a report, saved together (docs/rules/client-report.md#recommended-steps). */
export function StepsForm({ steps, whatIf, outcome, review }: StepsFormProps) {
  const typed = new Map(outcome?.rows.map((row) => [row.key, row]));
  const known = new Set(steps.map(({ key }) => key));
  // A step that was typed keeps its place, and what is known of it by rule.
  const rows = [
    ...steps.map((row) => typedOver(row, typed.get(row.key))),
    ...(outcome?.rows.filter(({ key }) => !known.has(key)).map((row) => ({ ...row, suggested: "", isOpen: true })) ?? []),
  ];
  const errors = outcome?.errors ?? {};

  return (
    <ReportForm
      id={STEPS_ID}
      title="Recommended steps"
      about={
        <>
          Suggested from what would lift the result with the least effort. Write them in your own words, add effort, owner and date, or
          leave one out. Word, PowerPoint and Excel have at most {STEPS.full}, a board&rsquo;s report the first {STEPS.board}.
        </>
      }
      more={
        whatIf ? (
          <p>
            {/* No Link: leaving the page this way asks about what is typed and not saved. */}
            <a href={whatIf}>Show what the suggested steps would give</a>
          </p>
        ) : null
      }
      failed={outcome && { title: "The steps were not all saved.", message: outcome.message }}
      submit="Save the steps"
    >
      <FormLabels labels={[{ ask: labelsOf(rows) }]} />
      {rows.map((row, index) => (
        <StepRow key={row.key} row={row} index={index} errors={errors} review={review} />
      ))}
    </ReportForm>
  );
}

const labelsOf = (rows: readonly StepFormRow[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap(({ key }, index) =>
      STEP_FIELD_NAMES.map((name) => [stepFieldName(key, name), `${STEP_FIELDS[name].label} of step ${index + 1}`]),
    ),
  );

/** `suggested`: what the step says by rule; empty where somebody wrote it. */
type Row = StepFormRow & { suggested: string; isOpen: boolean };

/** A row with what was typed in it. It is open where that is not what the page was made with. */
function typedOver(row: StepFormRow, typed: StepFormRow | undefined): Row {
  const suggested = row.isOwn || !row.about ? "" : stepAsText(row.texts);
  if (!typed) return { ...row, suggested, isOpen: false };
  const { texts, isOut, base } = typed;
  return { ...row, suggested, texts, isOut, base, isOpen: isOut !== row.isOut || stepAsText(texts) !== stepAsText(row.texts) };
}

interface StepRowProps extends Pick<StepsFormProps, "review"> {
  row: Row;
  index: number;
  errors: Record<string, string>;
}

function StepRow({ row, index, errors, review }: StepRowProps) {
  const number = index + 1;
  const { key, about, effect, isOut, isOwn, base, suggested, isOpen, agreed, isAccepted } = row;
  const field = (name: StepField) => ({ row, name, number, error: errors[stepFieldName(key, name)] });
  const isWrong = STEP_FIELD_NAMES.some((name) => errors[stepFieldName(key, name)]);
  const facts: Record<string, string> = row.factsSent === undefined ? {} : { [stepFieldName(key, BASIS_FIELD)]: row.factsSent };
  const title = stepTitle(row, index);
  const state = isOut ? "left out" : isAccepted ? "agreed" : isOwn ? "yours" : about ? "suggested" : "";
  const signs = [state, row.misfit ? "may no longer fit" : "", review?.count(key)].filter(Boolean).join(", ");
  return (
    <details className={`panel ${styles.folded}`} open={isWrong || isOpen ? true : undefined}>
      <summary>
        {title} <span className="muted small">{signs}</span>
      </summary>
      <fieldset className="panel stack">
        <legend className="visually-hidden">Step {number}</legend>
        <input type="hidden" name="key" value={key} />
        <HiddenFields fields={{ [stepFieldName(key, "base")]: base, [stepFieldName(key, "suggested")]: suggested, ...facts }} />
        {row.misfit ? <MisfitNote misfit={row.misfit} /> : null}
        <StepBox {...field("step")} isLong />
        <StepBox {...field("why")} isLong />
        {agreed ? <p>{agreedInWords(agreed)}</p> : null}
        {effect ? <p className="muted">Effect by rule: {effect}</p> : null}
        <div className="form-grid">
          <StepBox {...field("effort")} />
          <StepBox {...field("owner")} />
          <StepBox {...field("due")} />
        </div>
        <label className="choice">
          <input type="checkbox" name={stepFieldName(key, "out")} value="yes" defaultChecked={isOut} />
          <span>Leave step {number} out of the report</span>
        </label>
        {row.act ? (
          <p>
            <a href={row.act}>
              {ADD_ACTION}
              <span className="visually-hidden"> from step {number}</span>
            </a>
          </p>
        ) : null}
        {review?.beside(key, title)}
        {about ? <p className="field-hint">With all fields empty, the suggested step comes back.</p> : null}
      </fieldset>
    </details>
  );
}

interface StepBoxProps {
  row: StepFormRow;
  name: StepField;
  number: number;
  error: string | undefined;
  isLong?: boolean;
}

function StepBox({ row: { key, texts }, name, number, error, isLong = false }: StepBoxProps) {
  const id = name === "step" ? stepId(key) : `${key}-${name}`;
  const { label } = STEP_FIELDS[name];
  const shared = {
    id,
    name: stepFieldName(key, name),
    defaultValue: texts[name],
    "aria-invalid": error ? true : undefined,
    "aria-describedby": error ? `${id}-error` : undefined,
  } as const;
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
        <span className="visually-hidden">{name === "step" ? ` ${number}` : ` of step ${number}`}</span>
      </label>
      {isLong ? <textarea className="textarea" rows={3} {...shared} /> : <input className="input" type="text" {...shared} />}
      {error ? <FieldError id={`${id}-error`} messages={[error]} /> : null}
    </div>
  );
}
