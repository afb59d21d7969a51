import { groupBy } from "#model/group-by.ts";

/** Groups items by the id of their assessment. */
export const byAssessment = <T extends { assessmentId: number }>(items: readonly T[]): Map<number, T[]> =>
  groupBy(items, ({ assessmentId }) => assessmentId);
