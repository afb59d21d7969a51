/**
 * Where answers and notes are read and written. Screens, forms, keys, and what a browser keeps are the same for every store: loaders and
 * saves ask the store for its calls, its addresses, and what a write needs.
 */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import type { Subject } from "#model/contract/history.ts";
import { openScreen } from "~/services/answering/frame.server";
import { handOverFrom } from "~/services/answering/handover.server";
import { markRenewed } from "~/services/answering/locks.server";
import { aboutNotes } from "~/services/answering/notes.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { withLock } from "~/services/saving/with-lock.server";
import { homeOf } from "~/services/upstream/assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { ConcernName } from "~/views/answering/concerns";
import { type AnsweringPaths, answeringPaths, isViewed, paths } from "~/views/paths";
import type { SavedPart, SaveOutcome } from "~/views/saving";
import type { ScreenName } from "~/views/screens";

/** What a screen shows that is the same for all items of its store. */
export type OpenedScreen = Awaited<ReturnType<typeof openScreen>>;

export interface AnswerStore {
  /** The upstream's calls, as far as answers, notes and progress go those of the store. */
  api: UserApi;
  /** The same for one place, such as `thread/2/7`. */
  apiAt(place: string): UserApi;
  /** The addresses where its answers are changed. */
  paths: AnsweringPaths;
  /** The addresses by which a screen leads to others of its own kind. */
  pathsAt(request: { url: string }): AnsweringPaths;
  /** Names what is saved in order, before a place: an assessment, or one rating of it. */
  nameOf(assessmentId: Id): string;
  /** The concerns that accompany its answers; undefined for all. */
  concerns: readonly ConcernName[] | undefined;
  /** The parts of an item that it keeps; undefined for all. */
  parts: readonly SavedPart[] | undefined;
  /** Who reads its notes, in words; undefined if that goes without saying. */
  aboutNotes(): Promise<string | undefined>;
  /** Opens a screen to edit or to view, as `openScreen` of `frame.server.ts` does. @throws as that does */
  open(
    context: UserContext,
    request: Request,
    assessment: Assessment,
    screen: ScreenName,
    edited: string,
    subject?: Subject,
  ): Promise<OpenedScreen>;
  /** Where `Save and Exit` leads, and what a screen with all of its items comes before. */
  exitOf(assessment: Assessment): string;
  summaryOf(assessment: Assessment): string;
  /** Where somebody goes on who asked for what it does not have. */
  startOf(assessment: Assessment): { href: string; label: string };
  /** What the link is called that follows the last item; the words of the model if undefined. */
  lastLabel: string | undefined;
  /** Runs a write with what it needs. @throws UpstreamFault, LoadFailure */
  around<Outcome>(
    context: RequestContext,
    assessmentId: Id,
    pageId: string | undefined,
    write: () => Promise<Outcome>,
  ): Promise<Outcome | Extract<SaveOutcome, { kind: "locked" }>>;
  /** Notes that a place was saved. @param codes of the item */
  noteSaved(context: RequestContext, assessmentId: Id, codes: readonly string[]): void;
  /** Hands over what is edited there, from an address, and gives where that leads. @throws as `handOverFrom` does */
  handOver(context: RequestContext, assessmentId: Id, here: string): Promise<string>;
}

/** The answers of the assessment itself, which whoever holds the edit lock writes. */
export const verdictStore = (api: UserApi): AnswerStore => ({
  api,
  apiAt: () => api,
  paths,
  pathsAt: (request) => answeringPaths(isViewed(request)),
  nameOf: (assessmentId) => String(assessmentId),
  concerns: undefined,
  parts: undefined,
  aboutNotes,
  open: openScreen,
  exitOf: homeOf,
  summaryOf: ({ id, assessmentType }) => paths.summary(id, assessmentType),
  startOf: ({ id }) => ({ href: paths.continue(id), label: "Go to the questions" }),
  lastLabel: undefined,
  around: withLock,
  noteSaved({ lastPlaces, lockMarkers }, assessmentId, codes) {
    lastPlaces.remember(assessmentId, codes);
    markRenewed(lockMarkers, assessmentId);
  },
  handOver: handOverFrom,
});
