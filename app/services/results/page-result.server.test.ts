import fc from "fast-check";
import { expect, test } from "vitest";
import { NOTE_MAX } from "#model/note.ts";
import { exhibitsOf, type Result } from "~/views/result";
import { NOTHING_SCORED } from "../../../tests/support/nothing-scored.ts";
import { fairShare, pageResult } from "./page-result.server";

const result = (...notes: string[]): Result => ({
  model: "P3M3",
  assessment: { id: "7", name: "Spring review", scope: "Programme", test: false, createdBy: "kim@example.org" },
  organization: { name: "Harbour Authority", location: "Austria", industry: "Transport", size: "1–9" },
  figures: [],
  findings: [],
  scored: NOTHING_SCORED,
  tabs: [],
  sections: [
    {
      id: "notes",
      title: "Notes",
      text: [],
      tab: "results",
      exhibits: [
        {
          kind: "table",
          id: "notes-bm",
          title: "Notes",
          columns: [
            { title: "Thread", kind: "text", names: true },
            { title: "Note", kind: "text", wide: true },
          ],
          rows: notes.map((text) => [{ text: "Assurance" }, { text }]),
        },
      ],
    },
  ],
  sheets: [{ name: "Diagnostics", columns: [], rows: [notes] }],
});
const notesOf = (given: Result) => {
  const [table] = exhibitsOf(pageResult(given));
  return table?.kind === "table" ? table.rows.map(([, note]) => note?.text ?? "") : [];
};

test("a page shows every note whole, as many as people write, and leaves out what only the Excel file needs", () => {
  const notes = ["Short.", ...Array.from({ length: 9 }, (_, index) => String(index).repeat(NOTE_MAX))];
  expect(notesOf(result(...notes))).toEqual(notes);
  expect(pageResult(result(...notes))).not.toHaveProperty("sheets");
});

test("where notes would fill a book, the longest are cut alike, the others stay whole, and it is said where the rest is", () => {
  const shown = notesOf(result("Short.", ...Array.from({ length: 91 }, () => "\u{20000}".repeat(NOTE_MAX))));
  expect(shown[0]).toBe("Short.");
  expect(shown.join("").length).toBeLessThan(210_000);
  for (const note of shown.slice(1)) expect(note).toMatch(/^\u{20000}{1000,}… \(the Excel file holds the whole text\)$/u);
});

test("a fair share uses what there is, and no more", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { maxLength: 50 }), fc.nat(20_000), (wanted, available) => {
      const share = fairShare(wanted, available);
      const sum = (most: number) => wanted.reduce((total, each) => total + Math.min(each, most), 0);
      expect(sum(share)).toBeLessThanOrEqual(Math.max(available, share === Number.POSITIVE_INFINITY ? sum(share) : 0));
      if (share === Number.POSITIVE_INFINITY) expect(sum(share)).toBeLessThanOrEqual(available);
      else expect(sum(share + 1)).toBeGreaterThan(available);
    }),
  );
});
