import { describe, expect, it } from "vitest";
import type { P3m3Progress } from "../contract/p3m3.ts";
import { MANDATORY_THREAD_IDS, PERSPECTIVES, THREADS } from "./catalogue.ts";
import {
  canSubmitP3m3,
  certificationOffer,
  coversAllPerspectives,
  missingForCertification,
  missingForP3m3Submission,
  threadsComplete,
} from "./submission.ts";

type Word = "answered" | "started" | "descoped" | "none";
type Thread = P3m3Progress["perspectivesProgress"][number]["threads"][number];

const thread = (id: number, word: Word): Thread => ({
  id,
  name: THREADS.find((item) => item.id === id)?.name ?? "",
  score: word === "descoped" ? null : 0,
  answered: word === "answered",
  started: word === "answered" || word === "started",
  descoped: word === "descoped",
});

/** Progress of the first perspectives from the words of their threads by id. */
function progress(rows: readonly Readonly<Record<number, Word>>[]): P3m3Progress {
  return {
    currentOverallScore: 0,
    maturityScore: 0,
    perspectivesProgress: rows.map((row, index) => {
      const threads = Object.entries(row).map(([id, word]) => thread(Number(id), word));
      const { id = 0, name = "" } = PERSPECTIVES[index] ?? {};
      return {
        id,
        name,
        currentScore: 0,
        answeredThreads: threads.filter(({ answered }) => answered).length,
        totalThreads: threads.length,
        threads,
      };
    }),
  };
}

const mandatory = Object.fromEntries(MANDATORY_THREAD_IDS.map((id) => [id, "answered"])) as Record<number, Word>;

describe("submission", () => {
  it.each([
    ["all answered", true, [{ 1: "answered", 2: "answered" }]],
    ["the rest descoped", true, [{ 1: "answered", 2: "descoped" }]],
    ["every perspective complete", true, [{ 1: "answered" }, { 1: "descoped", 2: "answered" }]],
    ["one thread not started", false, [{ 1: "answered", 2: "none" }]],
    ["one thread only started", false, [{ 1: "answered", 2: "started" }]],
    ["everything descoped", false, [{ 1: "descoped", 2: "descoped" }]],
    ["one perspective without an answered thread", false, [{ 1: "answered" }, { 1: "descoped" }]],
    ["no perspective at all", false, []],
    ["a perspective without threads", false, [{}]],
  ] as const)("%s: %s", (_, allowed, rows) => {
    expect(canSubmitP3m3(progress(rows as readonly Record<number, Word>[]))).toBe(allowed);
  });

  it("names the threads that are still open, by perspective", () => {
    const rows: Record<number, Word>[] = [
      { 1: "answered", 2: "started", 3: "none", 4: "descoped" },
      { 1: "answered", 2: "answered" },
    ];
    const missing = missingForP3m3Submission(progress(rows));
    expect(missing.map(({ perspective, threads }) => [perspective.name, threads.map(({ name }) => name)])).toEqual([
      ["Benefits management", ["Assurance", "Behaviours"]],
    ]);
  });

  it("names a perspective whose threads are all descoped", () => {
    expect(missingForP3m3Submission(progress([{ 1: "descoped" }])).map(({ perspective, threads }) => [perspective.name, threads])).toEqual([
      ["Benefits management", []],
    ]);
  });

  it("counts complete threads without the descoped ones", () => {
    const [perspective] = progress([{ 1: "answered", 2: "none", 3: "descoped" }]).perspectivesProgress;
    expect(perspective && threadsComplete(perspective)).toEqual({ answered: 1, total: 2 });
  });
});

describe("certification", () => {
  it("needs all seven perspectives", () => {
    expect(coversAllPerspectives(PERSPECTIVES)).toBe(true);
    expect(coversAllPerspectives([...PERSPECTIVES].reverse())).toBe(true);
    expect(coversAllPerspectives(PERSPECTIVES.slice(1))).toBe(false);
    expect(coversAllPerspectives([])).toBe(false);
  });

  it("is possible with the four mandatory threads answered everywhere", () => {
    expect(missingForCertification(progress(Array(7).fill({ ...mandatory, 1: "descoped" })))).toEqual([]);
  });

  it.each([
    ["descoped", { ...mandatory, 9: "descoped" }, ["Organization"]],
    ["not answered", { ...mandatory, 11: "started" }, ["Process"]],
    ["outside the scope", { 6: "answered", 9: "answered", 11: "answered" }, ["Standards"]],
  ] as const)("names a mandatory thread that is %s in one perspective", (_, row, expected) => {
    const missing = missingForCertification(progress([...Array(6).fill(mandatory), row as Record<number, Word>]));
    expect(missing).toEqual([{ name: expected[0], perspectives: ["Stakeholder management"], everywhere: false }]);
  });

  it("tells a thread that is missing everywhere from one that is missing here and there", () => {
    const rows: Record<number, Word>[] = [
      { ...mandatory, 12: "none" },
      { ...mandatory, 9: "none", 12: "descoped" },
    ];
    const missing = missingForCertification(progress(rows));
    expect(missing.map(({ name, everywhere }) => [name, everywhere])).toEqual([
      ["Organization", false],
      ["Standards", true],
    ]);
  });

  it("recognizes the mandatory threads by name where an upstream sends no thread ids", () => {
    const sent = progress([mandatory, { ...mandatory, 12: "descoped" }]);
    for (const { threads } of sent.perspectivesProgress) for (const each of threads) delete each.id;
    expect(missingForCertification(sent).map(({ name }) => name)).toEqual(["Standards"]);
  });

  it.each([
    ["profile", { status: "Drafted" }],
    ["profile", { status: "Active" }],
    ["confirmation", { status: "Completed" }],
    [undefined, { status: "Created" }],
    [undefined, { status: "Completed", perspectives: PERSPECTIVES.slice(1) }],
    [undefined, { status: "Completed", certified: true }],
    [undefined, { status: "Completed", isArchived: true }],
  ] as const)("is asked for in the %s with %o", (offer, assessment) => {
    expect(certificationOffer({ isArchived: false, certified: false, perspectives: PERSPECTIVES, ...assessment })).toBe(offer);
  });
});
