/**
 * 'Your portfolio' in a P3M3 report: how the team's other organizations score. It is not part of the benchmark
 * (docs/rules/benchmark.md#your-portfolio).
 */
import { sheetOf, tableOf } from "~/services/results/columns.server";
import { othersColumns, PERSPECTIVE, type Perspective, YOUR_SCORE } from "~/services/results/p3m3/perspectives.server";
import { section } from "~/services/results/sections.server";
import type { ReportSection, Sheet } from "~/views/report";

const TITLE = "Your portfolio";
const { mean, difference, organizations } = othersColumns("portfolio");
const COLUMNS = [PERSPECTIVE, YOUR_SCORE, { ...mean, title: "Portfolio mean", width: 16 }, difference];

/** A table of the perspectives with the mean of the team's other organizations; no section when there is no other. */
export function portfolioSection(perspectives: readonly Perspective[]): ReportSection[] {
  const counts = perspectives.flatMap(({ portfolio }) => portfolio?.organizations ?? []);
  const most = Math.max(0, ...counts);
  if (most === 0) return [];
  // The text tells how many there are. If they differ between perspectives, a column tells.
  const counted = new Set(counts).size > 1;
  const [whom, which] =
    most === 1
      ? ["the one other organization", "its latest completed assessment"]
      : [`the ${most} other organizations`, "the latest completed assessment of each"];
  const text = `Compared with ${whom} of your own team, by ${which} in the same scope. Only your team sees this, and it is not part of the benchmark.`;
  const table = tableOf({ id: "portfolio", title: TITLE, columns: [...COLUMNS, ...(counted ? [organizations] : [])], rows: perspectives });
  return [section("portfolio", TITLE, [text], [table])];
}

/** The same as a sheet of the Excel file, always with the number of organizations; no sheet when there is no other. */
export function portfolioSheet(perspectives: readonly Perspective[]): Sheet[] {
  return perspectives.some(({ portfolio }) => portfolio) ? [sheetOf(TITLE, [...COLUMNS, organizations], perspectives)] : [];
}
