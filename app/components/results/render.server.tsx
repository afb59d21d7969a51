/** The exhibits of a result as HTML. They only show, so a page sends them once and no script repeats them (docs/decisions/0015-results.md). */
import { renderToStaticMarkup } from "react-dom/server";
import { type Drawings, ResultBody } from "~/components/results/ResultBody";
import type { PageResult } from "~/views/result";

/**
 * Renders all sections of a result.
 * @param tab that is shown on the screen; print has all
 * @param query the part of the address that shapes the result
 * @param opened whether what is folded is open
 */
export function renderResult(result: PageResult, drawings: Drawings, shown: { tab: string; query: string; opened: boolean }): string {
  return renderToStaticMarkup(<ResultBody result={result} drawings={drawings} {...shown} />);
}
