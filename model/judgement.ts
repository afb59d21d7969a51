/**
 * What an executive summary says of a result: its level and what that means, what holds the maturity at this level, what to do first and what it takes
 * (docs/rules/client-report.md#executive-summary). Every name and number is one of the result; no sentence says why things are so.
 */

import { groupBy } from "./group-by.ts";
import { HIGHEST } from "./itil/progress.ts";
import { PERSPECTIVES } from "./p3m3/catalogue.ts";
import { wholeScore } from "./p3m3/progress.ts";
import { extremes, type ScoredName } from "./report-texts.ts";
import { roundHalfAway } from "./rounding.ts";
import { countedInWords, countInWords, listed, lowerFirst, upperFirst } from "./words.ts";

/** A thread that is to rise. */
export interface RisingThread {
  /** Names it in a report. */
  key: string;
  name: string;
  from: number;
  to: number;
  /** How many statements have to be met for it. */
  statements: number;
  /** What to do for its next level; empty where nobody says it. */
  hint: string;
}

/** What would lift a P3M3 maturity by one level: every perspective that holds it, those with the fewest statements to meet first. */
export interface P3m3Lift {
  to: number;
  levelName: string;
  perspectives: {
    key: string;
    name: string;
    /** Its score now and then, and the overall score if it alone rises. */
    from: number;
    after: number;
    overall: { from: number; after: number };
    /** How many threads it has. */
    count: number;
    threads: RisingThread[];
  }[];
}

/** What would lift an ITIL result: practices and components, those with the least effort first. */
export interface ItilLift {
  /** The SVS maturity that all steps together give; undefined in a scope without one, where each step lifts a practice. */
  to: number | undefined;
  steps: {
    kind: "practice" | "component";
    /** Its code, which names it in a report. */
    key: string;
    name: string;
    from: number;
    to: number;
    criteria: number | undefined;
    hints: string[];
  }[];
}

/** The most names of a sentence; of more, some are named and the rest are counted. */
const NAMED = 3;
const namesIn = (names: readonly string[]) =>
  names.length <= NAMED ? listed(names) : listed([...names.slice(0, NAMED - 1), `${countInWords(names.length - NAMED + 1)} more`]);

/** A score in a sentence, with one decimal. One that rounding would take to a level that it has not reached is 'just under 3.0'. */
export function scoreInProse(score: number): string {
  const rounded = roundHalfAway(score, 1);
  return `${wholeScore(rounded) > wholeScore(score) ? "just under " : ""}${rounded.toFixed(1)}`;
}

/** 'between 2.4 and 2.7', or '2.5' where both are the same in a sentence. */
function scoresInProse(values: readonly number[]): string {
  const [low = "", high = ""] = [Math.min(...values), Math.max(...values)].map(scoreInProse);
  return low === high ? low : `between ${low} and ${high}`;
}

/** 'three to five', 'one or two', or 'three'. */
function rangeInWords(counts: readonly number[]): string {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  if (low === high) return countInWords(low);
  return `${countInWords(low)} ${high - low === 1 ? "or" : "to"} ${countInWords(high)}`;
}

/** 'Harbour is at maturity level 2, Repeatable, in programme management. The basics are in place.' */
function levelSentence(
  organization: string,
  { level, name, field, meaning }: { level: number; name?: string; field: string; meaning: string },
): string {
  if (level === 0) return `${organization} has not reached the first maturity level in ${field} yet.`;
  return `${organization} is at maturity level ${level}${name ? `, ${name},` : ""} in ${field}. ${meaning}`;
}

const NO_HIGHER = "There is no higher level.";

/** A perspective or thread with its score as it is shown. */
type ScoredPart = Pick<ScoredName, "name" | "value">;

/** What the summary of a P3M3 result says. */
export interface P3m3Judged {
  organization: string;
  /** Whether only a part of the model was assessed. */
  isPart?: boolean;
  /** 'Programme'. */
  scope: string;
  maturity: number;
  levelName: string;
  /** What the level says, in a sentence. */
  meaning: string;
  perspectives: readonly (ScoredPart & { threads: readonly ScoredPart[] })[];
  /** Absent at the highest level. */
  lift?: P3m3Lift | undefined;
  /** What has changed since last time, in paragraphs; it comes after the level. */
  changes?: readonly string[];
}

