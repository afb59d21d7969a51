/** The actions that an assessment shows (docs/rules/actions.md#next-time). */

import { ACTION_PLACES_MAX } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isKnownAsOwn } from "~/services/upstream/rights.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { ActionAbout } from "~/views/action-links";
import { paths } from "~/views/paths";

/**
 * What was agreed after assessments of the same model and scope; undefined where the upstream keeps no actions.
 * @param place only what is about this thread, practice or component
 * @throws UpstreamFault
 */
export async function readActions(api: UserApi, assessmentId: Id, place?: string): Promise<readonly Action[] | undefined> {
  if (!(await hasExtension("actions"))) return undefined;
  return (await api.actions.nextTime({ id: assessmentId, ...(place === undefined ? {} : { place }) })).actions;
}

/**
 * The address at which an action about an assessment is added; undefined where that is not possible, or not for this user. It names the
 * finding and says none of its words, because addresses stay in browsers and logs.
 * @param from the screen to return to
 */
export async function addActionTo(
  context: UserContext,
  assessment: Assessment,
  from: string,
): Promise<((about: ActionAbout) => string) | undefined> {
  const { id, organization } = assessment;
  if (!organization || !(await hasExtension("actions")) || !(await isKnownAsOwn(context, assessment))) return undefined;
  return ({ of, places }) =>
    paths.actionAdd(organization.id, {
      assessmentId: String(id),
      ...(of === undefined ? {} : { of }),
      places: places.slice(0, ACTION_PLACES_MAX).join(","),
      from,
    });
}
