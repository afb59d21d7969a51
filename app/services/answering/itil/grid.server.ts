/** The grid of a group of practices: all their criteria on one screen (docs/rules/gate.md#grid). */
import type { Id } from "#model/contract/common.ts";
import { placeOf } from "#model/contract/history.ts";
import type { ItilOverview } from "#model/contract/overview.ts";
import { getAssessmentOf, notFoundIn } from "~/services/answering/addressed.server";
import { askAlong, loadRows } from "~/services/answering/concerns.server";
import { loadFrame, postedRows, saveRows } from "~/services/answering/grid.server";
import { isFlagged, listPracticeGroups, practiceView } from "~/services/answering/itil/questions.server";
import { readItilChange, saveItilQuestions } from "~/services/answering/itil/saving.server";
import { isNoted, noteView } from "~/services/answering/notes.server";
import { itilProgressView } from "~/services/answering/progress-view.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { sentWith } from "~/services/saving/posted-form.server";
import { readOverview, titleOf } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { getItilProgress } from "~/services/upstream/itil-assessments.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import type { GridResult, PracticeGridPage } from "~/views/answering/grid";
import { COMPONENTS, gridOf, type ItilProgressView } from "~/views/answering/itil";
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
  const only = { capabilityIds: group.items.map(({ id }) => id) };
  const readOverviewOf = loadFor(
    "assessment",
    askAlong(found, "grid").then((asked) => readOverview(context.api, found, { ...only, ...asked })),
  );
  const [frame, overview, concerns] = await Promise.all([
    loadFrame(context, request, found, here),
    readOverviewOf,
    loadRows({ context, assessment: found, screen: "grid", here, only }, readOverviewOf),
  ]);
  const practices = practicesIn(group.items, overview);
  const { onPage, inRow } = concerns(
    practices.map(({ id, code, questions, note, evidence }) => ({
      place: placeOf({ kind: "capability", id }),
      questions: paths.practiceQuestions(found.id, code),
      compared: questions.map((question) => question.id),
      flagged: isFlagged({ kind: "practice", questions }),
      noted: isNoted(note),
      ...{ evidence, belowTarget: undefined },
    })),
  );
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
    rows: practices.map(({ id, code, name, questions, note }) => {
      const { criteria, answers } = practiceView(questions);
      const links = { here: paths.practiceQuestions(found.id, code), save: paths.practiceQuestionsSave(found.id, code) };
      return { ...{ id, code, name, criteria, answers }, ...noteView(note), concerns: inRow(placeOf({ kind: "capability", id })), links };
    }),
    grids,
    progress: view,
    concerns: onPage,
    next: following
      ? { label: "Next group", href: following.href }
      : component
        ? { label: "Assess Maturity Components", href: component.href }
        : { label: "View Summary", href: frame.links.summary },
  };
}

/** The practices of a group that the overview has, each with its criteria, level 2 first, and its note. */
function practicesIn(items: ItilProgressView["groups"][number]["items"], { capabilities }: ItilOverview) {
  return items.flatMap((item) => {
    const told = capabilities.find(({ capability }) => capability.id === item.id);
    return told ? [{ ...item, questions: told.questions.toSorted((a, b) => a.level - b.level), note: told.note }] : [];
  });
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
