/** The grid of a perspective: all its threads on one screen (docs/rules/gate.md#grid). */
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { readBefore, withBefore } from "~/services/answering/again.server";
import { loadAgreedRows } from "~/services/answering/agreed.server";
import { codeIn } from "~/services/answering/answering-model.server";
import { loadFrame, postedRows, saveRows } from "~/services/answering/grid.server";
import { noteView } from "~/services/answering/notes.server";
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
  const [{ voices, ...frame }, { rows, before }, progress, help, agreed] = await Promise.all([
    loadFrame(context, request, found, here),
    loadFor("assessment", readRows(context.api, found, perspective.id)),
    getP3m3Progress(context.api, found.id),
    findHelp(listPerspectives(context.api), perspective.id),
    loadAgreedRows(context, found, here),
  ]);
  const { knows } = frame;
  const view = p3m3ProgressView(found, progress);
  return {
    ...frame,
    assessment: { id: found.id, name: titleOf(found), selectedLevel: level },
    group: { code: perspective.code, name: perspective.name, help },
    rows: rows.map(({ thread, descoped, questions, note, evidence }) => {
      const code = codeIn(found.threads, thread.id);
      const at = placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id });
      const questionsAt = paths.questions(found.id, perspective.code, code);
      return {
        id: thread.id,
        code,
        name: thread.name,
        ...threadView(questions),
        descoped,
        evidence: knows.evidence ? evidence : undefined,
        flagged: knows.flags ? isFlagged(questions) : undefined,
        ...noteView(note),
        lastTime: before?.inRow(at, idsOf(questions)),
        agreed: agreed(at, questionsAt),
        voices: voices(at),
        links: {
          here: questionsAt,
          save: paths.questionsSave(found.id, perspective.code, code),
        },
      };
    }),
    grids: view.groups.map(({ code, name }) => ({ code, name, href: paths.grid(found.id, code) })),
    progress: view,
    before: before?.before,
    next: nextGrid(found.id, view, perspective.id),
  };
}

/** The threads of a perspective with everything that the grid shows, and what the assessment before said of them. @throws UpstreamFault */
async function readRows(api: UserApi, found: P3m3Assessment, perspectiveId: number) {
  const only = { perspectiveIds: [perspectiveId] };
  const overview = await readOverview(api, found, { ...only, ...(await withBefore(found)) });
  return {
    rows: overview.threads.filter(({ perspective }) => perspective.id === perspectiveId),
    before: await readBefore(api, found, { ...only, without: "notes" }, overview),
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
