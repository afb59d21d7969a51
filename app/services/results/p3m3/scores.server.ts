/** The scores of a P3M3 result: radar, final and decimal scores, heat map, threads, and the sheet with all of them. */
import type { P3M3Results } from "#model/contract/p3m3.ts";
import { NONE, score, scoreOrNone, whole, words } from "~/services/results/cells.server";
import { type SharedColumn, sheetOf, type TableColumn, tableOf } from "~/services/results/columns.server";
import type { ReportedResults } from "~/services/results/p3m3/descoped.server";
import {
  DECIMAL,
  FINAL,
  LEVEL_COLUMNS,
  LEVEL_NAME,
  levelName,
  levelsOf,
  othersColumns,
  PERSPECTIVE,
  type Perspective,
  RANK,
} from "~/services/results/p3m3/perspectives.server";
import { radarAndBars, section } from "~/services/results/sections.server";
import type { ReportSection, Sheet } from "~/views/report";

const OTHERS = othersColumns("benchmark");
const BENCHMARK = { ...OTHERS.mean, title: "Benchmark" };

/** The mean with the difference beside it. */
const BENCHMARK_AND_DIFFERENCE: TableColumn<Perspective> = {
  ...BENCHMARK,
  cell: (row) => (row.benchmark ? { ...OTHERS.mean.cell(row), aside: OTHERS.difference.cell(row).text } : NONE),
};

/**
 * Radar, final and decimal scores (docs/rules/results-and-files.md#p3m3-result).
 * @param comparedWith whom the benchmark compares with, in words; undefined without one
 */
export function scoreSection(
  perspectives: readonly Perspective[],
  { maturity, decimal }: P3M3Results["overall"],
  comparedWith: string | undefined,
): ReportSection {
  const compared = comparedWith !== undefined;
  const finals = tableOf({
    id: "final-scores",
    title: "Final scores",
    columns: [PERSPECTIVE, FINAL, LEVEL_NAME],
    rows: perspectives,
    total: [words("Overall maturity"), whole(maturity), words(levelName(maturity))],
  });
  const decimals = tableOf({
    id: "decimal-scores",
    title: "Decimal scores",
    columns: [RANK, PERSPECTIVE, DECIMAL, ...(compared ? [BENCHMARK_AND_DIFFERENCE] : [])],
    rows: perspectives.toSorted((a, b) => a.rank - b.rank),
    total: [words(""), words("Overall score"), score(decimal), ...(compared ? [words("")] : [])],
    ...(compared ? { hint: "Beside each benchmark: how far your score is above (+) or below (-) it." } : {}),
  });
  const charts = radarAndBars({
    id: "overall-scores",
    barsId: "overall-bars",
    title: "Overall scores",
    figuresIn: decimals.title,
    items: perspectives.map(({ code, name, decimal, benchmark }) => ({
      code,
      name,
      own: score(decimal),
      benchmark: benchmark && score(benchmark.mean),
    })),
  });
  const text = compared ? [`The benchmark is the mean of ${comparedWith}.`] : [];
  return section("scores", "Overall scores", text, [...charts, finals, decimals]);
}

/** How far each perspective meets each level (docs/rules/scores.md#heat-map). */
export function heatMapSection(results: ReportedResults): ReportSection {
  const heatMap = tableOf({
    id: "heat-map",
    title: "Heat map",
    columns: [PERSPECTIVE, ...LEVEL_COLUMNS],
    rows: results.heatmapScores.map(({ id, name }) => ({ name, levels: levelsOf(id, results) })),
  });
  const text =
    "How far each perspective meets each level: fully when every thread does, rarely or never when no thread does even partially. A level that no thread has come to was not assessed.";
  return section("heat-map", heatMap.title, [text], [heatMap]);
}

/** A row for each thread, a column for each perspective. The Excel file has one row for each thread of each perspective instead. */
export function threadSection(perspectives: readonly Perspective[], { threads }: ReportedResults): ReportSection {
  const known = new Map(threads.map(({ id, name }) => [id, name]));
  const rows = [...known].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id);
  const columns = perspectives.map(
    (perspective): TableColumn<{ id: number; name: string }> => ({
      title: perspective.name,
      kind: "decimal",
      cell: ({ id }) => scoreOrNone(perspective.threads.find((thread) => thread.id === id)?.score),
    }),
  );
  const descoped = rows.some((row) => columns.some(({ cell }) => cell(row) === NONE));
  const table = tableOf({
    id: "thread-scores",
    title: "Thread scores",
    columns: [{ title: "Thread", kind: "text", names: true, cell: ({ name }) => words(name) }, ...columns],
    rows,
    total: [words("Perspective score"), ...perspectives.map((perspective) => DECIMAL.cell(perspective))],
    ...(descoped ? { hint: "– means that the thread was descoped." } : {}),
  });
  return section("threads", table.title, [], [table]);
}

/** A row of the sheet: the whole assessment, a perspective, or a thread of it. */
interface ScoreRow extends Partial<Pick<Perspective, "final" | "rank" | "benchmark" | "levels">> {
  kind: "Overall" | "Perspective" | "Thread" | "Descoped thread";
  /** The perspective; empty for the whole assessment. */
  name: string;
  /** Empty unless the row is a thread. */
  thread: string;
  /** Absent for a descoped thread. */
  decimal?: number;
}

const KIND: SharedColumn<ScoreRow> = { title: "Kind", kind: "text", width: 13, cell: ({ kind }) => words(kind) };
const THREAD: SharedColumn<ScoreRow> = { title: "Thread", kind: "text", width: 38, cell: ({ thread }) => words(thread) };

const ROW_SCORE: SharedColumn<ScoreRow> = { ...DECIMAL, cell: ({ decimal }) => scoreOrNone(decimal) };

/** The sheet `Scores`: the figures of all tables in one list that can be filtered (docs/rules/results-and-files.md#excel). */
export function scoreSheet(
  perspectives: readonly Perspective[],
  { overall: { maturity, decimal }, descoped = [] }: ReportedResults,
): Sheet {
  const compared = perspectives.some(({ benchmark }) => benchmark);
  const rows: ScoreRow[] = [
    { kind: "Overall", name: "", thread: "", final: maturity, decimal },
    ...perspectives.flatMap((perspective): ScoreRow[] => [
      { ...perspective, kind: "Perspective", thread: "" },
      ...perspective.threads.map(
        ({ name, score }): ScoreRow => ({
          kind: "Thread",
          name: perspective.name,
          thread: name,
          decimal: score,
        }),
      ),
      ...descoped
        .filter((each) => each.perspective.id === perspective.id)
        .map(({ thread }): ScoreRow => ({ kind: "Descoped thread", name: perspective.name, thread: thread.name })),
    ]),
  ];
  const { difference, lower, upper, organizations } = OTHERS;
  return sheetOf(
    "Scores",
    [
      KIND,
      PERSPECTIVE,
      THREAD,
      FINAL,
      ROW_SCORE,
      RANK,
      ...(compared ? [BENCHMARK, difference, lower, upper, organizations] : []),
      ...LEVEL_COLUMNS,
    ],
    rows,
    { whole: ["Overall"], part: ["Perspective"] },
  );
}
