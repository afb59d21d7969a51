/**
 * Sentences that a report suggests (docs/rules/client-report.md#suggested-texts). Each states figures from the result. None says why they
 * are so, because the causes are for the assessors to write.
 */
import { NONE, SO_FAR, Stated } from "./basis.ts";
import { groupBy } from "./group-by.ts";
import { countedInWords, countInWords, listed, lowerFirst, upperFirst } from "./words.ts";

/** A perspective, thread, practice or component with its score as it is shown. */
export interface ScoredName {
  name: string;
  /** As it is shown: '2.50'. */
  shown: string;
  value: number;
}

/** More names than this are counted instead. */
const NAMED = 3;

/** Names joined with 'and', or their number where there are many. @param noun in the plural */
export const namesOrCount = (names: readonly string[], noun: string): string =>
  names.length > NAMED ? `${countInWords(names.length)} ${noun}` : listed(names);

const allOf = (count: number) => (count === 2 ? "Both" : `All ${countInWords(count)}`);

/** Those with the highest and those with the lowest score; undefined where all score the same or there are fewer than two. */
export function extremes(scored: readonly ScoredName[]): { highest: ScoredName[]; lowest: ScoredName[] } | undefined {
  const values = scored.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (scored.length < 2 || low === high) return undefined;
  return { highest: scored.filter(({ value }) => value === high), lowest: scored.filter(({ value }) => value === low) };
}

/** Who scores highest and who lowest: 'A (3.50) scores highest, B and C (1.00) lowest'. Nothing where there is nothing to compare. @param noun in the plural */
export function rangeMessage(scored: readonly ScoredName[], noun: string): string | undefined {
  const [first] = scored;
  if (first === undefined || scored.length < 2) return undefined;
  const ends = extremes(scored);
  if (ends === undefined) return `${allOf(scored.length)} ${noun} score ${first.shown}`;
  const side = (some: readonly ScoredName[]) =>
    `${namesOrCount(
      some.map(({ name }) => name),
      noun,
    )} (${some[0]?.shown})`;
  return `${upperFirst(side(ends.highest))} ${ends.highest.length === 1 ? "scores" : "score"} highest, ${side(ends.lowest)} lowest`;
}

/** The parts that limit a maturity: 'Risk management holds the maturity at 2'. @param all how many parts there are */
export function holdMessage(names: readonly string[], all: number, level: number, noun: string): string {
  const who = names.length === all && all > 1 ? `${allOf(all)} ${noun}` : namesOrCount(names, noun);
  const said = `${who} ${names.length === 1 ? "holds" : "hold"} the maturity at ${level}`;
  return upperFirst(said);
}

/** How scores compare with a benchmark. @param differences own score minus the benchmark, as they are shown */
export function benchmarkMessage(differences: readonly number[], noun: string): string | undefined {
  if (differences.length === 0) return undefined;
  const above = differences.filter((each) => each > 0).length;
  const below = differences.filter((each) => each < 0).length;
  const same = differences.length - above - below;
  if (differences.length === 1) return `The one score compared is ${above ? "above" : below ? "below" : "level with"} the benchmark`;
  const parts = [
    ...(above ? [`${countInWords(above)} ${above === 1 ? "scores" : "score"} above the benchmark`] : []),
    ...(below
      ? [above ? `${countInWords(below)} below` : `${countInWords(below)} ${below === 1 ? "scores" : "score"} below the benchmark`]
      : []),
    ...(same ? [`${countInWords(same)} level with it`] : []),
  ];
  if (same === differences.length) return `${allOf(same)} ${noun} are level with the benchmark`;
  return `Of the ${countInWords(differences.length)} ${noun}, ${listed(parts)}`;
}

/** A headline figure. */
export interface HeadlineFigure {
  label: string;
  value: string;
  /** What the figure means, such as the name of a level. */
  meaning: string;
  /** Whether the meaning is the name of the level that the value is. */
  namesLevel?: true;
  /** For a value that is not known: whether it will be once all is complete. */
  unknown?: "none yet" | "once complete";
}

/**
 * The message of the first slide: what the headline figure is.
 * @param change such as 'up from 1 since 4 Nov 2025'
 */
export function maturityMessage([first]: readonly HeadlineFigure[], change?: string): string {
  if (first === undefined) return "The result at a glance";
  const { label, value, meaning, namesLevel, unknown } = first;
  if (unknown === "once complete") return `${label} is ${lowerFirst(meaning)}`;
  if (unknown) return `No ${lowerFirst(label)}`;
  if (change) return `${label} is ${value}${namesLevel ? `, ${meaning}` : ""}: ${change}`;
  if (/maturity/i.test(label)) return `${label} is ${value}: ${namesLevel ? meaning : lowerFirst(meaning)}`;
  return `${label}: ${value}`;
}

/** How a perspective stands among the others; undefined where nothing makes it stand out. */
export type Standout = "highest" | "lowest" | "holds" | undefined;

