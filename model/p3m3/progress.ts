/** Progress (docs/rules/gate.md#thread-states) and scores (docs/rules/scores.md) of a P3M3 assessment, from its scope and its threads. */

import type { P3m3Progress, P3m3Scores } from "../contract/p3m3.ts";
import { type FlagsAndEvidence, flagAndEvidenceAt } from "../flags-and-evidence.ts";
import { ranked } from "../rounding.ts";
import type { CatalogueItem } from "./catalogue.ts";
import { EMPTY_THREAD, isThreadAnswered, isThreadStarted, THREAD_SCORES, type ThreadSelections } from "./gate.ts";

/** What is stored for one thread of one perspective. */
export interface ThreadRecord {
  perspectiveId: number;
  threadId: number;
  selections: ThreadSelections;
  descoped: boolean;
}

/** What an assessment covers; perspectives and threads in catalogue order. */
export interface P3m3ScopeItems {
  perspectives: readonly CatalogueItem[];
  threads: readonly CatalogueItem[];
}

export type ThreadState = "answered" | "started" | "descoped" | "not started";
export type PerspectiveState = "To do" | "In progress" | "Complete";

/** The state of one thread (docs/rules/gate.md#thread-states). */
export function threadState(thread: { answered: boolean; started: boolean; descoped: boolean }): ThreadState {
  if (thread.descoped) return "descoped";
  if (thread.answered) return "answered";
  return thread.started ? "started" : "not started";
}

/** The state of a perspective. Complete: every thread is answered or descoped, at least one of them answered. */
export function perspectiveState(threads: readonly { answered: boolean; started: boolean; descoped: boolean }[]): PerspectiveState {
  const states = threads.map(threadState);
  const answered = states.includes("answered");
  if (answered && states.every((state) => state === "answered" || state === "descoped")) return "Complete";
  return answered || states.includes("started") ? "In progress" : "To do";
}

/** The score of a thread, 0 to 5 in halves (docs/rules/scores.md#thread-score). */
export function threadScore(selections: ThreadSelections): number {
  return selections.reduce((sum, selection) => sum + THREAD_SCORES[selection], 0);
}

const mean = (values: readonly number[]) => (values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length);

/** What a perspective's score is made of. */
interface CountedThread {
  score: number | null;
  answered: boolean;
  descoped: boolean;
}

/** The scores that count in a perspective: those of its threads that are not descoped. One that is not answered counts 0. */
export const countedScores = (threads: readonly CountedThread[]): number[] =>
  threads.filter(({ descoped }) => !descoped).map(({ score, answered }) => (answered ? (score ?? 0) : 0));

/** The decimal of a perspective (docs/rules/scores.md#perspective-score); null when all its threads are descoped. */
export function perspectiveDecimal(threads: readonly CountedThread[]): number | null {
  const points = countedScores(threads);
  return points.length === 0 ? null : mean(points);
}

/**
 * The overall decimal is the mean of the perspective decimals, the overall maturity the lowest whole score. A perspective without a
 * decimal counts in neither (docs/rules/scores.md#overall-score).
 */
export function overallScores(perspectiveDecimals: readonly (number | null)[]): { decimal: number; maturity: number } {
  const decimals = perspectiveDecimals.filter((decimal) => decimal !== null);
  return { decimal: mean(decimals), maturity: decimals.length === 0 ? 0 : Math.min(...decimals.map(wholeScore)) };
}

/**
 * The score so far (docs/rules/scores.md#score-so-far): the overall score as it would be if nothing but what is answered had been asked. Each
 * perspective is the mean of its answered threads; one without any is left out. Null while nothing is answered.
 */
export function p3m3ScoreSoFar(
  perspectives: readonly { threads: readonly { score: number | null; answered: boolean }[] }[],
): number | null {
  const decimals = perspectives.map(({ threads }) => {
    const scores = threads.flatMap(({ score, answered }) => (answered && score !== null ? score : []));
    return scores.length === 0 ? null : mean(scores);
  });
  return decimals.every((decimal) => decimal === null) ? null : overallScores(decimals).decimal;
}

/** The whole score of a perspective: its decimal, rounded down (docs/rules/scores.md#perspective-score). */
export function wholeScore(decimal: number): number {
  return Math.floor(decimal);
}

/** Joins scope and stored threads: every thread in scope once, in catalogue order, empty where nothing is stored. */
export function threadsInScope(scope: P3m3ScopeItems, records: readonly ThreadRecord[]) {
  const stored = new Map(records.map((record) => [`${record.perspectiveId}/${record.threadId}`, record]));
  return scope.perspectives.map((perspective) => {
    const threads = scope.threads.map((thread) => {
      const record = stored.get(`${perspective.id}/${thread.id}`);
      const selections = record?.selections ?? EMPTY_THREAD;
      const descoped = record?.descoped ?? false;
      return {
        thread,
        selections,
        descoped,
        answered: !descoped && isThreadAnswered(selections),
        started: !descoped && isThreadStarted(selections),
        score: descoped ? null : threadScore(selections),
      };
    });
    return { perspective, threads, decimal: perspectiveDecimal(threads) };
  });
}