/** @returns paragraphs */
export function p3m3Judgement(judged: P3m3Judged): string[] {
  const { organization, scope, maturity, levelName, meaning, perspectives, lift, changes = [] } = judged;
  const field = `${scope.toLowerCase()} management`;
  const level = levelSentence(organization, { level: maturity, name: levelName, field, meaning });
  if (!lift) return [`${level} ${NO_HIGHER}`, ...changes];
  const holding = perspectives.filter(({ value }) => wholeScore(value) === maturity);
  return [level, ...changes, [holdsP3m3(judged, holding, lift.to), weakestThreads(holding)].filter(Boolean).join(" "), firstOfP3m3(lift)];
}

function holdsP3m3({ perspectives: all, isPart }: P3m3Judged, holding: P3m3Judged["perspectives"], to: number): string {
  const assessed = isPart && all.length < PERSPECTIVES.length ? " assessed" : "";
  const ascending = holding.toSorted((a, b) => a.value - b.value);
  const scores = scoresInProse(holding.map(({ value }) => value));
  const [lowest] = ascending;
  if (!lowest) return "";
  if (all.length === 1) return `${lowest.name}, the one perspective assessed, scores ${scores} out of 5.`;
  if (holding.length === all.length)
    return all.length === 2
      ? `Both perspectives${assessed} hold the maturity at this level: they score ${scores} out of 5.`
      : `All ${countInWords(all.length)} perspectives${assessed} hold the maturity at this level: they score ${scores} out of 5.`;
  const others = all.filter((each) => !holding.includes(each));
  // Name the better ones: a board wants to know them too.
  const who =
    others.length <= NAMED
      ? listed(others.toSorted((a, b) => b.value - a.value).map(({ name }) => name))
      : `the other ${countInWords(others.length)}${assessed}`;
  const rest = `${who} ${others.length === 1 ? "has" : "have"} reached level ${to} or more`;
  if (holding.length > NAMED)
    return `${upperFirst(countInWords(holding.length))} of the ${countInWords(all.length)} perspectives${assessed} hold the maturity at this level, with scores ${scores} out of 5; ${rest}.`;
  const named = listed(ascending.map(({ name, value }) => `${name} (${scoreInProse(value)})`));
  return `${named} ${holding.length === 1 ? "holds" : "hold"} the maturity at this level; ${rest}.`;
}

/** The threads that score lowest in the perspectives that hold the maturity, taken together; none where all are alike or too many are lowest. */
function weakestThreads(holding: P3m3Judged["perspectives"]): string {
  const byName = groupBy(
    holding.flatMap(({ threads }) => threads),
    ({ name }) => name,
  );
  const means = [...byName].map(([name, alike]) => ({ name, mean: alike.reduce((sum, { value }) => sum + value, 0) / alike.length }));
  const low = means.toSorted((a, b) => a.mean - b.mean);
  const limit = low[NAMED - 1]?.mean ?? Number.POSITIVE_INFINITY;
  // With more at the limit than fit, those below it.
  const within = low.filter(({ mean }) => mean <= limit);
  const weakest = within.length <= NAMED ? within : low.filter(({ mean }) => mean < limit);
  if (weakest.length === 0 || low.length <= NAMED) return "";
  const names = listed(weakest.map(({ name }) => name));
  const where = holding.length > 1 ? "in them" : "there";
  return weakest.length === 1 ? `The weakest thread ${where} is ${names}.` : `The weakest threads ${where} are ${names}.`;
}

function firstOfP3m3(lift: P3m3Lift): string {
  const { to, levelName, perspectives } = lift;
  const [first] = perspectives;
  if (!first) return "";
  const who = perspectives.length === 1 ? first.name : `each of these ${countInWords(perspectives.length)} perspectives`;
  return [`To reach level ${to}, ${levelName}, ${who} has to average ${to}.`, ...effortOfP3m3(lift)].join(" ");
}

/**
 * Says what the next level takes, and where to start: 'That takes raising three threads by one level. Start with Planning.'
 * @returns sentences; none without threads, as a foreign upstream may send perspectives
 */
export function effortOfP3m3({ perspectives }: P3m3Lift): string[] {
  const [first] = perspectives;
  const single = perspectives.length === 1;
  const threads = perspectives.flatMap((each) => each.threads);
  if (!first || threads.length === 0) return [];
  const counts = perspectives.map((each) => each.threads.length);
  const levels = threads.map(({ statements }) => statements);
  const most = Math.max(...counts);
  const takes = `That takes raising ${rangeInWords(counts)} ${most === 1 ? "thread" : "threads"}${single ? "" : " in each"} by ${rangeInWords(levels)} ${Math.max(...levels) === 1 ? "level" : "levels"}.`;
  const names = namesIn(first.threads.map(({ name }) => name));
  if (threads.length === 1) return [`That takes raising ${names} by ${countedInWords(levels[0] ?? 1, "level")}.`];
  return [takes, single ? `Start with ${names}.` : startOfP3m3(perspectives, first.name, names)];
}

