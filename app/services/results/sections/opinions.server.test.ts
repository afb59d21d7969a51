import { describe, expect, test } from "vitest";
import type { Assessment } from "#model/contract/assessments.ts";
import type { VoiceViews } from "#model/contract/voices.ts";
import { methodOfOpinions, opinionSections, opinionSheets } from "~/services/results/sections/opinions.server";

const CHOICES = ["Rarely/Never", "Partially", "Fully"].map((key) => ({ key, name: key }));
type Statement = VoiceViews["places"][number]["statements"][number];

const statement = (counts: Record<string, number>, over: Partial<Statement> = {}): Statement => ({
  ...{ questionId: 1, level: 2, statement: "Plans are kept.", choices: CHOICES, verdict: "Fully", counts, byRole: [] },
  voices: Object.values(counts).reduce((sum, count) => sum + count, 0),
  ...over,
});
const viewsOf = (...statements: Statement[]): VoiceViews => ({
  places: [{ place: "thread/1/2", name: "Planning", within: "Finance", statements }],
});

/** What a result gets: the sentences, the rows of its tables, and its sheets. */
function shown(opinions: VoiceViews | undefined) {
  const sections = opinionSections({ opinions, assessment: {} });
  const sheets = opinionSheets({ opinions });
  const tables = sections.flatMap(({ exhibits }) => exhibits).flatMap((exhibit) => (exhibit.kind === "table" ? [exhibit] : []));
  return {
    text: sections[0]?.text[0],
    heads: tables[0]?.columns.map(({ title }) => title),
    rows: tables.flatMap(({ rows }) => rows.map((row) => row.map(({ text }) => text))),
    notes: tables.map(({ note }) => note),
    sheetHeads: sheets[0]?.columns.map(({ title }) => title),
    sheets: sheets.map(({ name, rows }) => [name, rows.length]),
    inSummary: sections[0]?.forClients?.inSummary,
    clients: sections.map(({ forClients }) => forClients?.chapter),
    method: methodOfOpinions(opinions),
  };
}

