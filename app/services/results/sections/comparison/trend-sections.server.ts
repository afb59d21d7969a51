/** The scores of an organization over the years, as a section of a page and a sheet of the Excel file (docs/rules/comparison.md#trend). */
import type { Role } from "#model/contract/common.ts";
import { TREND_MAX, type Trend } from "#model/contract/comparison.ts";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { overallNames } from "#model/score-names.ts";
import { countedInWords, countInWords, lowerFirst } from "#model/words.ts";
import { scoreOrNone, textCell, wholeOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, sheetOf, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { section } from "~/services/results/blocks/section.server";
import { COMPARISON_TAB, comparedInWords } from "~/services/results/sections/comparison/comparison-sections.server";
import type { Targets } from "~/services/upstream/targets.server";
import { monthOf, shortDate } from "~/views/dates";
import type { Cell, ResultSection, Sheet, TrendContent } from "~/views/result";

/** The first assessment with which there is a trend: two have a comparison. */
export const TREND_FROM = 3;
/** Assessments that tables and charts have, the latest ones. The Excel file has all that the trend has. */
const SHOWN = 6;
/** Its id, to which the screen has a link. Those of its exhibits begin with it. */
export const TREND_SECTION = "comparison-trend";

type Point = Trend["points"][number];

/** A figure over the years; null where it is not known. */
interface Row {
  kind: string;
  /** Of what may have a target. */
  code?: string;
  name: string;
  values: (number | null)[];
  /** A maturity of P3M3, which is a whole number. */
  whole?: true;
}

/** A trend, and its sheet of the Excel file. */
export interface ShapedTrend extends TrendContent {
  sheet: Sheet;
  /** Whether only the file has all assessments. */
  isCut: boolean;
}

/** A table of a trend. */
interface Table {
  id: string;
  title: string;
  /** What a row is. */
  unit: string;
  rows: readonly Row[];
  total?: Row;
}

/** What differs between the models. */
interface TrendModel {
  /** What assessments may differ in. */
  parts: string;
  /** Whether other scopes have other statements, so that they are in no line. */
  scopesDiffer: boolean;
  shape(
    points: readonly Point[],
    names: ReturnType<typeof overallNames>,
  ): {
    tables: Table[];
    /** Its figures are in the first table. */
    chart: { title: string; rows: readonly Row[] };
    overall: Row | undefined;
  };
}

/** The section of a page. */
export const trendSection = ({ text, charts, tables, isCut }: ShapedTrend): ResultSection =>
  section(TREND_SECTION, "Trend", [...text, ...(isCut ? ["The Excel file has all of these."] : [])], [...charts, ...tables], {
    tab: COMPARISON_TAB,
  });

const cellOf = ({ values, whole }: Row, index: number): Cell => (whole ? wholeOrNone(values[index]) : scoreOrNone(values[index]));

/** When each was completed: by the month, and by the day where two are of one month. */
function whenOf(points: readonly Point[]): string[] {
  const dates = points.map(({ of: { date } }) => date);
  const months = dates.map((date) => (date ? monthOf(date) : "No date"));
  const days = dates.map((date, index) => (date && new Set(months).size < months.length ? shortDate(date) : (months[index] ?? "")));
  return days.map((day, index) => {
    const before = days.slice(0, index).filter((each) => each === day).length;
    return before === 0 ? day : `${day} (${before + 1})`;
  });
}

/** Everything that any of the assessments has a score for, in the order of the catalogue. */
function rowsOf(points: readonly Point[], kind: string, catalogue: readonly { code: string }[]): Row[] {
  return catalogue.flatMap(({ code }): Row[] => {
    const items = points.map(({ items }) => items.find((item) => item.code === code));
    const name = items.findLast((item) => item)?.name;
    return name === undefined ? [] : [{ kind, code, name, values: items.map((item) => item?.score ?? null) }];
  });
}

const overallRow = (points: readonly Point[], name: string, of: (point: Point) => number | null): Row => ({
  kind: "Overall",
  name,
  values: points.map(of),
});

const MODELS: Readonly<Record<Role, TrendModel>> = {
  P3M3: {
    parts: "perspectives and threads",
    scopesDiffer: true,
    shape: (points, names) => {
      const overall = overallRow(points, names.score, (point) => point.overall);
      const rows = [...rowsOf(points, "Perspective", PERSPECTIVES), overall];
      const total: Row = { ...overallRow(points, names.maturity, ({ maturity }) => maturity), whole: true };
      return {
        tables: [{ id: "perspectives", title: "Perspective scores over time", unit: "Perspective", rows, total }],
        chart: { title: "Scores over time", rows },
        overall,
      };
    },
  },
  ITIL: {
    parts: "practices, with other ranks",
    scopesDiffer: false,
    shape: (points, { svs }) => {
      const components = rowsOf(points, "Component", COMPONENTS);
      const practices = rowsOf(points, "Practice", PRACTICES);
      const levels: Table = { id: "practices", title: "Practices over time", unit: "Practice", rows: practices };
      if (components.length === 0) {
        const moving = practices.filter(({ values }) => new Set(values.filter((value) => value !== null)).size > 1);
        return { tables: [levels], chart: { title: "Practices whose level has changed", rows: moving }, overall: undefined };
      }
      const total = overallRow(points, svs, ({ maturity }) => maturity);
      const parts: Table = { id: "components", title: "Components over time", unit: "Component", rows: components, total };
      return { tables: [parts, levels], chart: { title: "Maturity over time", rows: [...components, total] }, overall: total };
    },
  },
};

/**
 * Shapes a trend; undefined before the third assessment.
 * @param now the assessment that the trend ends with: its extent as of `overallNames`, and its scope. A line leaves out P3M3 assessments of
 * another scope
 * @param targets of this scope; undefined where they cannot be read
 */
export function trendContent(
  { points }: Trend,
  model: Role,
  { scope: now, extent, targets }: { scope: string | null; extent: string | undefined; targets: Targets | undefined },
): ShapedTrend | undefined {
  if (points.length < TREND_FROM) return undefined;
  const { parts, scopesDiffer, shape } = MODELS[model];
  const { tables, chart, overall } = shape(points, overallNames(extent));
  const when = whenOf(points);
  const others = new Set(points.flatMap(({ of }, index) => (scopesDiffer && of.scope !== now ? [index] : [])));
  const heads = points.map(({ source, of }, index) =>
    [when[index], ...(others.size > 0 ? [of.scope] : []), ...(source === "assessment" ? [] : [source])].join(", "),
  );
  const latest = [...points.keys()].slice(-SHOWN);
  const inLine = latest.filter((index) => !others.has(index));
  const lines = chart.rows.filter(({ values }) => inLine.some((index) => known(values[index])));
  const hasChart = inLine.length >= 2 && lines.length > 0;

  const column = (index: number): SharedColumn<Row> => ({
    title: heads[index] ?? "",
    kind: "decimal",
    width: Math.max(12, (heads[index] ?? "").length + 2),
    cell: (row) => cellOf(row, index),
  });
  const names = (title: string) => textColumn<Row>(title, 38, ({ name }) => name, { names: true });
  const isCut = latest.length < points.length;
  return {
    isCut,
    text: textOf(points, {
      lacksTargets: targets === undefined,
      parts,
      onlyOf: others.size > 0 ? now : undefined,
      isCut,
      hasChart,
      score: overall?.name,
    }),
    charts: !hasChart
      ? []
      : [
          {
            kind: "lines",
            id: `${TREND_SECTION}-lines`,
            title: chart.title,
            figuresIn: tables[0]?.title ?? "",
            at: inLine.map((index) => `${when[index] ?? ""}${points[index]?.source === "assessment" ? "" : ", by hand"}`),
            lines: lines.map((row) => ({
              name: row.name,
              points: inLine.map((index) => (known(row.values[index]) ? cellOf(row, index) : null)),
              ...targetOf(row, inLine.at(-1) ?? -1, targets),
            })),
          },
        ],
    tables: tables.map(({ id, title, unit, rows, total }) =>
      tableOf({
        id: `${TREND_SECTION}-${id}`,
        title,
        columns: [names(unit), ...latest.map(column)],
        rows,
        ...(total ? { total: [textCell(total.name), ...latest.map((index) => cellOf(total, index))] } : {}),
      }),
    ),
    sheet: sheetOf(
      "Trend",
      [textColumn<Row>("Kind", 14, ({ kind }) => kind), names("Name"), ...points.map((_, index) => column(index))],
      tables.flatMap(({ rows, total }) => [...rows, ...(total ? [total] : [])]),
      { emphasis: { whole: ["Overall"], part: [] } },
    ),
    ...(overall
      ? {
          overall: {
            name: overall.name,
            values: inLine.flatMap((index) => (known(overall.values[index]) ? [cellOf(overall, index).text] : [])),
          },
        }
      : {}),
  };
}

/** The target of what the latest assessment has a score for. */
function targetOf({ code, values }: Row, latest: number, targets: Targets | undefined): { target?: Cell } {
  const target = code === undefined || !known(values[latest]) ? undefined : targets?.find(code);
  return target ? { target: scoreOrNone(target.score) } : {};
}

const known = (value: number | null | undefined) => value !== null && value !== undefined;

interface TrendFacts {
  lacksTargets: boolean;
  parts: string;
  /** The scope that the chart has; undefined where it has all. */
  onlyOf: string | null | undefined;
  isCut: boolean;
  hasChart: boolean;
  /** The name of the overall figure. */
  score: string | undefined;
}

function textOf(points: readonly Point[], { lacksTargets, parts, onlyOf, isCut, hasChart, score }: TrendFacts): string[] {
  const byHand = points.filter(({ source }) => source === "entered by hand");
  const theirs = byHand.length > 0 ? "result or source" : "result";
  return [
    `The scores of ${points.length < TREND_MAX ? "" : "the latest "}${countedInWords(points.length, "assessment")}, each as its own ${theirs} has them. They may cover different ${parts}, so no differences are stated.`,
    ...(score !== undefined && byHand.some(({ overall }) => overall !== null)
      ? [`The ${lowerFirst(score)} of those entered by hand is the mean of the scores that were entered.`]
      : []),
    ...(onlyOf && hasChart ? [`The chart has those of the scope ${onlyOf} alone, because other scopes have other statements.`] : []),
    ...(isCut ? [`${hasChart ? "Table and chart have" : "The table has"} the latest ${countInWords(SHOWN)}.`] : []),
    ...(lacksTargets && hasChart ? ["The targets could not be read, so the chart has none."] : []),
    `The assessments: ${points.map(({ of }) => comparedInWords(of)).join("; ")}.`,
  ];
}
