/** The review step: everything that was set up, and where its buttons lead (docs/rules/setup-and-scope.md#review). */

import type { Assessment } from "#model/contract/assessments.ts";
import { scoredItems } from "#model/earlier-scores.ts";
import { ORGANIZATION_FIELDS } from "#model/fields.ts";
import type { UserContext } from "~/services/context.server";
import { beforeFacts, findCandidates } from "~/services/setup/again.server";
import { setUpOf } from "~/services/setup/models.server";
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
export async function loadReview(context: UserContext, found: Assessment, readOnly: string | undefined): Promise<ReviewStep> {
  const { id, assessmentType: model, organization } = found;
  const setUp = setUpOf(found);
  const whenEditable = <T>(link: T) => (readOnly === undefined ? link : undefined);
  const isReady = hasScope(found);
  return {
    organization: factsIn(ORGANIZATION_FIELDS, organization ?? {}, ORGANIZATION_FACTS),
    profile: [
      ...profileFacts(found),
      ...beforeFacts(found, found.previousId ? await findCandidates(context, organization?.id, found) : undefined),
    ],
    scope: [...setUp.scopeFacts(found), ...setUp.sizeFacts(found)],
    levelNote: setUp.levelNote(found),
    further: [await targetSection(context, found)],
    readOnly,
    archived: found.isArchived ? { mayRestore: (await rightsOf(context, found)).mayWrite } : undefined,
    isReady,
    isStarted: found.status === "Active",
    links: {
      organization: organization && whenEditable(paths.organizationEdit(organization.id, { review: id })),
      profile: whenEditable(paths.step("profile", id, model)),
      scope: whenEditable(paths.step("scope", id, model)),
      home: homeOf(found),
      start: whenEditable(paths.continue(id)),
      result: found.status === "Completed" && !found.isArchived ? paths.result(id, model) : undefined,
    },
  };
}

/** The targets of what was chosen (docs/rules/targets.md#where-targets-are-shown). */
async function targetSection({ api }: UserContext, found: Assessment): Promise<ReviewStep["further"][number]> {
  const targets = await readTargets(api, found).catch(ignoreFault);
  const chosen = new Set(setUpOf(found).scoredCodes(found));
  const facts = scoredItems(found.assessmentType)
    .filter(({ code }) => chosen.has(code))
    .flatMap(({ code, name }): Fact[] => {
      const target = targets?.find(code);
      return target ? [[name, `${targetInWords(target)}. ${target.reason}`]] : [];
    });
  const to = await targetsAt(found);
  return { title: "Targets", facts, link: to === undefined ? undefined : { to, label: "Targets of the organization" } };
}
