/** The grid of a perspective or of a group of practices: all that is answered there, on one screen (docs/rules/gate.md#grid). */
import type { AgainQuery } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Overview } from "#model/contract/overview.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { askAlong, loadRows } from "~/services/answering/concerns.server";
import type { ItemForm } from "~/services/answering/items/adapter.server";
import { noteView } from "~/services/answering/notes.server";
import type { AnswerStore } from "~/services/answering/store.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { readOverview, titleOf } from "~/services/upstream/assessments.server";
import type { ProgressView } from "~/views/answering";
import type { InRow } from "~/views/answering/concerns";
import type { GridItem, GridKind, GridPage } from "~/views/answering/grid";

/** A row as the overview gives it. */
export interface RowRead<Kind extends GridKind> {
  row: Omit<GridItem<Kind>, "note" | "noteVersion" | "concerns">;
  note: { body: string };
  /** The ids of its questions, in the order of its statements. */
  questionIds: number[];
  /** What the overview tells of concerns. */
  known: InRow;
}

/** A perspective or a group of practices: how its grid is read and saved. */
export interface GridPlace<Kind extends GridKind = GridKind> {
  /** Where its answers are. */
  store: AnswerStore;
  assessment: Assessment;
  group: { code: string; name: string };
  /** The address of the grid. */
  here: string;
  /** What the overview tells of. */
  only: Pick<AgainQuery, "perspectiveIds" | "capabilityIds">;
  /** All that can be a row, with the codes by which it is saved. */
  items: readonly { id: number; codes: string[] }[];
  /** How a posted row is read. */
  form: ItemForm;
  /** @throws LoadFailure */
  readProgress(): Promise<ProgressView>;
  /** @param overview of the same model */
  rowsIn(overview: Overview): RowRead<Kind>[];
  /** What follows the grid. */
  nextIn(progress: ProgressView): GridPage["next"];
}

/**
 * Everything that a grid shows. Takes the lock if the assessment may be changed (docs/rules/locks-and-saving.md#taking-the-lock).
 * @throws LoadFailure; Redirect for home while another user holds the lock
 */
export async function loadGrid<Kind extends GridKind>(
  context: UserContext,
  request: Request,
  place: GridPlace<Kind>,
): Promise<GridPage<Kind>> {
  const { store, assessment, group, here, only } = place;
  const { id, assessmentType } = assessment;
  const reading = loadFor(
    "assessment",
    askAlong(assessment, "grid", undefined, store.concerns).then((along) => readOverview(store.api, assessment, { ...only, ...along })),
  );
  const [{ frame, links }, overview, progress, noteAbout, concerns] = await Promise.all([
    store.open(context, request, assessment, "Grid", here),
    reading,
    place.readProgress(),
    store.aboutNotes(),
    loadRows({ context, assessment, screen: "grid", here, only }, reading, store.concerns),
  ]);
  const rows = place.rowsIn(overview);
  const { onPage, inRow } = concerns(
    rows.map(({ row, note, questionIds, known }) => ({
      ...{ place: row.place, questions: row.links.here, compared: questionIds, note, target: undefined },
      known,
    })),
  );
  const { readOnly, pageId, handover, owner, screens } = frame;
  return {
    ...{ readOnly, pageId, handover, owner, screens, group, progress, noteAbout },
    assessment: { id, name: titleOf(assessment) },
    rows: rows.map(({ row, note }) => ({ ...row, ...noteView(note), concerns: inRow(row.place) }) as GridItem<Kind>),
    grids: gridsIn(progress),
    next: place.nextIn(progress),
    choices: context.choices.get(),
    concerns: onPage,
    howToRate: [...howToRate(assessmentType), SCALE_SOURCE],
    links: { here, summary: store.summaryOf(assessment), exit: store.exitOf(assessment), result: links.result },
  };
}

/** The grids of an assessment. */
export const gridsIn = ({ groups }: ProgressView): GridPage["grids"] =>
  groups.flatMap(({ code, name, grid }) => (grid === undefined ? [] : [{ code, name, href: grid }]));
