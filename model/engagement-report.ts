/** What the report of an engagement suggests to say (docs/rules/engagements.md#the-report). */
import { Stated } from "./basis.ts";
import { isPlanDone, PLAN_KINDS, type PlanKind, type PlanState } from "./engagements.ts";
import { groupBy } from "./group-by.ts";
import { type AimState, targetsMessage } from "./targets.ts";
import { countedInWords, countInWords, listed, upperFirst } from "./words.ts";

/** The most assessments of an engagement's board report that its summary speaks of one by one; of more it lists the levels. */
export const ONE_BY_ONE = 6;
/** More names than these are counted: in a row of a long table, and where each assessment is spoken of. */
const NAMED = { brief: 3, whole: 6 } as const;
/** The most steps of a board's report over all assessments. */
export const BOARD_STEPS = 10;

/** An assessment as a summary speaks of it. Figures are texts as its own result shows them. */
export interface SummarizedMember {
  label: string;
  /** Absent for a draft, and where the scope has no maturity. */
  level?: { value: string; name: string } | undefined;
  /** The overall score, or that so far. */
  score?: string | undefined;
  /** A figure that stands for the level where the scope has none: 'Capability levels 1 to 3'. */
  instead?: { label: string; value: string } | undefined;
  /** The names of what holds the level, what they are in the plural, and how many of these there are. */
  holding: readonly string[];
  noun: string;
  all: number;
  isDraft: boolean;
  /** How its level has changed: 'up from 1 since 21 Nov 2025'. */
  change?: string | undefined;
  /** How much of the model it covers; absent for all of it. */
  extent?: string | undefined;
  /** How its targets stand; none of a draft, whose scores can still change. */
  targets?: readonly AimState[] | undefined;
}

/** What holds a level: names, or how many there are. @param members of how many assessments it is said */
export const holdingInWords = ({ holding, noun, all }: Pick<SummarizedMember, "holding" | "noun" | "all">, members: number): string => {
  if (holding.length <= (members > ONE_BY_ONE ? NAMED.brief : NAMED.whole)) return listed(holding);
  return `${holding.length === all ? "all " : ""}${countInWords(holding.length)} ${noun}`;
};

/** 'Risk management holds it there.' */
function holdsInWords(member: SummarizedMember, say: Stated): string {
  const { label, holding } = member;
  if (holding.length === 0) return "";
  say.names(`what holds ${label}`, holding);
  return ` ${upperFirst(holdingInWords(member, 1))} ${holding.length === 1 ? "holds" : "hold"} it there.`;
}

/** 'Two of the five targets are reached; one was missed.' */
function targetsInWords({ label, targets = [] }: SummarizedMember, say: Stated): string {
  return targets.length === 0 ? "" : ` ${say.text(`targets of ${label}`, targetsMessage(targets))}.`;
}

/** An assessment by its own figures, and how its targets stand. */
const oneInWords = (member: SummarizedMember, say: Stated): string => `${levelInWords(member, say)}${targetsInWords(member, say)}`;

function levelInWords(member: SummarizedMember, say: Stated): string {
  const { label, level, score, instead, isDraft, change } = member;
  if (isDraft) {
    if (score === undefined) return `${label} is a draft without a score so far.`;
    return `${label} is a draft, with a score so far of ${say.text(`score so far of ${label}`, score)}.`;
  }
  if (level === undefined && instead)
    return `${label}: ${instead.label.charAt(0).toLowerCase()}${instead.label.slice(1)} ${say.text(`${instead.label} of ${label}`, instead.value)}.`;
  if (level === undefined) return `${label} has no maturity yet.`;
  const name = level.name === "" ? "" : ` (${level.name})`;
  const overall = score === undefined ? "" : `, with an overall score of ${say.text(`overall score of ${label}`, score)}`;
  const since = change === undefined ? "" : `, ${say.text(`change of ${label}`, change)}`;
  return `${label} is at level ${say.text(`maturity of ${label}`, level.value)}${name}${since}${overall}.${holdsInWords(member, say)}`;
}

/** What holds the level of each of them: 'In all three, Benefits management holds the level.' */
function sharedInWords(members: readonly SummarizedMember[], say: Stated): string {
  const held = members.filter(({ level, isDraft }) => level !== undefined && !isDraft);
  const [first, ...others] = held;
  if (!first || others.length === 0) return "";
  const shared = first.holding.filter((name) => others.every(({ holding }) => holding.includes(name)));
  if (shared.length === 0 || shared.length === first.all) return "";
  const who = held.length < members.length ? "all that have a level" : held.length === 2 ? "both" : `all ${countInWords(held.length)}`;
  return `In ${who}, ${say.names("what holds each of them", shared)} ${shared.length === 1 ? "holds" : "hold"} the level.`;
}

/** Why one can have a higher score and a lower level than another; nothing where none has. */
function levelsInWords(members: readonly SummarizedMember[]): string {
  const known = members.flatMap(({ level, score, noun, isDraft }) =>
    level === undefined || score === undefined || isDraft ? [] : [{ level: Number(level.value), score: Number(score), noun }],
  );
  const isCrossed = known.some((one) => known.some((other) => one.level < other.level && one.score >= other.score));
  return isCrossed ? `A level is that of the lowest of the ${known[0]?.noun}, so a higher score can go with a lower level.` : "";
}

