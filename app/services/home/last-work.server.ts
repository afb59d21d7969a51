/** Where somebody left in this browser (docs/rules/navigation-and-home.md#continue-where-you-left). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { UserContext } from "~/services/context.server";
import { lockedRow } from "~/services/home/locked-rows.server";
import { row } from "~/services/home/rows.server";
import { hasScope, titleOf } from "~/services/upstream/assessments.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { listInScope } from "~/services/upstream/models.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { LastWork } from "~/views/home";
import { orNotProvided } from "~/views/missing";

/** How many assessments are looked at, all at once: each costs a call. */
const LOOKED_AT = 3;

/** The newest assessment of this browser that can go on; undefined where there is none. */
export async function findLastWork(context: UserContext): Promise<LastWork | undefined> {
  const newest = context.lastPlaces.assessmentIds().slice(0, LOOKED_AT);
  const all = await Promise.all(newest.map((id) => context.api.assessments.get({ id }).catch(ignoreFault)));
  const assessment = all.find((each) => each && !each.isArchived && each.status !== "Completed" && hasScope(each));
  return assessment && describe(context, assessment);
}

async function describe(context: UserContext, assessment: Assessment): Promise<LastWork | undefined> {
  const isTold = await hasExtension("handover");
  const locked = await lockedRow(context, assessment, { isTold, lockRead: undefined });
  const { actions } = await row(assessment, {}, { readOnly: false, locked, lock: isTold ? assessment.lock : undefined });
  // Where only a note was saved, the row says 'Start'.
  const words = actions.open ? "Continue" : "View";
  const to = actions.open?.to ?? actions.view;
  if (to === undefined) return undefined;
  return {
    name: titleOf(assessment),
    scope: assessment.selectedScope,
    organization: orNotProvided(assessment.organization?.name),
    place: placeIn(assessment, context.lastPlaces.find(assessment.id)),
    isLocked: locked !== undefined,
    open: { words, to },
  };
}

/** The name of a remembered place; undefined for one that is not in scope any more, or was never there. */
function placeIn(assessment: Assessment, codes: readonly string[] = []): string | undefined {
  const wanted = codes.join("/").toLowerCase();
  return listInScope(assessment).find((each) => each.codes.join("/").toLowerCase() === wanted)?.name;
}
