/** Rules for peer review: what colleagues write and decide before a report is delivered (docs/rules/peer-review.md). */
import { counted, listed } from "./words.ts";

/** The most characters of a point or a reply, of the message to whom is asked, and of the words with a decision. */
export const POINT_MAX = 2000;
export const REVIEW_MESSAGE_MAX = 500;
export const DECISION_TEXT_MAX = 2000;
/** The most points of an assessment, replies to each, and characters of all of them together. */
export const POINTS_MAX = 500;
export const REPLIES_MAX = 50;
export const POINT_CHARACTERS_MAX = 2_000_000;
/** The most points on a page, and the characters after which it takes no further one. */
export const POINTS_AT_ONCE = 50;
export const POINT_CHARACTERS_AT_ONCE = 200_000;
/** The most people who are asked at once, and requests and decisions of an assessment. */
export const ASKED_AT_ONCE = 20;
export const REVIEW_REQUESTS_MAX = 200;
export const DECISIONS_MAX = 200;
/** How many decisions are shown. */
export const DECISIONS_AT_ONCE = 50;
/** For how many days news of a peer review wait for somebody who does not look at it. */
export const NEWS_DAYS = 30;
/** Why an approval of what is there now does not count for the rule of four eyes: its person has changed something, or can no longer review. */
export const UNCOUNTED_WHY = ["changed", "left", "suspended", "noModel", "walledOff", "unconfirmed"] as const;
export type UncountedWhy = (typeof UNCOUNTED_WHY)[number];
/** How many people are named who cannot be asked. */
export const OTHERS_MAX = 20;
/** Characters of the reason for a change of a team's rules. */
export const RULES_REASON_MAX = 500;

/** Why a request ends without a decision: the asker took it back, or its person left, was suspended, lost the model, or may not see the organization. */
export const ENDED_WHY = ["withdrawn", "left", "suspended", "noModel", "walledOff"] as const;
export type EndedWhy = (typeof ENDED_WHY)[number];
/** How many requests are shown that ended so. */
export const ENDED_AT_ONCE = 20;

/** What refusals say. The forms say the same where they can know it. */
export const reviewMessages = {
  outOfScope: "This is not in the assessment's scope.",
  noStatement: "There is no such statement.",
  manyPoints: `An assessment holds at most ${POINTS_MAX} review points.`,
  manyReplies: `A review point holds at most ${REPLIES_MAX} replies.`,
  repliedMeanwhile: "Somebody has replied to this review point, so its text stays as it is. Write a reply instead.",
  settledMeanwhile: "This review point is settled, so its text stays as it is. Write a reply instead: it opens the point again.",
  manyCharacters: "The review points of this assessment hold two million characters already. Remove some first.",
  nobodyAsked: "Choose at least one person.",
  self: "You cannot ask yourself.",
  unknown: "Your team has no such person.",
  suspended: (who: string) => `${who} is suspended.`,
  noModel: (who: string, model: string) => `${who} does not work with ${model}.`,
  walledOff: (who: string) => `${who} may not see this organization.`,
  askedAlready: (who: string) => `${who} is asked already.`,
  answeredMeanwhile: (who: string) => `${who} has answered meanwhile.`,
  past: "Please enter today or a later day.",
  manyRequests: `An assessment holds at most ${REVIEW_REQUESTS_MAX} requests for a peer review.`,
  manyDecisions: `An assessment holds at most ${DECISIONS_MAX} decisions of peer reviews.`,
  approvedAlready: "You have approved this already, and nothing has changed since.",
  nothingToWithdraw: "You have no approval here that you could withdraw.",
  changedByApprover: "You have changed something that an approval covers, so you cannot approve it: your team has the rule of four eyes.",
  nobody: "Nobody in your team can approve this: everybody has changed it. Ask a lead to invite a colleague, or to switch the rule off",
  needsApproval: (names: readonly string[]) =>
    `Your team has the rule of four eyes: somebody who has changed nothing here has to approve this before it is submitted. ${listed(names)} can.`,
  onlySubmitter: "Nobody but you can approve this, and whoever approves cannot submit. Approve it, and ask a colleague to submit it.",
  ownWork: "You have approved this, but you have changed something in it, so your approval does not count.",
  approvedBySubmitter: "You have approved this, and whoever approves cannot submit. Ask a colleague to submit it.",
  fewPeople: (model: string) => `Fewer than two active people of your team work with ${model}, so nobody could approve for the other.`,
  reason: "Say why the rule is switched off.",
  whySentBack: "Say what has to change.",
} as const;

