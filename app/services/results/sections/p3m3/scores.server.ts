/** The scores of a P3M3 result: radar, final and decimal scores, heat map, threads, and the sheet with all of them. */

import { UNANSWERED, unansweredWord } from "#model/answer-words.ts";
import type { P3m3Results } from "#model/contract/p3m3.ts";
import { wholeScore } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { finalIfSubmitted, MATURITY_IF_SUBMITTED, overallNames, scoreNames } from "#model/score-names.ts";
import { listed } from "#model/words.ts";
import { ABOUT_DIFFERENCES, NONE, score, scoreOrNone, textCell, whole } from "~/services/results/blocks/cells.server";
import { type SharedColumn, scoreColumn, sheetOf, type TableColumn, tableOf, textColumn } from "~/services/results/blocks/columns.server";
import { radarAndBars, section, WITH_RESULTS } from "~/services/results/blocks/section.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import {
  DECIMAL,
  FINAL,
  LEVEL_COLUMNS,
  LEVEL_NAME,
  levelName,
  levelsOf,
  NOT_FROM_MAP,
  othersColumns,
  PERSPECTIVE,
  type Perspective,
  RANK,
  REACHED,
  THREAD,
} from "~/services/results/sections/p3m3/perspectives.server";
import type { ResultTargets } from "~/services/results/sections/targets.server";
import type { Cell, ResultSection, Sheet } from "~/views/result";

/** In headings. */
const NAMES = scoreNames();
const OTHERS = othersColumns("benchmark");
const BENCHMARK = { ...OTHERS.mean, title: "Benchmark" };

/** A perspective; of a draft, without a score so far where nothing of it is answered. */
type DecimalRow = Omit<Perspective, "decimal"> & { decimal?: number };

/** The mean, followed by the difference. */
const BENCHMARK_AND_DIFFERENCE: TableColumn<DecimalRow> = {
  ...BENCHMARK,
  cell: (row) => (row.benchmark ? { ...OTHERS.mean.cell(row), aside: OTHERS.difference.cell(row).text } : NONE),
};

interface ScoreContext {
  /** Those with a score; of a draft, so far. */
  perspectives: readonly Perspective[];
  /** With the names of both figures. */
  overall: P3m3Results["overall"] & { names: ReturnType<typeof overallNames> };
  /** Shown in the charts and next to the decimal scores. */
  targets: ResultTargets;
  /** Whom the benchmark compares with, in words; undefined without one. */
  comparedWith: string | undefined;
  /** Of a draft. */
  soFar: SoFar | undefined;
  results: ResultsWithDescoped;
}

