/**
 * Sentences of a client's report about what moved since an earlier assessment (docs/rules/client-report.md#what-moved). Each states figures
 * of the comparison. None says why they are so, because the causes are for the assessors to write.
 */
import { NONE, Stated } from "./basis.ts";
import type { FigureChange, Outcome } from "./contract/comparison.ts";
import { scoreInProse } from "./judgement.ts";
import { wholeScore } from "./p3m3/progress.ts";
import { formatScore } from "./rounding.ts";
import { countedInWords, countInWords, listed, lowerFirst, upperFirst } from "./words.ts";

export interface NamedChange extends FigureChange {
  name: string;
  /** The perspective of a thread. */
  group?: string;
}

/** Parts of one kind, such as perspectives. */
export interface ChangesParts {
  one: string;
  many: string;
  /** What both have done with those that have a difference: 'assessed both times'. */
  compared: string;
  moves: readonly NamedChange[];
  /** Whether sentences name them; otherwise they are counted. */
  areNamed: boolean;
}

/** A figure of the whole. */
export interface ChangesWhole extends NamedChange {
  /** The figures as their own results have them, where these are others. */
  printed?: { before: number | null; now: number | null };
  /** Whether it is a level, which is a whole number. */
  isLevel: boolean;
}

/** What the sentences are made from. */
export interface ChangesFacts {
  /** The day of the earlier assessment; undefined where nobody knows. */
  since: string | undefined;
  /** Of an assessment in progress. */
  soFar: boolean;
  /** Whether both stand side by side, because the scopes differ. */
  isApart: boolean;
  wholes: readonly ChangesWhole[];
  /** From perspectives to threads; practices and components. */
  parts: readonly ChangesParts[];
  /** How a figure of a part is written: '2.50', or '2' for a level. */
  isLevel: boolean;
}

const figure = (value: number | null, isLevel: boolean) => (value !== null && isLevel ? String(value) : formatScore(value));

const having = (moves: readonly NamedChange[], ...outcomes: Outcome[]) =>
  moves.filter(({ outcome }) => outcome !== null && outcomes.includes(outcome));
const isCompared = ({ difference }: FigureChange) => difference !== null;
const hasMoved = ({ moves }: ChangesParts) => having(moves, "risen", "fallen").length > 0;

/** A sentence has at most four names; of more, it gives at most three that moved most. */
const NAMED = 4;

/** 'Four have risen, one has fallen and two are unchanged'. */
function counts(say: Stated, about: string, moves: readonly NamedChange[]): string[] {
  const said = (outcome: Outcome, one: string, several: string) => {
    const { length } = having(moves, outcome);
    say.note(`${about}: ${outcome}`, length);
    return length === 0 ? [] : [`${countInWords(length)} ${length === 1 ? one : several}`];
  };
  return [
    ...said("risen", "has risen", "have risen"),
    ...said("fallen", "has fallen", "have fallen"),
    ...said("unchanged", "is unchanged", "are unchanged"),
    ...said(
      "statements changed",
      "differs because statements changed; it counts as neither risen nor fallen",
      "differ because statements changed; they count as neither risen nor fallen",
    ),
  ];
}

/** How many parts of a kind have risen, fallen or stayed. */
function countSentence(say: Stated, { one, many, compared, moves }: ChangesParts, soFar: boolean, about = many): string[] {
  const both = moves.filter(isCompared);
  if (both.length === 0) return [];
  const parts = counts(say, about, both);
  const [only] = parts;
  // Where all can be compared, nothing has to say so.
  const which = both.length === moves.length ? "" : ` ${compared}`;
  const begun = (sentence: string) => (soFar ? `So far, ${lowerFirst(sentence)}` : sentence);
  if (parts.length === 1 && only !== undefined) {
    const said = only.slice(only.indexOf(" ") + 1);
    say.note(`${about} of which all say so`, which === "" ? "all" : `those ${compared}`);
    return [
      begun(
        both.length === 1
          ? `The one ${one}${which} ${said}.`
          : `${both.length === 2 ? "Both" : `All ${countInWords(both.length)}`} ${many}${which} ${said}.`,
      ),
    ];
  }
  say.note(`${about} that are counted`, which === "" ? "all" : `those ${compared}`);
  return [begun(`Of the ${countInWords(both.length)} ${many}${which}, ${listed(parts)}.`)];
}

