/** The form of an action: what it begins with, what it may post, and what becomes of it when two people change one (docs/rules/actions.md). */
import { z } from "zod";
import { ACTION_PLACES_MAX, ACTION_SIZES, ACTION_STATES, ACTION_TEXT_MAX } from "#model/actions.ts";
import { type ActionForm, action } from "#model/contract/actions.ts";
import { requiredText, typedText } from "#model/contract/common.ts";
import { withLineFeeds } from "#model/note.ts";
import { textMessages } from "#model/text.ts";
import { listed } from "#model/words.ts";
import { lineText, postedDay, requiredLine } from "~/services/http/form-schema.server";
import { baseFrom, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
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
  [ACTION.title]: requiredLine(ACTION_TEXT_MAX.title),
  [ACTION.why]: text(ACTION_TEXT_MAX.why),
  [ACTION.places]: z.array(z.string().max(100)).max(ACTION_PLACES_MAX, `Please choose at most ${ACTION_PLACES_MAX}.`).default([]),
  [ACTION.owner]: lineText(ACTION_TEXT_MAX.owner)
    .optional()
    .transform((typed) => typed ?? ""),
  [ACTION.due]: postedDay,
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

/** What a form was made from, as text for it to carry. */
export const baseOf = (content: ActionContent): string => baseFrom(textsOf(content));

/** The value of a field in words; "" for an empty field. @param nameOf a place */
function inWords(field: ActionField, texts: ActionTexts, nameOf: (place: string) => string): string {
  if (field === "places") return listed(texts.places.map(nameOf));
  const value = texts[field];
  if (value === "") return "";
  if (field === "due") return shortDate(value);
  if (field === "state") return (STATE_WORDS as Record<string, string>)[value] ?? value;
  if (field === "effort" || field === "effect") return (SIZE_WORDS as Record<string, string>)[value] ?? value;
  return `‘${value}’`;
}

/**
 * Puts what was typed together with what a colleague has stored.
 * @param form as it was posted
 * @param nameOf a place
 */
export function mergeAction(stored: ActionContent, wanted: ActionContent, form: FormData, nameOf: (place: string) => string): MergedForm {
  const sideOf = (content: ActionContent) => {
    const held = textsOf(content);
    return { held, inWords: (field: ActionField) => inWords(field, held, nameOf) };
  };
  return mergeForm({ what: "this action was", labels: ACTION_LABELS, posted: form, now: sideOf(stored), mine: sideOf(wanted) });
}

/** What a change recorded. */
const content = action.pick({ title: true, why: true, places: true, owner: true, due: true, effort: true, effect: true, state: true });

/** A change in words: a line for each field. @param nameOf a place */
export function changeInWords({ before, after }: { before?: unknown; after?: unknown }, nameOf: (place: string) => string): string[] {
  if (before === undefined) return [after === undefined ? "Changed" : "Added"];
  const [old, made] = [content.safeParse(before), content.safeParse(after)];
  if (!old.success || !made.success) return ["Changed"];
  const [then, now] = [textsOf(old.data), textsOf(made.data)];
  const words = (field: ActionField, texts: ActionTexts) => inWords(field, texts, nameOf) || "empty";
  return FIELDS.filter((field) => String(then[field]) !== String(now[field])).map(
    (field) => `${ACTION_LABELS[field]}: ${words(field, now)}; before: ${words(field, then)}`,
  );
}
