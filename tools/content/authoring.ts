/**
 * What the authors' guide asks of our own texts (docs/content.md#writing-statements), as far as a program can check it: that two assessors
 * with the same evidence rate a statement alike. The checks look for words, so they miss some slips and sometimes report one that is
 * none; the guide says what to do then. A fault is a line that names file and place.
 */

import { isP3m3Pack, type PackContent } from "#api/content/pack.ts";
import {
  KNOWING,
  MEMORY,
  NOT_CUSTOMER,
  OF_THE_MATTER,
  ONE_CLAIM_WITH_ITS_USE,
  ORDER,
  QUANTITY,
  SENTENCE_VERB,
  SEVERAL_CLAIMS,
  SHOWN,
  TALK,
  UNNATURAL,
  VERDICT,
} from "./authoring-words.ts";
import { type CatalogueText, openingOf, type TextKind, textsOf, whereIs } from "./texts.ts";

/** Every fault against the authors' guide in a pack. The finders know English words only: other languages have no faults here. */
export function authoringFaults(content: PackContent): string[] {
  if (!content.heading.language.startsWith("en")) return [];
  const texts = textsOf(content);
  return [
    ...boundaryFaults(content),
    ...texts.flatMap((text) => slipsOf(text).map((slip) => `${whereIs(text)}: ${slip}`)),
    ...buildFaults(texts),
  ];
}

const AWARENESS_LEVEL = 1;
const MANAGED_LEVEL = 4;
/** The most words of a statement or criterion that people take in when it is read to them. */
const MOST_WORDS = 25;

/** Shortest and longest text of one claim, in characters. */
const LENGTHS: Readonly<Partial<Record<TextKind, readonly [number, number]>>> = {
  statement: [40, 200],
  criterion: [40, 190],
  diagnostic: [15, 90],
  hint: [50, 160],
  belongs: [60, 320],
};

/** What is wrong with a single text. */
function slipsOf({ kind, text, level, place }: CatalogueText): string[] {
  const say = (slip: string, match: RegExpExecArray | null) => (match ? [`${slip} ("${match[0].trim()}")`] : []);
  const [least, most] = LENGTHS[kind] ?? [1, Number.POSITIVE_INFINITY];
  const length = text.length < least || text.length > most ? [`has ${text.length} characters, one claim needs ${least} to ${most}`] : [];
  const isRated = kind === "statement" || kind === "criterion";
  // What a computed level means is arithmetic, which nobody rates.
  const isAnswered = isRated || kind === "diagnostic" || (kind === "option" && !place.includes(".levels."));
  if (!isAnswered) return length;
  const counted = OF_THE_MATTER.reduce((rest, { phrase }) => rest.replace(phrase, " – "), text);
  const knowing = level === AWARENESS_LEVEL && SHOWN.test(text) ? null : KNOWING.exec(text);
  const claims = SEVERAL_CLAIMS.filter(({ sign }) => !((level ?? 0) >= MANAGED_LEVEL && ONE_CLAIM_WITH_ITS_USE.has(sign)));
  const words = text.split(/\s+/u).length;
  return [
    ...length,
    ...(isRated && words > MOST_WORDS ? [`has ${words} words, at most ${MOST_WORDS} can be read aloud`] : []),
    ...say("is not what somebody would say", UNNATURAL.exec(text)),
    ...say("says how many or how often", QUANTITY.exec(counted)),
    ...say("rests on what somebody remembers", MEMORY.exec(text)),
    ...say("rests on what somebody knows, and does not say by what it shows", knowing),
    ...say("rests on talk that leaves no trace", SHOWN.test(text) ? null : TALK.exec(text)),
    ...say("has another word for the customer", NOT_CUSTOMER.exec(text)),
    ...(isRated ? claims.flatMap(({ pattern, sign }) => say(`makes several claims: ${sign}`, pattern.exec(text))) : []),
    ...(kind === "diagnostic"
      ? [
          ...say("is a sentence, not a phrase", SENTENCE_VERB.exec(text)),
          ...say("is an order", ORDER.exec(text)),
          ...say("passes a verdict", VERDICT.exec(text)),
          ...say("ends in a full stop", /\.$/.exec(text)),
        ]
      : []),
  ];
}

/** Threads and practices that do not say what belongs to them and what to their neighbours. */
function boundaryFaults(content: PackContent): string[] {
  const lacking = "has no sentence on what belongs here and what to its neighbours";
  if (isP3m3Pack(content))
    return content.heading.threads.flatMap(({ code, belongs }) => (belongs ? [] : [`pack.json: threads: ${code} ${lacking}`]));
  return Object.entries(content.practices).flatMap(([code, { belongs }]) => (belongs ? [] : [`${code}.json: belongs: ${lacking}`]));
}

/** Texts that begin with the same two words as the one that an assessor, author or client reads just before. */
function buildFaults(texts: readonly CatalogueText[]): string[] {
  const before = new Map<string, CatalogueText>();
  return texts.flatMap((text) => {
    const series = seriesOf(text);
    if (series === undefined) return [];
    const last = before.get(series);
    before.set(series, text);
    const opening = openingOf(text, 2);
    return last && openingOf(last, 2) === opening ? [`${whereIs(text)}: begins as the one before it ("${opening}")`] : [];
  });
}

/**
 * The texts that are read one after the other: a statement's diagnostics, the hints of a thread or success factor. Statements may begin
 * alike: a reader of a sheet compares levels, and likes the similarity.
 */
function seriesOf({ file, kind, place }: CatalogueText): string | undefined {
  // threads.PL.3.Programme.diagnostics.1 and psfs.0.hints.2 end in the place within their series; threads.PL.3.hint has the level within.
  if (kind === "diagnostic") return `${file}/${place.slice(0, place.lastIndexOf("."))}`;
  if (kind === "hint") return `${file}/${place.split(".").slice(0, 2).join(".")}`;
  return undefined;
}
