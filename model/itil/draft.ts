/** What the results of an ITIL assessment in progress can say so far (docs/rules/results-and-files.md#drafts). */
import type { ItilDraft, ItilResults } from "../contract/itil.ts";

/**
 * The results of what is complete: a practice that is not may still meet what it has not been asked, so it has nothing to improve yet.
 * Its scores are null already.
 */
export function itilResultsSoFar({ results, progress }: ItilDraft): ItilResults {
  const complete = new Set(progress.capabilityProgress.filter((practice) => practice.complete).map(({ id }) => id));
  return { ...results, areasOfImprovement: results.areasOfImprovement.filter(({ id }) => complete.has(id)) };
}