/** Those at one end; nothing where too many are there to be named. */
const endOf = (some: readonly ScoredName[] | undefined) => (some && some.length <= NAMED ? some : []);

/** 'Planning and Process are ahead, with 3.50 each'. */
function isEnd(say: Stated, some: readonly ScoredName[], where: "ahead" | "behind"): string {
  const names = say.names(
    `threads ${where}`,
    some.map(({ name }) => name),
  );
  const score = say.text(`score of the threads ${where}`, some[0]?.shown ?? NONE);
  return some.length === 1 ? `${names} is ${where}, with ${score}` : `${names} are ${where}, with ${score} each`;
}

/**
 * What stands out among the threads of a perspective: that most are below its next level, or what is further from the mean, the best or the weakest.
 * Too many that are alike are not named.
 */
function threadsSentence(say: Stated, threads: readonly ScoredName[], level: number | undefined, saysNext: boolean): string[] {
  const [only, other] = threads;
  if (only === undefined || other === undefined) return [];
  const ends = extremes(threads);
  if (ends === undefined) return [`${allOf(threads.length)} threads score ${say.text("score of every thread", only.shown)}.`];
  const [high, low] = [endOf(ends.highest), endOf(ends.lowest)];
  const goal = (level ?? Number.POSITIVE_INFINITY) + 1;
  const below = threads.filter(({ value }) => value < goal).length;
  if (Number.isFinite(goal) && below * 3 > threads.length * 2 && low.length > 0) {
    const weakest = say.names(
      "weakest threads",
      low.map(({ name }) => name),
    );
    const names = `${weakest} (${say.text("their score", low[0]?.shown ?? NONE)})`;
    if (saysNext) return [`${low.length === 1 ? "The lowest thread is" : "The lowest threads are"} ${names}.`];
    const count = upperFirst(say.count("threads below the next level", below));
    const who = below === threads.length ? upperFirst(allOf(below)) : `${count} of its ${countInWords(threads.length)}`;
    return [`${who} threads are below level ${goal}; ${low.length === 1 ? "the lowest is" : "the lowest are"} ${names}.`];
  }
  const mean = threads.reduce((sum, { value }) => sum + value, 0) / threads.length;
  const weakFirst = mean - (ends.lowest[0]?.value ?? 0) > (ends.highest[0]?.value ?? 0) - mean;
  const strong = high.length > 0 ? [isEnd(say, high, "ahead")] : [];
  const weak = low.length > 0 ? [isEnd(say, low, "behind")] : [];
  const said = weakFirst ? [...weak, ...strong] : [...strong, ...weak];
  if (said.length > 0) return [`${said.join("; ")}.`];
  const from = say.text("lowest score of a thread", ends.lowest[0]?.shown ?? NONE);
  return [`Its threads score from ${from} to ${say.text("highest score of a thread", ends.highest[0]?.shown ?? NONE)}.`];
}

/** How a perspective stands towards the next maturity: which of its threads have to rise for it, none where no step is about it. */
export interface TowardsNext {
  to: number;
  rising: readonly { name: string; from: number; to: number }[];
}

/** How a perspective stands among the others, and what its next step takes. @param next absent while no step is known */
function standoutSentence(say: Stated, standout: Standout, threads: readonly ScoredName[], next: TowardsNext | undefined): string[] {
  say.note("place among the perspectives", standout ?? NONE);
  const enough = next && next.rising.length > 0 ? risingInWords(next.rising, threads) : "";
  if (next) say.note("threads that have to rise", next.rising.length);
  if (next) say.note("what is enough for the next level", enough || NONE);
  const rises = enough ? ` until ${enough}` : "";
  const reached = next !== undefined && next.rising.length === 0;
  const level = enough ? [`Level ${next?.to} is reached if ${enough}.`] : [];
  if (standout === "highest")
    return [
      reached ? "It is the strongest perspective, and no recommended step is about it." : "It is the strongest perspective.",
      ...level,
    ];
  if (standout === "lowest") return [`It is the weakest perspective, and alone keeps the maturity from rising${rises}.`];
  if (standout === "holds")
    return [rises ? `It keeps the maturity from rising${rises}.` : "It is one of those that keep the maturity from rising."];
  if (level.length > 0) return level;
  return reached ? ["No recommended step is about it."] : [];
}

/**
 * What is enough, as others may rise in their place: 'Planning rises from 2.00 to 3.00', 'one of the three threads at 2.50 reaches 3.00', or 'both threads at
 * 2.00 and five of the six threads at 2.50 rise to 3.00'.
 */
