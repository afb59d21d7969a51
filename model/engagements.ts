/** Rules of engagements: a job for one client, its assessments and its plan (docs/rules/engagements.md). */
import type { Role } from "./contract/common.ts";
import { daysAfter } from "./days.ts";
import { PRACTICE_GROUPS } from "./itil/catalogue.ts";
import { PERSPECTIVES } from "./p3m3/catalogue.ts";
import { counted } from "./words.ts";

/** The most characters of the name of an engagement, of its sponsor, of the name of a unit, and of each of the long texts. */
export const ENGAGEMENT_NAME_MAX = 120;
export const SPONSOR_MAX = 120;
export const UNIT_NAME_MAX = 120;
export const ENGAGEMENT_TEXT_MAX = 2000;
/** The most engagements of an organization, and of each: members, units, people of the team, and rows of the plan. */
export const ENGAGEMENTS_MAX = 100;
export const MEMBERS_MAX = 24;
export const UNITS_MAX = 40;
export const ENGAGEMENT_PEOPLE_MAX = 40;
export const PLAN_ROWS_MAX = 200;
/** The most characters of what a row of the plan is called, and of each person whom it is with. */
export const PLAN_WHAT_MAX = 200;
export const WITH_WHOM_MAX = 120;
/** With how many people a row may be, and how many of the team may do it. */
export const WITH_WHOM_COUNT_MAX = 20;
export const DOERS_MAX = 10;
/** How many engagements a page of the list has. */
export const ENGAGEMENTS_AT_ONCE = 50;

/** The orders of the list: those that end first, by client, by name. */
export const ENGAGEMENT_ORDERS = ["end", "client", "name"] as const;
export type EngagementOrder = (typeof ENGAGEMENT_ORDERS)[number];

/** How far an engagement is. One that is closed can only be opened again (docs/rules/engagements.md#what-an-engagement-is). */
export const ENGAGEMENT_STATES = ["planned", "running", "delivered", "closed"] as const;
export type EngagementState = (typeof ENGAGEMENT_STATES)[number];
export const ENGAGEMENT_STATE_NAMES: Readonly<Record<EngagementState, string>> = {
  planned: "Planned",
  running: "Running",
  delivered: "Delivered",
  closed: "Closed",
};

/** The part that somebody of the team has in an engagement. It gives no right. */
export const ENGAGEMENT_PARTS = ["lead", "assessor", "reviewer"] as const;
export type EngagementPart = (typeof ENGAGEMENT_PARTS)[number];
export const ENGAGEMENT_PART_NAMES: Readonly<Record<EngagementPart, string>> = {
  lead: "Lead assessor",
  assessor: "Assessor",
  reviewer: "Reviewer",
};

/** What a row of the plan is (docs/rules/engagements.md#the-plan). */
export const PLAN_KINDS = ["interview", "workshop", "document", "review", "delivery", "other"] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];
export const PLAN_KIND_NAMES: Readonly<Record<PlanKind, string>> = {
  interview: "Interview",
  workshop: "Workshop",
  document: "Document",
  review: "Review",
  delivery: "Delivery",
  other: "Other",
};

/** A kind in words; one that a newer upstream has by its own name. */
export const planKindName = (kind: string): string =>
  PLAN_KINDS.flatMap((each) => (each === kind ? [PLAN_KIND_NAMES[each]] : []))[0] ?? kind;

/** How far a row of the plan is. Documents have states of their own. */
export const PLAN_STATES = ["open", "done", "dropped", "requested", "received", "read"] as const;
export type PlanState = (typeof PLAN_STATES)[number];
export const PLAN_STATE_NAMES: Readonly<Record<PlanState, string>> = {
  open: "Open",
  done: "Done",
  dropped: "Dropped",
  requested: "Asked for",
  received: "Received",
  read: "Read",
};
const OF_DOCUMENTS: readonly PlanState[] = ["requested", "received", "read"];

/** The states that a row of a kind can have, the first one first. */
export const statesOf = (kind: PlanKind): readonly PlanState[] =>
  PLAN_STATES.filter((state) => OF_DOCUMENTS.includes(state) === (kind === "document"));

/** Whether a row still waits for something. */
export const isPlanOpen = (state: PlanState): boolean => state === "open" || state === "requested";
/** Whether a row counts as fieldwork that was done (docs/rules/engagements.md#the-plan). */
export const isPlanDone = (state: PlanState): boolean => state === "done" || state === "received" || state === "read";
/** Whether the day of a row is over while it waits. @param today the day that it is now */
export const isPlanLate = ({ state, day }: { state: PlanState; day: string | null }, today: string): boolean =>
  isPlanOpen(state) && day !== null && day < today;

