/** Extension `actions`: what was agreed after an assessment, and what became of it (docs/rules/actions.md). */
import { z } from "zod";
import {
  ACTION_ORDERS,
  ACTION_PLACES_MAX,
  ACTION_SIZES,
  ACTION_STATES,
  ACTION_TEXT_MAX,
  ACTIONS_AT_ONCE,
  ACTIONS_MAX,
} from "../actions.ts";
import { SEARCH_MAX } from "../search.ts";
import { textMessages } from "../text.ts";
import { id, mailAddress, queryId, requiredText, role, typedText, versioned } from "./common.ts";
import { requiredPlace } from "./history.ts";

const oneOf = { error: textMessages.oneOf };
const size = z.enum(ACTION_SIZES, oneOf).nullable();

/** What is written of an action. */
export const actionForm = z
  .object({
    title: requiredText(ACTION_TEXT_MAX.title),
    why: typedText(ACTION_TEXT_MAX.why),
    /** The assessment that it comes from; null for none. It stays. */
    assessmentId: id.nullable(),
    /** Threads, practices and components of that assessment. */
    places: z.array(requiredPlace).max(ACTION_PLACES_MAX),
    /** Whoever sees to it, in words. */
    owner: typedText(ACTION_TEXT_MAX.owner),
    /** The last day on which it is in time. */
    due: z.iso.date({ error: textMessages.day }).nullable(),
    effort: size,
    effect: size,
    state: z.enum(ACTION_STATES, oneOf),
  })
  .superRefine((form, { addIssue }) => {
    const issue = (path: PropertyKey[], message: string) => addIssue({ code: "custom", path, message, input: form });
    if (new Set(form.places).size < form.places.length) issue(["places"], "A place is named twice.");
    if (form.assessmentId === null && form.places.length > 0) issue(["places"], "Places belong to an assessment.");
  });
export type ActionForm = z.output<typeof actionForm>;

/** An action as it is stored. */
export const action = z.object({
  id,
  title: z.string(),
  why: z.string(),
  /** Where it comes from: null where that was no assessment. */
  from: z.object({ assessmentId: id, model: role, scope: z.string().nullable(), name: z.string().nullable() }).nullable(),
  places: z.array(z.string()),
  owner: z.string(),
  due: z.string().nullable(),
  effort: z.enum(ACTION_SIZES).nullable(),
  effect: z.enum(ACTION_SIZES).nullable(),
  state: z.enum(ACTION_STATES),
  /** How many remarks there are, and when the newest was made. */
  remarks: z.number(),
  createdAt: z.iso.datetime(),
  /** When the state became what it is. */
  stateSince: z.iso.datetime(),
  ...versioned,
});
export type Action = z.infer<typeof action>;

/** The actions of an organization: a page of those that fit. */
export const actionList = z.object({
  actions: z.array(action),
  /** How many fit, on all pages. */
  found: z.number(),
  /** How many the organization has, whatever the filters. */
  counts: z.object({ open: z.number(), underWay: z.number(), done: z.number(), dropped: z.number(), overdue: z.number() }),
  /** Everybody who owns one, by the alphabet. */
  owners: z.array(z.string()),
});
export type ActionList = z.infer<typeof actionList>;

const states = z
  .preprocess(
    (list: string | readonly string[]) => (typeof list === "string" ? list.split(",") : list),
    z.array(z.enum(ACTION_STATES)).min(1),
  )
  .meta({ type: "array", items: { type: "string" } });

export const actionsQuery = z.object({
  state: states.optional(),
  owner: z.string().max(ACTION_TEXT_MAX.owner).optional(),
  /** Only those that are overdue. */
  overdue: z.literal("1").optional(),
  assessmentId: queryId.optional(),
  /** Words that title, why or owner have to hold. */
  q: z.string().max(SEARCH_MAX).optional(),
  order: z.enum(ACTION_ORDERS).default("due"),
  page: z.coerce.number<number>().int().min(1).max(ACTIONS_MAX).default(1).meta({ type: "integer" }),
  /** How many of them. */
  size: z.coerce.number<number>().int().min(1).max(ACTIONS_MAX).default(ACTIONS_AT_ONCE).meta({ type: "integer" }),
});

export const actionRemark = z.object({ text: requiredText(ACTION_TEXT_MAX.remark) });
export type ActionRemark = z.output<typeof actionRemark>;

/** An action with its remarks and its last fifty changes, each with the oldest first. */
export const actionWithRemarks = action.extend({
  saidAbout: z.array(z.object({ id, at: z.iso.datetime(), by: mailAddress, text: z.string() })),
  changes: z.array(z.object({ at: z.iso.datetime(), by: mailAddress, before: z.unknown().optional(), after: z.unknown().optional() })),
  /** Whether there are earlier changes. */
  moreChanges: z.boolean().optional(),
});
export type ActionWithRemarks = z.infer<typeof actionWithRemarks>;

/** Only those about a thread, practice or component. */
export const actionsNextTimeQuery = z.object({ place: requiredPlace.optional() });

/** The actions of the organization that come from assessments of the same model and, for P3M3, scope. */
export const actionsNextTime = z.object({ actions: z.array(action) });

/**
 * Actions that are due in the organizations of the team: at most ten that are overdue, then at most ten that will be due soon. The earliest day first.
 */
export const dueActions = z.object({
  actions: z.array(
    z.object({
      id,
      title: z.string(),
      owner: z.string(),
      due: z.string(),
      isOverdue: z.boolean(),
      organization: z.object({ id, name: z.string().nullable() }),
    }),
  ),
  /** How many there are in all; the list holds the first of them. */
  overdue: z.number(),
  soon: z.number(),
});
export type DueActions = z.infer<typeof dueActions>;
