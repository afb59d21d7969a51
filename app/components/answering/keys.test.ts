import { describe, expect, test } from "vitest";
import { keyRows } from "~/components/answering/keys";
import { PRACTICE_OPTIONS } from "~/views/answering/itil";
import { THREAD_OPTIONS } from "~/views/answering/p3m3";

const listed = (words: Parameters<typeof keyRows>[0]) =>
  keyRows(words)
    .flatMap(({ keys }) => keys)
    .join(" ");
const thread = { choices: THREAD_OPTIONS, item: "level", next: "next thread", flags: true };
const practice = { choices: PRACTICE_OPTIONS, item: "criterion", next: "next screen", flags: true };

describe("each key is listed once", () => {
  test.each([
    ["a thread", thread, "F P R 1 2 3 ↑ ↓ N U M L ?"],
    ["a practice", practice, "F R 1 2 ↑ ↓ N U M L ?"],
    ["a practice without flags", { ...practice, flags: false }, "F R 1 2 ↑ ↓ N U M ?"],
    ["a component", { choices: [{}, {}, {}], item: undefined, next: "next screen", flags: false }, "1 2 3 N U M ?"],
    ["a grid of threads", { ...thread, row: "thread" }, "F P R 1 2 3 ← → ↑ ↓ Home End N U M L ?"],
    ["a grid of practices", { ...practice, row: "practice" }, "F R 1 2 ← → ↑ ↓ Home End N U M L ?"],
  ])("%s", (_, words, expected) => {
    expect(listed(words)).toBe(expected);
  });
});
