/** The table of all kinds of charts. Page, images, Word and PowerPoint ask it; a new kind is a module and a line here. */
import { bars } from "~/views/charts/bars";
import type { Chart, ChartKind } from "~/views/charts/chart";
import { lines } from "~/views/charts/lines";
import { matrix } from "~/views/charts/matrix";
import { radar } from "~/views/charts/radar";
import { spread } from "~/views/charts/spread";

export const CHART_KINDS = { radar, bars, spread, lines, matrix };

type ChartOf<Kind> = Kind extends ChartKind<infer C> ? C : never;
/** A chart of any kind. */
export type AnyChart = ChartOf<(typeof CHART_KINDS)[keyof typeof CHART_KINDS]>;

/** What a chart's kind does, for any chart of that kind. */
export const kindOf = ({ kind }: AnyChart): ChartKind<AnyChart> => CHART_KINDS[kind] as unknown as ChartKind<AnyChart>;

/** A chart in words. */
export const chartInWords = (chart: AnyChart): string => kindOf(chart).inWords(chart);

/** A chart as it can be read on a page of a document: as another kind, in parts, or not at all while it has no point. */
export function readableCharts(chart: AnyChart): AnyChart[] {
  const { points, readable = (whole: Chart) => [whole] } = kindOf(chart);
  return points(chart).length === 0 ? [] : (readable(chart) as AnyChart[]);
}
