/** The actions that an assessment shows (docs/rules/actions.md#next-time). */

import { ACTION_PLACES_MAX, ACTION_TEXT_MAX } from "#model/actions.ts";
import type { Action } from "#model/contract/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { cutTo } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { isKnownAsOwn } from "~/services/upstream/rights.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { ActionStart } from "~/views/actions";
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

/** An address has room for so much of a reason. */
const WHY_IN_ADDRESS = 500;

/** The address at which an action about an assessment is added; undefined where that is not possible, or not for this user. */
export async function addActionTo(context: UserContext, found: Assessment): Promise<((start: ActionStart) => string) | undefined> {
  const { id, organization } = found;
  if (!organization || !(await hasExtension("actions")) || !(await isKnownAsOwn(context, found))) return undefined;
  return ({ title = "", why = "", places }) =>
    paths.actionAdd(organization.id, {
      assessmentId: String(id),
      title: cutTo(title, ACTION_TEXT_MAX.title),
      why: cutTo(why, WHY_IN_ADDRESS),
      places: places.slice(0, ACTION_PLACES_MAX).join(","),
    });
}
