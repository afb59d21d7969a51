import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { p3m3Progress as progressOnTheWire, p3m3Scores as scoresOnTheWire } from "../contract/p3m3.ts";
import { PERSPECTIVES, THREADS } from "./catalogue.ts";
import type { ThreadSelection, ThreadSelections } from "./gate.ts";
import {
  heatmap,
  itemScores,
  overallScores,
  p3m3Progress,
  p3m3RowProgress,
  p3m3ScoreSoFar,
  p3m3Scores,
  perspectiveState,
  questionCounts,
  type ThreadRecord,
  threadScore,
  threadState,
  threadsInScope,
  wholeScore,
} from "./progress.ts";

const LETTERS: Record<string, ThreadSelection> = { F: "Fully", P: "Partially", R: "Rarely/Never", N: "N/A" };

/** The record of one thread from "FFPNN", or "descoped". */
function record(perspectiveId: number, threadId: number, stored: string): ThreadRecord {
  const descoped = stored === "descoped";
  const selections = [...(descoped ? "NNNNN" : stored)].map((letter) => LETTERS[letter]) as unknown as ThreadSelections;
  return { perspectiveId, threadId, selections, descoped };
}

/** A scope of the first perspectives and threads, with rows of stored threads, e.g. [["FFFFF", "descoped"], ["NNNNN"]]. */
function assessment(rows: readonly (readonly string[])[]) {
  const scope = { perspectives: PERSPECTIVES.slice(0, rows.length), threads: THREADS.slice(0, Math.max(...rows.map((row) => row.length))) };
  return [scope, rows.flatMap((row, p) => row.map((stored, t) => record(p + 1, t + 1, stored)))] as const;
}

describe("threadScore", () => {
  it.each([
    ["NNNNN", 0],
    ["FFFFF", 5],
    ["FFPNN", 2.5],
    ["FRNNN", 1],
    ["RNNNN", 0],
    ["FFFNN", 3],
  ])("%s has %d points", (stored, points) => {
    expect(threadScore(record(1, 1, stored).selections)).toBe(points);
  });
});

describe("states", () => {
  const none = { answered: false, started: false, descoped: false };
  const started = { ...none, started: true };
  const answered = { ...started, answered: true };
  const descoped = { ...none, descoped: true };

  it("names the state of a thread", () => {
    expect([none, started, answered, descoped].map(threadState)).toEqual(["not started", "started", "answered", "descoped"]);
  });

  it.each([
    ["To do", "nothing begun", [none, none]],
    ["To do", "the rest descoped", [descoped, none]],
    ["To do", "everything descoped", [descoped, descoped]],
    ["In progress", "one started", [none, started]],
    ["In progress", "one answered", [answered, none]],
    ["In progress", "one answered, one started", [answered, started]],
    ["Complete", "all answered", [answered, answered]],
    ["Complete", "answered or descoped", [answered, descoped]],
  ] as const)("a perspective is '%s' with %s", (state, _, threads) => {
    expect(perspectiveState(threads)).toBe(state);
  });
});

