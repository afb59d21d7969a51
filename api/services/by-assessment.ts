/** Groups items by the id of their assessment. */
export function byAssessment<T extends { assessmentId: number }>(items: readonly T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groups.get(item.assessmentId);
    if (group) group.push(item);
    else groups.set(item.assessmentId, [item]);
  }
  return groups;
}
