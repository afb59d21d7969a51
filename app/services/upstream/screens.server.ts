/** Which screens an assessment has for a reader (docs/rules/navigation-and-home.md#the-screens-of-an-assessment). */
import type { Assessment } from "#model/contract/assessments.ts";
import type { UserContext } from "~/services/context.server";
import { draftOf, hasScope, historyOf, resultOf } from "~/services/upstream/assessments.server";
import { ifOffered } from "~/services/upstream/extensions.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { rightsOf } from "~/services/upstream/rights.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { type AnsweringPaths, answeringPaths, paths, resultPaths } from "~/views/paths";
import type { ScreenName, Screens } from "~/views/screens";

/**
 * The screens of an assessment.
 * @param current the one that is shown
 * @param viewed whether questions and summary are only viewed
 */
export async function screensOf(found: Assessment, current: ScreenName | undefined, viewed: boolean): Promise<Screens> {
  const { id, assessmentType: model } = found;
  const at = answeringPaths(viewed);
  const edited = (address: string) => (viewed ? undefined : ifOffered("overview", address));
  const [result, history] = [resultOf(found), await historyOf(found)];
  // The draft of one that nobody has started is linked nowhere else.
  const isOfDraft = result === undefined && (current === "Draft" || current === "Comparison" || current === "Report");
  const draft = isOfDraft ? resultPaths(true).result(id, model) : await draftOf(found);
  const all: Partial<Record<ScreenName, string | undefined>> = hasScope(found)
    ? {
        Questions: at.firstToAnswer(id),
        Grid: await edited(paths.firstGrid(id)),
        Summary: at.summary(id, model),
        Evidence: await ifOffered("evidence", paths.evidence(id)),
        Result: result,
        Draft: draft,
        Voices: mayChange(found) ? await ifOffered("voices", paths.voices(id)) : undefined,
        Actions: found.organization
          ? await ifOffered("actions", paths.actions(found.organization.id, { assessmentId: String(id) }))
          : undefined,
        Comparison: found.hasEarlier && (result || draft) ? await ifOffered("again", paths.comparison(id)) : undefined,
        Report: result || draft ? resultPaths(result === undefined).report(id) : undefined,
        History: history,
        Excel: await edited(paths.importAnswers(id)),
      }
    : { "Set-up": paths.step("review", id, model), History: history };
  return { current, links: Object.entries(all).flatMap(([name, href]) => (href ? [{ name: name as ScreenName, href }] : [])) };
}

/** The same on a screen that is one for everybody: from there, questions and summary are only viewed while somebody else edits. @throws LoadFailure */
export async function screensBeside(reader: UserContext, found: Assessment, current: ScreenName | undefined): Promise<Screens> {
  if ((await rightsOf(reader, found)).isViewerOfOpen) return screensOf(found, current, true);
  return screensFrom(found, current, found.status === "Active" ? await answeringPathsFor(reader, found) : paths);
}

/** The same where it is known by which addresses the reader answers. @param at as of `answeringPathsFor` */
export function screensFrom(found: Assessment, current: ScreenName | undefined, at: AnsweringPaths): Promise<Screens> {
  return screensOf(found, current, found.status === "Active" && at !== paths);
}

/** The screens where the reader may answer an assessment or, where that is not theirs to do now, view it. @throws LoadFailure */
export async function answeringPathsFor(reader: UserContext, found: Assessment): Promise<AnsweringPaths> {
  if ((await rightsOf(reader, found)).readOnly !== undefined) return answeringPaths(true);
  if (found.lock !== undefined) return answeringPaths(found.lock !== null && !found.lock.mine);
  const held = await reader.api.locks.get({ id: found.id }).catch(ignoreFault);
  const holder = held?.lockedBy?.toLowerCase();
  return answeringPaths(holder !== undefined && holder !== reader.user.email.toLowerCase());
}
