/**
 * What an executive summary says of a result: its level and what that means, what holds the maturity at this level, what to do first and what it takes
 * (docs/rules/client-report.md#executive-summary). Every name and number is one of the result; no sentence says why things are so.
 */

import { NONE, SO_FAR, Stated } from "./basis.ts";
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
const shortened = (names: readonly string[], more: (count: number) => string | number) =>
  names.length <= NAMED ? names : [...names.slice(0, NAMED - 1), `${more(names.length - NAMED + 1)} more`];
function namesIn(say: Stated, what: string, names: readonly string[]): string {
  say.note(what, listed(shortened(names, String)));
  return listed(shortened(names, countInWords));
}

/** A score in a sentence, with two decimals as in tables. One that rounding would take to a level that it has not reached is 'just under 3.00'. */
export function scoreInProse(score: number): string {
  const rounded = roundHalfAway(score, 2);
  return `${wholeScore(rounded) > wholeScore(score) ? "just under " : ""}${rounded.toFixed(2)}`;
}

/** 'between 2.42 and 2.71', or '2.50' where both are the same in a sentence. */
function scoresInProse(say: Stated, what: string, values: readonly number[]): string {
  const [low = "", high = ""] = [Math.min(...values), Math.max(...values)].map(scoreInProse);
  say.note(what, low === high ? low : `${low} to ${high}`);
  return low === high ? low : `between ${low} and ${high}`;
}

/** 'three to five', 'one or two', or 'three'. */
function rangeInWords(say: Stated, what: string, counts: readonly number[]): string {
  const [low, high] = [Math.min(...counts), Math.max(...counts)];
  say.note(what, low === high ? low : `${low} to ${high}`);
  if (low === high) return countInWords(low);
  return `${countInWords(low)} ${high - low === 1 ? "or" : "to"} ${countInWords(high)}`;
}

/** Who was assessed: 'Harbour', or 'Capital delivery at Harbour' of a unit. */
const whoIn = (say: Stated, { organization, unit }: { organization: string; unit?: string | undefined }): string => {
  const name = say.text("organization", organization);
  return unit ? `${say.text("unit", unit)} at ${name}` : name;
};

/** 'Harbour is at maturity level 2, Repeatable, in programme management. The basics are in place.' */
function levelSentence(
  say: Stated,
  judged: { organization: string; unit?: string | undefined },
  { level, name, field, meaning }: { level: number; name?: string; field: string; meaning: string },
): string {
  const who = whoIn(say, judged);
  const where = say.text("field", field);
  const at = say.text("maturity", level);
  if (level === 0) return `${who} has not reached the first maturity level in ${where} yet.`;
  return `${who} is at maturity level ${at}${name ? `, ${name},` : ""} in ${where}. ${meaning}`;
}

const NO_HIGHER = "There is no higher level.";

/** A perspective or thread with its score as it is shown. */
type ScoredPart = Pick<ScoredName, "name" | "value">;