/** Where to begin among several perspectives. @param names of the first one's threads */
function startOfP3m3(perspectives: P3m3Lift["perspectives"], first: string, names: string): string {
  const effort = perspectives.map((each) => each.threads.reduce((sum, { statements }) => sum + statements, 0));
  const nearest = perspectives.filter((_, index) => effort[index] === effort[0]).map(({ name }) => name);
  if (nearest.length === 1) return `Start with ${first}, where the least is missing: ${names}.`;
  if (nearest.length > NAMED || nearest.length === perspectives.length) return `Start with ${first}: ${names}.`;
  return `The least is missing in ${listed(nearest)}. In ${first}, start with ${names}.`;
}

/** What the summary of an ITIL result says. */
export interface ItilJudged {
  organization: string;
  /** Null in a scope without it, or where it is not known. */
  maturity: number | null;
  /** What each level says, from level 1 on. */
  meanings: readonly string[];
  /** How many components there are, and those that hold the maturity, each with the practices that hold a calculated one. */
  components: number;
  holding: readonly { name: string; practices: readonly string[] }[];
  practices: readonly { name: string; level: number | undefined }[];
  lift?: ItilLift | undefined;
  /** As of `P3m3Judged`. */
  changes?: readonly string[];
}

/** @returns paragraphs */
export function itilJudgement(judged: ItilJudged): string[] {
  return judged.components > 0 ? wholeOfItil(judged) : practicesOfItil(judged);
}

function wholeOfItil(judged: ItilJudged): string[] {
  const { organization, maturity, meanings, components, holding, practices, lift, changes = [] } = judged;
  if (maturity === null) return [`The maturity of ${organization} is not known: a component has no score.`];
  const level = levelSentence(organization, { level: maturity, field: "service management", meaning: meanings[maturity - 1] ?? "" });
  if (!lift || lift.to === undefined) return [`${level} ${NO_HIGHER}`, ...changes];
  const levels = practices.flatMap((practice) => practice.level ?? []);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const at = (each: number) => countInWords(levels.filter((one) => one === each).length);
  const range =
    low < high ? [`The ${countInWords(levels.length)} practices range from level ${low} (${at(low)}) to level ${high} (${at(high)}).`] : [];
  // Practices at the lowest level that hold nothing are Supporting (docs/rules/itil.md#svs-maturity).
  const lowest = practices.filter((practice) => practice.level === low).map(({ name }) => name);
  const named = holding.flatMap((component) => component.practices);
  if (low < high && named.some((name) => lowest.includes(name)) && lowest.some((name) => !named.includes(name)))
    range.push("Supporting practices count as one level higher.");
  return [level, ...changes, [holdsItil(holding, components), ...range].join(" "), firstOfItil(lift, lift.to)];
}

function holdsItil(holding: ItilJudged["holding"], components: number): string {
  const names = holding.map(({ name }) => name);
  const rest = components - names.length;
  const all = `All ${countInWords(components)} components are at this level.`;
  const some =
    names.length === 1
      ? `The component ${names[0]} alone holds the maturity at this level; the other ${countInWords(rest)} have reached more.`
      : `The components ${listed(names)} hold the maturity at this level; the other ${rest === 1 ? "one has" : `${countInWords(rest)} have`} reached more.`;
  const because = holding
    .filter(({ practices }) => practices.length > 0)
    .map(
      ({ name, practices }) =>
        `The level of ${name} follows from ${practices.length === 1 ? "the practice" : "its weakest practices:"} ${namesIn(practices)}.`,
    );
  return [rest === 0 ? all : some, ...because].join(" ");
}

function firstOfItil({ steps }: ItilLift, to: number): string {
  const practices = steps.filter(({ kind }) => kind === "practice");
  const components = steps.filter(({ kind }) => kind === "component").map(({ name }) => name);
  const who = listed([
    ...components,
    ...(practices.length === 0
      ? []
      : practices.length === 1
        ? practices.map(({ name }) => name)
        : [countedInWords(practices.length, "practice")]),
  ]);
  const needs = `To reach level ${to}, ${who} ${steps.length === 1 ? "has" : "have"} to rise by one level.`;
  const known = practices.every(({ criteria }) => criteria !== undefined);
  const criteria = practices.reduce((sum, { criteria: count = 0 }) => sum + count, 0);
  const takes =
    known && criteria > 0
      ? `The ${practices.length === 1 ? "practice has" : "practices have"} to meet ${criteria === 1 ? "one more criterion" : `${countInWords(criteria)} more criteria`} for it.`
      : "";
  return [needs, takes, known && practices.length > 1 ? startOfItil(practices) : ""].filter(Boolean).join(" ");
}

