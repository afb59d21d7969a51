/** Result pages that are shown again as they were (docs/decisions/0063-kept-results.md). */
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { keptPages } from "~/services/http/kept-pages.server";
import type { ResultRequest } from "~/services/results/result-model.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { BenchmarkPanelView } from "~/views/result-page";

/**
 * The view of a result, made anew or as it was made for the same person from the same content. The upstream tells by the stamp whether
 * they may read it, and whether anything has changed. A view that lacks something is not kept.
 */
export async function viewResult<View extends { page: { benchmark?: BenchmarkPanelView | undefined } }>(
  reader: UserContext,
  asked: ResultRequest,
  make: () => Promise<View>,
): Promise<View> {
  const key = await keyOf(reader, asked);
  if (key === undefined) return make();
  const known = keptPages.find(key);
  if (known) {
    reader.markup.page = known;
    return known.view as View;
  }
  const view = await make();
  if (reader.isAnswered() && !view.page.benchmark?.failed) reader.markup.page = keptPages.keep(key, view);
  return view;
}

/** Names all that a view depends on; undefined if the stamp does not cover it. Reads the stamp before the content: a stamp may then be too old, but never too new. */
async function keyOf({ api, user }: UserContext, { assessmentId, isDraft, path, query }: ResultRequest): Promise<string | undefined> {
  if (isDraft || query.has("others") || !(await hasExtension("stamp"))) return undefined;
  const found = await api.assessments.stamp({ id: assessmentId }).catch(ignoreFault);
  return found && JSON.stringify([found.stamp, user, path, query.toString(), today()]);
}
