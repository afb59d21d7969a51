/** Checks that the texts of a catalogue differ from each other. A fault is a line that names file and place. */
import { P3M3_SCOPES } from "#model/p3m3/catalogue.ts";
import { nearestPairs } from "./similarity.ts";
import { type CatalogueText, type TextKind, whereIs } from "./texts.ts";

/**
 * From this similarity on (see nearestPairs), two texts of a kind count as nearly equal. The same frame around other nouns reaches 0.5
 * and more, independent texts on neighbouring subjects stay below 0.3. Diagnostics are short, so that a few common words weigh more.
 */
const NEARLY_EQUAL: Readonly<Partial<Record<TextKind, number>>> = {
  statement: 0.3,
  criterion: 0.3,
  option: 0.3,
  hint: 0.5,
  diagnostic: 0.7,
};

/**
 * The words that make a statement one of level 4 or 5: a figure that is compared with a limit, a trial that showed a change to be better.
 * Readers compare levels, and like the same words there. So these words make no two statements alike.
 */
const LEVEL_WORDS = [
  /\bcompar(?:es?|ed|ing)\b/g,
  /\b(?:with|against) (?:an?|its|the) (?:(?:set|agreed) )?(?:limit|target|tolerance|norm|minimum)\b/g,
  /\bor (?:a similar|another) (?:figure|measure|result)\b/g,
  /\band decides?(?: on| whether to| how to)?\b/g,
  /\b(?:in|after) a (?:comparison|parallel run|pilot|test|trial)(?: or (?:comparison|pilot|test|trial))?(?: showed(?: that)?)?\b/g,
  /\b(?:worked|did|works?) better\b/g,
  /\b(?:in|by) a? ?new (?:rules?|steps?|way)\b/g,
  /\bthe new ones?\b/g,
];
const HAS_LEVELS: readonly string[] = ["statement", "criterion"];

/** A text without the words of its level. */
const ownWords = (text: string) => LEVEL_WORDS.reduce((rest, words) => rest.replace(words, ""), text);

/** Texts that are equal, or nearly so; diagnostics only within one scope, since what is checked may be the same in another. */
export function similarityFaults(texts: readonly CatalogueText[]): string[] {
  return Object.entries(NEARLY_EQUAL).flatMap(([kind, bound]) => {
    const ofKind = texts
      .filter((text) => text.kind === kind)
      .map((match) => ({ match, text: HAS_LEVELS.includes(kind) ? ownWords(match.text) : match.text }));
    const groups = kind === "diagnostic" ? P3M3_SCOPES.map((scope) => ofKind.filter(({ match }) => match.scope === scope)) : [ofKind];
    return groups
      .flatMap((group) => nearestPairs(group, bound))
      .map(({ first: { match: first }, second: { match: second }, similarity }) => {
        const likeness = first.text === second.text ? "the same as" : `nearly the same (${similarity.toFixed(2)}) as`;
        return `${whereIs(second)}: is ${likeness} ${whereIs(first)}`;
      });
  });
}
