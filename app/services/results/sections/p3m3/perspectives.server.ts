/** The perspectives of a P3M3 result with all their figures, and the columns that show them in tables and in the Excel file. */

import { UNANSWERED } from "#model/answer-words.ts";
import type { P3m3Assessment } from "#model/contract/assessments.ts";
import type { Benchmark } from "#model/contract/p3m3.ts";
import { LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { selectionsBehind } from "#model/p3m3/explain.ts";
import { wholeScore } from "#model/p3m3/progress.ts";
import { difference, NONE, score, scoreOrNone, textCell, wholeOrNone } from "~/services/results/blocks/cells.server";
import { type SharedColumn, scoreColumn, type TableColumn, textColumn, wholeColumn } from "~/services/results/blocks/columns.server";
import type { ResultsWithDescoped } from "~/services/results/sections/p3m3/descoped.server";
import type { Cell, LevelMark } from "~/views/result";

/** The score of other organizations in one perspective, as the upstream sends it. */
export type OthersScore = Benchmark["perspectivesAndScores"][number];

/** A cell of the heat map. */
export interface LevelValue {
  /** 1, 0.5 or 0. */
  value: number;
  /** Whether a thread was answered at the level. */
  assessed: boolean;
  /** How many of the perspective's threads are Fully there; absent where the answers are not known. */
  fully?: { count: number; of: number };
}

/** One perspective with all its figures. Scores from 0 to 5, not rounded (docs/rules/scores.md#perspective-score). */
export interface Perspective {
  id: number;
  code: string;
  name: string;
  rank: number;
  decimal: number;
  final: number;
  /** Without those that were descoped. */
  threads: { id: number; name: string; score: number }[];
  /** The level that it has reached, its whole score; absent while the assessment is in progress. */
  reached?: number;
  /** The heat map by level. */
  levels: ReadonlyMap<number, LevelValue>;
  benchmark?: OthersScore | undefined;
}

/**
 * The perspectives of a result, in the order of the upstream.
 * @param compared the answer to the benchmark call; undefined when it was not asked for or failed
 */
export function perspectivesOf(assessment: P3m3Assessment, results: ResultsWithDescoped, compared: Benchmark | undefined): Perspective[] {
  return results.perspectives.map(({ id, code, name, rank, score: given, decimal = given }) => ({
    id,
    code: code ?? assessment.perspectives?.find((item) => item.id === id)?.code ?? String(id),
    name,
    rank,
    decimal,
    final: wholeScore(decimal),
    ...(assessment.status === "Completed" ? { reached: wholeScore(decimal) } : {}),
    threads: results.threads.filter(({ perspectiveId }) => perspectiveId === id),
    levels: levelsOf(id, results),
    benchmark: compared?.perspectivesAndScores.find(({ perspectiveId }) => perspectiveId === id),
  }));
}

/** The heat map of one perspective by level. A level counts as assessed unless the scores of all its threads end below it. */
export function levelsOf(perspectiveId: number, { heatmapScores, threads }: ResultsWithDescoped): ReadonlyMap<number, LevelValue> {
  const { scores = [] } = heatmapScores.find(({ id }) => id === perspectiveId) ?? {};
  const answers = threads.filter((thread) => thread.perspectiveId === perspectiveId).map(({ score }) => selectionsBehind(score));
  const isAssessed = (level: number) =>
    answers.length === 0 || answers.some((selections) => selections === undefined || selections[level - 1] !== "N/A");
  const known = answers.filter((selections) => selections !== undefined);
  const fullyAt = (level: number) => ({ count: known.filter((selections) => selections[level - 1] === "Fully").length, of: known.length });
  return new Map(
    scores.map(({ level, score }) => [
      level,
      {
        value: score,
        assessed: score > 0 || isAssessed(level),
        ...(known.length > 0 && known.length === answers.length ? { fully: fullyAt(level) } : {}),
      },
    ]),
  );
}

/** The name of the level of a whole score. */
export function levelName(final: number): string {
  const level = LEVELS.find((each) => each === final);
  return level === undefined ? "No level reached" : LEVEL_NAMES[level];
}

// --- columns ----------------------------------------------------------------------------------------------------------

export const PERSPECTIVE = textColumn("Perspective", 28, ({ name }: { name: string }) => name, { names: true });

/** The perspective and the thread that a row is about. */
export const IN_PERSPECTIVE = textColumn("Perspective", 28, ({ perspective }: { perspective: string }) => perspective);
export const THREAD = textColumn("Thread", 38, ({ thread }: { thread: string }) => thread, { names: true });

/** The whole score, which is the level that a perspective has reached. */
export const FINAL = wholeColumn("Score", 12, ({ final }: { final?: number }) => final, { sheetTitle: "Final score" });

export const LEVEL_NAME: TableColumn<{ final: number }> = { title: "Level", kind: "text", cell: ({ final }) => textCell(levelName(final)) };

export const DECIMAL = scoreColumn("Score", 10, ({ decimal }: { decimal?: number }) => decimal);

/** The same, next to the score of others. */
export const YOUR_SCORE: typeof DECIMAL = { ...DECIMAL, title: "Your score", sheetTitle: "Own score", width: 12 };

export const RANK = wholeColumn("Rank", 8, ({ rank }: { rank?: number }) => rank);

/** The columns for the scores of others: the `benchmark`, or the team's `others`. The difference is own score minus theirs. */
export function othersColumns<Whose extends "benchmark" | "others">(whose: Whose) {
  type Row = { decimal?: number } & { [each in Whose]?: OthersScore | undefined };
  const column = (
    title: string,
    kind: SharedColumn<Row>["kind"],
    width: number,
    cellOf: (others: OthersScore, own: number) => Cell,
  ): SharedColumn<Row> => ({
    title,
    kind,
    width,
    cell: (row) => {
      const others: OthersScore | undefined = row[whose];
      return others && row.decimal !== undefined ? cellOf(others, row.decimal) : NONE;
    },
  });
  return {
    mean: column("Mean", "decimal", 12, (others) => score(others.score)),
    difference: column("Difference", "difference", 12, (others, own) => difference(own, others.score)),
    lower: column("Lower quartile", "decimal", 12, ({ lowerQuartile }) => scoreOrNone(lowerQuartile)),
    upper: column("Upper quartile", "decimal", 12, ({ upperQuartile }) => scoreOrNone(upperQuartile)),
    organizations: column("Organizations", "whole", 14, ({ sampleSize }) => wholeOrNone(sampleSize)),
  };
}

const MARK_WORDS: Record<LevelMark, string> = { fully: "Fully", partially: "Partially", rarely: "Rarely/Never" };

/** The sentence that stands wherever the heat map does. */
export const NOT_FROM_MAP = "The maturity follows from the thread scores, not from this map.";

/** What a cell of the heat map says below '9 of 13' where it is the level that the perspective has reached. */
export const REACHED = "Level reached";

/** A heat map value in words, and below how many threads are fully there (docs/rules/scores.md#heat-map). */
function levelCell(levelValue: LevelValue | undefined, reached: boolean): Cell {
  if (levelValue === undefined) return NONE;
  const { value, assessed, fully } = levelValue;
  const mark = value === 1 ? "fully" : value === 0.5 ? "partially" : "rarely";
  const below = [
    ...(fully ? [`${fully.count} of ${fully.of}`] : []),
    ...(assessed ? [] : [UNANSWERED.unasked]),
    ...(reached ? [REACHED] : []),
  ];
  return {
    text: MARK_WORDS[mark],
    value,
    mark: assessed ? mark : "unassessed",
    ...(below.length > 0 ? { aside: below.join("\n") } : {}),
    ...(reached ? { marked: true } : {}),
  };
}

/** A column of the heat map for each level. */
export const LEVEL_COLUMNS: SharedColumn<{ levels?: ReadonlyMap<number, LevelValue>; reached?: number }>[] = LEVELS.map((level) => ({
  title: `Level ${level}`,
  kind: "mark",
  width: 22,
  cell: ({ levels, reached }) => levelCell(levels?.get(level), reached === level),
}));
