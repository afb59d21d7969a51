/** The form of an action: what it begins with, what it may post, and what becomes of it when two people change one (docs/rules/actions.md). */
import { z } from "zod";
import { ACTION_PLACES_MAX, ACTION_SIZES, ACTION_STATES, ACTION_TEXT_MAX } from "#model/actions.ts";
import { type ActionForm, action } from "#model/contract/actions.ts";
import { requiredText, typedText } from "#model/contract/common.ts";
import { withLineFeeds } from "#model/note.ts";
import { dayProblem, textMessages } from "#model/text.ts";
import { listed } from "#model/words.ts";
import { carriedIn } from "~/services/http/form-schema.server";
import { readSubmission } from "~/services/http/submission.server";
import { ACTION, ACTION_LABELS, type ActionField, type ActionTexts, SIZE_WORDS, STATE_WORDS } from "~/views/actions";
import { shortDate } from "~/views/dates";

/** What an action says, without the assessment that it comes from. */
export type ActionContent = Omit<ActionForm, "assessmentId">;

const text = (max: number) =>
  typedText(max)
    .optional()
    .transform((typed) => typed ?? "");
const size = z
  .enum(ACTION_SIZES, textMessages.oneOf)
  .optional()
  .transform((value) => value ?? null);

const actionSchema = z.object({
  [ACTION.title]: requiredText(ACTION_TEXT_MAX.title),
  [ACTION.why]: text(ACTION_TEXT_MAX.why),
  [ACTION.places]: z.array(z.string().max(100)).max(ACTION_PLACES_MAX, `Please choose at most ${ACTION_PLACES_MAX}.`).default([]),
  [ACTION.owner]: text(ACTION_TEXT_MAX.owner),
  [ACTION.due]: z
    .string()
    .optional()
    .transform((typed = "", check) => {
      const problem = dayProblem(typed);
      if (problem !== undefined) check.addIssue(problem);
      return typed === "" ? null : typed;
    }),
  [ACTION.effort]: size,
  [ACTION.effect]: size,
  [ACTION.state]: z.enum(ACTION_STATES, textMessages.oneOf),
}) satisfies z.ZodType<ActionContent>;

const remarkSchema = z.object({ [ACTION.remark]: requiredText(ACTION_TEXT_MAX.remark) });

/** Browsers send two characters for each end of a line, which count as one. */
function withOneForEachLine(form: FormData, name: string): FormData {
  form.set(name, withLineFeeds(String(form.get(name) ?? "")));
  return form;
}

/** What a posted action says, or what is wrong with it. */
export const readAction = (form: FormData) => readSubmission(withOneForEachLine(form, ACTION.why), actionSchema);
/** The same of a remark. */
export const readRemark = (form: FormData) => readSubmission(withOneForEachLine(form, ACTION.remark), remarkSchema);

const FIELDS = Object.keys(ACTION_LABELS) as ActionField[];

/** What is stored, as the form's fields hold it. */
export const textsOf = ({ title, why, places, owner, due, effort, effect, state }: ActionContent): ActionTexts => ({
  ...{ title, why, owner, state },
  places: places.toSorted(),
  due: due ?? "",
  effort: effort ?? "",
  effect: effect ?? "",
});

/** What each field holds, as one text. */
type FieldTexts = Record<ActionField, string>;
const heldBy = (content: ActionContent): FieldTexts => {
  const { places, ...texts } = textsOf(content);
  return { ...texts, places: places.join(",") };
};

/** What a form was made from, as text for it to carry. */
export const baseOf = (content: ActionContent): string => JSON.stringify(heldBy(content));

const held = z.record(z.enum(FIELDS), z.string());

/** What a field says, in words. @param nameOf a place */
function inWords(field: ActionField, value: string, nameOf: (place: string) => string): string {
  if (value === "") return "empty";
  if (field === "places") return listed(value.split(",").map(nameOf));
  if (field === "due") return shortDate(value);
  if (field === "state") return (STATE_WORDS as Record<string, string>)[value] ?? value;
  if (field === "effort" || field === "effect") return (SIZE_WORDS as Record<string, string>)[value] ?? value;
  return `‘${value}’`;
}

export interface Conflict {
  /** What happened, for people: a line for each field that is different now. */
  messages: string[];
  /** The form as it is to be shown: what was typed is kept, everything else is as it is stored now. */
  form: FormData;
  base: string;
}

/** Compares what a form was made from with what is stored; undefined when nothing differs but what the form wants too. */
export function findConflict(
  stored: ActionContent,
  wanted: ActionContent,
  form: FormData,
  nameOf: (place: string) => string,
): Conflict | undefined {
  const [base, now, mine] = [carriedIn(form, ACTION.base, held), heldBy(stored), heldBy(wanted)];
  // A form that does not say what it was made from may be of any age.
  const moved = FIELDS.filter((field) => now[field] !== base?.[field] && now[field] !== mine[field]);
  if (moved.length === 0) return undefined;
  const isKept = (field: ActionField) => base === undefined || mine[field] !== base[field];
  const shown = new FormData();
  for (const field of FIELDS) {
    const value = isKept(field) ? mine[field] : now[field];
    if (field !== "places") shown.set(field, value);
    else for (const place of value.split(",").filter(Boolean)) shown.append(field, place);
  }
  const lines = moved.map((field) => {
    const kept = isKept(field) ? ` What you entered is kept below: ${inWords(field, mine[field], nameOf)}.` : "";
    return `${ACTION_LABELS[field]} is now ${inWords(field, now[field], nameOf)}.${kept}`;
  });
  return {
    messages: [
      "Nothing was saved yet: a colleague changed this action after you opened this page.",
      ...lines,
      "Look through the form below, then save again.",
    ],
    form: shown,
    base: baseOf(stored),
  };
}

/** What a change recorded. */
const content = action.pick({ title: true, why: true, places: true, owner: true, due: true, effort: true, effect: true, state: true });

/** What a change did, in words: a line for each field. @param nameOf a place */
export function changeInWords({ before, after }: { before?: unknown; after?: unknown }, nameOf: (place: string) => string): string[] {
  if (before === undefined) return [after === undefined ? "Changed" : "Added"];
  const [old, made] = [content.safeParse(before), content.safeParse(after)];
  if (!old.success || !made.success) return ["Changed"];
  const [then, now] = [heldBy(old.data), heldBy(made.data)];
  return FIELDS.filter((field) => then[field] !== now[field]).map(
    (field) => `${ACTION_LABELS[field]}: ${inWords(field, now[field], nameOf)}; before: ${inWords(field, then[field], nameOf)}`,
  );
}