/** Radar, final and decimal scores (docs/rules/results-and-files.md#p3m3-result). */
export function scoreSections({
  perspectives,
  overall: { maturity, decimal, names },
  targets,
  comparedWith,
  soFar,
}: Omit<ScoreContext, "results">): ResultSection[] {
  const compared = comparedWith !== undefined;
  const ofTargets = targets.columns<DecimalRow>();
  const finals = tableOf({
    id: "final-scores",
    title: soFar ? finalIfSubmitted("Final scores") : "Final scores",
    columns: [PERSPECTIVE, FINAL, LEVEL_NAME],
    rows: soFar?.every ?? perspectives,
    total: [textCell(soFar ? MATURITY_IF_SUBMITTED : names.maturity), whole(maturity), textCell(levelName(maturity))],
  });
  const rankedUnseen = perspectives.some(({ decimal, rank }) =>
    perspectives.some((other) => other.rank !== rank && formatScore(other.decimal) === formatScore(decimal)),
  );
  const ofBenchmark = compared ? ["Beside each benchmark: how far your score is above (+) or below (-) it.", ABOUT_DIFFERENCES] : [];
  const hints = [...ofBenchmark, ...(rankedUnseen && !soFar ? ["Ranks follow the scores before rounding."] : [])];
  const decimals = tableOf({
    id: "decimal-scores",
    title: "Decimal scores",
    columns: [
      ...(soFar ? [] : [RANK]),
      PERSPECTIVE,
      ...decimalColumns(soFar),
      ...(compared ? [BENCHMARK_AND_DIFFERENCE] : []),
      ...ofTargets,
    ],
    rows: [...perspectives.toSorted((a, b) => a.rank - b.rank), ...(soFar ? unansweredOf(perspectives, soFar) : [])],
    total: [
      ...(soFar ? [] : [textCell("")]),
      textCell(soFar ? scoreNames("Overall").score : names.score),
      ...(soFar ? [scoreOrNone(soFar.decimal)] : []),
      score(decimal),
      ...(compared ? [textCell("")] : []),
      ...ofTargets.map(() => textCell("")),
    ],
    ...(hints.length > 0 ? { hint: hints.join(" ") } : {}),
    ...(compared ? { comparesWithOthers: true } : {}),
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
      benchmark: benchmark && score(benchmark.score),
      target: targets.cell(code),
    })),
  });
  const text = [
    ...(soFar ? soFarInWords(perspectives, soFar) : []),
    ...(compared ? [`The benchmark is the mean of ${comparedWith}.`] : []),
  ];
  // Nothing is drawn and ranked while nothing is answered.
  if (perspectives.length === 0) return [section("scores", "Overall scores", text, [finals], WITH_RESULTS)];
  // A client reads one table; that of a draft has two scores beside each other.
  const together = soFar
    ? { instead: { exhibits: [...charts, decimals] } }
    : { summary: true as const, instead: { text: [], exhibits: [...charts, scoreTable()] } };
  const forClients = { ...WITH_RESULTS.forClients, board: "tables" as const, ...together };
  return [section("scores", "Overall scores", text, [...charts, finals, decimals], { forClients })];

  function scoreTable() {
    return tableOf<DecimalRow>({
      hint: [...(compared ? [...text, ...ofBenchmark] : []), ABOUT_LOWEST].join(" "),
      ...(compared ? { comparesWithOthers: true } : {}),
      id: "scores",
      title: "Scores",
      columns: [PERSPECTIVE, LEVEL_REACHED, DECIMAL, LOWEST_THREAD, ...(compared ? [BENCHMARK_AND_DIFFERENCE] : []), ...ofTargets],
      rows: perspectives,
      total: [
        textCell(names.score === overallNames(undefined).score ? "Overall" : "What was assessed"),
        textCell(levelInWords(maturity)),
        score(decimal),
        textCell(""),
        ...(compared ? [textCell("")] : []),
        ...ofTargets.map(() => textCell("")),
      ],
    });
  }
}

const levelInWords = (final: number) => `${final} – ${levelName(final)}`;
const LEVEL_REACHED: TableColumn<DecimalRow> = { title: "Level", kind: "text", cell: ({ final }) => textCell(levelInWords(final)) };

/** The lowest whole level among a perspective's threads, which some schemes take as its level. */
const LOWEST_THREAD: TableColumn<DecimalRow> = {
  title: "Lowest thread",
  kind: "whole",
  cell: ({ threads }) => (threads.length === 0 ? NONE : whole(wholeScore(Math.min(...threads.map((thread) => thread.score))))),
};
const ABOUT_LOWEST = "Lowest thread: the lowest level that a thread of the perspective has reached.";

/** The scores of an assessment in progress, with those of the perspectives that have an answered thread. */
export interface SoFar {
  /** Every perspective as it would be if submitted now. */
  every: readonly Perspective[];
  /** The overall score so far; null while nothing is answered. */
  decimal: number | null;
}

