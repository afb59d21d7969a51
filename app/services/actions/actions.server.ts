/** What all screens of actions need: the organization, who may change it, and the places of an action in words (docs/rules/actions.md). */
import type { ActionWithRemarks } from "#model/contract/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id, Role } from "#model/contract/common.ts";
import { type Subject, subjectAt } from "#model/contract/history.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, NotFound } from "~/services/faults.server";
import { openOrganization, requireOwn } from "~/services/home/opened-organization.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { listCapabilities, listMaturities, listPerspectives, listThreads } from "~/services/upstream/reference-lists.server";
import { ignoreFault, isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { paths } from "~/views/paths";

/** An organization whose actions are shown. @throws NotFound where the upstream keeps no actions; LoadFailure */
export async function openActions(context: UserContext, organizationId: Id) {
  await requireExtension("actions");
  return openOrganization(context, organizationId);
}

/** The same for a screen that changes something. @throws also Forbidden; NotPermitted for a viewer */
export async function openToChange(context: UserContext, organizationId: Id) {
  const opened = await openActions(context, organizationId);
  requireOwn(opened);
  return opened;
}

/** The assessment of an organization that an address names; undefined for none. @throws NotFound for one of another organization; LoadFailure */
export async function findOrigin(api: UserApi, organizationId: Id, id: string | null | undefined): Promise<Assessment | undefined> {
  if (!id) return undefined;
  const assessment = await getAssessment(api, id);
  if (String(assessment.organization?.id) !== String(organizationId)) throw new NotFound();
  return assessment;
}

/** An action with its remarks and changes. @throws NotFound when there is none; LoadFailure */
export async function getAction(api: UserApi, organizationId: Id, actionId: Id): Promise<ActionWithRemarks> {
  try {
    return await api.actions.get({ id: organizationId, actionId });
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404)
      throw new NotFound({
        title: "There is no such action.",
        description: "A colleague may have removed it.",
        next: { href: paths.actions(organizationId), label: "See all actions" },
      });
    return loadFor("organization", Promise.reject(error));
  }
}

type NameList = readonly { id: number; name: string }[];

const readNames = async (list: (api: UserApi) => Promise<NameList>, api: UserApi) =>
  new Map(((await list(api).catch(ignoreFault)) ?? []).map(({ id, name }) => [id, name] as const));

/** How each model calls its places. */
const PLACE_NAMES: Record<Role, (api: UserApi) => Promise<(subject: Subject) => string | undefined>> = {
  async P3M3(api) {
    const [perspectives, threads] = await Promise.all([readNames(listPerspectives, api), readNames(listThreads, api)]);
    return (subject) => {
      if (!("threadId" in subject)) return undefined;
      return [perspectives.get(subject.perspectiveId), threads.get(subject.threadId)].filter(Boolean).join(" / ");
    };
  },
  async ITIL(api) {
    const [capability, maturity] = await Promise.all([readNames(listCapabilities, api), readNames(listMaturities, api)]);
    const names = { capability, maturity };
    return (subject) => ("id" in subject ? names[subject.kind].get(subject.id) : undefined);
  },
};

/** The names of places from the catalogue, whether they are in the scope of an assessment or not. @throws SessionOver */
export async function placeNamesOf(api: UserApi, model: Role): Promise<(place: string) => string> {
  const nameOf = await PLACE_NAMES[model](api);
  return (place) => {
    const subject = subjectAt(place);
    return (subject && nameOf(subject)) || place;
  };
}
