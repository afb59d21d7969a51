/** Members of an engagement that are made of the results of samples. */
import type { EngagementMember } from "#model/contract/engagements.ts";
import type { ResultMember } from "~/services/engagements/members.server";
import type { Result } from "~/views/result";

/** A member with a result. */
export function memberOf(result: Result, label: string, unit = ""): ResultMember {
  const { id, scope } = result.assessment;
  const assessment = { id, assessmentType: result.model, selectedScope: scope } as EngagementMember["assessment"];
  const member = { id, name: result.assessment.name, unit, assessment, responsible: null, day: null, review: null } as EngagementMember;
  return { member, name: result.assessment.name, label, result };
}

/** So many members with these results in turn, each with an id and a label of its own. */
export const manyMembers = (count: number, results: readonly Result[]): ResultMember[] =>
  Array.from({ length: count }, (_, index) => {
    const result = structuredClone(results[index % results.length]);
    if (!result) throw new Error("There is no result.");
    result.assessment.id = String(index + 1);
    return memberOf(result, `Programme, Directorate of Harbour Works ${String.fromCharCode(65 + index)}`);
  });