/** Many assessments by their levels: 'At level 2: A and B.' */
function byLevel(members: readonly SummarizedMember[], say: Stated): string[] {
  const known = members.filter(({ level, isDraft }) => level !== undefined && !isDraft);
  const values = [...new Set(known.flatMap(({ level }) => level?.value ?? []))].toSorted();
  const sentences = values.map((value) => {
    const at = known.filter(({ level }) => level?.value === value);
    for (const { label } of at) say.note(`maturity of ${label}`, value);
    return `At level ${value}: ${listed(at.map(({ label }) => label))}.`;
  });
  const others = members.filter((each) => !known.includes(each));
  return [sentences.join(" "), others.map((each) => oneInWords(each, say)).join(" ")];
}

/**
 * The executive summary: each assessment by its own figures, and that there are none over them.
 * @param organization its name
 * @param overdue how many agreed actions are
 */
export function engagementSummary(
  {
    organization,
    members,
    waiting,
    overdue = 0,
  }: { organization: string; members: readonly SummarizedMember[]; waiting: readonly string[]; overdue?: number },
  say = new Stated(),
): string[] {
  const drafts = members.filter(({ isDraft }) => isDraft);
  say.names(
    "assessments",
    members.map(({ label }) => label),
  );
  const partial = members.flatMap(({ label, extent }) =>
    extent === undefined ? [] : `${label} covers ${say.text(`in scope of ${label}`, extent)}`,
  );
  const many = `${upperFirst(countedInWords(members.length, "assessment"))} of ${organization} ${members.length === 1 ? "is" : "are"} in this report.`;
  const draftsInWords =
    drafts.length === 0
      ? ""
      : ` ${upperFirst(countInWords(drafts.length))} of them ${drafts.length === 1 ? "is" : "are"} not submitted yet.`;
  const apart = " Each keeps its own figures: no rule gives one over several scopes or units.";
  const isMany = members.length > ONE_BY_ONE;
  const each = isMany ? byLevel(members, say) : members.map((member) => oneInWords(member, say));
  return [
    `${many}${draftsInWords}${members.length > 1 ? apart : ""}`,
    ...each,
    isMany ? "" : [sharedInWords(members, say), levelsInWords(members)].filter((text) => text !== "").join(" "),
    partial.length === 0
      ? ""
      : isMany
        ? "Those marked as a partial scope cover a part of their model."
        : `Partial scope: ${partial.join("; ")}.`,
    overdue === 0
      ? ""
      : upperFirst(say.text("overdue actions", `${countedInWords(overdue, "agreed action is", "agreed actions are")} overdue.`)),
    waiting.length === 0 ? "" : `Without any result yet: ${listed(waiting)}.`,
  ].filter((text) => text !== "");
}

/** What several assessments begin with, to be decided once: 'Planning begins with the same in both'. @param all how many assessments have steps */
export function sameBeginnings(groups: readonly { about: string; labels: readonly string[] }[], all: number): string {
  const who = (labels: readonly string[]) => {
    if (labels.length === all) return all === 2 ? "both" : `all ${countInWords(all)}`;
    return labels.length > NAMED.brief ? countedInWords(labels.length, "assessment") : listed(labels);
  };
  const parts = [...groupBy(groups, ({ labels }) => who(labels))].map(([those, some]) => {
    const names = [...new Set(some.map(({ about }) => about))];
    return `${listed(names)} ${names.length === 1 ? "begins" : "each begin"} with the same in ${those}`;
  });
  return parts.length === 0 ? "" : `${parts.join("; ")}: decide whether it is done once.`;
}

const KIND_WORDS: Readonly<Record<PlanKind, readonly [one: string, many: string]>> = {
  interview: ["interview", "interviews"],
  workshop: ["workshop", "workshops"],
  document: ["document", "documents"],
  review: ["review", "reviews"],
  delivery: ["delivery", "deliveries"],
  other: ["other piece of work", "other pieces of work"],
};

/** The most assessments whose references are listed. */
const LISTED = 6;

/**
 * What was done, in sentences: rows of the plan that are done, received or read; entries of evidence are a number of their own, never added
 * (docs/rules/engagements.md#fieldwork).
 * @param references how many entries of evidence each assessment has, of those that have any
 */
export function fieldworkInWords(
  rows: readonly { kind: PlanKind; state: PlanState }[],
  references: readonly { label: string; count: number }[],
): string[] {
  const done = rows.filter(({ state }) => isPlanDone(state));
  const kinds = PLAN_KINDS.flatMap((kind) => {
    const count = done.filter((row) => row.kind === kind).length;
    return count === 0 ? [] : [countedInWords(count, ...KIND_WORDS[kind])];
  });
  const all = references.reduce((sum, { count }) => sum + count, 0);
  const each =
    references.length > 1 && references.length <= LISTED ? `: ${references.map(({ label, count }) => `${label} ${count}`).join("; ")}` : "";
  return [
    ...(kinds.length === 0 ? [] : [`Fieldwork of the whole engagement, by its plan: ${listed(kinds)}.`]),
    ...(all === 0 ? [] : [`Counted apart, the assessments have ${all === 1 ? "one reference" : `${all} references`} to evidence${each}.`]),
  ];
}