/**
 * The progress of an assessment on the wire. `totalThreads` counts descoped threads too, and `currentScore` is 0 where all are descoped
 * (docs/upstream-contract.md#assessments).
 * @param extras flags and evidence; the progress mentions them only if given
 */
export function p3m3Progress(scope: P3m3ScopeItems, records: readonly ThreadRecord[], extras?: FlagsAndEvidence): P3m3Progress {
  const perspectives = threadsInScope(scope, records);
  const overall = overallScores(perspectives.map(({ decimal }) => decimal));
  return {
    currentOverallScore: overall.decimal,
    maturityScore: overall.maturity,
    perspectivesProgress: perspectives.map(({ perspective, threads, decimal }) => ({
      ...perspective,
      currentScore: decimal ?? 0,
      answeredThreads: threads.filter(({ answered }) => answered).length,
      totalThreads: threads.length,
      // The fields are named one by one because this runs with every save, and spreading ninety threads took a tenth of its time.
      threads: threads.map(({ thread: { id, code, name }, score, answered, started, descoped }) => ({
        id,
        code,
        name,
        score,
        answered,
        started,
        descoped,
        ...(extras && flagAndEvidenceAt(extras, { kind: "thread", perspectiveId: perspective.id, threadId: id })),
      })),
    })),
  };
}

/** The scores of an assessment on the wire. Descoped threads have none, and are left out; so are perspectives without any other. */
export function p3m3Scores(scope: P3m3ScopeItems, records: readonly ThreadRecord[]): P3m3Scores {
  const perspectives = threadsInScope(scope, records);
  return {
    overall: overallScores(perspectives.map(({ decimal }) => decimal)),
    perspectives: ranked(perspectives.flatMap(({ perspective, decimal }) => (decimal === null ? [] : { ...perspective, score: decimal }))),
    threads: ranked(
      perspectives.flatMap(({ perspective, threads }) =>
        threads.flatMap(({ thread, score }) => (score === null ? [] : [{ ...thread, perspectiveId: perspective.id, score }])),
      ),
    ),
  };
}

/** The score of a perspective or thread of an assessment, and its rank among the others. */
export interface ScoreAndRank {
  score: number;
  rank: number;
}

/**
 * The overall figures, and scores and ranks by id, as a completed assessment and its perspectives and threads carry them. The score of a thread is its mean over the
 * perspectives that have not descoped it; one that all have descoped has none (docs/rules/scores.md#thread-score).
 */
export function itemScores(scope: P3m3ScopeItems, records: readonly ThreadRecord[]) {
  const scores = p3m3Scores(scope, records);
  const threads = scope.threads.flatMap(({ id }) => {
    const points = scores.threads.filter((thread) => thread.id === id).map(({ score }) => score);
    return points.length === 0 ? [] : [{ id, score: mean(points) }];
  });
  const byId = (items: readonly ({ id: number } & ScoreAndRank)[]) =>
    new Map(items.map(({ id, score, rank }): [number, ScoreAndRank] => [id, { score, rank }]));
  return { overall: scores.overall, perspectives: byId(scores.perspectives), threads: byId(ranked(threads)) };
}

/** How far one perspective meets each level. */
export interface HeatmapRow {
  id: number;
  name: string;
  scores: { level: number; score: 1 | 0.5 | 0 }[];
}

/** The heat map (docs/rules/scores.md#heat-map): a row for each perspective, in it a value for each level. */
export function heatmap(scope: P3m3ScopeItems, records: readonly ThreadRecord[]): HeatmapRow[] {
  return threadsInScope(scope, records).map(({ perspective, threads }) => ({
    id: perspective.id,
    name: perspective.name,
    scores: EMPTY_THREAD.map((_, index) => {
      const points = threads.filter(({ answered }) => answered).map(({ selections }) => THREAD_SCORES[selections[index] ?? "N/A"]);
      const score = points.length > 0 && points.every((point) => point === 1) ? 1 : points.every((point) => point === 0) ? 0 : 0.5;
      return { level: index + 1, score };
    }),
  }));
}

/** The answered questions and all questions of each perspective: five for a thread (docs/upstream-contract.md#assessments). */
export function questionCounts(scope: P3m3ScopeItems, records: readonly ThreadRecord[]) {
  return threadsInScope(scope, records).map(({ perspective, threads }) => ({
    ...perspective,
    answeredQuestions: 5 * threads.filter(({ answered }) => answered).length,
    totalQuestions: 5 * threads.filter(({ descoped }) => !descoped).length,
  }));
}

/** The progress of a perspective that a row shows, in whole threads (docs/rules/navigation-and-home.md#row-progress). */
export function p3m3RowProgress({ answeredQuestions, totalQuestions }: { answeredQuestions: number; totalQuestions: number }) {
  return { answered: Math.floor(answeredQuestions / 5), total: Math.round(totalQuestions / 5) };
}
