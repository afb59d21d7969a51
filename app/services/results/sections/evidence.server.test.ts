import { expect, test } from "vitest";
import { EVIDENCE_SHOWN } from "#model/evidence.ts";
import { briefly } from "~/services/results/files/client-report/compose.server";
import { evidenceSections, evidenceSheets, methodOfEvidence, type ResultEvidence } from "~/services/results/sections/evidence.server";
import type { EvidenceItem } from "~/views/answering/evidence";

const PLACE = { place: "thread/1/2", group: "Finance", label: "Planning", name: "Finance / Planning" };
const entry = (index: number): EvidenceItem => ({
  ...{ id: String(index), kind: "document", what: `Paper ${index}`, where: "", href: undefined, who: "", date: null, goodUntil: null },
  ...{ isPast: false, remark: "", base: "", for: [{ place: PLACE.place, name: PLACE.name, href: "", supports: [], against: [] }] },
});

/** The table of evidence by thread, in a result with so many entries for one thread. */
function byThread(count: number) {
  const entries = Array.from({ length: count }, (_, index) => entry(index + 1));
  const evidence: ResultEvidence = { entries, answered: [{ ...PLACE, count }] };
  const [section] = evidenceSections({ evidence, head: { model: "P3M3" } });
  const [table] = section?.exhibits ?? [];
  if (table?.kind !== "table") throw new Error("The section begins with another exhibit.");
  return { rows: table.rows.map((cells) => cells[2]?.text), note: table.note, sheet: evidenceSheets({ evidence })[0]?.rows.length };
}

test("of each thread the newest entries are listed, the sheet has all of them", () => {
  expect(byThread(3)).toEqual({ rows: ["Paper 1", "Paper 2", "Paper 3"], note: undefined, sheet: 3 });
  const many = byThread(EVIDENCE_SHOWN + 4);
  expect([many.rows.length, many.rows[0], many.rows.at(-1), many.sheet]).toEqual([EVIDENCE_SHOWN, "Paper 5", "Paper 24", 24]);
  expect(many.note).toContain("the newest 20 entries are listed");
});

test("both tables have at most 250 rows: the newest entries, as many of each thread; the sheet has all of them", () => {
  const places = Array.from({ length: 60 }, (_, index) => ({ ...PLACE, place: `thread/1/${index}` }));
  const served = places.map(({ place }) => ({ place, name: PLACE.name, href: "", supports: [], against: [] }));
  const entries = Array.from({ length: 300 }, (_, index) => ({ ...entry(index + 1), for: index < 10 ? served : served.slice(0, 1) }));
  const evidence: ResultEvidence = { entries, answered: places.map((place) => ({ ...place, count: 10 })) };
  const [section] = evidenceSections({ evidence, head: { model: "P3M3" } });
  const [byPlace, register] = (section?.exhibits ?? []).map((each) => (each.kind === "table" ? each : undefined));
  expect([byPlace?.rows.length, byPlace?.note]).toEqual([240, expect.stringContaining("Of each, the newest 4 entries are listed")]);
  expect([register?.rows.length, register?.rows[0]?.[0]?.text]).toEqual([250, "Paper 51"]);
  expect(register?.note).toBe("The newest 250 of 300 entries are listed; the Excel file has all of them.");
  expect(evidenceSheets({ evidence })[0]?.rows.length).toBe(300);
});

test("of an interview a report for a client has kind, date and role, and its words only where somebody ticks them", () => {
  const interview = {
    ...entry(1),
    kind: "interview" as const,
    what: "Nobody reads it",
    where: "Notes of Kim",
    who: "Sponsor",
    date: "2026-03-02",
    remark: "Asked twice",
  };
  const evidence: ResultEvidence = { entries: [interview, entry(2)], answered: [{ ...PLACE, count: 2 }] };
  const [section] = evidenceSections({ evidence, head: { model: "P3M3" } });
  if (!section) throw new Error("There is no section.");
  const textIn = (...ticked: string[]) => JSON.stringify(briefly(section, (id) => ticked.includes(id)).exhibits);
  for (const ticked of [[], ["list-evidence"]]) {
    const text = textIn(...ticked);
    for (const shown of ["Interview", "Sponsor", "2 Mar 2026", "Paper 2"]) expect(text, shown).toContain(shown);
    for (const hidden of ["Nobody reads it", "Notes of Kim", "Asked twice"]) expect(text, hidden).not.toContain(hidden);
  }
  expect(textIn("guarded-evidence")).toContain("Nobody reads it");
});

test("the register of a report has no column for what few entries have, and no empty one", () => {
  const kept = { ...entry(1), where: "Portal", who: "Benefits lead", remark: "Two pages lack", date: null };
  const evidence: ResultEvidence = { entries: [kept, { ...entry(2), who: "Sponsor" }], answered: [{ ...PLACE, count: 2 }] };
  const [section] = evidenceSections({ evidence, head: { model: "P3M3" } });
  const [register] = section ? briefly(section, () => false).exhibits : [];
  if (register?.kind !== "table") throw new Error("There is no register.");
  expect(register.columns.map(({ title }) => title)).toEqual(["No.", "What it is", "Kind, and where it is kept", "What it bears on"]);
  expect(register.rows.map((row) => row.slice(1, 3).map(({ text }) => text))).toEqual([
    ["Paper 1\nTwo pages lack", "Document\nPortal (Benefits lead)"],
    ["Paper 2", "Document\nSponsor"],
  ]);
});

test("the method tells of evidence by kind, with the first and the last date", () => {
  const entries = [
    { ...entry(1), date: "2026-03-02" },
    { ...entry(2), date: "2026-01-10" },
    { ...entry(3), kind: "interview" as const, date: "2026-02-01" },
    { ...entry(4), kind: "data" as const },
  ];
  expect(methodOfEvidence({ entries, answered: [] })).toBe(
    "The assessors recorded four entries of evidence: two documents (dated 10 Jan 2026 to 2 Mar 2026), one interview (1 Feb 2026) and one set of data.",
  );
  expect(methodOfEvidence({ entries: [], answered: [] })).toBeUndefined();
});
