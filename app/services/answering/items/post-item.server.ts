/** Saves the form of a questions screen, as a browser without script posts it, and leads on. */
import type { WithAgain } from "#model/contract/again.ts";
import { placeOf } from "#model/contract/history.ts";
import type { Settled } from "~/services/answering/concerns/concern.server";
import { saidOfParts, settle, withTyped } from "~/services/answering/concerns.server";
import type { ItemAdapter } from "~/services/answering/items/adapter.server";
import { saveItem } from "~/services/answering/items/save-item.server";
import type { RequestContext } from "~/services/context.server";
import { clearSavedForm, type FormDone, formNotSaved, redirectAfterSave, sentWith } from "~/services/saving/posted-form.server";
import type { FormResult } from "~/views/answering";
import type { Kind } from "~/views/answering/item";
import type { Change, FieldReader, SaveOutcome } from "~/views/saving";
import type { Reply } from "~/views/shell";

/** A posted form: what it holds, and the change that it asks for. */
interface PostedItem {
  posted: FieldReader;
  change: Change;
}

/**
 * Saves a change, and then does what the form asks about concerns.
 * @returns the outcome where the change was not saved, or what became of the rest
 * @throws SessionOver, LoadFailure
 */
export async function saveForm<K extends Kind, Progress extends WithAgain>(
  context: RequestContext,
  item: ItemAdapter<K, Progress>,
  { posted, change }: PostedItem,
): Promise<{ unsaved: SaveOutcome } | Settled> {
  context.choices.take(posted);
  const outcome = await saveItem(context, item, change, sentWith(posted));
  clearSavedForm(context.unsavedForm, outcome);
  if (outcome.kind !== "saved") return { unsaved: outcome };
  return settle(context, item.assessment, placeOf(item.subject), posted, item.store.concerns);
}

/** The reply to a form that was not saved as a whole. */
export const replyUnsaved = <K extends Kind, Progress extends WithAgain>(
  { assessment, subject }: ItemAdapter<K, Progress>,
  { posted, change }: PostedItem,
  unsaved: SaveOutcome,
): Reply<FormResult> => withTyped(formNotSaved(unsaved, change), assessment, placeOf(subject), posted);

/** Leads on from a form that was saved. @param done what else it did @throws Redirect, always; LoadFailure */
export async function leadFrom<K extends Kind, Progress extends WithAgain>(
  context: RequestContext,
  item: ItemAdapter<K, Progress>,
  { posted, change }: PostedItem,
  done: FormDone | undefined,
): Promise<never> {
  const { assessment, store } = item;
  const here = item.here(store.paths);
  const leads = {
    ...{ here, exit: store.exitOf(assessment), next: item.findNext },
    handOver: () => store.handOver(context, assessment.id, here),
  };
  return redirectAfterSave(context, posted, change, leads, { said: saidOfParts(change), done });
}
