/** Reading an assessment that somebody else is editing (docs/rules/locks-and-saving.md#viewing). */

import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { findLock } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { BadRequest } from "~/services/faults.server";
import { readOnlyReason } from "~/services/upstream/assessments.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { ViewedView } from "~/views/answering";
import { type AnsweringPaths, answeringPaths, isViewed } from "~/views/paths";

/** How a screen is opened: why nothing can be changed on it, who else edits, and where its links lead. */
export interface ScreenMode {
  readOnly: string | undefined;
  viewed: ViewedView | undefined;
  at: AnsweringPaths;
}

/**
 * Opens a screen on which an assessment is answered, to edit it or to view it.
 * @param here gives the address of the screen where it is edited
 * @throws LoadFailure
 */
export async function openFor(context: UserContext, request: Request, found: Assessment, here: string): Promise<ScreenMode> {
  const at = answeringPaths(isViewed(request));
  const readOnly = await readOnlyReason(context, found);
  if (readOnly !== undefined || at === answeringPaths(false)) return { readOnly, viewed: undefined, at };
  const held = await findEditor(context, found.id);
  return {
    readOnly: held ? "Somebody else is editing this assessment." : "You are viewing this assessment.",
    viewed: held ?? { edit: here },
    at,
  };
}

/** The other user who edits an assessment; undefined when nobody does. If that cannot be read, somebody unnamed. */
async function findEditor({ api, user }: UserContext, assessmentId: Id): Promise<ViewedView | undefined> {
  try {
    const lock = await findLock(api, assessmentId);
    return !lock || lock.lockedBy?.toLowerCase() === user.email.toLowerCase() ? undefined : { by: lock.lockedBy, since: lock.lockedAt };
  } catch (error) {
    if (isUpstreamFault(error)) return {};
    throw error;
  }
}

/** Nothing is changed from an address where an assessment is only viewed. @throws BadRequest */
export function refuseWhereViewed(request: Request): void {
  if (isViewed(request)) throw new BadRequest();
}
