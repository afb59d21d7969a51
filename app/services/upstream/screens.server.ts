/** Which screens an assessment has for a reader (docs/rules/navigation-and-home.md#the-screens-of-an-assessment). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { UserContext } from "~/services/context.server";
import { draftOf, hasScope, historyOf, resultOf } from "~/services/upstream/assessments.server";
import { ifOffered } from "~/services/upstream/extensions.server";
import { mayChange, mayReadRatings } from "~/services/upstream/permissions.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { type AnsweringPaths, answeringPaths, paths, resultPaths } from "~/views/paths";
import { reviewPaths } from "~/views/peer-review";
import { ratingPaths } from "~/views/rating-paths";
import { isOfResult, type ScreenName, type Screens, screensIn } from "~/views/screens";

/**
 * The screens of an assessment.
 * @param current the one that is shown
 * @param viewed whether questions and summary are only viewed
 */
export async function screensOf(assessment: Assessment, current: ScreenName | undefined, viewed: boolean): Promise<Screens> {
  const { id, assessmentType: model } = assessment;
  const at = answeringPaths(viewed);
  const edited = (address: string) => (viewed ? undefined : ifOffered("overview", address));
  const [result, history] = [resultOf(assessment), await historyOf(assessment)];
  // The draft of one that nobody has started is linked nowhere else.
  const isOfDraft = result === undefined && isOfResult(current);
  const draft = isOfDraft ? resultPaths(true).result(id, model) : await draftOf(assessment);
  const setUp = paths.step("review", id, model);
  const all: Partial<Record<ScreenName, string | undefined>> = hasScope(assessment)
    ? {
        Questions: at.firstToAnswer(id),
        Grid: await edited(paths.firstGrid(id)),
        Summary: at.summary(id, model),
        Evidence: await ifOffered("evidence", paths.evidence(id)),
        Voices: mayChange(assessment) ? await ifOffered("voices", paths.voices(id)) : undefined,
        Result: result,
        Draft: draft,
        Comparison: assessment.hasEarlier && (result || draft) ? await ifOffered("again", paths.comparison(id)) : undefined,
        Report: result || draft ? resultPaths(result === undefined).report(id) : undefined,
        "Peer review": await ifOffered("peer-review", reviewPaths.screen(id)),
        "Second ratings": mayReadRatings(assessment)
          ? await ifOffered("ratings", mayChange(assessment) ? ratingPaths.list(id) : ratingPaths.differences(id))
          : undefined,
        History: history,
        Excel: await edited(paths.importAnswers(id)),
        Actions: assessment.organization
          ? await ifOffered("actions", paths.actions(assessment.organization.id, { assessmentId: String(id) }))
          : undefined,
        // Opening it takes the lock as long as something can be changed.
        "Set-up": viewed ? undefined : setUp,
      }
    : { "Set-up": setUp, History: history };
  const links = Object.entries(all).flatMap(([name, href]) => (href ? [{ name: name as ScreenName, href }] : []));
  const { reviewPoints, overdueActions } = assessment.waiting ?? {};
  return screensIn(current, links, { "Peer review": reviewPoints, Actions: overdueActions });
}

/** The same on a screen that is one for everybody: from there, questions and summary are only viewed while somebody else edits. @throws LoadFailure */
export async function screensBeside(reader: UserContext, assessment: Assessment, current: ScreenName | undefined): Promise<Screens> {
  if ((await rightsOf(reader, assessment)).isViewerOfOpen) return screensOf(assessment, current, true);
  return screensFrom(assessment, current, assessment.status === "Active" ? await answeringPathsFor(reader, assessment) : paths);
}

/** The same where it is known by which addresses the reader answers. @param at as of `answeringPathsFor` */
export function screensFrom(assessment: Assessment, current: ScreenName | undefined, at: AnsweringPaths): Promise<Screens> {
  return screensOf(assessment, current, assessment.status === "Active" && at !== paths);
}

/** The screens where the reader may answer an assessment or, where that is not theirs to do now, view it. @throws LoadFailure */
export async function answeringPathsFor(reader: UserContext, assessment: Assessment): Promise<AnsweringPaths> {
  if ((await rightsOf(reader, assessment)).readOnly !== undefined) return answeringPaths(true);
  if (assessment.lock !== undefined) return answeringPaths(assessment.lock !== null && !assessment.lock.mine);
  const held = await reader.api.locks.get({ id: assessment.id }).catch(ignoreFault);
  const holder = held?.lockedBy?.toLowerCase();
  return answeringPaths(holder !== undefined && holder !== reader.user.email.toLowerCase());
}
