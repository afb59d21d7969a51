/** Actions in words, and what they begin with (docs/rules/actions.md). */
import type { SubmissionResult } from "@conform-to/react";
import { ACTION_TEXT_MAX, type ActionOrder, type ActionSize, type ActionState, isFinished } from "#model/actions.ts";
import type { Id, Role } from "#model/contract/common.ts";
import { dayProblem, type TextRule } from "#model/text.ts";
import { shortDate } from "~/views/dates";
import { type Option, optionsOf } from "~/views/form-fields";
import { choiceLabels, type FieldLabels } from "~/views/form-labels";
import type { ActionsAddress } from "~/views/paths";
import type { Screens } from "~/views/screens";

export const STATE_WORDS: Record<ActionState, string> = { open: "Open", underWay: "Under way", done: "Done", dropped: "Dropped" };
export const SIZE_WORDS: Record<ActionSize, string> = { small: "Small", middle: "Medium", large: "Large" };
export const ORDER_WORDS: Record<ActionOrder, string> = {
  due: "Due first",
  newest: "Newest first",
  title: "By title",
  effect: "Largest effect first",
};

/** The names of the form's fields. */
export const ACTION = {
  title: "title",
  why: "why",
  places: "places",
  owner: "owner",
  due: "due",
  effort: "effort",
  effect: "effect",
  state: "state",
  formId: "formId",
  base: "base",
  version: "version",
  intent: "intent",
  remark: "text",
} as const;
/** The fields that hold what an action says. */
export type ActionField = "title" | "why" | "places" | "owner" | "due" | "effort" | "effect" | "state";
export const ACTION_INTENTS = { remark: "remark", remove: "remove" } as const;

export const ACTION_LABELS: Record<ActionField, string> = {
  title: "Title",
  why: "Why",
  places: "What it is about",
  owner: "Owner",
  due: "Due",
  effort: "Effort",
  effect: "Effect",
  state: "State",
};
export const REMARK_LABELS = { [ACTION.remark]: "New remark" };

/** The rules that the browser can check. */
export const ACTION_RULES: Record<string, TextRule> = {
  title: { required: true, max: ACTION_TEXT_MAX.title },
  why: { max: ACTION_TEXT_MAX.why },
  owner: { max: ACTION_TEXT_MAX.owner },
  due: { check: dayProblem },
};
export const REMARK_RULES: Record<string, TextRule> = { [ACTION.remark]: { required: true, max: ACTION_TEXT_MAX.remark } };

export const STATE_OPTIONS = optionsOf(STATE_WORDS);
export const SIZE_OPTIONS = optionsOf(SIZE_WORDS);

/** The labels for the page that gives a form back. */
export const actionFormLabels = (places: readonly Option[]): FieldLabels[] => [
  { ask: { title: ACTION_LABELS.title, why: ACTION_LABELS.why, owner: ACTION_LABELS.owner, due: ACTION_LABELS.due } },
  choiceLabels(ACTION.places, ACTION_LABELS.places, places),
  choiceLabels(ACTION.effort, ACTION_LABELS.effort, SIZE_OPTIONS),
  choiceLabels(ACTION.effect, ACTION_LABELS.effect, SIZE_OPTIONS),
  choiceLabels(ACTION.state, ACTION_LABELS.state, STATE_OPTIONS),
];

/** What the fields begin with. */
export type ActionTexts = Record<Exclude<ActionField, "places">, string> & {
  places: string[];
};

/** The fields of an action, new or stored. */
export interface ActionFields {
  texts: ActionTexts;
  /** What it was made from, as text for the form to carry; undefined for a new action. */
  base: string | undefined;
  /** The name of the form: however often it is sent, it adds one action. */
  formId: string;
  /** What it can be about; none without an assessment. */
  places: Option[];
  /** The screen that led here, or the register. */
  back: string;
}

/** The assessment that an action comes from. */
export interface ActionOrigin {
  name: string;
  about: string;
  href: string;
}

export interface ActionAddPage {
  organization: { id: Id; name: string };
  from: ActionOrigin | undefined;
  fields: ActionFields;
  /** Why none can be added. */
  refusal: string | undefined;
}

export interface ActionPage {
  id: Id;
  organization: { id: Id; name: string };
  title: string;
  state: ActionState;
  isOverdue: boolean;
  stateSince: string;
  createdAt: string;
  from: ActionOrigin | undefined;
  /** For those who only read it. */
  facts: [label: string, text: string][];
  /** For those who may change it. */
  fields: ActionFields | undefined;
  version: number | undefined;
  remarks: { id: Id; at: string; by: string; text: string }[];
  /** The newest first. */
  changes: { at: string; by: string; lines: string[] }[];
  /** Whether there are older ones. */
  hasMoreChanges: boolean;
  isFull: boolean;
  remarkFormId: string;
  isRemoving: boolean;
  links: { here: string; remove: string; all: string };
}

/** A form as it comes back. */
export interface ActionReply {
  /** Another one for each answer. */
  id: string;
  form: "action" | "remark";
  result: SubmissionResult<string[]>;
  /** What the form is made from now, where a colleague has changed the action. */
  changedTo?: string;
}

/** A row of the register. */
export interface ActionRow {
  id: Id;
  title: string;
  owner: string;
  due: string | null;
  isOverdue: boolean;
  effort: ActionSize | null;
  effect: ActionSize | null;
  state: ActionState;
  remarks: number;
  /** Where it comes from, and what it is about there. */
  from: { name: string; model: Role; scope: string | null; at: string } | undefined;
  places: string[];
  why: string;
  createdAt: string;
  href: string;
}

/** In an address, every state that leaves something to do. */
export const UNFINISHED = "unfinished";

export interface ActionsPage {
  organization: { id: Id; name: string };
  rows: ActionRow[];
  /** Of all actions, and how many fit. */
  counts: Record<ActionState | "overdue" | "all" | "fitting", number>;
  page: number;
  pages: number;
  query: ActionsAddress;
  isFiltered: boolean;
  owners: string[];
  /** The assessment that the address names. */
  assessment: { id: string; name: string } | undefined;
  screens: Screens | undefined;
  /** `add`: undefined where the reader may not. */
  links: { workbook: string; add: string | undefined; back: string };
}
/** The word before the day of a state: what is over happened on a day, all else lasts since then. */
export const beganOn = (state: ActionState): string => (isFinished({ state }) ? "on" : "since");

/** A state with its day: 'Done on 4 Nov 2026', 'Under way since 4 Nov 2026'. @param day as in 2026-11-04 */
export const stateInWords = (state: ActionState, day: string): string =>
  state === "open" ? STATE_WORDS.open : `${STATE_WORDS[state]} ${beganOn(state)} ${shortDate(day)}`;
