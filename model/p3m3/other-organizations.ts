/** When an assessor may compare a client with the team's other clients (docs/rules/benchmark.md#your-other-organizations). */

/** How many other organizations a mean needs. A mean of fewer comes close to the score of a single client. */
export const OTHERS_NEEDED = 5;

/** How the team's other organizations score in one perspective. */
export interface OthersMean {
  perspectiveId: number;
  /** The mean, from 0 to 5. */
  score: number;
  /** How many organizations it is of. */
  sampleSize: number;
}

/** Leaves out what too few organizations have assessed. */
export const shownMeans = <Mean extends Pick<OthersMean, "sampleSize">>(means: readonly Mean[]): Mean[] =>
  means.filter(({ sampleSize }) => sampleSize >= OTHERS_NEEDED);

/** Says how many organizations are needed and how many there are; undefined where there are enough. */
export function othersMessage(organizations: number): string | undefined {
  if (organizations >= OTHERS_NEEDED) return undefined;
  const there = organizations === 0 ? "there is none" : organizations === 1 ? "there is 1" : `there are ${organizations}`;
  return `${OTHERS_NEEDED} other organizations of your team with a completed assessment in the same scope are needed; ${there}.`;
}
