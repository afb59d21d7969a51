/** Saves the recommended steps of a report, each as a text of its own (docs/rules/client-report.md#recommended-steps). */
import type { Id } from "#model/contract/common.ts";
import { fingerprint } from "#model/note.ts";
import {
  eachField,
  isStepKey,
  NO_TEXTS,
  ownStepKey,
  STEP_FIELD_NAMES,
  STEP_FIELDS,
  STEPS,
  stepAsText,
  stepFromText,
  stepsFor,
  stepsOfReport,
} from "#model/recommended-steps.ts";
import { textProblem } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { putOff } from "~/services/http/failures.server";
import { basisFrom, basisInForm } from "~/services/results/files/client-report/still-right.server";
import {
  type BasedTexts,
  FORM_CHANGED,
  FORM_WRONG,
  isChangedText,
  oneLine,
  storeTexts,
} from "~/services/results/files/client-report/wording.server";
import { suggestedSteps } from "~/services/results/sections/steps.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { BASIS_FIELD, type Misfit, type StepFormRow, type StepsOutcome, stepFieldName } from "~/views/client-report";
import type { Result } from "~/views/result";

/** Empty rows for steps of one's own. */
const BLANK = 2;

/** The rows of the form: the steps, then empty ones while the report has room. */
export function stepRows(result: Result, { written, bases }: BasedTexts, misfits: readonly Misfit[] = []): StepFormRow[] {
  const baseOf = (key: string) => fingerprint(written[key] ?? "");
  const suggested = suggestedSteps(result);
  const known = stepsFor(suggested, written);
  const basisOf = (key: string): Pick<StepFormRow, "factsSent" | "misfit"> =>
    bases
      ? {
          factsSent: basisInForm(known.find((each) => each.key === key)?.facts ?? []),
          misfit: misfits.find(({ part }) => part === key),
        }
      : {};
  const rows = stepsOfReport(suggested, written, result.stepActions).map((step): StepFormRow => {
    const { key, about = "", effect, state, agreed = [] } = step;
    const texts = eachField((name) => step[name]);
    const action = agreed.length > 0 ? { agreed: agreed.map(({ title }) => title).join("; "), isAccepted: state === "accepted" } : {};
    return {
      key,
      about,
      effect,
      texts,
      isOut: state === "left out",
      isOwn: stepFromText(written[key] ?? "") !== undefined && state !== "left out",
      base: baseOf(key),
      ...basisOf(key),
      ...action,
    };
  });
  const shown = rows.filter(({ isOut }) => !isOut).length;
  const taken = new Set(rows.map(({ key }) => key));
  const free = Array.from({ length: STEPS.full * 2 }, (_, index) => ownStepKey(index + 1)).filter((key) => !taken.has(key));
  const blank = free.slice(0, Math.max(0, Math.min(BLANK, STEPS.full - shown)));
  const nothing = { about: "", effect: "", texts: NO_TEXTS, isOut: false, isOwn: false };
  return [...rows, ...blank.map((key) => ({ ...nothing, key, base: baseOf(key), ...basisOf(key) }))];
}

/** What was posted. @throws BadRequest for what our own page never sends */
function readRows(form: FormData): StepFormRow[] {
  const keys = form.getAll("key").map(String);
  if (keys.length > STEPS.full * 3 || new Set(keys).size < keys.length || !keys.every(isStepKey)) throw new BadRequest();
  return keys.map((key) => {
    const text = (name: string) => {
      const value = form.get(stepFieldName(key, name));
      if (typeof value !== "string") throw new BadRequest();
      return value;
    };
    const texts = eachField(text);
    const isOut = form.get(stepFieldName(key, "out")) === "yes";
    return { key, about: "", effect: "", texts, isOut, isOwn: true, base: text("base") };
  });
}

function problemsOf({ key, texts, isOut }: StepFormRow): Record<string, string> {
  const isEmpty = STEP_FIELD_NAMES.every((name) => texts[name].trim() === "");
  if (isOut || isEmpty) return {};
  const problems = STEP_FIELD_NAMES.flatMap((name) => {
    const problem = textProblem(texts[name], { required: name === "step", max: STEP_FIELDS[name].max });
    return problem ? [[stepFieldName(key, name), problem] as const] : [];
  });
  return Object.fromEntries(problems);
}

const NOT_SAVED = "The steps could not be saved. They are still here; please try again.";

/**
 * Saves every step of the form that differs from what is stored. One that says what is suggested, or nothing, is taken back.
 * @returns undefined once all are saved @throws BadRequest, SessionOver
 */
export async function saveSteps(reader: UserContext, result: Result, assessmentId: Id, form: FormData): Promise<StepsOutcome | undefined> {
  if (!(await hasExtension("wording"))) throw new BadRequest();
  const { api } = reader;
  const rows = readRows(form);
  const errors = Object.assign({}, ...rows.map(problemsOf)) as Record<string, string>;
  if (Object.keys(errors).length > 0) return { of: "steps", kind: "refused", rows, errors, message: FORM_WRONG };
  const steps = suggestedSteps(result).steps.flatMap((step) => [step, ...(step.byThread ?? [])]);
  const bodyOf = ({ key, texts, isOut }: StepFormRow): string => {
    if (isOut) return steps.some((each) => each.key === key) ? stepAsText("left out") : "";
    const typed = eachField((name) => oneLine(texts[name], STEP_FIELDS[name].max));
    const suggested = steps.find((each) => each.key === key);
    const text = stepAsText(typed);
    // A suggestion follows the figures; a copy of it would not.
    const isSuggested = suggested && text === stepAsText({ ...NO_TEXTS, step: suggested.step, why: suggested.why });
    return isSuggested || form.get(stepFieldName(key, "suggested")) === text ? "" : text;
  };
  // A row that nobody touched shows what is stored now, not what it was made with.
  const posted = rows.map((row) => ({ ...row, part: row.key, body: bodyOf(row) })).filter(isChangedText);
  const changed = await Promise.all(
    posted.map(async (row) => ({ ...row, basis: await basisFrom(form.get(stepFieldName(row.key, BASIS_FIELD))) })),
  );
  try {
    for (const { text, now } of await storeTexts(api, assessmentId, changed)) {
      const theirs = stepFromText(now);
      errors[stepFieldName(text.key, "step")] =
        theirs === undefined || theirs === "left out" ? "It was taken back or left out." : `This is saved now: ${theirs.step}`;
    }
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    const late = putOff(error);
    if (late) return { ...late, of: "steps", rows: changed, errors: {} };
    const message = error.status === 403 ? "You may read this report, but not change its steps." : NOT_SAVED;
    return { of: "steps", kind: "failed", rows: changed, errors: {}, message };
  }
  return Object.keys(errors).length > 0 ? { of: "steps", kind: "conflict", rows: changed, errors, message: FORM_CHANGED } : undefined;
}