describe("scores", () => {
  it("takes the mean of the threads, those without an answer as 0", () => {
    const [scope, records] = assessment([["FFFFF", "FFPNN", "NNNNN"]]);
    expect(p3m3Scores(scope, records).perspectives[0]?.score).toBe(2.5);
  });

  it("leaves descoped threads out of means, ranks and thread scores", () => {
    const [scope, records] = assessment([["FFFFF", "descoped", "FFFRN"]]);
    const scores = p3m3Scores(scope, records);
    expect(scores.perspectives[0]?.score).toBe(4);
    expect(scores.threads.map(({ code, score, rank }) => [code, score, rank])).toEqual([
      ["AM", 5, 1],
      ["BE", 3, 2],
    ]);
  });

  it("counts a thread that is started but not answered as 0 in its perspective", () => {
    const [scope, records] = assessment([["FFFFF", "FFFNN"]]);
    expect(p3m3Scores(scope, records).perspectives[0]?.score).toBe(2.5);
  });

  it("counts threads that have no record as not answered and ignores records outside the scope", () => {
    const scope = { perspectives: PERSPECTIVES.slice(0, 1), threads: THREADS.slice(0, 2) };
    const records = [record(1, 1, "FFFFF"), record(1, 9, "FFFFF"), record(2, 1, "FFFFF")];
    expect(p3m3Scores(scope, records).perspectives).toEqual([{ id: 1, code: "BM", name: "Benefits management", score: 2.5, rank: 1 }]);
    expect(p3m3Scores(scope, records).threads).toHaveLength(2);
  });

  it("takes the lowest perspective for the maturity and the mean of the decimals for the overall score", () => {
    const [scope, records] = assessment([
      ["FFFFF", "FFFFF"],
      ["FFFFF", "FFFFP"],
      ["FFPNN", "FFFPN"],
    ]);
    const { overall, perspectives } = p3m3Scores(scope, records);
    expect(perspectives.map(({ score }) => score)).toEqual([5, 4.75, 3]);
    expect(overall).toEqual({ decimal: 12.75 / 3, maturity: 3 });
  });

  it("rounds the maturity down, never up", () => {
    expect([0, 0.99, 1, 2.999, 3, 5].map(wholeScore)).toEqual([0, 0, 1, 2, 3, 5]);
    expect(overallScores([4.875, 2.875])).toEqual({ decimal: 3.875, maturity: 2 });
  });

  it("counts no perspective whose threads are all descoped, neither in the mean nor in the maturity nor in the ranks", () => {
    const [scope, records] = assessment([
      ["descoped", "descoped"],
      ["FFPNN", "FFFNN"],
    ]);
    const { overall, perspectives } = p3m3Scores(scope, records);
    expect(overall).toEqual({ decimal: 1.25, maturity: 1 });
    expect(perspectives.map(({ code, rank }) => [code, rank])).toEqual([["FM", 1]]);
    const progress = p3m3Progress(scope, records);
    expect([progress.currentOverallScore, progress.maturityScore]).toEqual([1.25, 1]);
    expect(progress.perspectivesProgress.map(({ currentScore }) => currentScore)).toEqual([0, 1.25]);
  });

  it("has no score above 0 for nothing at all", () => {
    expect(overallScores([])).toEqual({ decimal: 0, maturity: 0 });
    const [scope, records] = assessment([["descoped", "descoped"]]);
    expect(p3m3Scores(scope, records).overall).toEqual({ decimal: 0, maturity: 0 });
  });

  it("ranks perspectives by decimal, equal ones alike, in catalogue order", () => {
    const [scope, records] = assessment([["FFRNN"], ["FFFFF"], ["FFRNN"], ["FRNNN"]]);
    expect(p3m3Scores(scope, records).perspectives.map(({ code, rank }) => [code, rank])).toEqual([
      ["BM", 2],
      ["FM", 1],
      ["MC", 2],
      ["OG", 4],
    ]);
  });

  it("ranks threads across perspectives", () => {
    const [scope, records] = assessment([
      ["FFNNN", "FFFFF"],
      ["FFFFF", "FNNNN"],
    ]);
    expect(p3m3Scores(scope, records).threads.map(({ perspectiveId, code, rank }) => [perspectiveId, code, rank])).toEqual([
      [1, "AM", 3],
      [1, "AS", 1],
      [2, "AM", 1],
      [2, "AS", 4],
    ]);
  });

  it("keeps every mean between the lowest and the highest thread, and the maturity at or below the overall decimal", () => {
    const stored = fc.constantFrom("NNNNN", "RNNNN", "PNNNN", "FRNNN", "FPNNN", "FFRNN", "FFPNN", "FFFPN", "FFFFP", "FFFFF");
    const rows = fc.array(fc.array(stored, { minLength: 13, maxLength: 13 }), { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(rows, (rows) => {
        const { overall, perspectives, threads } = p3m3Scores(...assessment(rows));
        for (const { id, score } of perspectives) {
          const own = threads.filter(({ perspectiveId }) => perspectiveId === id).map((thread) => thread.score);
          expect(score).toBeGreaterThanOrEqual(Math.min(...own));
          expect(score).toBeLessThanOrEqual(Math.max(...own));
        }
        expect(overall.maturity).toBeLessThanOrEqual(overall.decimal + 1e-9);
        expect(Number.isInteger(overall.maturity)).toBe(true);
      }),
    );
  });
});

describe("itemScores", () => {
  it("has the score and rank of each perspective, and of each thread its mean over the perspectives that have it", () => {
    const { perspectives, threads } = itemScores(
      ...assessment([
        ["FFFFF", "FFRNN", "descoped"],
        ["FPNNN", "FFFRN", "descoped"],
        ["FFFFF", "descoped", "descoped"],
      ]),
    );
    expect([...perspectives]).toEqual([
      [1, { score: 3.5, rank: 2 }],
      [2, { score: 2.25, rank: 3 }],
      [3, { score: 5, rank: 1 }],
    ]);
    expect([...threads]).toEqual([
      [1, { score: 11.5 / 3, rank: 1 }],
      [2, { score: 2.5, rank: 2 }],
    ]);
  });
});

describe("scoreSoFar", () => {
  const soFar = (rows: readonly (readonly string[])[]) => p3m3ScoreSoFar(threadsInScope(...assessment(rows)));

  it.each([
    ["nothing is answered", [["NNNNN", "FFNNN", "descoped"]], null],
    ["what is to do and what is descoped counts not at all", [["FFFFF", "NNNNN", "descoped", "FFFNN"]], 5],
    [
      "a perspective without an answer is left out",
      [
        ["FFFPN", "FRNNN"],
        ["NNNNN", "FNNNN"],
      ],
      2.25,
    ],
    [
      "each perspective weighs the same, however many of its threads are answered",
      [
        ["FFFRN", "NNNNN"],
        ["FRNNN", "FRNNN"],
      ],
      2,
    ],
    ["nothing met at all is 0, and not unknown", [["RNNNN", "NNNNN"]], 0],
  ])("%s", (_, rows, expected) => {
    expect(soFar(rows)).toBe(expected);
  });

  const stored = fc.constantFrom("NNNNN", "FFNNN", "descoped", "RNNNN", "FRNNN", "FPNNN", "FFRNN", "FFFPN", "FFFFF");
  const grid = (thread: typeof stored) => fc.array(fc.array(thread, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 7 });

  it("is the overall score once everything is answered or descoped", () => {
    const done = stored.filter((letters) => letters !== "NNNNN" && letters !== "FFNNN");
    fc.assert(
      fc.property(grid(done), (rows) => {
        const { currentOverallScore } = p3m3Progress(...assessment(rows));
        expect(soFar(rows) ?? 0).toBeCloseTo(currentOverallScore, 9);
      }),
    );
  });

  it("is never below what it would be if submitted now, and lies between the lowest and the highest answered thread", () => {
    fc.assert(
      fc.property(grid(stored), (rows) => {
        const score = soFar(rows);
        const { currentOverallScore, perspectivesProgress } = p3m3Progress(...assessment(rows));
        const answered = perspectivesProgress.flatMap(({ threads }) => threads.flatMap((each) => (each.answered ? (each.score ?? 0) : [])));
        expect(score === null).toBe(answered.length === 0);
        if (score === null) return;
        expect(score).toBeGreaterThanOrEqual(currentOverallScore - 1e-9);
        expect(score).toBeGreaterThanOrEqual(Math.min(...answered) - 1e-9);
        expect(score).toBeLessThanOrEqual(Math.max(...answered) + 1e-9);
      }),
    );
  });
});

describe("p3m3Progress", () => {
  const rows = [
    ["FFFFF", "FFNNN", "descoped"],
    ["NNNNN", "NNPNN", "RNNNN"],
  ];

  it("says of every thread how far it is, and counts descoped ones in the total only", () => {
    const progress = p3m3Progress(...assessment(rows));
    expect(progress.perspectivesProgress.map(({ code, answeredThreads, totalThreads }) => [code, answeredThreads, totalThreads])).toEqual([
      ["BM", 1, 3],
      ["FM", 1, 3],
    ]);
    expect(progress.perspectivesProgress[0]?.threads).toEqual([
      { id: 1, code: "AM", name: "Asset management", score: 5, answered: true, started: true, descoped: false },
      { id: 2, code: "AS", name: "Assurance", score: 2, answered: false, started: true, descoped: false },
      { id: 3, code: "BE", name: "Behaviours", score: null, answered: false, started: false, descoped: true },
    ]);
    expect(progress.perspectivesProgress[1]?.threads.map(({ answered, started }) => [answered, started])).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]);
  });

  it("does not let answers show through a descoped thread", () => {
    const scope = { perspectives: PERSPECTIVES.slice(0, 1), threads: THREADS.slice(0, 2) };
    const records = [record(1, 1, "FFFFF"), { ...record(1, 2, "FFPNN"), descoped: true }];
    expect(p3m3Progress(scope, records).perspectivesProgress[0]).toMatchObject({ currentScore: 5, answeredThreads: 1 });
  });

  it("fits the wire and agrees with the scores", () => {
    const [scope, records] = assessment(rows);
    const progress = progressOnTheWire.parse(p3m3Progress(scope, records));
    const scores = scoresOnTheWire.parse(p3m3Scores(scope, records));
    expect(progress.currentOverallScore).toBe(scores.overall.decimal);
    expect(progress.maturityScore).toBe(scores.overall.maturity);
    expect(progress.perspectivesProgress.map(({ currentScore }) => currentScore)).toEqual(scores.perspectives.map(({ score }) => score));
  });
});