function risingInWords(rising: TowardsNext["rising"], threads: readonly ScoredName[]): string {
  const [only] = rising;
  const shown = (value: number) => value.toFixed(2);
  if (rising.length === 1 && only) {
    const alike = threads.filter(({ value }) => value === only.from);
    return alike.length > 1
      ? `one of the ${countInWords(alike.length)} threads at ${shown(only.from)} reaches ${shown(only.to)}`
      : `${only.name} rises from ${shown(only.from)} to ${shown(only.to)}`;
  }
  if (rising.length <= NAMED) return `${listed(rising.map(({ name, from, to }) => `${name} (${shown(from)} → ${shown(to)})`))} rise`;
  const to = new Set(rising.map((each) => each.to)).size === 1 && only ? ` to ${shown(only.to)}` : "";
  if (rising.length === threads.length) return `${lowerFirst(allOf(threads.length))} threads rise${to}`;
  const groups = [...groupBy(rising, ({ from }) => from)].map(([from, some]) => {
    const alike = threads.filter(({ value }) => value === from).length;
    const at = `at ${shown(from)}`;
    if (some.length < alike) return `${countInWords(some.length)} of the ${countInWords(alike)} threads ${at}`;
    return alike === 1 ? `the thread ${at}` : `${lowerFirst(allOf(alike))} threads ${at}`;
  });
  // Of many, or to different scores, no list is read.
  return groups.length > NAMED || to === ""
    ? `${countInWords(rising.length)} of its ${countInWords(threads.length)} threads rise${to}`
    : `${listed(groups)} rise${to}`;
}

/** The text of a slide beside the chart of a perspective. It repeats neither title nor chart. @param toDo what comes first */
export function besideThreads(facts: {
  level: { value: number; name: string } | undefined;
  standout?: Standout;
  threads: readonly ScoredName[];
  next?: TowardsNext | undefined;
  toDo: readonly string[];
}): string[] {
  const { level, standout, threads, next, toDo } = facts;
  return [
    ...(level === undefined ? [] : [level.value === 0 ? "It reaches no level." : `It reaches level ${level.value}, ${level.name}.`]),
    ...standoutSentence(new Stated(), standout, threads, next),
    // Where no step is about it, its target takes it.
    ...(toDo.length > 0 ? [`${next?.rising.length === 0 ? "For its target, first" : "First"}: ${toDo.join(" ")}`] : []),
  ];
}

/** What the opening of a perspective's chapter is made from. */
interface PerspectiveFigures {
  /** For an assessment in progress. */
  soFar?: boolean;
  name: string;
  shown: string;
  level: { value: number; name: string } | undefined;
  threads: readonly ScoredName[];
  standout?: Standout;
  next?: TowardsNext | undefined;
}

/** The opening of a perspective's chapter. @param say collects the facts that are stated */
export function perspectiveOpening(figures: PerspectiveFigures, say = new Stated()): string {
  const { name, shown, level, threads, soFar = false, standout, next } = figures;
  const score = say.text("score", shown);
  if (level) say.note("level", level.value);
  else say.note(SO_FAR.what, SO_FAR.value);
  const place = standoutSentence(say, standout, threads, next);
  const at = level === undefined ? "" : level.value === 0 ? " and reaches no level" : ` and reaches level ${level.value}, ${level.name}`;
  return [
    `${name} scores ${score} out of 5${soFar ? " so far" : at}.`,
    ...place,
    ...threadsSentence(say, threads, level?.value, next !== undefined),
  ].join(" ");
}

/** 'is at level 5, the highest'. */
function practiceState(level: number | undefined, toMeet: readonly unknown[]): string {
  if (level === undefined) return "has no level yet";
  return `is at level ${level}${level === 5 && toMeet.length === 0 ? ", the highest" : ""}`;
}

/** The opening of a practice's chapter. @param toMeet how many criteria of each level are not fully met, the lowest level first @param say collects the facts that are stated */
export function practiceOpening(
  { name, level, toMeet }: { name: string; level: number | undefined; toMeet: readonly { level: number; criteria: number }[] },
  say = new Stated(),
): string {
  say.note("level", level ?? NONE);
  const at = `${name} ${practiceState(level, toMeet)}.`;
  const [next, ...above] = toMeet;
  say.note("criteria to meet for the next level", next?.criteria ?? 0);
  if (next === undefined) return at;
  say.note("next level", next.level);
  const open = `${upperFirst(countedInWords(next.criteria, "criterion", "criteria"))} of level ${next.level} ${next.criteria === 1 ? "is" : "are"} still to be met.`;
  return [at, open, ...notAssessed(say, above)].join(" ");
}

/** 'The nine criteria of levels 4 and 5 were not assessed.' A level is rated only where all below it are met. */
function notAssessed(say: Stated, above: readonly { level: number; criteria: number }[]): string[] {
  const levels = say.names(
    "levels not assessed",
    above.map(({ level }) => level),
  );
  const criteria = above.reduce((sum, each) => sum + each.criteria, 0);
  say.note("criteria not assessed", criteria);
  if (above.length === 0) return [];
  const of = `${above.length === 1 ? "level" : "levels"} ${levels}`;
  return [`The ${countedInWords(criteria, "criterion", "criteria")} of ${of} ${criteria === 1 ? "was" : "were"} not assessed.`];
}
