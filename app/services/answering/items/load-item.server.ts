/** Loads the questions screen of an item of either model (docs/rules/gate.md#questions-screen, docs/rules/itil.md#questions-screen-of-itil). */
import type { WithAgain } from "#model/contract/again.ts";
import { placeOf } from "#model/contract/history.ts";
import { howToRate, SCALE_SOURCE } from "#model/how-to-rate.ts";
import { askAlong, loadOnQuestions } from "~/services/answering/concerns.server";
import type { ItemAdapter } from "~/services/answering/items/adapter.server";
import { readNoteView } from "~/services/answering/notes.server";
import type { UserContext } from "~/services/context.server";
import { loadFor } from "~/services/faults.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { withRichTexts } from "~/services/upstream/rich-text.server";
import type { ItemPage, Kind } from "~/views/answering/item";

/**
 * Everything that the questions screen of an item shows. Takes the lock if the assessment may be changed
 * (docs/rules/locks-and-saving.md#taking-the-lock).
 * @throws LoadFailure; Redirect for home while another user holds the lock
 */
export async function loadItem<K extends Kind, Progress extends WithAgain>(
  context: UserContext,
  request: Request,
  adapter: ItemAdapter<K, Progress>,
): Promise<ItemPage<K>> {
  const { kind, store, assessment, subject, save } = adapter;
  const at = store.pathsAt(request);
  const [place, here] = [placeOf(subject), adapter.here(at)];
  const readProgress = askAlong(assessment, "questions", place, store.concerns).then((query) =>
    loadFor("assessment", adapter.readProgress(query)),
  );
  const [{ frame, links, hasGrid }, stored, progress, note, noteAbout, help, concernsOf] = await Promise.all([
    store.open(context, request, assessment, "Questions", adapter.here(store.paths), subject),
    loadFor("assessment", readQuestions(adapter)),
    readProgress,
    readNoteView(adapter.readNote()),
    store.aboutNotes(),
    adapter.findHelp(),
    loadOnQuestions({ context, request, assessment, place, here, at }, readProgress, store.concerns),
  ]);
  const view = await adapter.viewOf(progress, at);
  const { request: sentRequest, item, ...page } = stored.show(progress, view, at);
  return {
    ...frame,
    ...page,
    ...help,
    kind,
    assessment: { id: assessment.id, name: titleOf(assessment) },
    item: { ...item, ...note, place, concerns: concernsOf(sentRequest), links: { here, save } },
    progress: view,
    noteAbout,
    choices: context.choices.get(),
    howToRate: [...howToRate(kind === "options" ? "component" : assessment.assessmentType), SCALE_SOURCE],
    links: { search: links.search, history: links.history, result: links.result, exit: store.exitOf(assessment) },
    hasGrid,
  };
}

/** The questions with their texts. @throws UpstreamFault */
async function readQuestions<K extends Kind, Progress extends WithAgain>(adapter: ItemAdapter<K, Progress>) {
  const stored = await adapter.readQuestions();
  await withRichTexts(stored.questions);
  return stored;
}