interface PartWords {
  /** One of several things, or the whole where there is one alone. */
  one: string;
  many?: string;
}

/**
 * What an approval covers, part by part, in the order in which changes are told (docs/rules/peer-review.md#what-an-approval-covers). Each
 * part holds short texts by key, so that content which was put back is the same again.
 */
export const COVERED_PARTS = {
  scope: { one: "the scope" },
  details: { one: "the name of the assessment" },
  organization: { one: "the organization" },
  answers: { one: "answer" },
  descoping: { one: "descoped thread" },
  attributes: { one: "diagnostic attribute" },
  notes: { one: "note for the client" },
  evidence: { one: "entry of evidence", many: "entries of evidence" },
  summary: { one: "executive summary" },
  moved: { one: "text about what moved", many: "texts about what moved" },
  openings: { one: "opening of a chapter", many: "openings of chapters" },
  steps: { one: "recommended step" },
  method: { one: "the method" },
  earlier: { one: "earlier result" },
  views: { one: "the views of the client's people" },
  actions: { one: "action" },
  targets: { one: "target" },
} as const satisfies Record<string, PartWords>;
export type CoveredPart = keyof typeof COVERED_PARTS;
export const COVERED_PART_NAMES = Object.keys(COVERED_PARTS) as CoveredPart[];

/** The content that an approval covers: by part and key a value, or a digest of it. What is empty is left out. */
export type Covered = Partial<Record<CoveredPart, Readonly<Record<string, string>>>>;

/** Which part a text of the report belongs to; undefined for the cover, and for what is no text of its own. */
export function partOfText(name: string): CoveredPart | undefined {
  if (name.startsWith("cover-") || name.startsWith("notes-")) return undefined;
  if (name === "summary") return "summary";
  if (name === "moved" || name.startsWith("moved-")) return "moved";
  return name.startsWith("step") ? "steps" : "openings";
}

/** Characters of each part in the digest of what somebody has seen. */
export const SEEN_PART = 6;
/** Characters of that digest at most, with room for parts of a newer upstream. */
export const SEEN_MAX = 200;

/** The parts in which what somebody has seen differs from what is there now; none where their digests do not tell. */
export function partsBetween(seen: string, now: string): CoveredPart[] {
  if ([seen, now].some(({ length }) => length !== COVERED_PART_NAMES.length * SEEN_PART)) return [];
  const partOf = (digest: string, index: number) => digest.slice(index * SEEN_PART, (index + 1) * SEEN_PART);
  return COVERED_PART_NAMES.filter((_, index) => partOf(seen, index) !== partOf(now, index));
}

/** A part in words where nobody counts what has changed, such as 'answers'. */
export function partInWords(part: CoveredPart): string {
  const { one, many }: PartWords = COVERED_PARTS[part];
  return part === "summary" || one.startsWith("the ") ? one : (many ?? `${one}s`);
}

/** How much of a part has changed. */
export interface CoveredChange {
  part: string;
  count: number;
}