/** Where to begin among several practices, those with the fewest criteria to meet first. */
function startOfItil(practices: ItilLift["steps"]): string {
  const least = practices[0]?.criteria;
  if (!least) return "";
  const nearest = practices.filter(({ criteria }) => criteria === least).map(({ name }) => name);
  if (nearest.length === practices.length) return `Each needs ${countInWords(least)}, so any of them can come first.`;
  return `Start with ${namesIn(nearest)}, which ${nearest.length === 1 ? "is" : "are"} nearest.`;
}

/** A scope without maturity: the levels of its practices. */
function practicesOfItil({ organization, meanings, practices, lift, changes = [] }: ItilJudged): string[] {
  const known = practices.flatMap(({ name, level }) => (level === undefined ? [] : [{ name, level }]));
  const levels = known.map(({ level }) => level);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const [only] = practices;
  if (!only || known.length === 0) return [];
  const meaningOf = (level: number) => meanings[level - 1] ?? "";
  const first =
    practices.length === 1
      ? `${only.name} at ${organization} is at level ${low}. ${meaningOf(low)}`
      : low === high
        ? `${practices.length === 2 ? "Both" : `All ${countInWords(practices.length)}`} practices assessed at ${organization} are at level ${low}. ${meaningOf(low)}`
        : `The ${countInWords(practices.length)} practices assessed at ${organization} range from level ${low} to level ${high}.`;
  const at = (level: number) => known.filter((each) => each.level === level).map(({ name }) => name);
  const spread =
    low === high
      ? []
      : [
          `${namesIn(at(high))} ${at(high).length === 1 ? "is" : "are"} strongest, at level ${high}. ${namesIn(at(low))} ${at(low).length === 1 ? "is" : "are"} weakest, at level ${low}: ${lowerFirst(meaningOf(low))}`,
        ];
  const [nearest] = lift?.steps ?? [];
  if (!nearest) return [first, ...changes, ...spread, ...(low === HIGHEST ? [NO_HIGHER] : [])];
  const criteria = nearest.criteria === undefined ? "" : `, with ${countedInWords(nearest.criteria, "criterion", "criteria")} left to meet`;
  const next =
    practices.length === 1
      ? `To reach level ${nearest.to}, ${nearest.criteria === undefined ? "it has to rise by one level" : `it has ${countedInWords(nearest.criteria, "criterion", "criteria")} left to meet`}.`
      : `The next level is nearest for ${nearest.name}: level ${nearest.to}${criteria}.`;
  return [first, ...changes, ...spread, next];
}

/** What is known of a draft. */
export interface DraftJudged {
  organization: string;
  /** 'programme management'. */
  field: string;
  /** Absent while nothing is answered. */
  soFar: number | undefined;
  /** What has a score so far. */
  parts: readonly ScoredName[];
  /** What the maturity would be if submitted now, with something still to answer. */
  ifSubmitted: number | undefined;
}

/** The scores so far, what stands out so far, and what the maturity would be if submitted now. */
export function draftJudgement({ organization, field, soFar, parts, ifSubmitted }: DraftJudged): string {
  if (soFar === undefined) return "There are no scores so far.";
  const ends = extremes(parts);
  const [top, bottom] = [ends?.highest[0], ends?.lowest[0]].map((each) => each && scoreInProse(each.value));
  const named = (some: readonly ScoredName[]) => namesIn(some.map(({ name }) => name));
  const standing =
    ends && top !== bottom
      ? [
          `${named(ends.highest)} ${ends.highest.length === 1 ? "stands" : "stand"} out so far with ${top}; lowest so far ${ends.lowest.length === 1 ? "is" : "are"} ${named(ends.lowest)} with ${bottom}.`,
        ]
      : [];
  const would =
    ifSubmitted === undefined
      ? []
      : [`If it were submitted now, the maturity would be ${ifSubmitted}, because what is not answered counts 0.`];
  return [`So far, ${organization} averages ${scoreInProse(soFar)} out of 5 in ${field}.`, ...standing, ...would].join(" ");
}
