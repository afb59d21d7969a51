/** What questions screens, grids and summaries have in common, for both models. */
import { createHash } from "node:crypto";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Subject } from "#model/contract/history.ts";
import { findLockOfAnother, handoverOf, holdLock } from "~/services/answering/locks.server";
import type { UserContext } from "~/services/context.server";
import { namesOf } from "~/services/session/session-data.server";
import { historyOf, resultOf } from "~/services/upstream/assessments.server";
import { hasExtension, ifOffered } from "~/services/upstream/extensions.server";
import { againOf, reasonNotToEdit, rightsOf } from "~/services/upstream/rights.server";
import { screensOf } from "~/services/upstream/screens.server";
import type { ViewedView } from "~/views/answering";
import { answeringPaths, isViewed } from "~/views/paths";
import type { ScreenName } from "~/views/screens";

/**
 * Opens a screen on which an assessment is answered: to edit it, for which the lock is taken, or to view it.
 * @param screen which of the assessment's screens it is
 * @param edited the address of the screen where the assessment is edited
 * @param subject what the screen asks; without it, the whole assessment
 * @returns who edits, who reads, and where else the assessment can be seen
 * @throws LoadFailure; NotPermitted for a viewer who asks to edit; Redirect for home while another user holds the lock
 */
export async function openScreen(
  context: UserContext,
  request: Request,
  assessment: Assessment,
  screen: ScreenName,
  edited: string,
  subject?: Subject,
) {
  const { readOnly, viewed } = await modeOf(context, request, assessment, edited);
  return {
    frame: {
      readOnly,
      viewed,
      pageId: readOnly === undefined ? await holdLock(context, request, assessment) : undefined,
      handover: await handoverOf(assessment),
      owner: browserStoreOwner(context),
      screens: await screensOf(assessment, screen, isViewed(request)),
    },
    links: {
      search: await ifOffered("overview", answeringPaths(isViewed(request)).search(assessment.id, assessment.assessmentType)),
      history: viewed ? undefined : await historyOf(assessment, subject),
      result: resultOf(assessment),
      again: screen === "Summary" ? await againOf(context, assessment) : undefined,
    },
    hasGrid: !viewed && (await hasExtension("overview")),
  };
}

/** Why nothing can be changed on a screen, and who else edits (docs/rules/locks-and-saving.md#viewing). */
async function modeOf(
  context: UserContext,
  request: Request,
  assessment: Assessment,
  edited: string,
): Promise<{ readOnly: string | undefined; viewed: ViewedView | undefined }> {
  if (!isViewed(request)) return { readOnly: await reasonNotToEdit(context, assessment), viewed: undefined };
  const { readOnly, isViewerOfOpen } = await rightsOf(context, assessment);
  if (readOnly !== undefined) return { readOnly, viewed: isViewerOfOpen ? {} : undefined };
  const held = await findLockOfAnother(context, assessment.id);
  if (!held) return { readOnly: "You are viewing this assessment.", viewed: { edit: edited } };
  return { readOnly: "Somebody else is editing this assessment.", viewed: { by: held.by, since: held.since } };
}

/**
 * Names for the user in the browser's storage that give no identity away, the present one first. They keep one user's unsent work from being
 * sent by another.
 */
export function browserStoreOwner({ session, user }: UserContext): string {
  const nameOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 12);
  return namesOf({ user, person: session.current?.person }).map(nameOf).join(",");
}