/** What of the content has changed, in the order of the parts. What was exchanged counts once. */
export function changesBetween(before: Covered, after: Covered): CoveredChange[] {
  return COVERED_PART_NAMES.flatMap((part) => {
    const [old, now] = [before[part] ?? {}, after[part] ?? {}];
    const gone = Object.keys(old).filter((key) => now[key] === undefined).length;
    const added = Object.keys(now).filter((key) => old[key] === undefined).length;
    const changed = Object.keys(old).filter((key) => now[key] !== undefined && now[key] !== old[key]).length;
    const count = changed + Math.max(gone, added);
    return count === 0 ? [] : [{ part, count }];
  });
}

/** A change in words, such as '2 answers' or 'executive summary'; that of a newer upstream's part by its name. */
export function changeInWords({ part, count }: CoveredChange): string {
  const words: PartWords | undefined = Object.hasOwn(COVERED_PARTS, part) ? COVERED_PARTS[part as CoveredPart] : undefined;
  if (!words) return part;
  if (part === "summary" || words.one.startsWith("the ")) return words.one;
  return counted(count, words.one, words.many);
}

interface DecisionLike {
  by: string;
  decision: string;
  changed: readonly unknown[] | null;
  withdrawn?: string | null | undefined;
}

/** Whether a decision is an approval of what is there now (docs/rules/peer-review.md#what-an-approval-covers). */
export const isCurrent = ({ decision, changed }: DecisionLike): boolean => decision === "approved" && changed?.length === 0;

/** The newest decision of each person, which counts unless it was withdrawn (docs/rules/peer-review.md#who-may-approve). @param decisions the newest first */
export const newestOfEach = <Decision extends DecisionLike>(decisions: readonly Decision[]): Decision[] =>
  decisions.filter(({ by, withdrawn }, index) => !withdrawn && decisions.findIndex((each) => each.by === by) === index);

/** The content in one order, as a text: equal contents are equal texts. */
export function canonical(content: Covered): string {
  const sorted = COVERED_PART_NAMES.map((part) => [
    part,
    Object.entries(content[part] ?? {}).sort(([one], [other]) => (one < other ? -1 : 1)),
  ]);
  return JSON.stringify(sorted);
}

/**
 * A page of points. Each has at most so many points, and takes no further one once it holds enough characters: points are as long as their
 * replies are many.
 * @param sizes characters of each point with its replies, in order
 * @returns the points of the page by index, and how many pages there are
 */
export function pageOfPoints(sizes: readonly number[], wanted: number): { page: number; pages: number; from: number; to: number } {
  const starts = [0];
  let characters = 0;
  for (const [index, size] of sizes.entries()) {
    const start = starts.at(-1) ?? 0;
    if (index > start && (index - start >= POINTS_AT_ONCE || characters + size > POINT_CHARACTERS_AT_ONCE)) {
      starts.push(index);
      characters = 0;
    }
    characters += size;
  }
  const page = Math.min(wanted, starts.length);
  return { page, pages: starts.length, from: starts[page - 1] ?? 0, to: starts[page] ?? sizes.length };
}

/** What a point is about. */
export interface PointSubject {
  kind: "whole" | "place" | "statement" | "text";
  /** Of a place or statement, such as `thread/2/7`. */
  place?: string;
  /** From 1. */
  statement?: number;
  /** The part of the report's texts. */
  text?: string;
}

const STATEMENT = "/statement/";

/** Reads what a point is about. @param about as in `thread/2/7/statement/3`, `wording/summary`, or empty for the whole */
export function subjectOf(about: string): PointSubject {
  if (about === "") return { kind: "whole" };
  if (about.startsWith("wording/")) return { kind: "text", text: about.slice("wording/".length) };
  const [place = "", statement] = about.split(STATEMENT);
  return statement === undefined ? { kind: "place", place } : { kind: "statement", place, statement: Number(statement) };
}

/** The address of a statement. @param number from 1 */
export const aboutStatement = (place: string, number: number): string => `${place}${STATEMENT}${number}`;
/** The address of a text or step of the report. */
export const aboutText = (part: string): string => `wording/${part}`;
