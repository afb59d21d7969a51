/** The actions that an assessment shows (docs/rules/actions.md#next-time). */
import type { Action } from "#model/contract/actions.ts";
import type { Id } from "#model/contract/common.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/**
 * What was agreed after assessments of the same model and scope; undefined where the upstream keeps no actions.
 * @param place only what is about this thread, practice or component
 * @throws UpstreamFault
 */
export async function readActions(api: UserApi, assessmentId: Id, place?: string): Promise<readonly Action[] | undefined> {
  if (!(await hasExtension("actions"))) return undefined;
  return (await api.actions.nextTime({ id: assessmentId, ...(place === undefined ? {} : { place }) })).actions;
}

/** Those about a thread, practice or component. */
export const actionsAt = (actions: readonly Action[], place: string): Action[] => actions.filter(({ places }) => places.includes(place));
