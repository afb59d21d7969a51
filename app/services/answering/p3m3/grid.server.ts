/** The grid of a perspective: all its threads on one screen (docs/rules/gate.md#grid). */
import { CONTRACT } from "#model/contract/calls.ts";
import type { Id } from "#model/contract/common.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import type { Answerer, Saver } from "~/services/answering/assessor.server";
import { gridKnows, type PostedRow, requireGrid, saveRows } from "~/services/answering/grid.server";
import { handoverOf, holdLock } from "~/services/answering/locks.server";
import { isNoted } from "~/services/answering/notes.server";
import { isFlagged, saveThread, threadView } from "~/services/answering/p3m3/questions.server";
import { readThreadChange } from "~/services/answering/p3m3/thread-form.server";
import { p3m3ProgressView } from "~/services/answering/progress-view.server";
import { browserStoreOwner } from "~/services/answering/saving.server";
import { Elsewhere, loadFor, NotFound } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import type { FlashMessages } from "~/services/http/flash.server";
import type { UnsavedForm } from "~/services/http/unsaved-form.server";
import { getAssessment, getP3M3Progress, homeOf, readOnlyReason, resultOf } from "~/services/upstream/assessments.server";
import { listPerspectives } from "~/services/upstream/reference-lists.server";
import { richText, withRichTexts } from "~/services/upstream/rich-text.server";
import { unusableAnswer } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { FieldReader } from "~/views/answering";
import { withFilterOf } from "~/views/answering/filters";
import { type GridResult, rowReader, type ThreadGridPage } from "~/views/answering/grid";
import type { ProgressView } from "~/views/answering/p3m3";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

interface Place {
  assessmentId: Id;
  perspectiveCode: string;
}

/** @throws NotFound for a perspective that is unknown or not in scope; LoadFailed; Elsewhere for an assessment of the other model */
async function getPerspective(api: UserApi, { assessmentId, perspectiveCode }: Place) {
  await requireGrid();
  const found = await getAssessment(api, assessmentId);
  if (found.assessmentType !== "P3M3") throw new Elsewhere(paths.continue(found.id));
  const perspective = found.perspectives?.find(({ code }) => code.toLowerCase() === perspectiveCode.toLowerCase());
  const { selectedLevel: level } = found;
  if (perspective && level === null)
    return loadFor("assessment", Promise.reject(unusableAnswer(CONTRACT.assessments.get, "selectedLevel")));
  if (perspective && level) return { found, level, perspective };
  throw new NotFound({
    ...failurePage(404, "assessment"),
    title: "Perspective not found.",
    description: "This assessment has no such perspective.",
    next: { href: paths.continue(found.id), label: "Go to the questions" },
  });
}

/**
 * Everything that the grid shows. Takes the lock if the assessment may be changed (docs/rules/locks-and-saving.md#taking-the-lock).
 * @throws NotFound, LoadFailed; Elsewhere for home while another user holds the lock
 */
export async function loadThreadGrid(context: Answerer, request: Request, place: Place): Promise<ThreadGridPage> {
  const { found, level, perspective } = await getPerspective(context.api, place);
  const readOnly = await readOnlyReason(context, found);
  const [pageId, rows, progress, help, knows] = await Promise.all([
    readOnly === undefined ? holdLock(context, request, found) : undefined,
    loadFor("assessment", readRows(context.api, found.id, perspective.id)),
    getP3M3Progress(context.api, found.id),
    listPerspectives(context.api).catch(() => []),
    gridKnows(),
  ]);
  const view = p3m3ProgressView(found, progress);
  const codeOf = (id: number) => found.threads?.find((thread) => thread.id === id)?.code ?? "";
  return {
    assessment: { id: found.id, name: found.name ?? "Not provided", selectedLevel: level },
    group: {
      code: perspective.code,
      name: perspective.name,
      help: richText(help.find(({ id }) => id === perspective.id)?.help),
    },
    rows: rows.map(({ thread, descoped, questions, note, evidence }) => {
      const code = codeOf(thread.id);
      return {
        id: thread.id,
        code,
        name: thread.name,
        ...threadView(questions),
        descoped,
        evidence: knows.evidence ? evidence : undefined,
        flagged: knows.flags ? isFlagged(questions) : undefined,
        noted: isNoted(note),
        links: {
          here: paths.questions(found.id, perspective.code, code),
          save: paths.questionsSave(found.id, perspective.code, code),
        },
      };
    }),
    grids: view.groups.map(({ code, name }) => ({ code, name, href: paths.grid(found.id, code) })),
    progress: view,
    next: nextGrid(found.id, view, perspective.id),
    readOnly,
    pageId,
    handover: await handoverOf(found),
    choices: context.choices.get(),
    owner: browserStoreOwner(context.user),
    knows,
    howToRate: [...howToRate("P3M3"), SCALE_SOURCE],
    links: {
      here: paths.grid(found.id, perspective.code),
      summary: paths.summary(found.id, "P3M3"),
      exit: homeOf(found),
      result: resultOf(found),
    },
  };
}

/** The threads of a perspective with everything that is said about them. @throws UpstreamFault */
async function readRows(api: UserApi, assessmentId: Id, perspectiveId: number) {
  const overview = await api.assessments.overview({ id: assessmentId, perspectiveIds: [perspectiveId] }).then(withRichTexts);
  if (overview.assessmentType !== "P3M3") throw unusableAnswer(CONTRACT.assessments.overview, "threads");
  return overview.threads.filter(({ perspective }) => perspective.id === perspectiveId);
}

/** The next perspective that has something to answer, or the summary (docs/rules/gate.md#next-button). */
function nextGrid(assessmentId: Id, { groups }: ProgressView, perspectiveId: number) {
  const following = groups.slice(groups.findIndex(({ id }) => id === perspectiveId) + 1).find(({ total }) => total > 0);
  return following
    ? { label: "Next perspective", href: paths.grid(assessmentId, following.code) }
    : { label: "View summary", href: paths.summary(assessmentId, "P3M3") };
}

/**
 * Saves a posted grid, thread by thread.
 * @param request names the filter of the grid, which stays as it is
 * @returns the reply to show when some threads were not saved
 * @throws Elsewhere for the grid when all were; NotFound, LoadFailed, SessionOver; BadRequest for anything that our own pages never send
 */
export async function saveThreadGrid(
  context: Saver & { flash: FlashMessages; unsavedForm: UnsavedForm },
  request: { url: string },
  place: Place,
  posted: FieldReader,
): Promise<Reply<GridResult>> {
  const { found, level, perspective } = await getPerspective(context.api, place);
  const rows = (found.threads ?? []).flatMap(({ id, code }): PostedRow[] => {
    const inRow = rowReader(posted, id);
    if (inRow("base") === undefined) return [];
    const at = { assessmentId: found.id, perspectiveCode: perspective.code, threadCode: code };
    return [{ id, posted: readThreadChange(inRow, level), save: (change) => saveThread(context, at, change, posted("page")) }];
  });
  return saveRows(context, rows, withFilterOf(request, paths.grid(found.id, perspective.code)));
}