/** What a row of the plan can be about: a perspective of P3M3 by its code, or a group of practices of ITIL. */
export interface PlanTopic {
  topic: string;
  name: string;
  model: Role;
}
export const PLAN_TOPICS: readonly PlanTopic[] = [
  ...PERSPECTIVES.map(({ code, name }): PlanTopic => ({ topic: code, name, model: "P3M3" })),
  ...PRACTICE_GROUPS.map(({ group, name }): PlanTopic => ({ topic: group, name, model: "ITIL" })),
];

/** What refusals say. The forms say the same where they can know it. */
export const engagementMessages = {
  manyEngagements: `An organization has at most ${ENGAGEMENTS_MAX} engagements.`,
  manyMembers: `An engagement has at most ${MEMBERS_MAX} assessments.`,
  manyUnits: `An engagement has at most ${UNITS_MAX} units.`,
  manyPeople: `At most ${ENGAGEMENT_PEOPLE_MAX} people have a part in an engagement.`,
  manyRows: (room: number) =>
    room === 0
      ? `A plan has at most ${PLAN_ROWS_MAX} rows. Remove some first.`
      : `A plan has at most ${PLAN_ROWS_MAX} rows, so there is room for ${room} more.`,
  endFirst: "The end is before the start.",
  unitTwice: "Two units have this name.",
  unitInUse: (unit: string) => `An assessment belongs to the unit ‘${unit}’. Give it another unit first.`,
  noUnit: "The engagement has no such unit.",
  personTwice: "This person is named twice.",
  unknownPerson: "This is nobody of the team who may see the organization.",
  otherOrganization: "This assessment is of another organization.",
  unknownAssessment: "This organization has no such assessment, or it is closed to you.",
  inAnother: (name: string) => `This assessment is in the engagement ‘${name}’ already.`,
  archived: "The assessment is archived. Restore it first.",
  noReport: "The engagement has an assessment of a model that you do not work with, so its report is closed to you.",
  closed: "The engagement is closed. Open it again first.",
  whatNeeded: "Say what it is.",
  wrongState: "This kind of row has no such state.",
  unknownTopic: "There is no such perspective or group of practices.",
  manyWithWhom: `At most ${WITH_WHOM_COUNT_MAX} people, each with at most ${WITH_WHOM_MAX} characters.`,
} as const;

/** For how many days the plan says with whom a row is, after the engagement was closed and after its end (docs/rules/engagements.md#how-long-names-are-kept). */
export const WITH_WHOM_KEPT_DAYS = { afterClosing: 90, afterEnd: 365 } as const;

/** Whether the names of people of the client are no longer kept. @param dates the day of the closing, and the last day of the engagement; null for none */
export const isOverFor = ({ closed, end }: { closed: string | null; end: string | null }, today: string): boolean =>
  (closed !== null && daysAfter(closed, WITH_WHOM_KEPT_DAYS.afterClosing) <= today) ||
  (end !== null && daysAfter(end, WITH_WHOM_KEPT_DAYS.afterEnd) <= today);

/** Those whom a row is with, as a field of a form has them: one on each line, or with semicolons between them. */
export const withWhomIn = (text: string): string[] =>
  text
    .split(/[\n;]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
/** The same as a text. */
export const withWhomAsText = (people: readonly string[]): string => people.join("\n");
/** How many people a row is with, for those who may not read their names. */
export const peopleInWords = (count: number): string => counted(count, "person", "people");

/** What coverage counts. */
export const COVERAGE_KINDS = ["interview", "workshop", "document"] as const;
export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** How often a topic is in the plan, and how much of that is done. What was dropped is in neither. */
export interface TopicCoverage extends PlanTopic {
  counts: Readonly<Record<CoverageKind, { planned: number; done: number }>>;
}

/**
 * Interviews, workshops and documents for each topic (docs/rules/engagements.md#coverage).
 * @param topics those in the scope of the members, in their order
 */
export function coverageOf(
  rows: readonly { kind: PlanKind; state: PlanState; topics: readonly string[] }[],
  topics: readonly string[],
): TopicCoverage[] {
  return PLAN_TOPICS.filter(({ topic }) => topics.includes(topic)).map((each) => {
    const about = rows.filter((row) => row.topics.includes(each.topic) && row.state !== "dropped");
    const countsOf = (kind: CoverageKind) => {
      const ofKind = about.filter((row) => row.kind === kind);
      return { planned: ofKind.length, done: ofKind.filter(({ state }) => isPlanDone(state)).length };
    };
    return { ...each, counts: { interview: countsOf("interview"), workshop: countsOf("workshop"), document: countsOf("document") } };
  });
}