/** What the summary of a P3M3 result says. */
export interface P3m3Judged {
  organization: string;
  /** The unit that was assessed, where it has a name. */
  unit?: string | undefined;
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

/** @param say collects the facts that are stated @returns paragraphs */
export function p3m3Judgement(judged: P3m3Judged, say = new Stated()): string[] {
  const { scope, maturity, levelName, meaning, perspectives, lift, changes = [] } = judged;
  const field = `${scope.toLowerCase()} management`;
  const onAverage = belowLevel(say, perspectives, maturity);
  const level = [levelSentence(say, judged, { level: maturity, name: levelName, field, meaning }), ...onAverage].join(" ");
  if (!lift) return [`${level} ${NO_HIGHER}`, ...changes];
  const holding = perspectives.filter(({ value }) => wholeScore(value) === maturity);
  return [
    level,
    ...changes,
    [holdsP3m3(say, judged, holding, lift.to), weakestThreads(say, holding)].filter(Boolean).join(" "),
    firstOfP3m3(say, lift),
  ];
}

/** A level is a mean, so threads may be below it: 'That is so on average: three of eight threads are still below level 2.' */
function belowLevel(say: Stated, perspectives: P3m3Judged["perspectives"], maturity: number): string[] {
  const threads = perspectives.flatMap((each) => each.threads);
  const below = threads.filter(({ value }) => wholeScore(value) < maturity).length;
  say.note("threads below the maturity", below === 0 ? NONE : `${below} of ${threads.length}`);
  if (below === 0) return [];
  return [
    `That is so on average: ${countInWords(below)} of ${countInWords(threads.length)} threads ${below === 1 ? "is" : "are"} still below level ${maturity}.`,
  ];
}

/**
 * The same in at most three short sentences, for a slide whose title says the level: whence it came, what keeps it from rising, and what the next level takes.
 * @param change such as 'Up from 1 since 4 Nov 2025'
 */
export function p3m3Points({ maturity, levelName, perspectives, lift }: P3m3Judged, change?: string): string[] {
  const at = maturity === 0 ? "No level is reached yet" : `Level ${maturity}, ${levelName}`;
  const holding = perspectives.filter(({ value }) => wholeScore(value) === maturity).toSorted((a, b) => a.value - b.value);
  const [lowest] = holding;
  const [first, next] = [`${at}${change ? `: ${change}` : ""}.`, nextPoint(lift)];
  if (!lift || !lowest || perspectives.length === 1) return change || next.length === 0 ? [first, ...next] : next;
  const who =
    holding.length <= NAMED
      ? listed(holding.map(({ name }) => name))
      : `${upperFirst(countInWords(holding.length))} of ${countInWords(perspectives.length)} perspectives`;
  const keeps = `${who} ${holding.length === 1 ? "keeps" : "keep"} it from rising${holding.length > 1 ? `; ${lowest.name} is lowest, with ${scoreInProse(lowest.value)}` : ""}.`;
  return [...(change ? [first] : []), keeps, ...next];
}

function nextPoint(lift: P3m3Lift | undefined): string[] {
  const [first] = lift?.perspectives ?? [];
  if (!lift || !first || first.threads.length === 0) return [];
  const counts = lift.perspectives.map(({ threads }) => threads.length);
  const single = lift.perspectives.length === 1;
  const many = `${rangeInWords(new Stated(), "", counts)} ${Math.max(...counts) === 1 ? "thread" : "threads"}`;
  return [`Level ${lift.to} takes ${many}${single ? "" : ` in each; ${first.name} takes least`}.`];
}

/** What holds the maturity. */
const HOLDING = "perspectives that hold the maturity";

function holdsP3m3(say: Stated, { perspectives: all, isPart }: P3m3Judged, holding: P3m3Judged["perspectives"], to: number): string {
  const assessed = isPart && all.length < PERSPECTIVES.length ? " assessed" : "";
  const ascending = holding.toSorted((a, b) => a.value - b.value);
  const scores = () =>
    scoresInProse(
      say,
      "their scores",
      holding.map(({ value }) => value),
    );
  const [lowest] = ascending;
  if (!lowest) return "";
  if (all.length === 1) {
    const name = say.text("the one perspective assessed", lowest.name);
    return `${name}, the one perspective assessed, scores ${say.text(`score of ${lowest.name}`, scoreInProse(lowest.value))} out of 5.`;
  }
  if (holding.length === all.length) {
    say.note(HOLDING, `all ${all.length}`);
    const who = all.length === 2 ? "Both" : `All ${countInWords(all.length)}`;
    return `${who} perspectives${assessed} keep the maturity from rising: they score ${scores()} out of 5.`;
  }
  const others = all.filter((each) => !holding.includes(each));
  // Name the better ones: a board wants to know them too.
  const rest = () => {
    const which = "perspectives that have reached more";
    const who =
      others.length <= NAMED
        ? say.names(
            which,
            others.toSorted((a, b) => b.value - a.value).map(({ name }) => name),
          )
        : `the other ${say.count(which, others.length)}${assessed}`;
    const more = others.some(({ value }) => wholeScore(value) > to) ? " or more" : "";
    say.note("whether they have reached even more", more ? "yes" : "no");
    return `${who} ${others.length === 1 ? "has" : "have"} reached level ${to}${more}`;
  };
  if (holding.length > NAMED)
    return `${upperFirst(say.count(HOLDING, holding.length))} of the ${countInWords(all.length)} perspectives${assessed} keep the maturity from rising, with scores ${scores()} out of 5; ${rest()}.`;
  say.note(HOLDING, listed(ascending.map(({ name }) => name)));
  const named = listed(ascending.map(({ name, value }) => `${name} (${say.text(`score of ${name}`, scoreInProse(value))})`));
  return `${named} ${holding.length === 1 ? "keeps" : "keep"} the maturity from rising; ${rest()}.`;
}

/** The threads that score lowest in the perspectives that hold the maturity, taken together; none where all are alike or too many are lowest. */
function weakestThreads(say: Stated, holding: P3m3Judged["perspectives"]): string {
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
  const names = say.names("weakest threads", low.length <= NAMED ? [] : weakest.map(({ name }) => name));
  if (names === "") return "";
  const where = holding.length === 1 ? "there" : `in these ${countInWords(holding.length)}, on average,`;
  return weakest.length === 1 ? `The weakest thread ${where} is ${names}.` : `The weakest threads ${where} are ${names}.`;
}

function firstOfP3m3(say: Stated, lift: P3m3Lift): string {
  const { to, levelName, perspectives } = lift;
  const [first] = perspectives;
  if (!first) return "";
  const who = perspectives.length === 1 ? first.name : `each of these ${countInWords(perspectives.length)} perspectives`;
  const needs = `To reach level ${to}, ${levelName}, ${who} has to average ${say.text("level to reach", to)}.`;
  return [needs, ...effortInReport(lift, say)].join(" ");
}

/** More threads than these are counted where the first step names its own. */
const FIRST_THREADS = 5;

/** 'Five to 11 threads in each have to rise. Risk management comes first, as it takes least: Planning and Process.' Ease is not importance, so it says why the first is first. */
function effortInReport({ perspectives }: P3m3Lift, say: Stated): string[] {
  const [first] = perspectives;
  const counts = perspectives.map(({ threads }) => threads.length);
  if (!first || Math.max(...counts) === 0) return [];
  const names = first.threads.map(({ name }) => name);
  const shortened = namesIn(say, "threads to start with", names);
  const named = names.length <= FIRST_THREADS ? say.names("threads of the first step", names) : shortened;
  const most = Math.max(...counts);
  if (perspectives.length === 1 && most === 1) return [`${named} has to rise.`];
  const many = upperFirst(rangeInWords(say, "threads to raise", counts));
  if (perspectives.length === 1) return [`${many} threads have to rise: ${named}.`];
  const takes = `${many} ${most === 1 ? "thread in each has" : "threads in each have"} to rise.`;
  const effort = perspectives.map(({ threads }) => threads.reduce((sum, { statements }) => sum + statements, 0));
  const nearest = perspectives.filter((_, index) => effort[index] === effort[0]).map(({ name }) => name);
  const begun = say.text("perspective to start with", first.name);
  const areNamed = nearest.length <= NAMED && nearest.length < perspectives.length;
  const least = say.names("where the least is missing", areNamed ? nearest : []);
  if (nearest.length === 1) return [takes, `${begun} comes first, as it takes least: ${named}.`];
  if (!areNamed) return [takes, `${begun} comes first, and others take as little: ${named}.`];
  return [takes, `${least} take least, so they come first; in ${begun} it is ${named}.`];
}

/**
 * Says what the next level takes, and where to start: 'That takes raising three threads by one level. Start with Planning.'
 * @returns sentences; none without threads, as a foreign upstream may send perspectives
 */
export function effortOfP3m3({ perspectives }: P3m3Lift, say = new Stated()): string[] {
  const [first] = perspectives;
  const single = perspectives.length === 1;
  const threads = perspectives.flatMap((each) => each.threads);
  if (!first || threads.length === 0) return [];
  const counts = perspectives.map((each) => each.threads.length);
  const levels = threads.map(({ statements }) => statements);
  const most = Math.max(...counts);
  const by = () => `${rangeInWords(say, "levels to raise them by", levels)} ${Math.max(...levels) === 1 ? "level" : "levels"}`;
  const names = () =>
    namesIn(
      say,
      "threads to start with",
      first.threads.map(({ name }) => name),
    );
  if (threads.length === 1) return [`That takes raising ${names()} by ${by()}.`];
  const howMany = rangeInWords(say, "threads to raise", counts);
  const takes = `That takes raising ${howMany} ${most === 1 ? "thread" : "threads"}${single ? "" : " in each"} by ${by()}.`;
  return [takes, single ? `Start with ${names()}.` : startOfP3m3(say, perspectives, first.name, names())];
}

/** Where to begin among several perspectives. @param names of the first one's threads */
function startOfP3m3(say: Stated, perspectives: P3m3Lift["perspectives"], name: string, names: string): string {
  const effort = perspectives.map((each) => each.threads.reduce((sum, { statements }) => sum + statements, 0));
  const nearest = perspectives.filter((_, index) => effort[index] === effort[0]).map(({ name }) => name);
  const first = say.text("perspective to start with", name);
  const areNamed = nearest.length <= NAMED && nearest.length < perspectives.length;
  const least = say.names("where the least is missing", areNamed ? nearest : []);
  if (nearest.length === 1) return `Start with ${first}, where the least is missing: ${names}.`;
  if (!areNamed) return `Start with ${first}: ${names}.`;
  return `The least is missing in ${least}. In ${first}, start with ${names}.`;
}

/** What the summary of an ITIL result says. */
export interface ItilJudged {
  organization: string;
  /** As of `P3m3Judged`. */
  unit?: string | undefined;
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

/** @param say collects the facts that are stated @returns paragraphs */
export function itilJudgement(judged: ItilJudged, say = new Stated()): string[] {
  return judged.components > 0 ? wholeOfItil(say, judged) : practicesOfItil(say, judged);
}

/** As of `p3m3Points`, of a scope with components. */
export function itilPoints({ maturity, components, holding, lift }: ItilJudged, change?: string): string[] {
  if (maturity === null || components === 0) return [];
  const names = holding.map(({ name }) => name);
  const who = names.length === components ? `All ${countInWords(components)} components` : listed(names);
  const steps = lift?.steps.length ?? 0;
  return [
    ...(change || !lift ? [`Level ${maturity}${change ? `: ${change}` : ""}.`] : []),
    ...(lift ? [`${who} ${names.length === 1 ? "keeps" : "keep"} it from rising.`] : []),
    ...(lift && steps > 0 ? [`Level ${lift.to} takes ${countedInWords(steps, "step")}, each by one level.`] : []),
  ];
}

function wholeOfItil(say: Stated, judged: ItilJudged): string[] {
  const { maturity, meanings, components, holding, practices, lift, changes = [] } = judged;
  if (maturity === null) {
    say.note("maturity", "not known");
    return [`The maturity of ${whoIn(say, judged)} is not known: a component has no score.`];
  }
  const level = levelSentence(say, judged, { level: maturity, field: "service management", meaning: meanings[maturity - 1] ?? "" });
  if (!lift || lift.to === undefined) return [`${level} ${NO_HIGHER}`, ...changes];
  const levels = practices.flatMap((practice) => practice.level ?? []);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const at = (each: number) => say.count(`practices at level ${each}`, levels.filter((one) => one === each).length);
  say.note("levels of the practices", low < high ? `${low} to ${high}` : NONE);
  const all = () => say.count("practices with a level", levels.length);
  const range = low < high ? [`The ${all()} practices range from level ${low} (${at(low)}) to level ${high} (${at(high)}).`] : [];
  // Practices at the lowest level that hold nothing are Supporting (docs/rules/itil.md#svs-maturity).
  const lowest = practices.filter((practice) => practice.level === low).map(({ name }) => name);
  const named = holding.flatMap((component) => component.practices);
  const countsMore = low < high && named.some((name) => lowest.includes(name)) && lowest.some((name) => !named.includes(name));
  say.note("whether Supporting practices hold less", countsMore ? "yes" : "no");
  if (countsMore) range.push("Supporting practices count as one level higher.");
  return [level, ...changes, [holdsItil(say, holding, components), ...range].join(" "), firstOfItil(say, lift, lift.to)];
}

function holdsItil(say: Stated, holding: ItilJudged["holding"], components: number): string {
  const names = holding.map(({ name }) => name);
  const rest = components - names.length;
  const joined = say.names("components that hold the maturity", names);
  const all = `All ${countInWords(components)} components are at this level.`;
  const some =
    names.length === 1
      ? `The component ${joined} alone keeps the maturity from rising; the other ${countInWords(rest)} have reached more.`
      : `The components ${joined} keep the maturity from rising; the other ${rest === 1 ? "one has" : `${countInWords(rest)} have`} reached more.`;
  const because = holding
    .filter(({ practices }) => practices.length > 0)
    .map(
      ({ name, practices }) =>
        `The level of ${name} follows from ${practices.length === 1 ? "the practice" : "its weakest practices:"} ${namesIn(say, `practices from which the level of ${name} follows`, practices)}.`,
    );
  return [rest === 0 ? all : some, ...because].join(" ");
}

function firstOfItil(say: Stated, { steps }: ItilLift, to: number): string {
  const practices = steps.filter(({ kind }) => kind === "practice");
  const components = steps.filter(({ kind }) => kind === "component").map(({ name }) => name);
  const rising = (counted: string) => [
    ...components,
    ...(practices.length === 1 ? practices.map(({ name }) => name) : practices.length > 1 ? [counted] : []),
  ];
  say.note("what has to rise", listed(rising(`${practices.length} practices`)));
  const who = listed(rising(countedInWords(practices.length, "practice")));
  const needs = `To reach level ${say.text("level to reach", to)}, ${who} ${steps.length === 1 ? "has" : "have"} to rise by one level.`;
  const known = practices.every(({ criteria }) => criteria !== undefined);
  const criteria = practices.reduce((sum, { criteria: count = 0 }) => sum + count, 0);
  const takes =
    known && criteria > 0
      ? `The ${practices.length === 1 ? "practice has" : "practices have"} to meet ${say.count("criteria to meet", criteria)} more ${criteria === 1 ? "criterion" : "criteria"} for it.`
      : "";
  return [needs, takes, known && practices.length > 1 ? startOfItil(say, practices) : ""].filter(Boolean).join(" ");
}

/** Where to begin among several practices, those with the fewest criteria to meet first. */
function startOfItil(say: Stated, practices: ItilLift["steps"]): string {
  const least = practices[0]?.criteria;
  if (!least) return "";
  const nearest = practices.filter(({ criteria }) => criteria === least).map(({ name }) => name);
  if (nearest.length === practices.length) {
    say.note("practices to start with", "any of them");
    return `Each needs ${say.count("criteria that each needs", least)}, so any of them can come first.`;
  }
  return `Start with ${namesIn(say, "practices to start with", nearest)}, which ${nearest.length === 1 ? "is" : "are"} nearest.`;
}

/** A scope without maturity: the levels of its practices. */
function practicesOfItil(say: Stated, { meanings, practices, lift, changes = [], ...judged }: ItilJudged): string[] {
  const known = practices.flatMap(({ name, level }) => (level === undefined ? [] : [{ name, level }]));
  const levels = known.map(({ level }) => level);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  const [only] = practices;
  if (!only || known.length === 0) return [];
  const meaningOf = (level: number) => meanings[level - 1] ?? "";
  const where = whoIn(say, judged);
  say.note("levels of the practices", low === high ? low : `${low} to ${high}`);
  const all = say.count("practices assessed", practices.length);
  const first =
    practices.length === 1
      ? `${say.text("the one practice assessed", only.name)} at ${where} is at level ${low}. ${meaningOf(low)}`
      : low === high
        ? `${practices.length === 2 ? "Both" : `All ${all}`} practices assessed at ${where} are at level ${low}. ${meaningOf(low)}`
        : `The ${all} practices assessed at ${where} range from level ${low} to level ${high}.`;
  const at = (level: number) => known.filter((each) => each.level === level).map(({ name }) => name);
  const spread = () => {
    const strongest = namesIn(say, "strongest practices", at(high));
    const weakest = namesIn(say, "weakest practices", at(low));
    return `${strongest} ${at(high).length === 1 ? "is" : "are"} strongest, at level ${high}. ${weakest} ${at(low).length === 1 ? "is" : "are"} weakest, at level ${low}: ${lowerFirst(meaningOf(low))}`;
  };
  const shown = [first, ...changes, ...(low === high ? [] : [spread()])];
  const [nearest] = lift?.steps ?? [];
  if (!nearest) return [...shown, ...(low === HIGHEST ? [NO_HIGHER] : [])];
  const { criteria: left } = nearest;
  const level = say.text("next level", nearest.to);
  say.note("criteria to meet for it", left ?? NONE);
  const criteria = left === undefined ? "" : countedInWords(left, "criterion", "criteria");
  const next =
    practices.length === 1
      ? `To reach level ${level}, ${criteria === "" ? "it has to rise by one level" : `it has ${criteria} left to meet`}.`
      : `The next level is nearest for ${say.text("practice nearest to its next level", nearest.name)}: level ${level}${criteria === "" ? "" : `, with ${criteria} left to meet`}.`;
  return [...shown, next];
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
export function draftJudgement({ organization, field, soFar, parts, ifSubmitted }: DraftJudged, say = new Stated()): string {
  say.note(SO_FAR.what, SO_FAR.value);
  if (soFar === undefined) {
    say.note("score so far", NONE);
    return "There are no scores so far.";
  }
  const ends = extremes(parts);
  const [top = "", bottom = ""] = [ends?.highest[0], ends?.lowest[0]].map((each) => (each ? scoreInProse(each.value) : ""));
  const named = (what: string, some: readonly ScoredName[]) =>
    namesIn(
      say,
      what,
      some.map(({ name }) => name),
    );
  const average = say.text("score so far", scoreInProse(soFar));
  const who = say.text("organization", organization);
  const where = say.text("field", field);
  const standing = () => {
    if (!ends || top === bottom) return [];
    const { highest, lowest } = ends;
    const best = named("highest so far", highest);
    const worst = named("lowest so far", lowest);
    return [
      `${best} ${highest.length === 1 ? "stands" : "stand"} out so far with ${say.text("highest score so far", top)}; lowest so far ${lowest.length === 1 ? "is" : "are"} ${worst} with ${say.text("lowest score so far", bottom)}.`,
    ];
  };
  say.note("maturity if submitted now", ifSubmitted ?? NONE);
  const would =
    ifSubmitted === undefined
      ? []
      : [`If it were submitted now, the maturity would be ${ifSubmitted}, because what is not answered counts 0.`];
  return [`So far, ${who} averages ${average} out of 5 in ${where}.`, ...standing(), ...would].join(" ");
}
