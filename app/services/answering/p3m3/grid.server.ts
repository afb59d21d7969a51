/** The grid of a perspective: all its threads on one screen (docs/rules/gate.md#grid). */
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { codeIn } from "~/services/answering/answering-model.server";
import { askAlong, loadRows } from "~/services/answering/concerns.server";
import { loadFrame, postedRows, saveRows } from "~/services/answering/grid.server";
import { isNoted, noteView } from "~/services/answering/notes.server";
import { idsOf, isFlagged, requireLevel, threadView } from "~/services/answering/p3m3/questions.server";
import { readP3m3Change, saveP3m3Questions } from "~/services/answering/p3m3/saving.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { sentWith } from "~/services/saving/posted-form.server";
import { readOverview, titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { getP3m3Progress } from "~/services/upstream/p3m3-assessments.server";
import { findHelp, listPerspectives } from "~/services/upstream/reference-lists.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { GridResult, ThreadGridPage } from "~/views/answering/grid";
import type { P3m3ProgressView } from "~/views/answering/p3m3";
import { paths } from "~/views/paths";
import type { FieldReader } from "~/views/saving";
import type { Reply } from "~/views/shell";

interface PerspectiveAddress {
  assessmentId: Id;
  perspectiveCode: string;
}

/** @throws NotFound for a perspective that is unknown or not in scope; LoadFailure; Redirect for an assessment of the other model */
async function getPerspective(api: UserApi, { assessmentId, perspectiveCode }: PerspectiveAddress) {
  // A whole grid is read in one call.
  await requireExtension("overview");
  const found = await getAssessmentOf(api, assessmentId, "P3M3");
  const perspective = found.perspectives?.find(({ code }) => code.toLowerCase() === perspectiveCode.toLowerCase());
  if (!perspective) throw notFoundIn(found, "Perspective", "perspective");
  return { found, level: await requireLevel(found), perspective, here: paths.grid(found.id, perspective.code) };
}

/**
 * Everything that the grid shows. Takes the lock if the assessment may be changed (docs/rules/locks-and-saving.md#taking-the-lock).
 * @throws NotFound, LoadFailure; Redirect for home while another user holds the lock
 */
export async function loadThreadGrid(context: UserContext, request: Request, place: PerspectiveAddress): Promise<ThreadGridPage> {
  const { found, level, perspective, here } = await getPerspective(context.api, place);
  const only = { perspectiveIds: [perspective.id] };
  const readOverviewOf = loadFor(
    "assessment",
    askAlong(found, "grid").then((asked) => readOverview(context.api, found, { ...only, ...asked })),
  );
  const [frame, overview, progress, help, concerns] = await Promise.all([
    loadFrame(context, request, found, here),
    readOverviewOf,
    getP3m3Progress(context.api, found.id),
    findHelp(listPerspectives(context.api), perspective.id),
    loadRows({ context, assessment: found, screen: "grid", here, only }, readOverviewOf),
  ]);
  const view = p3m3ProgressView(found, progress);
  const threads = overview.threads.filter((each) => each.perspective.id === perspective.id);
  const placeIn = (threadId: number) => placeOf({ kind: "thread", perspectiveId: perspective.id, threadId });
  const codeOf = (threadId: number) => codeIn(found.threads, threadId);
  const { onPage, inRow } = concerns(
    threads.map(({ thread, questions, note, evidence }) => ({
      place: placeIn(thread.id),
      questions: paths.questions(found.id, perspective.code, codeOf(thread.id)),
      compared: idsOf(questions),
      flagged: isFlagged(questions),
      noted: isNoted(note),
      ...{ evidence, belowTarget: undefined },
    })),
  );
  return {
    ...frame,
    assessment: { id: found.id, name: titleOf(found), selectedLevel: level },
    group: { code: perspective.code, name: perspective.name, help },
    rows: threads.map(({ thread, descoped, questions, note }) => {
      const code = codeOf(thread.id);
      return {
        id: thread.id,
        code,
        name: thread.name,
        ...threadView(questions),
        descoped,
        ...noteView(note),
        concerns: inRow(placeIn(thread.id)),
        links: {
          here: paths.questions(found.id, perspective.code, code),
          save: paths.questionsSave(found.id, perspective.code, code),
        },
      };
    }),
    grids: view.groups.map(({ code, name }) => ({ code, name, href: paths.grid(found.id, code) })),
    progress: view,
    concerns: onPage,
    next: nextGrid(found.id, view, perspective.id),
  };
}

/** The next perspective that has something to answer, or the summary (docs/rules/gate.md#next-button). */
function nextGrid(assessmentId: Id, { groups }: P3m3ProgressView, perspectiveId: number) {
  const following = groups.slice(groups.findIndex(({ id }) => id === perspectiveId) + 1).find(({ total }) => total > 0);
  return following
    ? { label: "Next perspective", href: paths.grid(assessmentId, following.code) }
    : { label: "View summary", href: paths.summary(assessmentId, "P3M3") };
}

/**
 * Saves a posted grid, thread by thread.
 * @param request names the filter of the grid, which stays as it is
 * @returns the reply to show when some threads were not saved
 * @throws Redirect for the grid when all were; NotFound, LoadFailure, SessionOver; BadRequest for anything that our own pages never send
 */
export async function saveThreadGrid(
  context: RequestContext,
  request: { url: string },
  place: PerspectiveAddress,
  posted: FieldReader,
): Promise<Reply<GridResult>> {
  const { found, level, perspective, here } = await getPerspective(context.api, place);
  const rows = postedRows(posted, found.threads ?? [], ({ code }, inRow) => {
    const at = { assessmentId: found.id, perspectiveCode: perspective.code, threadCode: code };
    return { posted: readP3m3Change(inRow, level), save: (change) => saveP3m3Questions(context, at, change, sentWith(posted)) };
  });
  return saveRows(context, rows, request, here);
}
