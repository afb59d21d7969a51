/** How a posted grid is saved: row by row, each with its own version (docs/rules/gate.md#grid). */
import { fingerprint } from "#model/note.ts";
import { listed } from "#model/words.ts";
import { BOXES, namesOfParts } from "~/services/answering/concerns.server";
import type { GridPlace } from "~/services/answering/items/load-grid.server";
import { readItemChange } from "~/services/answering/items/save-item.server";
import { answeringOf } from "~/services/answering/models.server";
import type { RequestContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { clearedSome, clearSavedForm, formerOf, formNotSaved, formStatus, sentWith } from "~/services/saving/posted-form.server";
import { withFilterOf } from "~/views/answering/filters";
import { type GridResult, rowReader, writeFormer } from "~/views/answering/grid";
import type { Change, FieldReader, SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

/** The parts that were changed. The others may have moved on since, which is nobody's business here. */
function changedIn(posted: Change): Change {
  const versionOf = (part: string, target: string) => (part === "note" ? fingerprint(target) : target);
  return Object.fromEntries(Object.entries(posted).filter(([part, { base, target }]) => base !== versionOf(part, target)));
}

/** The rows of a posted grid that were changed. One without its own fields was not on the page. */
function changedRows({ items, form }: GridPlace, posted: FieldReader) {
  return items.flatMap(({ id, codes }) => {
    const inRow = rowReader(posted, id, BOXES);
    if (["base", "noteBase"].every((field) => inRow(field) === undefined)) return [];
    const change = changedIn(readItemChange(inRow, form));
    return Object.keys(change).length > 0 ? [{ id, codes, change }] : [];
  });
}

/**
 * Saves the rows of a form that were changed, one after the other. A conflict or a refusal of one row says nothing about the next; after a
 * fault, a lost lock or too many saves the rest is not sent.
 * @param request names the filter of the grid, which stays as it is
 * @returns the reply to show when some rows were not saved
 * @throws Redirect for the grid when all were, with what the last one cleared; SessionOver, LoadFailure; BadRequest for anything that our own
 * pages never send
 */
export async function saveGrid(
  context: RequestContext,
  request: { url: string },
  place: GridPlace,
  posted: FieldReader,
): Promise<Reply<GridResult>> {
  const { assessment, store } = place;
  const changed = changedRows(place, posted);
  const result: GridResult = { saved: [], rows: {} };
  let stopped: SaveOutcome | undefined;
  for (const { id, codes, change } of changed) {
    const outcome = stopped ?? (await answeringOf(assessment).save(context, store, assessment.id, codes, change, sentWith(posted)));
    if (outcome.kind === "saved") result.saved.push(id);
    else result.rows[id] = formNotSaved(outcome, change)[0];
    if (outcome.kind === "locked") stopped = outcome;
    if (outcome.kind === "failed") stopped = { kind: "failed" };
    if (outcome.kind === "refused" && outcome.retryAfter !== undefined) stopped = outcome;
  }
  const ends = Object.values(result.rows).map(({ outcome }) => outcome);
  const first = (kind: SaveOutcome["kind"]) => ends.find((end) => end.kind === kind);
  const unsaved =
    ends.find((end) => end.kind === "failed" && end.unknown) ?? first("failed") ?? first("locked") ?? first("conflict") ?? ends[0];
  clearSavedForm(context.unsavedForm, unsaved ?? { kind: "saved" });
  if (unsaved) return [result, { status: formStatus(unsaved) }];
  const changes = changed.map(({ change }) => change);
  const saved = listed(["answers", ...(changes.some(({ note }) => note) ? ["notes"] : []), ...namesOfParts(changes)]);
  context.flash.leave({ kind: "success", title: `Your ${saved} are saved.` });
  const here = withFilterOf(request, place.here);
  const former = changed.flatMap(({ id, change }) => (clearedSome(change.answers) ? [{ id, answers: formerOf(change.answers) }] : []));
  if (former.length === 0) throw new Redirect(here);
  throw new Redirect(`${here}${here.includes("?") ? "&" : "?"}${new URLSearchParams({ was: writeFormer(former) })}`);
}
