import { describe, expect, it } from "vitest";
import { dayFrom, entryOfLine, linesIn } from "./evidence-lines.ts";

const nothing = { where: "", who: "", date: null, goodUntil: null, remark: "" };

describe("a pasted line", () => {
  it.each([
    ["Mandate", { ...nothing, what: "Mandate" }],
    ["Mandate | https://a.example/m | Sponsor", { ...nothing, what: "Mandate", where: "https://a.example/m", who: "Sponsor" }],
    [
      "Minutes\tShare\tPMO\t5/11/2026\t2027-11-05\tSigned",
      {
        what: "Minutes",
        where: "Share",
        who: "PMO",
        date: "2026-11-05",
        goodUntil: "2027-11-05",
        remark: "Signed",
      },
    ],
    ["A | B\tShare", { ...nothing, what: "A | B", where: "Share" }],
    ["Mandate\t\t\t\t\t\t\t", { ...nothing, what: "Mandate" }],
    ["a|b|c|||f|g", undefined],
  ])("%s", (line, entry) => {
    expect(entryOfLine(line)).toEqual(entry);
  });

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

  it("is one that holds something", () => {
    expect(linesIn("a\r\n\n  \nb\rc")).toEqual(["a", "b", "c"]);
  });
});
