/**
 * What an executive summary says of a result: its level and what that means, what holds the maturity at this level, what to do first and what it takes
 * (docs/rules/client-report.md#executive-summary). Every name and number is one of the result; no sentence says why things are so.
 */

import { NONE, SO_FAR, Stated } from "./basis.ts";
import { groupBy } from "./group-by.ts";
import { PRACTICES } from "./itil/catalogue.ts";
import { HIGHEST } from "./itil/progress.ts";
import { LEVELS, PERSPECTIVES } from "./p3m3/catalogue.ts";
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
    /** Of a component that is judged, what the level says; absent where nobody knows it. */
    option?: string | undefined;
  }[];
}

const nameOf = ({ name }: { name: string }) => name;

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

/** 'A (2.96) and B (2.92)', or 'A and B (2.00 each)' where both score the same. */
function withScores(say: Stated, some: readonly ScoredPart[]): string {
  const shown = some.map(({ name, value }) => say.text(`score of ${name}`, scoreInProse(value)));
  const [first] = shown;
  if (some.length > 1 && shown.every((each) => each === first)) return `${listed(some.map(nameOf))} (${first} each)`;
  return listed(some.map(({ name }, index) => `${name} (${shown[index]})`));
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

/** The field that a level is about: 'programme management'. Of a part: 'the three perspectives of programme management that were assessed'. */
function partOf({ isPart = false }: { isPart?: boolean }, field: string, [count, one]: [count: number, one: string]): string {
  return isPart ? `the ${countedInWords(count, one)} of ${field} that ${count === 1 ? "was" : "were"} assessed` : field;
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
  const field = partOf(judged, `${scope.toLowerCase()} management`, [perspectives.length, "perspective"]);
  const onAverage = belowLevel(say, perspectives, maturity);
  const level = [
    levelSentence(say, judged, { level: maturity, name: levelName, field, meaning }),
    ...onAverage,
    ...onEdge(say, perspectives, maturity),
  ].join(" ");
  if (!lift) return [`${level} ${NO_HIGHER}`, ...changes];
  const holding = perspectives.filter(({ value }) => wholeScore(value) === maturity);
  return [
    level,
    ...changes,
    [holdsP3m3(say, judged, holding, lift.to), weakestThreads(say, holding)].filter(Boolean).join(" "),
    firstOfP3m3(say, lift, perspectives.flatMap(({ threads }) => threads).length),
  ];
}

/** More threads than these are counted by perspective. */
const THREADS_NAMED = 4;

/** A level is a mean, so threads may be below it: 'Level 2 is an average. Three of eight threads are still below it: …'. */
function belowLevel(say: Stated, perspectives: P3m3Judged["perspectives"], maturity: number): string[] {
  const threads = perspectives.flatMap((each) => each.threads);
  const low = perspectives.map((each) => ({ ...each, threads: each.threads.filter(({ value }) => wholeScore(value) < maturity) }));
  const below = low.reduce((sum, each) => sum + each.threads.length, 0);
  say.note("threads below the maturity", below === 0 ? NONE : `${below} of ${threads.length}`);
  if (below === 0) return [];
  const those = below <= THREADS_NAMED ? threadsBy(low) : countedBy(low);
  say.note("where they are", those);
  return [`Level ${maturity} is an average.`, `${areBelow(below, threads.length)}: ${those}.`];
}

/** 'Nine of 90 threads are still below it'. */
const areBelow = (below: number, all: number) =>
  `${upperFirst(countInWords(below))} of ${countInWords(all)} threads ${below === 1 ? "is" : "are"} still below it`;

/** 'Level 2: the basics are in place. Nine of 90 threads are still below it.', for a slide whose title says the name of the level. */
export function p3m3Meaning({ maturity, meaning, perspectives }: P3m3Judged): string {
  if (maturity === 0) return meaning;
  const threads = perspectives.flatMap((each) => each.threads);
  const below = threads.filter(({ value }) => wholeScore(value) < maturity).length;
  return `Level ${maturity}: ${lowerFirst(meaning)}${below === 0 ? "" : ` ${areBelow(below, threads.length)}.`}`;
}

/** Perspectives that score just a level: with half a point less in one thread they would not have reached it. None of the highest level, which nothing is above. */
export const justReached = <Part extends { value: number }>(perspectives: readonly Part[], level: number): Part[] =>
  level > 0 && level < LEVELS.length ? perspectives.filter(({ value }) => roundHalfAway(value, 2) === level) : [];

/** Who has just reached the level: 'Level 2 is only just reached: Risk management scores 2.00; half a point less in any one of its threads would make it level 1.' */
function onEdge(say: Stated, perspectives: readonly ScoredPart[], maturity: number): string[] {
  const names = justReached(perspectives, maturity).map(nameOf);
  say.note("perspectives that score just the level", names.length > 0 ? listed(names) : NONE);
  if (names.length === 0) return [];
  const who = names.length <= NAMED ? listed(names) : countedInWords(names.length, "perspective");
  const score = scoreInProse(maturity);
  const [scores, whose] = names.length === 1 ? ["scores", "its"] : ["score", "their"];
  const would = maturity === 1 ? "leave no level" : `make it level ${maturity - 1}`;
  return [
    `Level ${maturity} is only just reached: ${who} ${scores} ${score}; half a point less in any one of ${whose} threads would ${would}.`,
  ];
}

/** 'Planning and Process in Risk management and Assurance in Finance management'; without the perspective where there is one alone. */
function threadsBy<Thread extends { name: string }>(
  perspectives: readonly { name: string; threads: readonly Thread[] }[],
  inWords: (thread: Thread) => string = nameOf,
): string {
  const some = perspectives.filter(({ threads }) => threads.length > 0);
  return listed(some.map(({ name, threads }) => `${listed(threads.map(inWords))}${perspectives.length === 1 ? "" : ` in ${name}`}`));
}

/** 'one each in Risk management and Finance management, seven in Management control', in the order given. @param perspectives with the number of all their threads, where it is worth saying */
function countedBy(perspectives: readonly { name: string; threads: readonly unknown[]; count?: number }[]): string {
  const some = perspectives.filter(({ threads }) => threads.length > 0);
  const isAll = ({ threads, count }: (typeof some)[number]) => threads.length === count && count > 1;
  const groups = [...groupBy(some, (each) => `${isAll(each) ? "all " : ""}${countInWords(each.threads.length)}`)].map(([many, alike]) => {
    const where = listed(alike.map(nameOf));
    if (alike.length === 1) return `${many} in ${where}`;
    return many.startsWith("all ") ? `${many} in each of ${where}` : `${many} each in ${where}`;
  });
  return some.length > groups.length ? groups.join("; ") : listed(groups);
}

/**
 * The same in two short sentences, for a slide whose title says the level: what keeps it from rising, and what the next level takes.
 */
export function p3m3Points({ maturity, levelName, perspectives, lift }: P3m3Judged): string[] {
  const holding = perspectives.filter(({ value }) => wholeScore(value) === maturity);
  const [edge, next] = [onEdge(new Stated(), perspectives, maturity), nextPoint(lift)];
  const first = maturity === 0 ? "No level is reached yet." : `Level ${maturity}, ${levelName}.`;
  if (!lift || holding.length === 0 || perspectives.length === 1) return [...edge, ...(next.length === 0 ? [first] : next)];
  return [...edge, holdsPoint(perspectives.length, holding, lift.to), ...next];
}

/** Who keeps it from rising, and who of them scores lowest. */
function holdsPoint(all: number, holding: readonly ScoredPart[], to: number): string {
  const { furthest } = endsOf(holding);
  const many = furthest.length > NAMED ? `${countInWords(furthest.length)} score ${scoreInProse(furthest[0]?.value ?? 0)}` : "";
  const lowest = withScores(new Stated(), furthest);
  const are = furthest.length === 1 ? "is" : "are";
  if (holding.length === all && all > NAMED)
    return `None of the ${countInWords(all)} perspectives is at level ${to} yet; ${many || `${lowest} ${are} furthest away`}.`;
  if (holding.length > NAMED)
    return `${upperFirst(countInWords(holding.length))} of ${countInWords(all)} perspectives keep the maturity from rising; ${many || `${lowest} ${are} lowest`}.`;
  const who = withScores(new Stated(), holding);
  return `${who} ${holding.length === 1 ? "keeps" : "keep"} the maturity from rising.`;
}

function nextPoint(lift: P3m3Lift | undefined): string[] {
  const all = lift?.perspectives.flatMap(({ threads }) => threads).length ?? 0;
  if (!lift || all === 0) return [];
  const least = leastOf(lift.perspectives);
  const isNamed = least.length <= NAMED && least.length < lift.perspectives.length;
  const first = isNamed ? `, fewest in ${listed(least.map(nameOf))}` : "";
  return [`For level ${lift.to}, ${countedInWords(all, "thread")} ${all === 1 ? "has" : "have"} to rise${first}.`];
}

/** The perspectives that take as little as the first. */
function leastOf(perspectives: P3m3Lift["perspectives"]): P3m3Lift["perspectives"] {
  const effort = perspectives.map(({ threads }) => threads.reduce((sum, { statements }) => sum + statements, 0));
  return perspectives.filter((_, index) => effort[index] === effort[0]);
}

/** What holds the maturity. */
const HOLDING = "perspectives that hold the maturity";

function holdsP3m3(say: Stated, { perspectives: all, isPart }: P3m3Judged, holding: P3m3Judged["perspectives"], to: number): string {
  const assessed = isPart && all.length < PERSPECTIVES.length ? " assessed" : "";
  const ascending = holding.toSorted((a, b) => a.value - b.value);
  const [lowest] = ascending;
  if (!lowest) return "";
  if (all.length === 1) {
    const name = say.text("the one perspective assessed", lowest.name);
    return `${name}, the one perspective assessed, scores ${say.text(`score of ${lowest.name}`, scoreInProse(lowest.value))} out of 5.`;
  }
  if (holding.length === all.length) {
    say.note(HOLDING, `all ${all.length}`);
    const none =
      all.length === 2 ? `Neither of the two perspectives${assessed}` : `None of the ${countInWords(all.length)} perspectives${assessed}`;
    const who = all.length <= NAMED ? withScores(say, ascending) : whoIsWhere(say, holding);
    return `${none} is at level ${to} yet: ${who}.`;
  }
  const others = all.filter((each) => !holding.includes(each));
  // Name the better ones: a board wants to know them too.
  const rest = () => {
    const which = "perspectives that have reached more";
    const who =
      others.length <= NAMED
        ? say.names(which, others.toSorted((a, b) => b.value - a.value).map(nameOf))
        : `the other ${say.count(which, others.length)}${assessed}`;
    const more = others.some(({ value }) => wholeScore(value) > to) ? " or more" : "";
    say.note("whether they have reached even more", more ? "yes" : "no");
    return `${who} ${others.length === 1 ? "has" : "have"} reached level ${to}${more}`;
  };
  if (holding.length > NAMED)
    return `${upperFirst(say.count(HOLDING, holding.length))} of the ${countInWords(all.length)} perspectives${assessed} keep the maturity from rising: ${whoIsWhere(say, holding)}. ${upperFirst(rest())}.`;
  say.note(HOLDING, listed(ascending.map(nameOf)));
  return `${withScores(say, ascending)} ${holding.length === 1 ? "keeps" : "keep"} the maturity from rising; ${rest()}.`;
}

/** Scores that are less than this apart are near each other. */
const NEAR = 0.1;

/** Those that score lowest and those that score highest; to them come the next ones that are near. None is highest where all score the same. */
function endsOf(some: readonly ScoredPart[]): { furthest: ScoredPart[]; nearest: ScoredPart[] } {
  const scores = [...new Set(some.map(({ value }) => roundHalfAway(value, 2)))].toSorted((a, b) => a - b);
  const at = (score: number | undefined) => some.filter(({ value }) => roundHalfAway(value, 2) === score);
  const end = (ordered: readonly number[]) => {
    const [first = 0, next = 0, ...further] = ordered;
    const both = [...at(first), ...at(next)];
    return further.length > 1 && Math.abs(next - first) < NEAR && both.length <= NAMED ? both : at(first);
  };
  return { furthest: end(scores), nearest: scores.length > 1 ? end(scores.toReversed()) : [] };
}

/** 'A and B (2.00 each) are furthest away, C (2.96) and D (2.92) nearest'. */
function whoIsWhere(say: Stated, holding: readonly ScoredPart[]): string {
  const { furthest, nearest } = endsOf(holding);
  const side = (what: string, some: readonly ScoredPart[]) => {
    say.note(`perspectives ${what} the next level`, some.length > NAMED ? some.length : listed(some.map(nameOf)));
    const [first] = some;
    if (some.length <= NAMED) return withScores(say, some);
    return `${countInWords(some.length)} (${say.text(`score of those ${what} the next level`, scoreInProse(first?.value ?? 0))} each)`;
  };
  const low = side("furthest from", furthest);
  if (nearest.length === 0) return `all score ${scoreInProse(furthest[0]?.value ?? 0)}`;
  return `${low} ${furthest.length === 1 ? "is" : "are"} furthest away, ${side("nearest to", nearest)} nearest`;
}

/** The threads that score lowest of all in the perspectives that hold the maturity; none where all are alike. */
function weakestThreads(say: Stated, holding: P3m3Judged["perspectives"]): string {
  const values = holding.flatMap(({ threads }) => threads.map(({ value }) => value));
  const lowest = Math.min(...values);
  const low = holding.map(({ name, threads }) => ({ name, threads: threads.filter(({ value }) => value === lowest) }));
  const count = low.reduce((sum, { threads }) => sum + threads.length, 0);
  if (values.length < 2 || count === values.length) return "";
  const isFew = count <= THREADS_NAMED;
  const those = isFew ? threadsBy(low) : low.filter(({ threads }) => threads.length > 0).length <= NAMED ? countedBy(low) : "";
  say.note("lowest threads", isFew ? those : `${count}${those ? `: ${those}` : ""}`);
  const score = say.text("score of the lowest threads", scoreInProse(lowest));
  const there = holding.length === 1 ? " there" : "";
  if (!isFew)
    return `${upperFirst(countInWords(count))} threads${there} score lowest, with ${score} each${there || !those ? "" : `: ${those}`}.`;
  return count === 1
    ? `The lowest thread${there} is ${those}, with ${score}.`
    : `The lowest threads${there} are ${those}, with ${score} each.`;
}

/** @param all how many threads were assessed */
function firstOfP3m3(say: Stated, lift: P3m3Lift, all: number): string {
  const { to, levelName, perspectives } = lift;
  const [first] = perspectives;
  if (!first) return "";
  const who = perspectives.length === 1 ? first.name : `each of these ${countInWords(perspectives.length)} perspectives`;
  const needs = `To reach level ${to}, ${levelName}, ${who} has to average ${say.text("level to reach", to)}.`;
  return [needs, ...effortInReport(lift, all, say)].join(" ");
}

/** More threads than these are counted where the first step names its own. */
const FIRST_THREADS = 5;

/** 'Planning (2.00 → 3.00)'. */
const riseInWords = ({ name, from, to }: RisingThread) => `${name} (${scoreInProse(from)} → ${scoreInProse(to)})`;

/**
 * '11 of the 24 threads have to rise: five in Risk management and six in Finance management. Risk management comes first, as it takes least: Planning
 * (2.00 → 3.00) and …'. Ease is not importance, so it says why the first is first.
 */
function effortInReport({ perspectives }: P3m3Lift, all: number, say: Stated): string[] {
  const rising = perspectives.flatMap(({ threads }) => threads);
  if (rising.length === 0) return [];
  const least = leastOf(perspectives);
  const first = least.flatMap(({ threads }) => threads);
  // Where most are alike, none comes first.
  const areNamed = perspectives.length > 1 && least.length <= NAMED && least.length < perspectives.length;
  // Where all take the same, all are first.
  const shown = least.length === perspectives.length || areNamed ? first : [];
  const names = shown.length <= FIRST_THREADS ? threadsBy(least, riseInWords) : "";
  say.note("threads to raise in all", `${rising.length} of ${all}`);
  for (const { name, threads } of perspectives) say.note(`threads to raise in ${name}`, threads.length);
  say.note("where the least is missing", areNamed ? listed(least.map(nameOf)) : NONE);
  say.note("first threads to raise", shown.length > 0 ? names : NONE);
  const have = rising.length === 1 ? "has" : "have";
  const isAll = rising.length === all;
  const every = all === 1 ? "The one thread" : all === 2 ? "Both threads" : `All ${countInWords(all)} threads`;
  const many = `${countInWords(rising.length)} of the ${countInWords(all)} threads`;
  // 'has to average 3. 56 of …' would read as one figure.
  const of = isAll ? every : /^\d/.test(many) ? `In all, ${many}` : upperFirst(many);
  if (least.length === perspectives.length && (names || perspectives.length === 1))
    return [`${of} ${have} to rise${names ? `: ${names}` : ""}.`];
  const takes = `${of} ${have} to rise${isAll ? "" : `: ${countedBy(perspectives)}`}.`;
  if (!areNamed) return [takes];
  const who = listed(least.map(nameOf));
  const why = least.length === 1 ? `${who} comes first, as it takes least` : `${who} take least, so they come first`;
  return [takes, `${why}${names ? `: ${names}` : ""}.`];
}

/**
 * Says what the next level takes, and where to start: 'That takes raising three threads by one level; start with Planning.'
 * @returns one sentence; undefined without threads, as a foreign upstream may send perspectives
 */
export function effortOfP3m3({ perspectives }: P3m3Lift): string | undefined {
  const say = new Stated();
  const [first] = perspectives;
  const single = perspectives.length === 1;
  const threads = perspectives.flatMap((each) => each.threads);
  if (!first || threads.length === 0) return undefined;
  const counts = perspectives.map((each) => each.threads.length);
  const levels = threads.map(({ statements }) => statements);
  const most = Math.max(...counts);
  const by = `${rangeInWords(say, "levels to raise them by", levels)} ${Math.max(...levels) === 1 ? "level" : "levels"}`;
  const names = namesIn(say, "threads to start with", first.threads.map(nameOf));
  if (threads.length === 1) return `That takes raising ${names} by ${by}.`;
  const howMany = rangeInWords(say, "threads to raise", counts);
  const takes = `That takes raising ${howMany} ${most === 1 ? "thread" : "threads"}${single ? "" : " in each"} by ${by}`;
  return `${takes}; ${single ? `start with ${names}` : startOfP3m3(perspectives, first.name, names)}.`;
}

/** Where to begin among several perspectives, as the end of a sentence. @param names of the first one's threads */
function startOfP3m3(perspectives: P3m3Lift["perspectives"], first: string, names: string): string {
  const effort = perspectives.map((each) => each.threads.reduce((sum, { statements }) => sum + statements, 0));
  const nearest = perspectives.filter((_, index) => effort[index] === effort[0]).map(nameOf);
  if (nearest.length === 1) return `start with ${first}, where the least is missing: ${names}`;
  if (nearest.length > NAMED || nearest.length === perspectives.length) return `start with ${first}: ${names}`;
  return `the least is missing in ${listed(nearest)}, so start in ${first} with ${names}`;
}

/** What the summary of an ITIL result says. */
export interface ItilJudged {
  organization: string;
  /** As of `P3m3Judged`. */
  unit?: string | undefined;
  /** As of `P3m3Judged`. */
  isPart?: boolean;
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
export function itilPoints({ maturity, components, holding, lift }: ItilJudged): string[] {
  if (maturity === null || components === 0) return [];
  if (!lift) return [`Level ${maturity}.`];
  const { steps, to } = lift;
  const names = holding.map(nameOf);
  const who = names.length === components ? `All ${countInWords(components)} components` : listed(names);
  if (steps.length === 0) return [`${who} ${names.length === 1 ? "keeps" : "keep"} the maturity from rising.`];
  const count = steps.filter(({ kind }) => kind === "practice").length;
  const following = count === 0 ? [] : holding.filter(({ practices }) => practices.length > 0).map(nameOf);
  const follow =
    following.length === 0
      ? ""
      : `; ${listed(following)} ${following.length === 1 ? "follows" : "follow"} from ${count === 1 ? "this practice" : "these practices"}`;
  const have = steps.length === 1 ? "has" : "have";
  return [`For level ${to}, ${listed(risingOfItil(steps, countedInWords(count, "practice")))} ${have} to rise by one level${follow}.`];
}

/** The components that have to rise, by name, then the practices: one by name, more by their number. */
function risingOfItil(steps: ItilLift["steps"], counted: string): string[] {
  const practices = steps.filter(({ kind }) => kind === "practice").map(nameOf);
  return [...steps.filter(({ kind }) => kind === "component").map(nameOf), ...(practices.length > 1 ? [counted] : practices)];
}

/** As of `p3m3Meaning`, of a scope with components. */
export const itilMeaning = (judged: ItilJudged, maturity: number): string =>
  `Level ${maturity}: ${lowerFirst(meaningOfItil(new Stated(), judged, maturity))}`;

const meaningOfItil = (say: Stated, { meanings, practices }: Pick<ItilJudged, "meanings" | "practices">, maturity: number) =>
  `${(meanings[maturity - 1] ?? "").replace(/\.$/, "")}${belowOfItil(say, practices, maturity)}.`;

function wholeOfItil(say: Stated, judged: ItilJudged): string[] {
  const { maturity, meanings, components, holding, practices, lift, changes = [] } = judged;
  if (maturity === null) {
    say.note("maturity", "not known");
    return [`The maturity of ${whoIn(say, judged)} is not known: a component has no score.`];
  }
  const meaning = meaningOfItil(say, { meanings, practices }, maturity);
  const field = partOf(judged, "service management", [practices.length, "practice"]);
  const level = levelSentence(say, judged, { level: maturity, field, meaning });
  if (!lift || lift.to === undefined) return [`${level} ${NO_HIGHER}`, ...changes];
  const levels = practices.flatMap((practice) => practice.level ?? []);
  const [low, high] = [Math.min(...levels), Math.max(...levels)];
  say.note("levels of the practices", low < high ? `${low} to ${high}` : NONE);
  const range = low < high ? [spreadInWords(say, levels)] : [];
  // Practices at the lowest level that hold nothing are Supporting (docs/rules/itil.md#svs-maturity).
  const lowest = practices.filter((practice) => practice.level === low).map(nameOf);
  const named = holding.flatMap((component) => component.practices);
  const countsMore = low < high && named.some((name) => lowest.includes(name)) && lowest.some((name) => !named.includes(name));
  say.note("whether Supporting practices hold less", countsMore ? "yes" : "no");
  if (countsMore) range.push("Supporting practices count as one level higher.");
  return [
    level,
    ...changes,
    [holdsItil(say, { holding, components, practices }, maturity), ...range].join(" "),
    firstOfItil(say, lift, lift.to),
  ];
}

/** 'Of the 15 practices assessed, one is at level 1, eight are at level 2 and six at level 3.' */
function spreadInWords(say: Stated, levels: readonly number[]): string {
  const all = say.count("practices with a level", levels.length);
  const groups = [
    ...groupBy(
      levels.toSorted((a, b) => a - b),
      (level) => level,
    ),
  ];
  const verbs = groups.map(([, some]) => (some.length === 1 ? " is" : " are"));
  const parts = groups.map(([level, some], index) => {
    const many = say.count(`practices at level ${level}`, some.length);
    // The verb of the level before goes on.
    return `${many}${verbs[index] === verbs[index - 1] ? "" : verbs[index]} at level ${level}`;
  });
  return `Of the ${all} practices${levels.length < PRACTICES.length ? " assessed" : ""}, ${listed(parts)}.`;
}

/** Names practices below the maturity: ', except in Service desk, still at level 1'. They are Supporting ones. */
function belowOfItil(say: Stated, practices: ItilJudged["practices"], maturity: number): string {
  const below = practices.filter(({ level }) => level !== undefined && level < maturity);
  say.note("practices below the maturity", below.length === 0 ? NONE : listed(below.map(nameOf)));
  const levels = new Set(below.map(({ level }) => level));
  if (below.length === 0) return "";
  const who = below.length <= NAMED ? listed(below.map(nameOf)) : countedInWords(below.length, "practice");
  return `, except in ${who}, still ${levels.size === 1 ? `at level ${[...levels][0]}` : `below level ${maturity}`}`;
}

/** More practices than these are counted. */
const PRACTICES_NAMED = 6;

function holdsItil(
  say: Stated,
  { holding, components, practices: all }: Pick<ItilJudged, "holding" | "components" | "practices">,
  maturity: number,
): string {
  const names = holding.map(nameOf);
  const rest = components - names.length;
  const joined = say.names("components that hold the maturity", names);
  const every = `All ${countInWords(components)} components are at this level.`;
  const some =
    names.length === 1
      ? `The component ${joined} alone keeps the maturity from rising; the other ${countInWords(rest)} have reached more.`
      : `The components ${joined} keep the maturity from rising; the other ${rest === 1 ? "one has" : `${countInWords(rest)} have`} reached more.`;
  const because = holding
    .filter(({ practices }) => practices.length > 0)
    .map(({ name, practices }) => {
      const weakest = weakestInWords(
        all.filter((each) => practices.includes(each.name)),
        maturity,
      );
      say.note(`weakest practices behind ${name}`, weakest);
      return `The level of ${name} follows from ${practices.length === 1 ? "the practice" : "its weakest practices:"} ${weakest || listed(practices)}.`;
    });
  return [rest === 0 ? every : some, ...because].join(" ");
}

/** 'Service desk (level 1); Problem management and Change enablement (level 2 each)', the lowest level first. One below what it holds is Supporting. */
function weakestInWords(practices: ItilJudged["practices"], holds: number): string {
  const byLevel = groupBy(
    practices.toSorted((a, b) => (a.level ?? 0) - (b.level ?? 0)),
    ({ level }) => level,
  );
  const isMany = practices.length > PRACTICES_NAMED;
  return [...byLevel]
    .map(([level, alike]) => {
      const names = alike.map(nameOf);
      const [each, counts] =
        alike.length === 1 ? ["", "as a Supporting practice it counts"] : [" each", "as Supporting practices they count"];
      const higher = level !== undefined && level < holds ? `; ${counts} as ${holds}` : "";
      return `${listed(isMany ? shortened(names, countInWords) : names)}${level === undefined ? "" : ` (level ${level}${each}${higher})`}`;
    })
    .join("; ");
}

function firstOfItil(say: Stated, { steps }: ItilLift, to: number): string {
  const practices = steps.filter(({ kind }) => kind === "practice");
  say.note("what has to rise", listed(risingOfItil(steps, `${practices.length} practices`)));
  const who = listed(risingOfItil(steps, countedInWords(practices.length, "practice")));
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
  const nearest = practices.filter(({ criteria }) => criteria === least).map(nameOf);
  if (nearest.length === practices.length) {
    say.note("practices to start with", "any of them");
    return `Each needs ${say.count("criteria that each needs", least)}, so any of them can come first.`;
  }
  return `Start with ${namesIn(say, "practices to start with", nearest)}, which ${nearest.length === 1 ? "takes" : "take"} least.`;
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
  const at = (level: number) => known.filter((each) => each.level === level).map(nameOf);
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
  const named = (what: string, some: readonly ScoredName[]) => namesIn(say, what, some.map(nameOf));
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
