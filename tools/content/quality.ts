/**
 * What makes a catalogue fit for use beyond its schema (docs/content.md#what-is-measured): nothing is missing, texts differ, and they read
 * as they should. Each kind of check has a module of its own.
 */

import type { PackContent } from "#api/content/pack.ts";
import { completenessFaults } from "./completeness.ts";
import { progressionFaults } from "./progression.ts";
import { samenessFaults } from "./sameness.ts";
import { textsOf } from "./texts.ts";
import { similarityFaults } from "./variety.ts";
import { formFaults, lengthFaults, placeholderFaults, spellingFaults } from "./wording.ts";

/**
 * Every fault that the checks find in a pack, as lines that name file and place, so that an author can mend them; an empty list
 * is a pass. Spelling and the words of a level are checked only in British English packs.
 */
export function qualityFaults(content: PackContent): string[] {
  const texts = textsOf(content);
  return [
    ...completenessFaults(content),
    ...lengthFaults(texts),
    ...formFaults(texts),
    ...placeholderFaults(texts),
    ...similarityFaults(texts),
    ...samenessFaults(texts),
    ...(content.heading.language === "en-GB" ? [...spellingFaults(texts), ...progressionFaults(texts)] : []),
  ];
}
