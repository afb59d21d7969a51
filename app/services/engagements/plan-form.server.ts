/** The form of a row of a plan, and pasted rows (docs/rules/engagements.md#the-plan-on-screen). */
import { z } from "zod";
import { onOneLine } from "#model/characters.ts";
import type { Id } from "#model/contract/common.ts";
import { type Plan, type PlanRow, type PlanRowForm, planRowForm } from "#model/contract/engagements.ts";
import {
  DOERS_MAX,
  PLAN_KIND_NAMES,
  PLAN_KINDS,
  PLAN_ROWS_MAX,
  PLAN_STATE_NAMES,
  PLAN_STATES,
  PLAN_TOPICS,
  PLAN_WHAT_MAX,
  statesOf,
  WITH_WHOM_COUNT_MAX,
  WITH_WHOM_MAX,
  withWhomAsText,
  withWhomIn,
} from "#model/engagements.ts";
import { withLineFeeds } from "#model/note.ts";
import type { WrongRow } from "#model/pasted.ts";
import { PLAN_TEXT_MAX, type PlanLine, planInRows } from "#model/plan-lines.ts";
import { textMessages } from "#model/text.ts";
import { listed } from "#model/words.ts";
import { lineText, postedDay } from "~/services/http/form-schema.server";
import { baseFrom, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
import { readList } from "~/services/http/pasted-rows.server";
import { readSubmission } from "~/services/http/submission.server";
import { shortDate } from "~/views/dates";
import { PLAN_LABELS, type PlanField, type PlanTexts } from "~/views/engagement-plan";
import { colleagueName } from "~/views/engagements";

const LONGEST = 2 * WITH_WHOM_COUNT_MAX * (WITH_WHOM_MAX + 1);

const fields = z.object({
  kind: z.enum(PLAN_KINDS, { error: textMessages.oneOf }),
  what: lineText(PLAN_WHAT_MAX)
    .optional()
    .transform((typed) => typed ?? ""),
  withWhom: z
    .string()
    .max(LONGEST, textMessages.tooLong(LONGEST / 2))
    .optional()
    .transform((typed = "") => withWhomIn(typed)),
  topics: z.array(z.string().max(100)).default([]),
  who: z.array(z.string().max(100)).max(DOERS_MAX, `At most ${DOERS_MAX} people.`).default([]),
  day: postedDay,
  state: z.enum(PLAN_STATES, { error: textMessages.oneOf }).optional(),
});

/** The rules of the wire hold for the whole form. A row without a state begins with the first of its kind. */
const schema = fields.transform((given, check): PlanRowForm => {
  const parsed = planRowForm.safeParse({ ...given, state: given.state ?? statesOf(given.kind)[0] });
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues)
    check.addIssue({ code: "custom", path: [String(path[0] ?? "what")], message, input: given });
  return z.NEVER;
});

/** What a posted row says, or what is wrong with it. */
export function readPlanRow(form: FormData) {
  form.set("withWhom", withLineFeeds(String(form.get("withWhom") ?? "")));
  return readSubmission(form, schema);
}

interface Content extends Omit<PlanRowForm, "who"> {
  who: readonly Id[];
}
const contentOf = (row: PlanRow): Content => ({
  kind: PLAN_KINDS.find((kind) => kind === row.kind) ?? "other",
  what: row.what,
  withWhom: row.withWhom ?? [],
  topics: row.topics,
  who: row.who.map(({ id }) => id),
  day: row.day,
  state: PLAN_STATES.find((state) => state === row.state) ?? "open",
});

const textsOf = (content: Content): PlanTexts => ({
  ...{ kind: content.kind, what: content.what, day: content.day ?? "", state: content.state },
  withWhom: withWhomAsText(content.withWhom),
  topics: PLAN_TOPICS.flatMap(({ topic }) => (content.topics.includes(topic) ? [topic] : [])),
  who: content.who.map(String).sort(),
});

/** What is stored of a row, as the form's fields hold it. */
export const rowTexts = (row: PlanRow): PlanTexts => textsOf(contentOf(row));
/** What a form was made from, as text for it to carry. */
export const rowBase = (row: PlanRow): string => baseFrom(rowTexts(row));

export const topicName = (topic: string): string => PLAN_TOPICS.find((each) => each.topic === topic)?.name ?? topic;

/** Puts what was typed together with what a colleague has stored. */
export function mergePlanRow(stored: PlanRow, wanted: PlanRowForm, form: FormData, { colleagues }: Pick<Plan, "colleagues">): MergedForm {
  const names = new Map([...colleagues, ...stored.who].map((each) => [String(each.id), colleagueName(each)]));
  const sideOf = (content: Content) => {
    const held = textsOf(content);
    const inWords = (field: PlanField) => {
      if (field === "topics") return listed(held.topics.map(topicName));
      if (field === "who") return listed(held.who.map((id) => names.get(id) ?? "somebody"));
      const text = held[field];
      if (text === "") return "";
      if (field === "day") return shortDate(text);
      if (field === "kind") return PLAN_KIND_NAMES[content.kind];
      if (field === "state") return PLAN_STATE_NAMES[content.state];
      return `‘${text.replaceAll("\n", ", ")}’`;
    };
    return { held, inWords };
  };
  return mergeForm({ what: "this row was", labels: PLAN_LABELS, posted: form, now: sideOf(contentOf(stored)), mine: sideOf(wanted) });
}

/** A pasted row that can be stored, and the line that says so. */
export interface RowToAdd extends Omit<PlanLine, "entry"> {
  body: PlanRowForm;
}

/** Reads pasted lines: rows that can be stored, and lines that cannot, each with the reason. A list that is too long has only a problem. */
export function readPlanLines(
  text: string,
  { topics, colleagues, rows: stored }: Pick<Plan, "topics" | "colleagues" | "rows">,
  today: string,
) {
  const list = readList(text, "entries", PLAN_TEXT_MAX);
  const { plan, wrong, headings } = planInRows(list.rows, {
    today,
    topics: topics.length > 0 ? topics : PLAN_TOPICS.map(({ topic }) => topic),
    colleagues,
  });
  const room = PLAN_ROWS_MAX - stored.length;
  const problem =
    list.problem ??
    (plan.length > room ? `There is room for ${room} more of the ${PLAN_ROWS_MAX} rows of a plan. These are ${plan.length}.` : undefined);
  const good: RowToAdd[] = [];
  const left: WrongRow[] = [...wrong];
  for (const { entry, ...about } of problem === undefined ? plan : []) {
    const withWhom = entry.withWhom.map(onOneLine);
    const parsed = planRowForm.safeParse({ ...entry, what: onOneLine(entry.what), withWhom });
    if (parsed.success) good.push({ ...about, body: parsed.data });
    else left.push({ line: about.line, at: about.at, why: parsed.error.issues[0]?.message ?? "It is not valid." });
  }
  return { rows: list.rows, problem, headings, good, wrong: left.sort((one, other) => one.at - other.at) };
}
