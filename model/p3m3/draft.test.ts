import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PERSPECTIVES, THREADS } from "./catalogue.ts";
import { p3m3ResultsSoFar } from "./draft.ts";
import { type ThreadSelections, threadSelectionsFrom } from "./gate.ts";
import { heatmap, p3m3Progress, p3m3ScoreSoFar, p3m3Scores, type ThreadRecord, wholeScore } from "./progress.ts";

const SCOPE = { perspectives: PERSPECTIVES.slice(0, 3), threads: THREADS.slice(0, 3) };
const STATES = ["NNNNN", "FFNNN", "RNNNN", "FPNNN", "FFFRN", "FFFFF"];
const LETTERS = { F: "Fully", P: "Partially", R: "Rarely/Never", N: "N/A" } as const;
const selections = (letters: string): ThreadSelections =>
  threadSelectionsFrom([...letters].map((letter) => LETTERS[letter as keyof typeof LETTERS])) as ThreadSelections;

/** What an upstream answers for threads in these states; 'descoped' for one that is left out. */
function draftOf(states: readonly string[]) {
  const records = states.map(
    (state, index): ThreadRecord => ({
      perspectiveId: SCOPE.perspectives[Math.floor(index / 3)]?.id ?? 0,
      threadId: SCOPE.threads[index % 3]?.id ?? 0,
      selections: selections(state === "descoped" ? "NNNNN" : state),
      descoped: state === "descoped",
    }),
  );
  const scores = p3m3Scores(SCOPE, records);
  const results = {
    ...scores,
    perspectives: scores.perspectives.map(({ score, ...rest }) => ({ ...rest, score: wholeScore(score), decimal: score })),
    diagnostics: { positive: [], improvement: [] },
    heatmapScores: heatmap(SCOPE, records),
    notes: [],
    toImprove: scores.threads.map((thread) => ({
      perspective: { id: thread.perspectiveId, name: "" },
      thread: { id: thread.id, name: thread.name },
      level: 1,
      statement: "",
      hint: "",
    })),
  };
  return { results, progress: p3m3Progress(SCOPE, records) };
}

describe("the results so far", () => {
  const draft = draftOf(["FFFRN", "FPNNN", "FFNNN", "NNNNN", "FFNNN", "descoped", "RNNNN", "descoped", "NNNNN"]);
  const soFar = p3m3ResultsSoFar(draft);

  test("are of answered threads and of the perspectives that have any", () => {
    expect(soFar.perspectives.map(({ code, decimal, score, rank }) => [code, decimal, score, rank])).toEqual([
      ["BM", 2.25, 2, 1],
      ["MC", 0, 0, 2],
    ]);
    expect(soFar.threads.map(({ code, perspectiveId, score, rank }) => [code, perspectiveId, score, rank])).toEqual([
      ["AM", 1, 3, 1],
      ["AS", 1, 1.5, 2],
      ["AM", 3, 0, 3],
    ]);
    expect(soFar.toImprove?.map(({ perspective, thread }) => [perspective.id, thread.id])).toEqual([
      [1, 1],
      [1, 2],
      [3, 1],
    ]);
    expect(soFar.heatmapScores.map(({ id }) => id)).toEqual([1, 3]);
  });

  test("leave the overall score as it would be if submitted now", () => {
    expect(soFar.overall).toEqual(draft.results.overall);
    expect(soFar.overall.decimal).toBeCloseTo((1.5 + 0 + 0) / 3, 10);
  });

  test("know items without ids by their names", () => {
    const { perspectivesProgress } = draft.progress;
    const nameless = perspectivesProgress.map((each) => ({
      ...each,
      threads: each.threads.map(({ id: _, ...thread }) => thread),
    }));
    expect(p3m3ResultsSoFar({ ...draft, progress: { ...draft.progress, perspectivesProgress: nameless } })).toEqual(soFar);
  });

  const anyStates = fc.array(fc.constantFrom(...STATES, "descoped"), { minLength: 9, maxLength: 9 });

  test("agree with the score so far, and are never below what it would be if submitted now", () => {
    fc.assert(
      fc.property(anyStates, (states) => {
        const any = draftOf(states);
        const { perspectives } = p3m3ResultsSoFar(any);
        const mean = perspectives.reduce((sum, { decimal = 0 }) => sum + decimal, 0) / perspectives.length;
        const expected = p3m3ScoreSoFar(any.progress.perspectivesProgress);
        if (expected === null) expect(perspectives).toEqual([]);
        else expect(mean).toBeCloseTo(expected, 9);
        for (const { id, decimal } of perspectives)
          expect(decimal).toBeGreaterThanOrEqual(any.results.perspectives.find((each) => each.id === id)?.decimal ?? 0);
      }),
    );
  });

  test("are the results once everything is answered", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("RNNNN", "FPNNN", "FFFRN", "FFFFF"), { minLength: 9, maxLength: 9 }), (states) => {
        const any = draftOf(states);
        expect(p3m3ResultsSoFar(any)).toEqual(any.results);
      }),
    );
  });
});
