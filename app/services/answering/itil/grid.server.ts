/** The grid of a group of practices: all their criteria on one screen (docs/rules/gate.md#grid). */
import type { ItilAssessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { readBefore, withBefore } from "~/services/answering/again.server";
import { loadAgreedRows } from "~/services/answering/agreed.server";
import { loadFrame, postedRows, saveRows } from "~/services/answering/grid.server";
import { isFlagged, listPracticeGroups, practiceView } from "~/services/answering/itil/questions.server";
import { readItilChange, saveItilQuestions } from "~/services/answering/itil/saving.server";
import { noteView } from "~/services/answering/notes.server";
import { itilProgressView } from "~/services/answering/progress-view.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { sentWith } from "~/services/saving/posted-form.server";
import { readOverview, titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { getItilProgress } from "~/services/upstream/itil-assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { GridResult, PracticeGridPage } from "~/views/answering/grid";
import { COMPONENTS, gridOf } from "~/views/answering/itil";
import { paths } from "~/views/paths";
import type { FieldReader } from "~/views/saving";
import type { Reply } from "~/views/shell";

interface GroupAddress {
  assessmentId: Id;
  group: string;
}

/** @throws NotFound for a group that is unknown or has no practice in scope; LoadFailure; Redirect for an assessment of the other model */
async function getGroup(api: UserApi, { assessmentId, group: code }: GroupAddress) {
  // A whole grid is read in one call.
  await requireExtension("overview");
  const found = await getAssessmentOf(api, assessmentId, "ITIL");
  const [progress, catalogue] = await Promise.all([getItilProgress(api, found.id), listPracticeGroups(api)]);
  const view = itilProgressView(found, progress, catalogue);
  const group = view.groups.find((each) => each.code !== COMPONENTS && each.code === code.toLowerCase());
  if (!group) throw notFoundIn(found, "Group", "group of practices");
  return { found, view, group, here: paths.practiceGrid(found.id, group.code) };
}

/**
 * Everything that the grid shows. Takes the lock if the assessment may be changed (docs/rules/locks-and-saving.md#taking-the-lock).
 * @throws NotFound, LoadFailure; Redirect for home while another user holds the lock
 */
export async function loadPracticeGrid(context: UserContext, request: Request, place: GroupAddress): Promise<PracticeGridPage> {
  const { found, view, group, here } = await getGroup(context.api, place);
  const ids = group.items.map(({ id }) => id);
  const [{ voices, ...frame }, { asked, before }, agreed] = await Promise.all([
    loadFrame(context, request, found, here),
    loadFor("assessment", readRows(context.api, found, ids)),
    loadAgreedRows(context, found, here),
  ]);
  const grids = view.groups.flatMap(({ code, name }) => {
    const href = gridOf(found.id, code);
    return href ? [{ code, name, href }] : [];
  });
  const component = view.groups.find(({ code }) => code === COMPONENTS)?.items[0];
  const following = grids[grids.findIndex(({ code }) => code === group.code) + 1];
  return {
    ...frame,
    assessment: { id: found.id, name: titleOf(found), scope: found.selectedScope ?? "Not provided" },
    group: { code: group.code, name: group.name, help: undefined },
    rows: group.items.flatMap(({ id, code, name, evidence }) => {
      const told = asked.get(id);
      if (!told) return [];
      const { criteria, answers } = practiceView(told.questions);
      const flagged = frame.knows.flags ? isFlagged({ kind: "practice", questions: told.questions }) : undefined;
      const links = { here: paths.practiceQuestions(found.id, code), save: paths.practiceQuestionsSave(found.id, code) };
      const at = placeOf({ kind: "capability", id });
      const lastTime = before?.inRow(
        at,
        told.questions.map((question) => question.id),
      );
      return [
        {
          id,
          code,
          name,
          criteria,
          answers,
          flagged,
          evidence,
          ...noteView(told.note),
          lastTime,
          agreed: agreed(at, links.here),
          voices: voices(at),
          links,
        },
      ];
    }),
    grids,
    progress: view,
    before: before?.before,
    next: following
      ? { label: "Next group", href: following.href }
      : component
        ? { label: "Assess Maturity Components", href: component.href }
        : { label: "View Summary", href: frame.links.summary },
  };
}

/** Criteria and notes of practices, by the practices' ids, level 2 first, and what the assessment before said of them. @throws UpstreamFault */
async function readRows(api: UserApi, found: ItilAssessment, capabilityIds: number[]) {
  const overview = await readOverview(api, found, { capabilityIds, ...(await withBefore(found)) });
  return {
    asked: new Map(
      overview.capabilities.map(({ capability, questions, note }) => [
        capability.id,
        { questions: questions.toSorted((a, b) => a.level - b.level), note },
      ]),
    ),
    before: await readBefore(api, found, { capabilityIds, without: "notes" }, overview),
  };
}

/**
 * Saves a posted grid, practice by practice.
 * @param request names the filter of the grid, which stays as it is
 * @returns the reply to show when some practices were not saved
 * @throws Redirect for the grid when all were; NotFound, LoadFailure, SessionOver; BadRequest for anything that our own pages never send
 */
export async function savePracticeGrid(
  context: RequestContext,
  request: { url: string },
  place: GroupAddress,
  posted: FieldReader,
): Promise<Reply<GridResult>> {
  const { found, group, here } = await getGroup(context.api, place);
  const rows = postedRows(posted, group.items, ({ code }, inRow) => {
    const at = { assessmentId: found.id, practiceCode: code };
    return { posted: readItilChange(inRow, "practice"), save: (change) => saveItilQuestions(context, at, change, sentWith(posted)) };
  });
  return saveRows(context, rows, request, here);
}