/** Which have risen or fallen, those with the largest difference first: 'A has risen from 1.00 to 2.00, and B from 1.00 to 1.50'. */
function namedSentence(say: Stated, { moves, areNamed }: ChangesParts, outcome: "risen" | "fallen", isLevel: boolean): string[] {
  const which = having(moves, outcome)
    .map((move) => (areNamed || !move.group ? move : { ...move, name: `${move.name} in ${move.group}` }))
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0));
  // A few that have fallen are named, whatever they are.
  if (which.length === 0 || !(areNamed || (outcome === "fallen" && which.length <= NAMED))) return [];
  const from = ({ name, before, now }: NamedChange) => {
    const [then, today] = [figure(before, isLevel), figure(now, isLevel)];
    say.note(name, `${then} → ${today}`);
    return `from ${isLevel ? "level " : ""}${then} to ${today}`;
  };
  if (which.length > NAMED) {
    // Of several that moved alike, none is picked.
    const next = Math.abs(which[NAMED - 1]?.difference ?? 0);
    const most = which.slice(0, NAMED - 1).filter(({ difference }) => Math.abs(difference ?? 0) > next);
    const some = most.map((move) => `${move.name} (${from(move)})`);
    return some.length === 0 ? [] : [`${some.length === 1 ? `${some[0]} has` : `${listed(some)} have`} ${outcome} most.`];
  }
  const [first, ...others] = which;
  return first === undefined
    ? []
    : [`${listed([`${first.name} has ${outcome} ${from(first)}`, ...others.map((move) => `${move.name} ${from(move)}`)])}.`];
}

/** Which are newly covered, no longer covered or not answered yet. */
function coverageSentences(say: Stated, { one, many, moves, areNamed }: ChangesParts): string[] {
  return (["newly covered", "no longer covered", "not answered yet"] as const).flatMap((outcome) => {
    const which = having(moves, outcome);
    const isNamed = areNamed && which.length > 0 && which.length <= NAMED;
    say.note(`${many}: ${outcome}`, isNamed ? listed(which.map(({ name }) => name)) : which.length);
    if (which.length === 0) return [];
    const names = isNamed ? `: ${listed(which.map(({ name }) => name))}` : "";
    return [`${upperFirst(countedInWords(which.length, one, many))} ${which.length === 1 ? "is" : "are"} ${outcome}${names}.`];
  });
}

/** '2.39 → 2.77'. Where statements changed, that is neither a rise nor a fall. */
const moved = ({ before, now, outcome, isLevel }: Pick<ChangesWhole, "before" | "now" | "outcome" | "isLevel">) =>
  `${figure(before, isLevel)} → ${figure(now, isLevel)}${outcome === "statements changed" ? ", statements changed" : ""}`;

/** 'The overall score has risen from 2.39 to 2.77.' Where the results have other figures, these come first: a report has them elsewhere. */
function wholeSentence(say: Stated, { printed, ...whole }: ChangesWhole, soFar: boolean): string[] {
  const { name, before, now, isLevel } = whole;
  if (before === null && now === null) return [];
  say.note(`${lowerFirst(name)}${printed ? " over what was assessed both times" : ""}`, moved(whole));
  if (printed) say.note(lowerFirst(name), moved({ ...whole, ...printed }));
  const what = `The ${lowerFirst(name)}`;
  if (!printed) return [`${what} ${wholeSaid(whole, soFar)}.`];
  const [then, today] = [figure(printed.before, isLevel), figure(printed.now, isLevel)];
  return [`${what} was ${then} and is ${today}${yet(soFar)}. Over what both have assessed, it ${wholeSaid(whole, soFar)}.`];
}

const yet = (soFar: boolean) => (soFar ? " so far" : "");

function wholeSaid({ before, now, outcome, isLevel }: Omit<ChangesWhole, "printed">, soFar: boolean): string {
  const [then, today] = [figure(before, isLevel), `${figure(now, isLevel)}${yet(soFar)}`];
  if (before === null) return `is ${today}; there was none then`;
  if (now === null)
    return `was ${then}; ${outcome === "not answered yet" || (soFar && outcome === null) ? "it is not known yet" : "there is none now"}`;
  if (outcome === "risen" || outcome === "fallen") return `has ${outcome} from ${then} to ${today}`;
  if (outcome === "unchanged") return `is ${today}, as it was then`;
  if (outcome === "statements changed") return `was ${then} and is ${today}; as statements changed, that is neither a rise nor a fall`;
  return `was ${then} and is ${today}`;
}

