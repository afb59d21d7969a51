/** Extension `engagements`: jobs for one client, their assessments and their plan (docs/rules/engagements.md). */
import { z } from "zod";
import {
  DOERS_MAX,
  ENGAGEMENT_NAME_MAX,
  ENGAGEMENT_ORDERS,
  ENGAGEMENT_PARTS,
  ENGAGEMENT_PEOPLE_MAX,
  ENGAGEMENT_STATES,
  ENGAGEMENT_TEXT_MAX,
  engagementMessages,
  PLAN_KINDS,
  PLAN_ROWS_MAX,
  PLAN_STATES,
  PLAN_TOPICS,
  PLAN_WHAT_MAX,
  SPONSOR_MAX,
  statesOf,
  UNIT_NAME_MAX,
  UNITS_MAX,
  WITH_WHOM_COUNT_MAX,
  WITH_WHOM_MAX,
} from "../engagements.ts";
import { COVER_FIELD_NAMES, coverPart } from "../report-cover.ts";
import { SEARCH_MAX } from "../search.ts";
import { REPORT_TEXT_MAX, textMessages } from "../text.ts";
import { assessment } from "./assessments.ts";
import { id, mailAddress, permitted, queryId, ref, requiredText, typedText, versioned } from "./common.ts";
import { reviewState } from "./peer-review.ts";
import { basedText, basedTextForm } from "./wording-basis.ts";

const day = z.iso.date({ error: textMessages.day }).nullable();

const textFields = {
  name: requiredText(ENGAGEMENT_NAME_MAX),
  sponsor: typedText(SPONSOR_MAX),
  purpose: typedText(ENGAGEMENT_TEXT_MAX),
  /** What is in, and what is not. */
  included: typedText(ENGAGEMENT_TEXT_MAX),
  excluded: typedText(ENGAGEMENT_TEXT_MAX),
  start: day,
  end: day,
};

/** The texts and people of an engagement. Somebody of the team has one part. */
export const engagementForm = z
  .object({
    ...textFields,
    units: z.array(requiredText(UNIT_NAME_MAX)).max(UNITS_MAX, engagementMessages.manyUnits),
    people: z
      .array(z.object({ id, part: z.enum(ENGAGEMENT_PARTS, { error: textMessages.oneOf }) }))
      .max(ENGAGEMENT_PEOPLE_MAX, engagementMessages.manyPeople),
  })
  .superRefine((form, { addIssue }) => {
    const issue = (path: PropertyKey[], message: string) => addIssue({ code: "custom", path, message, input: form });
    if (form.start !== null && form.end !== null && form.end < form.start) issue(["end"], engagementMessages.endFirst);
    const units = new Set<string>();
    for (const [index, unit] of form.units.entries()) {
      if (units.has(unit.toLowerCase())) issue(["units", index], engagementMessages.unitTwice);
      units.add(unit.toLowerCase());
    }
    const people = new Set<string>();
    for (const [index, person] of form.people.entries()) {
      if (people.has(String(person.id))) issue(["people", index, "id"], engagementMessages.personTwice);
      people.add(String(person.id));
    }
  });
export type EngagementForm = z.output<typeof engagementForm>;

/** How far it is. Nothing but this can be changed of one that is closed. */
export const engagementStateForm = z.object({ state: z.enum(ENGAGEMENT_STATES, { error: textMessages.oneOf }) });

/** Somebody of the team. */
const colleague = z.object({ id, email: mailAddress, firstName: z.string().nullable() });
export type EngagementColleague = z.infer<typeof colleague>;

export const engagementsQuery = z.object({
  organization: queryId.optional(),
  state: z.enum(ENGAGEMENT_STATES).optional(),
  /** Closed ones are left out unless asked for. */
  closed: z.literal("1").optional(),
  /** What name or organization has to contain. */
  q: z.string().max(SEARCH_MAX).optional(),
  order: z.enum(ENGAGEMENT_ORDERS).default("end"),
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).meta({ type: "integer" }),
});
export type EngagementsQuery = z.output<typeof engagementsQuery>;

/** A page of the engagements of the caller's team, as far as the caller may see their organizations. Those that are closed are last. */
export const engagements = z.object({
  engagements: z.array(
    z.object({
      id,
      name: z.string(),
      organization: ref,
      state: z.string(),
      start: z.string().nullable(),
      end: z.string().nullable(),
      /** How many assessments it has, tests and archived ones left out, and how many of them are submitted. */
      members: z.number(),
      submitted: z.number(),
      /** How many more can join. */
      room: z.number().int(),
      /** Of its plan: rows that were not dropped, those that are done, and those whose day is over. */
      plan: z.object({ rows: z.number(), done: z.number(), late: z.number() }),
    }),
  ),
  page: z.number().int(),
  pages: z.number().int(),
  /** How many match the query. */
  total: z.number().int(),
  /** Organizations in which the caller may create one, by name, no more than 500. */
  organizations: z.array(ref),
});
export type Engagements = z.infer<typeof engagements>;

