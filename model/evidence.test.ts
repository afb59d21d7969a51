import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addressIn,
  countByPlace,
  evidenceIssues,
  isSameEvidence,
  levelsAt,
  looksLikeAddress,
  newestShown,
  whereProblem,
} from "./evidence.ts";

it.each([
  ["https://documents.example/a?b=c#d", "https://documents.example/a?b=c#d"],
  [" HTTPS://Documents.example ", "https://documents.example/"],
  ["https://documents.example/a b", undefined],
  ["see https://documents.example", undefined],
  ["https:documents.example", undefined],
  ["https:///documents.example", undefined],
  ["https://", undefined],
  ["https://bank.example@evil.example", undefined],
  ["http://documents.example", undefined],
  ["javascript:alert(1)", undefined],
  ["Room 3", undefined],
])("'%s' is linked as %s", (text, address) => {
  expect(addressIn(text)).toBe(address);
});

it.each([
  ["", true],
  ["Room 3: shelf 2", true],
  ["SharePoint: Projects / Mandates", true],
  ["C:\\documents\\mandate.pdf", true],
  ["\\\\server\\share", true],
  ["Data: monthly report", true],
  ["https://documents.example, chapter 3", true],
  ["www.documents.example", true],
  ["http://documents.example", false],
  ["javascript:alert(1)", false],
  ["  JavaScript:alert(1)", false],
  ["data:text/html,x", false],
  ["file:///etc/passwd", false],
  ["mailto:kim@example.org", false],
  ["sharepoint://documents", false],
  ["https://bank.example@evil.example", false],
  ["https:///x", false],
])("'%s' may be said of where something is found: %s", (where, isFine) => {
  expect(whereProblem(where) === undefined).toBe(isFine);
});

it("links nothing but https, whatever is typed", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `https://${text}`),
      ),
      (text) => {
        const address = addressIn(text);
        expect(address === undefined || /^https:\/\/[^/@]+(\/|$)/.test(address)).toBe(true);
        // A text that looks like an address is linked or refused, unless words follow it.
        if (looksLikeAddress(text) && !/\s/.test(text.trim())) expect(address === undefined).toBe(whereProblem(text) !== undefined);
      },
    ),
  );
});

it("it is not good until a day before it was there", () => {
  const issues = (date: string | null, goodUntil: string | null) => evidenceIssues({ date, goodUntil }).map(({ path }) => path);
  expect(issues("2026-11-05", "2026-11-04")).toEqual(["goodUntil"]);
  for (const [date, goodUntil] of [
    ["2026-11-05", "2026-11-05"],
    [null, "2026-11-05"],
    ["2026-11-05", null],
  ] as const)
    expect(issues(date, goodUntil)).toEqual([]);
});

it("counts an entry at each of its places", () => {
  const counts = countByPlace([{ places: [{ place: "thread/1/2" }, { place: "thread/1/3" }] }, { places: [{ place: "thread/1/2" }] }]);
  expect([...counts]).toEqual([
    ["thread/1/2", 2],
    ["thread/1/3", 1],
  ]);
});

it("a practice has no level 1", () => {
  expect(levelsAt({ kind: "capability", id: 1 })).toEqual([2, 3, 4, 5]);
  expect(levelsAt({ kind: "thread", perspectiveId: 1, threadId: 2 })).toEqual([1, 2, 3, 4, 5]);
});

it("takes entries for the same evidence whatever they serve, and for another one if any field differs", () => {
  const entry = { kind: "document", what: "Handbook", where: "Shelf", who: "", date: null, goodUntil: null, remark: "" };
  expect(isSameEvidence(entry, { ...entry })).toBe(true);
  for (const field of Object.keys(entry))
    expect([field, isSameEvidence(entry, { ...entry, [field]: "2026-01-01" })]).toEqual([field, false]);
});

it("shows the newest entries, and fewer if their texts are long, but always one", () => {
  const entries = (count: number, length: number) =>
    Array.from({ length: count }, (_, index) => ({ what: `Paper ${index + 1}`, where: "", who: "", remark: "x".repeat(length) }));
  const shown = (...of: Parameters<typeof entries>) => newestShown(entries(...of)).map(({ what }) => what);
  expect(shown(3, 10)).toEqual(["Paper 1", "Paper 2", "Paper 3"]);
  expect([shown(25, 10).length, shown(25, 10)[0]]).toEqual([20, "Paper 6"]);
  expect(shown(25, 10_000)).toEqual(["Paper 23", "Paper 24", "Paper 25"]);
  expect(shown(2, 40_000)).toEqual(["Paper 2"]);
});
