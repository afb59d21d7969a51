/** What the grids of both models share: rows that are saved one by one, from one form (docs/rules/gate.md#grid). */
import type { Assessment } from "#model/contract/assessments.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { fingerprint } from "#model/note.ts";
import { listed } from "#model/words.ts";
import { openScreen } from "~/services/answering/frame.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { clearedSome, clearSavedForm, formerOf, formNotSaved, formStatus } from "~/services/saving/posted-form.server";
import { homeOf } from "~/services/upstream/assessments.server";
import { withFilterOf } from "~/views/answering/filters";
import { type GridResult, rowReader, writeFormer } from "~/views/answering/grid";
import { paths } from "~/views/paths";
import type { Change, FieldReader, SavedPart, SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

/** A row of a posted grid. */
interface PostedRow {
  id: number;
  /** All that was posted of the row. */
  posted: Change;
  save(change: Change): Promise<SaveOutcome>;
}

/** The parts that were changed. The others may have moved on since, which is nobody's business here. */
function changedIn(posted: Change): Change {
  const versionOf = (part: string, target: string) => (part === "note" ? fingerprint(target) : target);
  return Object.fromEntries(Object.entries(posted).filter(([part, { base, target }]) => base !== versionOf(part, target)));
}

/**
 * The parts of a grid that do not depend on the model. Takes the lock if the assessment may be changed
 * (docs/rules/locks-and-saving.md#taking-the-lock).
 * @param here the address of the grid
 * @throws LoadFailure; Redirect for home while another user holds the lock
 */
export async function loadFrame(context: UserContext, request: Request, found: Assessment, here: string) {
  const { frame, links } = await openScreen(context, request, found, "Grid", here);
  const { readOnly, pageId, handover, owner, screens } = frame;
  return {
    readOnly,
    pageId,
    handover,
    owner,
    screens,
    choices: context.choices.get(),
    howToRate: [...howToRate(found.assessmentType), SCALE_SOURCE],
    links: { here, summary: paths.summary(found.id, found.assessmentType), exit: homeOf(found), result: links.result },
  };
}

/** The rows of a posted grid. One without its own fields was not on the page. @param rowOf reads a row, and tells how it is saved */
export function postedRows<Item extends { id: number }>(
  posted: FieldReader,
  items: readonly Item[],
  rowOf: (item: Item, inRow: FieldReader) => Omit<PostedRow, "id">,
): PostedRow[] {
  return items.flatMap((item) => {
    const inRow = rowReader(posted, item.id);
    return ["base", "noteBase"].every((field) => inRow(field) === undefined) ? [] : [{ id: item.id, ...rowOf(item, inRow) }];
  });
}

/**
 * Saves the rows of a form that were changed, one after the other, each with its own version. A conflict or a refusal of one row says nothing
 * about the next; after a fault, a lost lock or too many saves the rest is not sent.
 * @param request names the filter of the grid, which stays as it is
 * @param grid the address of the grid
 * @returns the reply to show when some rows were not saved
 * @throws Redirect for the grid when all were, with what the last one cleared; SessionOver, LoadFailure
 */
export async function saveRows(
  { flash, unsavedForm }: RequestContext,
  rows: readonly PostedRow[],
  request: { url: string },
  grid: string,
): Promise<Reply<GridResult>> {
  const changed = rows
    .map(({ id, posted, save }) => ({ id, change: changedIn(posted), save }))
    .filter(({ change }) => Object.keys(change).length > 0);
  const result: GridResult = { saved: [], rows: {} };
  let stopped: SaveOutcome | undefined;
  for (const { id, change, save } of changed) {
    const outcome = stopped ?? (await save(change));
    if (outcome.kind === "saved") result.saved.push(id);
    else result.rows[id] = formNotSaved(outcome, change)[0];
    if (outcome.kind === "locked") stopped = outcome;
    if (outcome.kind === "failed") stopped = { kind: "failed" };
    if (outcome.kind === "refused" && outcome.again !== undefined) stopped = outcome;
  }
  const ends = Object.values(result.rows).map(({ outcome }) => outcome);
  const first = (kind: SaveOutcome["kind"]) => ends.find((end) => end.kind === kind);
  const unsaved =
    ends.find((end) => end.kind === "failed" && end.unknown) ?? first("failed") ?? first("locked") ?? first("conflict") ?? ends[0];
  clearSavedForm(unsavedForm, unsaved ?? { kind: "saved" });
  if (unsaved) return [result, { status: formStatus(unsaved) }];
  const has = (part: SavedPart) => changed.some(({ change }) => change[part]);
  const saved = listed(["answers", ...(has("note") ? ["notes"] : []), ...(has("flag") ? ["flags"] : [])]);
  flash.leave({ kind: "success", title: `Your ${saved} are saved.` });
  const here = withFilterOf(request, grid);
  const former = changed.flatMap(({ id, change }) => (clearedSome(change.answers) ? [{ id, answers: formerOf(change.answers) }] : []));
  if (former.length === 0) throw new Redirect(here);
  throw new Redirect(`${here}${here.includes("?") ? "&" : "?"}${new URLSearchParams({ was: writeFormer(former) })}`);
}
