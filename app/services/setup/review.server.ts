/** The review step: everything that was set up, and where its buttons lead (docs/rules/setup-and-scope.md#review). */

import type { Assessment } from "#model/contract/assessments.ts";
import { scoredItems } from "#model/earlier-scores.ts";
import { ORGANIZATION_FIELDS } from "#model/fields.ts";
import type { UserContext } from "~/services/context.server";
import { setUpOf } from "~/services/setup/models.server";
import { beforeFacts, findCandidates } from "~/services/setup/previous.server";
import { profileFacts } from "~/services/setup/profile-form.server";
import { hasScope, homeOf } from "~/services/upstream/assessments.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { readTargets, targetsAt } from "~/services/upstream/targets.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { factsIn } from "~/views/form-fields";
import { paths } from "~/views/paths";
import type { Fact, ReviewStep } from "~/views/setup";
import { targetInWords } from "~/views/target-words";

/** The order of docs/rules/setup-and-scope.md#review. */
const ORGANIZATION_FACTS = ["name", "size", "country", "businessUnit", "industry"] as const;

/**
 * What the review shows. An assessment that may not be edited has no links.
 * @param readOnly why it may not be edited
 * @throws LoadFailure
 */
export async function loadReview(context: UserContext, assessment: Assessment, readOnly: string | undefined): Promise<ReviewStep> {
  const { id, assessmentType: model, organization } = assessment;
  const setUp = setUpOf(assessment);
  const whenEditable = <T>(link: T) => (readOnly === undefined ? link : undefined);
  const isReady = hasScope(assessment);
  return {
    organization: factsIn(ORGANIZATION_FIELDS, organization ?? {}, ORGANIZATION_FACTS),
    profile: [
      ...profileFacts(assessment),
      ...beforeFacts(assessment, assessment.previousId ? await findCandidates(context, organization?.id, assessment) : undefined),
    ],
    scope: [...setUp.scopeFacts(assessment), ...setUp.sizeFacts(assessment)],
    levelNote: setUp.levelNote(assessment),
    further: [await targetSection(context, assessment)],
    readOnly,
    archived: assessment.isArchived ? { mayRestore: (await rightsOf(context, assessment)).mayWrite } : undefined,
    isReady,
    isStarted: assessment.status === "Active",
    links: {
      organization: organization && whenEditable(paths.organizationEdit(organization.id, { review: id })),
      profile: whenEditable(paths.step("profile", id, model)),
      scope: whenEditable(paths.step("scope", id, model)),
      home: homeOf(assessment),
      start: whenEditable(paths.continue(id)),
      result: assessment.status === "Completed" && !assessment.isArchived ? paths.result(id, model) : undefined,
    },
  };
}

/** The targets of what was chosen (docs/rules/targets.md#where-targets-are-shown). */
async function targetSection({ api }: UserContext, assessment: Assessment): Promise<ReviewStep["further"][number]> {
  const targets = await readTargets(api, assessment).catch(ignoreFault);
  const chosen = new Set(setUpOf(assessment).scoredCodes(assessment));
  const facts = scoredItems(assessment.assessmentType)
    .filter(({ code }) => chosen.has(code))
    .flatMap(({ code, name }): Fact[] => {
      const target = targets?.find(code);
      return target ? [[name, `${targetInWords(target)}. ${target.reason}`]] : [];
    });
  const to = await targetsAt(assessment);
  return { title: "Targets", facts, link: to === undefined ? undefined : { to, label: "Targets of the organization" } };
}