/** The score or, for a draft, the score so far and what it would be if submitted now. */
function decimalColumns(soFar: SoFar | undefined): TableColumn<DecimalRow>[] {
  if (!soFar) return [DECIMAL];
  const submitted = new Map(soFar.every.map(({ id, decimal }) => [id, decimal]));
  return [
    {
      ...DECIMAL,
      title: NAMES.soFar,
      cell: ({ decimal }) => (decimal === undefined ? { text: UNANSWERED.open, missing: true } : score(decimal)),
    },
    { title: NAMES.ifSubmitted, kind: "decimal", cell: ({ id }) => scoreOrNone(submitted.get(id)) },
  ];
}

/** The perspectives without a score so far. */
const unansweredOf = (perspectives: readonly Perspective[], { every }: SoFar): DecimalRow[] =>
  every.filter(({ id }) => !perspectives.some((perspective) => perspective.id === id)).map(({ decimal: _, ...perspective }) => perspective);

function soFarInWords(perspectives: readonly Perspective[], soFar: SoFar): string[] {
  const missing = unansweredOf(perspectives, soFar).map(({ name }) => name);
  const means = "The score so far of a perspective is the mean of its answered threads. If submitted now, what is to do would count 0.";
  if (missing.length === 0) return [means];
  if (perspectives.length === 0) return ["Nothing is answered yet, so there are no scores so far."];
  const without =
    missing.length === 1
      ? "has no answered thread yet, so it has no score so far."
      : "have no answered thread yet, so they have no scores so far.";
  return [means, `${listed(missing)} ${without}`];
}

/** How far each perspective meets each level, and the level that it has reached (docs/rules/scores.md#heat-map). */
export function heatMapSections({ perspectives, results }: Pick<ScoreContext, "perspectives" | "results">): ResultSection[] {
  if (perspectives.length === 0) return [];
  const heatMap = tableOf({
    id: "heat-map",
    title: "Heat map",
    columns: [PERSPECTIVE, ...LEVEL_COLUMNS],
    rows: results.heatmapScores.map(
      ({ id, name }) => perspectives.find((each) => each.id === id) ?? { name, levels: levelsOf(id, results) },
    ),
    hint: NOT_FROM_MAP,
  });
  const text =
    "How far each perspective meets each level: fully when every thread does, rarely or never when no thread does even partially. A level that no thread has come to was not assessed. Partially is everything in between: one thread that misses a level is enough.";
  const reached = perspectives.some((each) => each.reached !== undefined)
    ? ` ${REACHED} marks the level of each perspective: its score, rounded down.`
    : "";
  const counts = `Below each word stands how many threads are fully there.${reached}`;
  // A client's report has the level of each perspective in its table of scores, and a word of the map does not follow from it.
  return [section("heat-map", heatMap.title, [text, counts], [heatMap])];
}

/** A score with the colour of its level; a cell without a score has none. */
const banded = (cell: Cell): Cell => (cell.value === undefined ? cell : { ...cell, band: Math.floor(cell.value) });

/** A row for each thread, a column for each perspective. The Excel file has one row for each thread of each perspective instead. */
export function threadSections({
  perspectives,
  results: { threads, descoped = [] },
  soFar,
}: Pick<ScoreContext, "perspectives" | "results" | "soFar">): ResultSection[] {
  if (perspectives.length === 0) return [];
  const isDraft = soFar !== undefined;
  /** A completed assessment has answered whatever it has not descoped. */
  const withoutScore = (perspective: string, thread: string): Cell => {
    const isDescoped = !isDraft || descoped.some((each) => each.perspective.name === perspective && each.thread.name === thread);
    return { text: unansweredWord({ descoped: isDescoped, finished: false, locked: false }), missing: true };
  };
  const known = new Map(threads.map(({ id, name }) => [id, name]));
  const rows = [...known].map(([id, name]) => ({ id, name })).sort((a, b) => a.id - b.id);
  const columns = perspectives.map(
    (perspective): TableColumn<{ id: number; name: string }> => ({
      title: perspective.name,
      kind: "decimal",
      cell: ({ id, name }) => {
        const thread = perspective.threads.find((thread) => thread.id === id);
        return thread ? banded(score(thread.score)) : withoutScore(perspective.name, name);
      },
    }),
  );
  const names = scoreNames("Perspective");
  const table = tableOf({
    id: "thread-scores",
    title: "Thread scores",
    columns: [{ title: "Thread", kind: "text", names: true, cell: ({ name }) => textCell(name) }, ...columns],
    rows,
    total: [textCell(isDraft ? names.soFar : names.score), ...perspectives.map((perspective) => DECIMAL.cell(perspective))],
  });
  return [section("threads", table.title, [], [table], { forClients: { chapter: "results" } })];
}

