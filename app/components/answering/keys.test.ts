import { describe, expect, test } from "vitest";
import { CRITERIA_OPTIONS } from "#model/gates/criteria.ts";
import { LADDER_OPTIONS } from "#model/gates/ladder.ts";
import { keyRows } from "~/components/answering/keys";

const listed = (words: Parameters<typeof keyRows>[0]) =>
  keyRows(words)
    .flatMap(({ keys }) => keys)
    .join(" ");
const confirm = { key: "C", of: "statement", does: "confirm the answer of Nov 2025", joined: "for" } as const;
const flag = { key: "L", of: "whole", does: "flag for later" } as const;
const point = { key: "Q", of: "whole", does: "write a review point", joined: "about" } as const;
const thread = { choices: LADDER_OPTIONS, item: "level", next: "next thread", concerns: [flag] };
const practice = { choices: CRITERIA_OPTIONS, item: "criterion", next: "next screen", concerns: [flag] };

describe("what the key of a concern does", () => {
  const does = (words: Parameters<typeof keyRows>[0]) => keyRows(words).flatMap(({ act, does }) => (act === "concern" ? [does] : []));

  test("names the statement that it acts on, and the whole by itself", () => {
    expect(does({ ...thread, concerns: [flag, confirm] })).toEqual([
      "confirm the answer of Nov 2025 for the level in focus, else for the one asked next",
      "flag for later",
    ]);
  });

  test("names the whole to whoever only reads", () => {
    expect(does({ ...thread, reads: true, concerns: [point] })).toEqual([
      "write a review point about the level in focus, else about the whole",
    ]);
  });

  test("names none where there is but one", () => {
    expect(does({ choices: [{}], item: undefined, next: "next screen", concerns: [confirm] })).toEqual(["confirm the answer of Nov 2025"]);
  });
});

describe("each key is listed once", () => {
  test.each([
    ["a thread", thread, "F P R 1 2 3 ↑ ↓ ← → N U M L ?"],
    ["a practice", practice, "F R 1 2 ↑ ↓ ← → N U M L ?"],
    ["a practice without flags", { ...practice, concerns: [] }, "F R 1 2 ↑ ↓ ← → N U M ?"],
    ["a component", { choices: [{}, {}, {}], item: undefined, next: "next screen", concerns: [] }, "1 2 3 ← → ↑ ↓ N U M ?"],
    ["a thread with proposals", { ...thread, concerns: [flag, confirm] }, "F P R 1 2 3 ↑ ↓ ← → N U C M L ?"],
    ["a thread with review points", { ...thread, concerns: [flag, point] }, "F P R 1 2 3 ↑ ↓ ← → N U M L Q ?"],
    ["a thread that is only read", { ...thread, reads: true, concerns: [point] }, "Q ?"],
    ["a grid of threads", { ...thread, row: "thread" }, "F P R 1 2 3 ← → ↑ ↓ Home End N U M L ?"],
    ["a grid of practices", { ...practice, row: "practice" }, "F R 1 2 ← → ↑ ↓ Home End N U M L ?"],
  ])("%s", (_, words, expected) => {
    expect(listed(words)).toBe(expected);
  });
});
