/** The exhibits of a report as HTML. They only show, so a page sends them once and no script repeats them (docs/decisions/0051-page-weight-and-files.md). */
import { renderToStaticMarkup } from "react-dom/server";
import { type Drawings, ReportBody } from "~/components/results/ReportBody";
import type { PageReport } from "~/views/report";
import type { BenchmarkFilter } from "~/views/results";

/**
 * Renders all sections of a report.
 * @param tab that is shown on the screen; print has all
 * @param query the part of the address that shapes the result
 * @param opened whether what is folded is open
 */
export function renderReport(report: PageReport, drawings: Drawings, shown: { tab: string; query: string; opened: boolean }): string {
  return renderToStaticMarkup(<ReportBody report={report} drawings={drawings} {...shown} />);
}

/** Renders the options of a list, the chosen one marked. */
export function renderOptions(options: BenchmarkFilter["options"], chosen: string): string {
  return renderToStaticMarkup(
    <select defaultValue={chosen}>
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>,
  ).replace(/^<select>|<\/select>$/g, "");
}
