import { describe, expect, it } from "vitest";
import { dayFrom } from "./evidence-lines.ts";

describe("a pasted line", () => {
  it.each([
    ["", null],
    ["5/11/2026", "2026-11-05"],
    ["05.11.2026", "2026-11-05"],
    ["5 Nov 2026", "2026-11-05"],
    ["15 november 2026", "2026-11-15"],
    ["2026-11-05", "2026-11-05"],
    ["yesterday", "yesterday"],
    ["31/31/2026", "2026-31-31"],
  ])("has a day: %s", (text, day) => {
    expect(dayFrom(text)).toBe(day);
  });
});