/** A member, in the edition that counts. Whoever does not work with its model gets name and unit alone. */
export const engagementMember = z.object({
  /** Of the first edition of the assessment: the name of the member in the calls. */
  id,
  name: z.string().nullable(),
  /** Empty for none. */
  unit: z.string(),
  /** As in a list of its organization; null without the model. */
  assessment: assessment.nullable(),
  responsible: colleague.nullable(),
  day: z.string().nullable(),
  review: reviewState.nullable(),
  ...versioned,
});
export type EngagementMember = z.infer<typeof engagementMember>;

/** An engagement with everything that its overview shows. */
export const engagement = z.object({
  id,
  organization: ref,
  name: z.string(),
  sponsor: z.string(),
  purpose: z.string(),
  included: z.string(),
  excluded: z.string(),
  start: z.string().nullable(),
  end: z.string().nullable(),
  state: z.string(),
  units: z.array(z.string()),
  /** Those who are in the team, active and may see the organization now. */
  people: z.array(colleague.extend({ part: z.string() })),
  members: z.array(engagementMember),
  /** The plan in numbers: rows that were not dropped, those that are done, and those whose day is over. */
  plan: z.object({ rows: z.number(), done: z.number(), late: z.number() }),
  /** Who can have a part, or be responsible. None for whoever may not change it. */
  colleagues: z.array(colleague),
  /** Assessments of the organization that can join, newest first. None for whoever may not change it. */
  candidates: z.array(z.object({ id, name: z.string().nullable(), selectedScope: z.string().nullable(), assessmentType: z.string() })),
  ...permitted,
  ...versioned,
});
export type Engagement = z.infer<typeof engagement>;

/** What is written of a member. */
export const engagementMemberForm = z.object({
  /** One of the engagement's; empty for none. */
  unit: typedText(UNIT_NAME_MAX),
  responsible: id.nullable(),
  day,
});
export type EngagementMemberForm = z.output<typeof engagementMemberForm>;

/** The texts of the report of an engagement: its executive summary, and what is on its cover. */
export const ENGAGEMENT_TEXTS = ["summary", ...COVER_FIELD_NAMES.map(coverPart)] as [string, ...string[]];

/** A text with the facts that its suggestion states; null for a text that rests on none. An empty text takes it back. */
export const engagementTextForm = z.object({
  part: z.enum(ENGAGEMENT_TEXTS, { error: textMessages.oneOf }),
  body: typedText(REPORT_TEXT_MAX),
  basis: basedTextForm.shape.basis.nullable(),
});
export type EngagementTextForm = z.output<typeof engagementTextForm>;

/** The texts that were ever written. */
export const engagementTexts = z.object({ texts: z.array(basedText), ...permitted });
export type EngagementTexts = z.infer<typeof engagementTexts>;

const planFields = z.object({
  kind: z.enum(PLAN_KINDS, { error: textMessages.oneOf }),
  what: typedText(PLAN_WHAT_MAX),
  /** People of the client. */
  withWhom: z.array(requiredText(WITH_WHOM_MAX)).max(WITH_WHOM_COUNT_MAX, engagementMessages.manyWithWhom),
  /** Perspectives by code, and groups of practices: `general`, `service`, `technical`. */
  topics: z
    .array(z.enum(PLAN_TOPICS.map(({ topic }) => topic) as [string, ...string[]], { error: engagementMessages.unknownTopic }))
    .max(PLAN_TOPICS.length),
  /** People of the team. */
  who: z.array(id).max(DOERS_MAX),
  day,
  state: z.enum(PLAN_STATES, { error: textMessages.oneOf }),
});

/** What is written of a row of the plan. */
export const planRowForm = planFields.superRefine((row, { addIssue }) => {
  if (row.kind === "other" && row.what === "")
    addIssue({ code: "custom", path: ["what"], message: engagementMessages.whatNeeded, input: row });
  if (!statesOf(row.kind).includes(row.state))
    addIssue({ code: "custom", path: ["state"], message: engagementMessages.wrongState, input: row });
});
export type PlanRowForm = z.output<typeof planRowForm>;

/** Several rows at once: all are added, or none. */
export const planRowsForm = z.object({ rows: z.array(planRowForm).min(1).max(PLAN_ROWS_MAX) });

export const planRow = z.object({
  id,
  kind: z.string(),
  what: z.string(),
  /** How many people of the client, and who they are; null for whoever may not change the plan. */
  people: z.number(),
  withWhom: z.array(z.string()).nullable(),
  topics: z.array(z.string()),
  /** Those who are in the team, active and may see the organization now. */
  who: z.array(colleague),
  day: z.string().nullable(),
  state: z.string(),
  ...versioned,
});
export type PlanRow = z.infer<typeof planRow>;

/** The plan of an engagement: rows by day, those without a day last. */
export const plan = z.object({
  engagement: z.object({ id, name: z.string(), state: z.string(), start: z.string().nullable(), end: z.string().nullable() }),
  organization: ref,
  rows: z.array(planRow),
  /** The topics in the scope of the members that the caller works with. */
  topics: z.array(z.string()),
  /** Who can do something. None for whoever may not change it. */
  colleagues: z.array(colleague),
  /** When the names of people of the client were forgotten last; null where they were not. */
  forgottenAt: z.iso.datetime().nullable(),
  ...permitted,
});
export type Plan = z.infer<typeof plan>;
