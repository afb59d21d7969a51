/** The results of an engagement's assessments, each opened as its own screen opens it (docs/rules/engagements.md#members). */
import pLimit from "p-limit";
import type { Engagement, EngagementMember } from "#model/contract/engagements.ts";
import { findP3m3Scope, P3M3_SCOPES } from "#model/p3m3/catalogue.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure } from "~/services/faults.server";
import { progressOf } from "~/services/home/rows.server";
import type { ResultNeeds } from "~/services/results/result-request.server";
import { openResult } from "~/services/results/results.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import { orNotProvided } from "~/views/missing";
import { resultPaths } from "~/views/paths";
import type { Result } from "~/views/result";

/** How many results are read at the same time. */
const AT_ONCE = 4;

/** Why a member has no result. */
type Absence = "no model" | "no scope" | "no draft";

export interface OpenedMember {
  member: EngagementMember;
  name: string;
  /** What tells it from the others in few words, such as 'Portfolio, North'. */
  label: string;
  result: Result | Absence;
}

/** A member with its result. */
export interface ResultMember extends OpenedMember {
  result: Result;
}

export const hasResult = (member: OpenedMember): member is ResultMember => typeof member.result !== "string";

interface MemberNeeds extends ResultNeeds {
  /** Whether nothing of it may be missing: a file could be sent by mistake. */
  isWhole?: boolean;
}

/**
 * Opens the result of each member, or its draft. Those of a unit are in the order of the scopes, from portfolio to project.
 * @throws LoadFailure where one of them cannot be read, or the reader rates one apart: nothing is shown as if it were whole
 */
export async function openMembers(context: UserContext, { members }: Engagement, needs: MemberNeeds = {}): Promise<OpenedMember[]> {
  for (const { assessment } of members) if (assessment) refuseApart(assessment);
  const hasDrafts = await hasExtension("drafts");
  const limit = pLimit(AT_ONCE);
  const results = await Promise.all(members.map((member) => limit(() => open(context, member, hasDrafts, needs))));
  const opened = members.map((member, index) => ({
    member,
    name: orNotProvided(member.name),
    result: results[index] ?? ("no scope" as const),
  }));
  const units = [...new Set(members.map(({ unit }) => unit))];
  const rank = ({ member: { unit, assessment } }: (typeof opened)[number]) => {
    const scope = findP3m3Scope(assessment?.selectedScope ?? null);
    return (
      units.indexOf(unit) * (P3M3_SCOPES.length + 1) + (scope ? P3M3_SCOPES.length - 1 - P3M3_SCOPES.indexOf(scope) : P3M3_SCOPES.length)
    );
  };
  return labelled(opened.toSorted((one, other) => rank(one) - rank(other)));
}

/** Without a call: one about its result would be refused in the same way (docs/rules/second-ratings.md#blind). */
function refuseApart({ id, name, apart }: NonNullable<EngagementMember["assessment"]>): void {
  if (typeof apart === "number")
    throw new LoadFailure("result", new UpstreamFault(403, "a result", { apart: { assessment: id, number: apart, name } }));
}

async function open(
  context: UserContext,
  { assessment }: EngagementMember,
  hasDrafts: boolean,
  { isWhole, ...needs }: MemberNeeds,
): Promise<OpenedMember["result"]> {
  if (!assessment) return "no model";
  const isDraft = assessment.status !== "Completed";
  if (isDraft && !progressOf(assessment).isSetUp) return "no scope";
  if (isDraft && !hasDrafts) return "no draft";
  // A profile compares the assessments with each other, not with a benchmark.
  const query = new URLSearchParams({ benchmark: "off" });
  const path = resultPaths(isDraft).result(assessment.id, assessment.assessmentType);
  const { result, lacks } = await openResult(context, { assessmentId: assessment.id, isDraft, query, path }, needs);
  if (isWhole && lacks.length > 0) throw new LoadFailure("result", new UpstreamFault(503, `parts of a result: ${lacks.join(", ")}`));
  return result;
}

type Unlabelled = Omit<OpenedMember, "label">;

/** Scopes as labels name them. Those of ITIL are no words that tell what was assessed. */
const SCOPE_WORDS = { P3M3: (scope: string) => scope, ITIL: (scope: string) => `ITIL ${scope}` };
const scopeOf = ({ assessmentType, selectedScope }: NonNullable<EngagementMember["assessment"]>): string | null =>
  selectedScope === null ? null : SCOPE_WORDS[assessmentType](selectedScope);

/** Members with labels of which no two are the same: scope and unit; the name too where these are not enough, and the number where that is not. */
function labelled(members: readonly Unlabelled[]): OpenedMember[] {
  const short = ({ member: { unit, assessment }, name }: Unlabelled) =>
    [assessment ? (scopeOf(assessment) ?? name) : name, unit].filter(Boolean).join(", ");
  const long = (each: Unlabelled) => (short(each).startsWith(each.name) ? short(each) : `${short(each)}: ${each.name}`);
  const numbered = (each: Unlabelled) => `${long(each)} (ID ${each.member.id})`;
  const isShared = (labelOf: (each: Unlabelled) => string, label: string) =>
    members.filter((each) => labelOf(each).toLowerCase() === label.toLowerCase()).length > 1;
  return members.map((each) => {
    const label = [short, long].find((labelOf) => !isShared(labelOf, labelOf(each))) ?? numbered;
    return { ...each, label: label(each) };
  });
}
