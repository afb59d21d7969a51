/** Checks that the texts of a catalogue differ from each other. A fault is a line that names file and place. */
import { P3M3_SCOPES } from "#model/p3m3/catalogue.ts";
import { type CatalogueText, type TextKind, whereIs } from "./catalogue-texts.ts";
import { nearestPairs } from "./similarity.ts";

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

/** Texts that are equal, or nearly so; diagnostics only within one scope, since what is checked may be the same in another. */
export function similarityFaults(texts: readonly CatalogueText[]): string[] {
  return Object.entries(NEARLY_EQUAL).flatMap(([kind, bound]) => {
    const ofKind = texts.filter((text) => text.kind === kind);
    const groups = kind === "diagnostic" ? P3M3_SCOPES.map((scope) => ofKind.filter((text) => text.scope === scope)) : [ofKind];
    return groups
      .flatMap((group) => nearestPairs(group, bound))
      .map(({ first, second, similarity }) => {
        const likeness = first.text === second.text ? "the same as" : `nearly the same (${similarity.toFixed(2)}) as`;
        return `${whereIs(second)}: is ${likeness} ${whereIs(first)}`;
      });
  });
}