/** A row of the sheet: the whole assessment, a perspective, or a thread of it. */
interface ScoreRow extends Partial<Pick<Perspective, "code" | "final" | "rank" | "benchmark" | "levels" | "reached">> {
  kind: "Overall" | "Perspective" | "Thread" | "Descoped thread";
  /** The perspective; empty for the whole assessment. */
  name: string;
  /** Empty unless the row is a thread. */
  thread: string;
  /** Absent for a descoped thread, and for what has no score so far. */
  decimal?: number | undefined;
  /** In a draft, of the whole and its perspectives: what the score would be. */
  submitted?: number;
}

const KIND = textColumn("Kind", 17, ({ kind }: ScoreRow) => kind);

/** As on the page, a draft has the scores if submitted now next to those so far, and no ranks. */
const DRAFT_COLUMNS: SharedColumn<ScoreRow>[] = [
  { ...FINAL, sheetTitle: finalIfSubmitted("Final score"), width: 18 },
  { ...DECIMAL, title: NAMES.soFar, width: 14 },
  scoreColumn(NAMES.ifSubmitted, 18, ({ submitted }) => submitted),
];

/** The sheet `Scores`: the figures of all tables in one list that can be filtered (docs/rules/results-and-files.md#excel). */
export function scoreSheets({
  perspectives,
  results: { overall, descoped = [] },
  targets,
  soFar,
}: Omit<ScoreContext, "overall" | "comparedWith">): Sheet[] {
  const { maturity, decimal } = overall;
  const compared = perspectives.some(({ benchmark }) => benchmark);
  const every = soFar?.every ?? perspectives;
  const rows: ScoreRow[] = [
    { kind: "Overall", name: "", thread: "", final: maturity, decimal: soFar ? (soFar.decimal ?? undefined) : decimal, submitted: decimal },
    ...every.flatMap((perspective): ScoreRow[] => [
      {
        ...perspectives.find(({ id }) => id === perspective.id),
        kind: "Perspective",
        code: perspective.code,
        name: perspective.name,
        thread: "",
        final: perspective.final,
        submitted: perspective.decimal,
      },
      ...(perspectives.find(({ id }) => id === perspective.id)?.threads ?? []).map(
        ({ name, score }): ScoreRow => ({ kind: "Thread", name: perspective.name, thread: name, decimal: score }),
      ),
      ...descoped
        .filter((each) => each.perspective.id === perspective.id)
        .map(({ thread }): ScoreRow => ({ kind: "Descoped thread", name: perspective.name, thread: thread.name })),
    ]),
  ];
  const { difference, lower, upper, organizations } = OTHERS;
  const sheet = sheetOf(
    "Scores",
    [
      KIND,
      PERSPECTIVE,
      THREAD,
      ...(soFar ? DRAFT_COLUMNS : [FINAL, DECIMAL, RANK]),
      ...(compared ? [BENCHMARK, difference, lower, upper, organizations] : []),
      ...targets.sheetColumns<ScoreRow>(),
      ...LEVEL_COLUMNS,
    ],
    rows,
    {
      emphasis: { whole: ["Overall"], part: ["Perspective"] },
      note: [`Levels 1 to 5 are the heat map. ${NOT_FROM_MAP}`, ...(compared ? [ABOUT_DIFFERENCES] : [])].join(" "),
    },
  );
  return [sheet];
}
