import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type HistoryEntry, historyKind } from "#model/contract/history.ts";
import { entryInWords, type Names, sittingInWords } from "./describe-entry.server.ts";

const names: Names = {
  subject: (place) =>
    ({ "thread/6/2": "Risk management / Planning", "capability/19": "Incident management", "maturity/3": "Leadership" })[place],
  perspectives: new Map([[6, "Risk management"]]),
  threads: new Map([
    [2, "Planning"],
    [3, "Assurance"],
  ]),
  practices: new Map([[19, "Incident management"]]),
  diagnostics: new Map([[77, { level: 3, statement: "Risks have owners." }]]),
  criteria: new Map([
    [
      "capability/19",
      [
        { level: 2, statement: "Incidents are logged." },
        { level: 2, statement: "Incidents are closed." },
        { level: 3, statement: "Incidents are reviewed." },
      ],
    ],
  ]),
};

const entry = (kind: string, place = "", rest: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  at: "2026-11-05T09:00:00.000Z",
  by: "kim@example.org",
  kind,
  place,
  ...rest,
});
const words = (...given: Parameters<typeof entry>) => entryInWords(entry(...given), names).words;

describe("an entry in words", () => {
  const thread = "thread/6/2";
  const sheet = { places: [thread], until: "2026-12-01", checksFacts: false };
  const handbook = { kind: "document", what: "Handbook", where: "", who: "", date: null, goodUntil: null, remark: "", places: [] };
  it.each([
    ["Level 3 of Risk management / Planning: Partially → Fully", "answers", thread, { before: "FFPNN", after: "FFFNN" }],
    ["Level 3 of Risk management / Planning: Not answered → Rarely/Never", "answers", thread, { after: "NNRNN" }],
    ["Risk management / Planning: 2 answers changed", "answers", thread, { before: "FPNNN", after: "FFPNN" }],
    ["Risk management / Planning: 3 answers cleared", "answers", thread, { before: "FFPNN", after: "NNNNN" }],
    [
      "Level 3, criterion 1 of Incident management: Not answered → Rarely/Never",
      "answers",
      "capability/19",
      { before: "FFN", after: "FFR" },
    ],
    ["Level 2, criterion 2 of Incident management: Rarely/Never → Fully", "answers", "capability/19", { before: "FRN", after: "FFN" }],
    ["Leadership: level 2 → level 4", "answers", "maturity/3", { before: 2, after: 4 }],
    ["Leadership: Not answered → level 4", "answers", "maturity/3", { after: 4 }],
    [
      "Diagnostic on level 3 of Risk management / Planning: Not marked → Positive",
      "marks",
      thread,
      { before: { diagnosticId: 77, isPositive: null }, after: { diagnosticId: 77, isPositive: true } },
    ],
    [
      "Level 3 of Risk management / Planning: Not answered → Fully, confirmed from Nov 2025",
      "answers",
      thread,
      { before: "FFNNN", after: "FFFNN", confirmed: { answers: [2], from: "2025-11-12T09:00:00.000Z" } },
    ],
    [
      "Risk management / Planning: 2 answers changed, confirmed from Nov 2025",
      "answers",
      thread,
      { after: "FPNNN", confirmed: { answers: [0, 1], from: "2025-11-12T09:00:00.000Z" } },
    ],
    [
      "Risk management / Planning: 2 answers changed, 1 of them confirmed from Nov 2025",
      "answers",
      thread,
      { after: "FPNNN", confirmed: { answers: [1], from: "2025-11-12T09:00:00.000Z" } },
    ],
    ["Leadership: Not answered → level 4, confirmed", "answers", "maturity/3", { after: 4, confirmed: { answers: [0], from: null } }],
    [
      "Risk management / Planning: 2 answers changed, from Sam's rating",
      "answers",
      thread,
      { after: "FPNNN", fromRating: { number: 1, by: "sam@example.org", firstName: "Sam" } },
    ],
    [
      "Note on Risk management / Planning: written, from sam@example.org's rating",
      "note",
      thread,
      { before: "", after: "Seen", fromRating: { number: 1, by: "sam@example.org", firstName: null } },
    ],
    ["Why the verdict departs from ratings of Risk management / Planning: written", "departure", thread, { before: "", after: "New plan" }],
    ["Second rating 2 asked for: Benefits management", "ratingAsked", "", { after: { number: 2, groups: ["perspective/1"] } }],
    ["Second rating 2 done: Benefits management", "ratingDone", "", { after: { number: 2, group: "perspective/1" } }],
    ["Note on Risk management / Planning: written", "note", thread, { before: "", after: "Seen" }],
    ["Note on Risk management / Planning: changed", "note", thread, { before: "Seen", after: "Seen it" }],
    ["Note on Risk management / Planning: cleared", "note", thread, { before: "Seen", after: "" }],
    ["Risk management / Planning: descoped", "descoped", thread, { before: { answers: "FFPNN", marks: {} } }],
    [
      "Assessment name: Spring → Autumn",
      "profile",
      "",
      { before: { name: "Spring", isTestAssessment: false }, after: { name: "Autumn", isTestAssessment: false } },
    ],
    ["Test assessment: No → Yes", "profile", "", { before: { isTestAssessment: false }, after: { isTestAssessment: true } }],
    [
      "Scope chosen",
      "scope",
      "",
      { before: { perspectives: null, selectedLevel: null }, after: { perspectives: [{ id: 6 }], selectedLevel: 2 } },
    ],
    ["Report: what moved and why written", "wording", "wording/moved-12", { before: "", after: "A register was begun." }],
    ["Evidence added: Handbook", "evidence", "evidence/1", { after: handbook }],
    [
      "Evidence taken over from Nov 2025: Handbook",
      "evidence",
      "evidence/1",
      { after: handbook, takenOver: { from: "2025-11-12T09:00:00.000Z" } },
    ],
    ["Evidence taken over: Handbook", "evidence", "evidence/1", { after: handbook, takenOver: { from: null } }],
    ["2 voices asked for", "voicesAsked", "", { after: { numbers: [1, 2], ...sheet } }],
    ["Voice 3: changed", "voice", "voice/3", { before: { role: "User", ...sheet }, after: { role: "Manager", ...sheet } }],
    [
      "Voice 3: name and message changed",
      "voice",
      "voice/3",
      { before: { role: "User", ...sheet }, after: { role: "User", ...sheet, changed: ["name", "message"] } },
    ],
    ["Voice 3: sheet taken back", "voiceTakenBack", "voice/3", {}],
    ["Voice 3: reminded", "voiceReminded", "voice/3", {}],
    ["Voice 3: link copied", "voiceLink", "voice/3", { after: { renewed: false } }],
    ["Links of voices 1 and 3 copied", "voiceLink", "", { after: { numbers: [1, 3], renewed: false } }],
    ["Voice 3: link renewed", "voiceLink", "voice/3", { after: { renewed: true } }],
    ["2 voices asked to check facts", "voicesSecondRound", "", { after: { numbers: [1, 3] } }],
    ["2 sheets of voices closed", "voicesClosed", "", { after: { numbers: [1, 3] } }],
    ["Names of 1 voice removed", "voiceNames", "", { after: { numbers: [3] } }],
    [
      "Shown in results: no → yes",
      "voices",
      "",
      { before: { roles: ["User"], showInResults: false }, after: { roles: ["User"], showInResults: true } },
    ],
    ["File taken out: Excel file", "file", "", { after: "Excel file" }],
    ["Read from outside the team", "read", "", {}],
    ["Flag raised", "flagRaised", "", { after: { reason: 3 } }],
    ["Risk management / Planning: evidence attached", "evidence-attached", thread, {}],
    ["Something that is no longer in scope: answers changed", "answers", "thread/9/99", { after: 3 }],
  ])("%s", (text, kind, place, rest) => {
    expect(words(kind, place, rest)).toBe(text);
  });

  it("holds the rest for whoever unfolds it", () => {
    expect(entryInWords(entry("voicesAsked", "", { after: { numbers: [1], ...sheet } }), names).changes).toEqual([
      { name: "Asked about", before: undefined, after: "Risk management / Planning" },
      { name: "Last day", before: undefined, after: "1 Dec 2026" },
      { name: "Check of facts", before: undefined, after: "no" },
    ]);
    expect(
      entryInWords(entry("scope", "", { before: { threads: [{ id: 2 }] }, after: { threads: [{ id: 2 }, { id: 3 }] } }), names),
    ).toMatchObject({
      words: "Threads: Planning → Planning, Assurance",
    });
    expect(entryInWords(entry("answers", thread, { before: "FPNNN", after: "FFPNN" }), names).changes).toEqual([
      { name: "Level 2", before: "Partially", after: "Fully" },
      { name: "Level 3", before: "Not answered", after: "Partially" },
    ]);
    expect(entryInWords(entry("note", thread, { before: "Seen", after: "Seen it" }), names).texts).toEqual({
      before: "Seen",
      after: "Seen it",
    });
    expect(entryInWords(entry("answers", "capability/19", { before: "FRN", after: "FFN" }), names).about).toBe("Incidents are closed.");
    expect(entryInWords(entry("note", thread, { erased: true, thinned: true }), names).gone).toContain("same sitting");
    expect(entryInWords(entry("answers", thread, { erased: true }), names)).toMatchObject({
      words: "Risk management / Planning: answers changed",
      gone: "What was recorded here has been erased.",
    });
  });

  const place = fc.oneof(fc.constantFrom("", thread, "capability/19", "maturity/3", "thread/1/1"), fc.string());
  const content = fc.oneof(
    fc.jsonValue(),
    fc.string(),
    fc.string({ unit: fc.constantFrom("F", "P", "R", "N"), maxLength: 12 }),
    fc.record({ diagnosticId: fc.integer(), isPositive: fc.boolean() }),
    fc.record({ perspectives: fc.string(), capabilities: fc.jsonValue(), name: fc.string() }),
  );
  const anyEntry = fc.record(
    {
      id: fc.nat(),
      at: fc.constant("2026-11-05T09:00:00.000Z"),
      by: fc.string(),
      kind: fc.oneof(fc.constantFrom(...historyKind.options), fc.string()),
      place,
      before: content,
      after: content,
      erased: fc.boolean(),
    },
    { requiredKeys: ["id", "at", "by", "kind", "place"] },
  );

  it("says something of whatever an upstream sends", () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 4 }), (entries) => {
        for (const each of entries) expect(entryInWords(each, names).words).not.toBe("");
        expect(sittingInWords(entries, names)).not.toMatch(/undefined|null/);
      }),
    );
  });
});

describe("a sitting in words", () => {
  const thread = "thread/6/2";
  it.each([
    [
      "Risk management / Planning: level 3 Partially → Fully",
      [
        ["FFPNN", "FFRNN"],
        ["FFRNN", "FFFNN"],
      ],
    ],
    [
      "Risk management / Planning: 3 answers changed",
      [
        ["NNNNN", "FNNNN"],
        ["FNNNN", "FFNNN"],
        ["FFNNN", "FFPNN"],
      ],
    ],
    [
      "Risk management / Planning: answers changed and changed back",
      [
        ["FFPNN", "FFRNN"],
        ["FFRNN", "FFPNN"],
      ],
    ],
  ])("%s", (text, saves) => {
    const entries = saves.map(([before, after]) => entry("answers", thread, { before, after })).reverse();
    expect(sittingInWords(entries, names)).toBe(text);
  });

  it("names diagnostics and the note too", () => {
    const entries = [entry("note", thread), entry("marks", thread), entry("marks", thread), entry("answers", thread, { after: "FNNNN" })];
    expect(sittingInWords(entries, names)).toBe(
      "Risk management / Planning: level 1 Not answered → Fully, 2 diagnostics marked and note changed",
    );
  });
});