describe("how views differ", () => {
  test("says what all say and each role that is shown, where views differ; the sheet has a row for each", () => {
    const byRole = [{ role: "Manager", voices: 3, counts: { Fully: 2, Partially: 1 } }];
    const differing = statement({ Fully: 3, Partially: 2, cannotTell: 1 }, { byRole });
    const { heads, rows, text, sheets, sheetHeads, clients } = shown(
      viewsOf(differing, statement({ Fully: 3 }, { questionId: 2, level: 3 })),
    );
    expect(heads).toEqual(["Thread", "Statement", "Assessment", "Voices", "What they say", "By role"]);
    expect(rows).toEqual([
      [
        "Finance / Planning, level 2",
        "Plans are kept.",
        "Fully",
        "6",
        "3 Fully, 2 Partially, 1 I cannot tell",
        "Manager: 2 Fully, 1 Partially",
      ],
    ]);
    const answers = ["Fully", "Partially", "Rarely/Never", "I cannot tell"];
    expect(sheetHeads).toEqual(["Perspective", "Thread", "Level", "Statement", "Assessment", "Who", "Voices", ...answers]);
    expect(text).toBe("People differ on one of the two ratings that they were asked about, but most agree with us.");
    expect(sheets).toEqual([["Views", 3]]);
    expect(clients).toEqual(["own"]);
  });

  test("has a statement on which all agree, but not with the assessment", () => {
    const { rows, text, inSummary } = shown(viewsOf(statement({ "Rarely/Never": 5 })));
    expect(rows).toHaveLength(1);
    expect(text).toBe("Most people disagree with the one rating that they were asked about.");
    expect(inSummary).toBe(
      "Most people disagree with the one rating that they were asked about: they rate Planning in Finance lower. Their answers change no score.",
    );
  });

  test("counts only where most are on one side of the rating, and lists in a report what it counts", () => {
    const at = (place: string, ...statements: Statement[]) => ({ place, name: `Place ${place}`, within: null, statements });
    const lower = (questionId: number) => statement({ "Rarely/Never": 2, Partially: 1, Fully: 2 }, { questionId });
    const bothSides = statement({ Fully: 2, "Rarely/Never": 2, Partially: 1 }, { questionId: 90, verdict: "Partially" });
    const unrated = statement({ "Rarely/Never": 4, Fully: 1 }, { questionId: 91, verdict: null });
    const many = Array.from({ length: 11 }, (_, index) => lower(index));
    const widest = statement({ "Rarely/Never": 5 }, { questionId: 92 });
    const views = { places: [at("1", ...many), at("2", bothSides, unrated, widest)], sheets: { asked: 6, sent: 5, byRole: [] } };
    const [section] = opinionSections({ opinions: views, assessment: {} });
    expect(section?.forClients?.inSummary).toBe(
      "Five people gave their view; most of them disagree with 12 of the 13 ratings that they were asked about: they rate Place 1 and Place 2 lower (12 ratings). Their answers change no score.",
    );
    const [table] = section?.forClients?.instead?.exhibits ?? [];
    const names = table?.kind === "table" ? table.rows.map(([name]) => name?.text) : [];
    expect([names.length, names[0], table?.kind === "table" && table.note]).toEqual([
      ...[10, "Place 2, level 2", "2 more statements are in the result's Excel file."],
    ]);
  });

  test("says what is chosen of a component in words", () => {
    const choices = ["Initial", "Defined"].map((name, index) => ({ key: String(index + 1), name }));
    const component = statement({ 1: 2, 2: 1 }, { level: null, statement: "", choices, verdict: "2" });
    const { heads, rows, sheets } = shown({
      places: [{ place: "maturity/1", name: "Governance", within: null, statements: [component] }],
    });
    expect(heads).toEqual(["Component", "Assessment", "Voices", "What they say"]);
    expect(rows).toEqual([["Governance", "Defined", "3", "1 Defined, 2 Initial"]]);
    expect(sheets[0]).toEqual(["Views of components", 1]);
  });

  test("says what the lower of two answers means, and nothing where there are more, or options of a component", () => {
    const two = CHOICES.filter(({ key }) => key !== "Partially");
    const hintOf = (over: Partial<Statement>) => {
      const [table] =
        opinionSections({ opinions: viewsOf(statement({ "Rarely/Never": 2, Fully: 1 }, over)), assessment: {} })[0]?.exhibits ?? [];
      return table?.kind === "table" ? table.hint : "no table";
    };
    expect([{ choices: two }, {}, { choices: two, level: null }].map(hintOf)).toEqual([
      ...["Rarely/Never: anything less than Fully.", undefined, undefined],
    ]);
  });

  test("lists a hundred statements, and the sheet has all", () => {
    const many = Array.from({ length: 102 }, (_, questionId) => statement({ Fully: 2, Partially: 1 }, { questionId }));
    const { rows, notes, sheets } = shown(viewsOf(...many));
    expect([rows.length, notes]).toEqual([100, ["2 more statements are in the result's Excel file."]]);
    expect(sheets[0]).toEqual(["Views", 102]);
  });

  test("is nothing while it is withheld, and where nothing may be shown", () => {
    for (const opinions of [undefined, { places: [] }, { ...viewsOf(statement({ Fully: 3 })), withheld: "draft" as const }])
      expect(shown(opinions)).toMatchObject({ rows: [], text: undefined, sheets: [] });
  });

  test.each([
    [{ asked: 12, sent: 9, byRole: [] }, "12 people of the organization were asked for their view, and nine gave it."],
    [
      { asked: 7, sent: 7, byRole: [{ role: "Manager", voices: 4 }] },
      "Seven people of the organization were asked for their view, and all gave it: four as Manager.",
    ],
    [undefined, undefined],
  ])("the method says how many were asked and gave their view, and of which role where it is shown: %j", (sheets, method) => {
    expect(shown({ ...viewsOf(statement({ Fully: 2, Partially: 1 })), ...(sheets ? { sheets } : {}) }).method).toBe(method);
    expect(shown({ places: [], ...(sheets ? { sheets } : {}) }).method).toBeUndefined();
  });

  test.each<[VoiceViews["withheld"], string[] | undefined, number]>([
    ["draft", undefined, 1],
    ["draft", ["view"], 0],
    ["notShown", undefined, 0],
    [undefined, undefined, 0],
  ])("says on screen when it will be shown where it is withheld (%s), to those who ask voices (%s)", (withheld, may, count) => {
    const context = { assessment: { may } as Assessment, opinions: { places: [], ...(withheld ? { withheld } : {}) } };
    const onScreen = opinionSections({ ...context, screen: true });
    expect(onScreen.map(({ onScreenOnly }) => onScreenOnly)).toEqual(Array.from({ length: count }, () => true));
    expect(opinionSections(context)).toEqual([]);
  });

  test("of a corrected edition comes from the first one and says so, or says that it was left out", () => {
    const views = viewsOf(statement({ Fully: 3, Partially: 2 }));
    const of = (ofFirst: "taken over" | "left out") => opinionSections({ opinions: { ...views, ofFirst }, assessment: {} });
    const [kept] = of("taken over");
    expect([kept?.text.at(-1), kept?.exhibits.length]).toEqual([expect.stringContaining("The views were given on edition 1."), 1]);
    const [left] = of("left out");
    expect([left?.text, left?.exhibits]).toEqual([[expect.stringContaining("they are left out here; edition 1 has them.")], []]);
    expect(JSON.stringify(opinionSheets({ opinions: { ...views, ofFirst: "left out" } }))).toBe("[]");
    // A client reads of it in both cases.
    expect([kept?.forClients?.chapter, left?.forClients?.chapter]).toEqual(["own", "own"]);
  });
});