describe("heatmap", () => {
  const cells = (row: string[]) => heatmap(...assessment([row]))[0]?.scores.map(({ score }) => score);

  it.each([
    ["every thread Fully", ["FFFFF", "FFFFF"], [1, 1, 1, 1, 1]],
    ["one thread lower", ["FFFFF", "FFRNN"], [1, 1, 0.5, 0.5, 0.5]],
    ["Partially alone", ["FFPNN", "FFPNN"], [1, 1, 0.5, 0, 0]],
    ["Rarely alone", ["FRNNN", "FRNNN"], [1, 0, 0, 0, 0]],
    ["threads that are only started do not count", ["FFPNN", "FFFNN"], [1, 1, 0.5, 0, 0]],
    ["descoped threads do not count", ["FFFFF", "descoped"], [1, 1, 1, 1, 1]],
    ["nothing answered", ["NNNNN", "NNPNN"], [0, 0, 0, 0, 0]],
  ])("%s", (_, row, expected) => {
    expect(cells(row)).toEqual(expected);
  });

  it("has a row per perspective with five levels", () => {
    const rows = heatmap(...assessment([["FFFFF"], ["NNNNN"]]));
    expect(rows.map(({ id, name }) => [id, name])).toEqual([
      [1, "Benefits management"],
      [2, "Finance management"],
    ]);
    expect(rows[0]?.scores.map(({ level }) => level)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("questionCounts and rowProgress", () => {
  it("counts five questions per answered thread out of five per thread that is not descoped", () => {
    const [scope, records] = assessment([["FFFFF", "FFNNN", "descoped", "RNNNN"]]);
    expect(questionCounts(scope, records)).toEqual([
      { id: 1, code: "BM", name: "Benefits management", answeredQuestions: 10, totalQuestions: 15 },
    ]);
  });

  it.each([
    [10, 15, 2, 3],
    [14, 63, 2, 13],
    [0, 0, 0, 0],
    [4, 12, 0, 2],
    [65, 65, 13, 13],
  ])("shows %d of %d questions as %d of %d threads", (answeredQuestions, totalQuestions, answered, total) => {
    expect(p3m3RowProgress({ answeredQuestions, totalQuestions })).toEqual({ answered, total });
  });
});

describe("threadsInScope", () => {
  it("gives every thread of every perspective once, in the order of the scope, whatever the order of the records", () => {
    const scope = { perspectives: [PERSPECTIVES[2], PERSPECTIVES[0]].flatMap((item) => item ?? []), threads: THREADS.slice(0, 2) };
    const inScope = threadsInScope(scope, [record(1, 2, "FFFFF"), record(3, 1, "RNNNN")]);
    expect(
      inScope.map(({ perspective, threads }) => [perspective.code, ...threads.map(({ thread, score }) => `${thread.code} ${score}`)]),
    ).toEqual([
      ["MC", "AM 0", "AS 0"],
      ["BM", "AM 0", "AS 5"],
    ]);
  });
});