const sinceThen = ({ since }: ChangesFacts) => (since === undefined ? "since then" : `since ${since}`);
const ofAll = ({ parts }: ChangesFacts) => parts.flatMap(({ moves }) => moves);

/** Whether both have the same, with the same figures. */
const isAllSame = (facts: ChangesFacts) => {
  const all = [...ofAll(facts), ...facts.wholes.filter(({ before, now }) => before !== null || now !== null)];
  return all.length > 0 && all.every(({ outcome }) => outcome === "unchanged");
};

/**
 * The paragraphs of the section, unless the assessors write something.
 * @param isBrief without examples of many that moved, for a slide whose chart has them
 * @param say collects the facts that are stated
 */
export function changesSentences(facts: ChangesFacts, isBrief = false, say = new Stated()): string[] {
  const { parts, wholes, isLevel, isApart, soFar } = facts;
  const compared = ofAll(facts).some(isCompared);
  if (!isApart) say.note("whether anything was assessed both times", compared ? "yes" : "no");
  say.note("whether anything has moved", isAllSame(facts) ? "no" : "yes");
  const first = isApart || compared ? [] : ["Nothing was assessed both times, so nothing can be compared."];
  const paragraphs = [
    [
      ...(isAllSame(facts) ? [`Nothing has moved ${sinceThen(facts)}${yet(soFar)}.`] : []),
      ...first,
      ...wholes.flatMap((whole) => wholeSentence(say, whole, soFar)),
    ],
    ...parts.map((each) => [
      ...countSentence(say, each, soFar),
      ...(["risen", "fallen"] as const)
        .filter((outcome) => !isBrief || having(each.moves, outcome).length <= NAMED)
        .flatMap((outcome) => namedSentence(say, each, outcome, isLevel)),
    ]),
    isApart ? [] : parts.flatMap((each) => coverageSentences(say, each)),
  ];
  return paragraphs.filter(({ length }) => length > 0).map((sentences) => sentences.join(" "));
}

/** The facts of an executive summary that rest on the assessment with which it is compared. The address chooses that one. */
export const sinceLast = (what: string) => `since last time, ${what}`;
export const restsOnComparison = (what: string) => what.startsWith(sinceLast(""));

/** A figure of the whole as an executive summary has it: 'the overall score has risen from 2.10 to 2.60'. */
function wholeInBrief(say: Stated, { name, before, now, outcome, isLevel, printed }: ChangesWhole): string[] {
  const what = `the ${lowerFirst(name)}`;
  const said = (value: number) => (isLevel ? String(value) : scoreInProse(value));
  const [then, today] = [printed?.before ?? before, printed?.now ?? now];
  if (then === null || today === null) return [];
  const [from, to] = [said(then), said(today)];
  const became = !printed && (outcome === "risen" || outcome === "fallen" || outcome === "unchanged") ? ` (${outcome})` : "";
  say.note(sinceLast(lowerFirst(name)), `${from} → ${to}${became}`);
  const isMove = !printed && (outcome === "risen" || outcome === "fallen");
  if (isMove) return [`${what} has ${outcome} ${from === to ? `slightly, and is ${to}` : `from ${from} to ${to}`}`];
  return [outcome === "unchanged" && !printed ? `${what} is ${to}, as it was then` : `${what} was ${from} and is ${to}`];
}

/** Parts that a maturity was waiting for, or that it followed down: 'because Risk management has reached 2.00'. */
function causeOf(
  say: Stated,
  { before, now, outcome, isLevel, printed }: ChangesWhole,
  { moves, many }: ChangesParts,
  areLevels: boolean,
): string[] {
  if (!isLevel || printed || before === null || now === null || (outcome !== "risen" && outcome !== "fallen")) return [];
  const has = outcome === "risen";
  const limit = has ? now : before;
  const crossing = moves.filter(
    ({ before: then, now: today }) =>
      then !== null && today !== null && wholeScore(then) < limit === has && wholeScore(today) < limit !== has,
  );
  say.note(sinceLast("what the level followed"), listed(crossing.map(({ name }) => name)));
  if (crossing.length === 0) return [];
  const who = crossing.length > NAMED ? `${countInWords(crossing.length)} ${many}` : listed(crossing.map(({ name }) => name));
  const to = areLevels ? `level ${limit}` : formatScore(limit);
  return [`because ${who} ${crossing.length === 1 ? "has" : "have"} ${has ? "reached" : "fallen below"} ${to}`];
}

