/** What the grids of both models share: rows that are saved one by one, from one form (docs/rules/gate.md#grid). */
import { clearedSome, FORM_STATUS, formerOf, formNotSaved, settleForm } from "~/services/answering/posted-form.server";
import { Elsewhere, NotFound } from "~/services/faults.server";
import type { FlashMessages } from "~/services/http/flash.server";
import type { UnsavedForm } from "~/services/http/unsaved-form.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import type { Change, SaveOutcome } from "~/views/answering";
import { type GridResult, writeFormer } from "~/views/answering/grid";
import type { Reply } from "~/views/shell";

/** A row of a posted grid. */
export interface PostedRow {
  id: number;
  /** All that was posted of the row. */
  posted: Change;
  save(change: Change): Promise<SaveOutcome>;
}

/** The parts that were changed. The others may have moved on since, which is nobody's business here. */
function changedIn(posted: Change): Change {
  return Object.fromEntries(Object.entries(posted).filter(([, { base, target }]) => base !== target));
}

/** What the rows of every grid can be narrowed to. */
export const gridKnows = async () => ({ flags: await hasExtension("flags"), notes: true, evidence: await hasExtension("evidence") });

/** Grids are read in one call, so they are there where the upstream has it. */
export const offersGrid = () => hasExtension("overview");

/** @throws NotFound where the upstream cannot give a whole grid */
export async function requireGrid(): Promise<void> {
  if (!(await offersGrid())) throw new NotFound();
}

/**
 * Saves the rows of a form that were changed, one after the other, each with its own version. A conflict or a refusal of one row says nothing
 * about the next; after a fault or a lost lock the rest is not sent.
 * @returns the reply to show when some rows were not saved
 * @throws Elsewhere for the grid when all were, with what the last one cleared; SessionOver, LoadFailed
 */
export async function saveRows(
  { flash, unsavedForm }: { flash: FlashMessages; unsavedForm: UnsavedForm },
  rows: readonly PostedRow[],
  here: string,
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
  }
  const ends = Object.values(result.rows).map(({ outcome }) => outcome);
  const first = (kind: SaveOutcome["kind"]) => ends.find((end) => end.kind === kind);
  const unsaved =
    ends.find((end) => end.kind === "failed" && end.unknown) ?? first("failed") ?? first("locked") ?? first("conflict") ?? ends[0];
  settleForm(unsavedForm, unsaved ?? { kind: "saved" });
  if (unsaved) return [result, { status: FORM_STATUS[unsaved.kind] }];
  const flagged = changed.some(({ change }) => change.flag);
  flash.leave({ kind: "success", title: `Your answers${flagged ? " and flags" : ""} are saved.` });
  const former = changed.flatMap(({ id, change }) => (clearedSome(change.answers) ? [{ id, answers: formerOf(change.answers) }] : []));
  if (former.length === 0) throw new Elsewhere(here);
  throw new Elsewhere(`${here}${here.includes("?") ? "&" : "?"}${new URLSearchParams({ was: writeFormer(former) })}`);
}
