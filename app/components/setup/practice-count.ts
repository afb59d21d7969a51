/** Counts the chosen practices in words, and tells what the scope still needs (docs/rules/itil.md#scopes). */

import type { ItilScope } from "#model/itil/catalogue.ts";
import {
  callsForComprehensive,
  countedPractices,
  lockedPractices,
  missingPractices,
  PRACTICE_BOUNDS,
  PRIMARY,
  type PracticeChoice,
} from "#model/itil/scope.ts";
import { counted } from "#model/words.ts";

/** '7 practices chosen (4 Primary, 3 Supporting), and Continual improvement'. */
export function countInWords(scope: ItilScope, practices: readonly PracticeChoice[]): string {
  const count = countedPractices(scope, practices);
  const added = lockedPractices(scope).map(({ id }) => id);
  const primary = practices.filter(({ id, mode }) => mode === PRIMARY && !added.includes(id)).length;
  const chosen = `${counted(count, "practice")} chosen`;
  const modes = count === 0 ? "" : ` (${primary} Primary, ${count - primary} Supporting)`;
  return `${chosen}${modes}${added.length > 0 ? ", and Continual improvement" : ""}`;
}

/** What is missing or too many for the scope, in words. */
export function needInWords(scope: ItilScope, practices: readonly PracticeChoice[], isStarted: boolean): { isMet: boolean; text: string } {
  const { least, most } = PRACTICE_BOUNDS[scope];
  const missing = missingPractices(scope, practices);
  if (missing > 0) return { isMet: false, text: `${missing} more needed: ${scope} needs at least ${least}` };
  if (callsForComprehensive(scope, practices)) {
    const excess = countedPractices(scope, practices) - most;
    const way = isStarted ? "take some out" : "saving asks whether to make the assessment Comprehensive";
    return { isMet: false, text: `${excess} more than ${scope} allows: ${way}` };
  }
  return { isMet: true, text: scope === "Maturity" ? `Maturity allows up to ${most}` : `Enough for ${scope}` };
}