/**
 * What has changed, for an executive summary: 'Since 6 Nov 2025, the overall maturity has risen from 1 to 2, because Risk management has reached 2.00; the overall score has
 * risen from 2.10 to 2.60.'
 * @returns sentences in one text; empty where nothing can be compared
 */
export function changesInBrief(facts: ChangesFacts, say = new Stated()): string {
  const { parts, wholes, isApart, soFar } = facts;
  if (isApart || soFar || !ofAll(facts).some(isCompared)) return "";
  const main = parts.find(({ moves }) => moves.some(isCompared));
  // The maturity of ITIL is that of components.
  const ofLevel = parts.find(({ one, moves }) => one === "component" && moves.some(isCompared)) ?? main;
  // A board asks for the level first, and why it is another.
  const said = wholes
    .filter(isCompared)
    .toSorted((a, b) => Number(b.isLevel) - Number(a.isLevel))
    .flatMap((whole) =>
      wholeInBrief(say, whole).map((text) => [text, ...(ofLevel ? causeOf(say, whole, ofLevel, facts.isLevel) : [])].join(", ")),
    );
  const fallen = fallenInBrief(say, facts);
  // How many parts have moved is said where the report says which.
  if (said.length === 0) return main ? [...countSentence(say, main, false, sinceLast(main.many)), ...fallen].join(" ") : "";
  return [`${upperFirst(sinceThen(facts))}, ${said.join("; ")}.`, ...fallen].join(" ");
}

/** What has fallen, though the whole may have risen: perspectives before threads. */
function fallenInBrief(say: Stated, { parts, isLevel }: ChangesFacts): string[] {
  const part = parts.find(hasFallen);
  const named = part && having(part.moves, "fallen").length <= NAMED ? namedSentence(new Stated(), part, "fallen", isLevel) : [];
  const sentences = named.length > 0 || !part ? named : [`${upperFirst(fallenInWords(part))}.`];
  say.note(sinceLast("what has fallen"), sentences.join(" ") || NONE);
  return sentences;
}

const hasFallen = ({ moves }: ChangesParts): boolean => having(moves, "fallen").length > 0;

/** 'one thread has fallen'. */
function fallenInWords({ moves, one, many }: ChangesParts): string {
  const count = having(moves, "fallen").length;
  return `${countedInWords(count, one, many)} ${count === 1 ? "has" : "have"} fallen`;
}

/** The message of its slide: 'Four perspectives have risen and one has fallen since 6 Nov 2025'. */
export function changesMessage(facts: ChangesFacts): string {
  const { parts, isApart, soFar } = facts;
  const when = `${sinceThen(facts)}${soFar ? ", so far" : ""}`;
  if (isApart) return `Then and now side by side: another scope was assessed`;
  if (!ofAll(facts).some(isCompared)) return "Nothing was assessed both times";
  const moving = parts.find(hasMoved);
  if (!moving) {
    const changed = having(ofAll(facts), "statements changed").length > 0;
    return `${changed ? "Only what rests on changed statements differs" : "What both have assessed has not moved"} ${when}`;
  }
  const [risen, fallen] = [having(moving.moves, "risen").length, having(moving.moves, "fallen").length];
  const units = (count: number) => countedInWords(count, moving.one, moving.many);
  const has = (count: number) => (count === 1 ? "has" : "have");
  if (fallen === 0)
    return [
      `${upperFirst(units(risen))} ${has(risen)} risen ${when}`,
      ...parts
        .slice(parts.indexOf(moving) + 1)
        .filter(hasFallen)
        .slice(0, 1)
        .map(fallenInWords),
    ].join("; ");
  if (risen === 0) return `${upperFirst(units(fallen))} ${has(fallen)} fallen ${when}`;
  return `${upperFirst(units(risen))} ${has(risen)} risen and ${countInWords(fallen)} ${has(fallen)} fallen ${when}`;
}
