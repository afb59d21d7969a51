import { describe, expect, it } from "vitest";
import { fullItilContent, fullP3m3Content } from "../../tests/support/content-pack.ts";
import { parseSheet, sheetRows, toCsv, toMarkdown } from "./rating-sheet.ts";

describe("the rows of a sheet", () => {
  it("are a scope's statements in the order of the screens, with what belongs to the thread", () => {
    const content = fullP3m3Content();
    Object.assign(content.heading.threads[9] ?? {}, { belongs: "Steps belong to process." });
    const rows = sheetRows(content, { scope: "Project", codes: ["BM"] });
    expect(rows).toHaveLength(60);
    expect(rows.find(({ id }) => id === "Project BM-PL-3")).toEqual({
      id: "Project BM-PL-3",
      level: 3,
      area: "Benefits management",
      part: "Planning",
      statement: "Statement of Project BM PL 3.",
      help: "About Planning. Steps belong to process.",
    });
    expect(sheetRows(content, { scope: "Portfolio" })).toHaveLength(455);
  });

  it("are criteria by practice group, numbered as the product numbers them", () => {
    const rows = sheetRows(fullItilContent(), { codes: ["INM", "DPM"] });
    expect(rows.map(({ id }) => id).slice(0, 4)).toEqual(["INM-2.1", "INM-2.2", "INM-3.1", "INM-3.2"]);
    expect(new Set(rows.map(({ area }) => area))).toEqual(new Set(["Service management practices", "Technical management practices"]));
    expect(rows).toHaveLength(18);
  });

  it("are refused for a scope or code that the pack does not have", () => {
    expect(() => sheetRows(fullP3m3Content(), {})).toThrow("the scope must be Project, Programme, Portfolio");
    expect(() => sheetRows(fullP3m3Content(), { scope: "Project", codes: ["INM"] })).toThrow("INM is not in the pack, which has BM, FM");
  });
});

describe("a sheet in CSV", () => {
  const rows = sheetRows(fullP3m3Content(), { scope: "Project", codes: ["BM"] }).slice(0, 3);
  const [first] = rows;
  if (first) Object.assign(first, { statement: 'Dates, owners and "measures" are planned; in Zürich.' });

  it("is read back as it was written, with nothing rated", () => {
    expect(parseSheet(toCsv(rows))).toEqual(
      rows.map(({ help: _unread, ...row }) => ({ ...row, rating: undefined, isHard: false, isOdd: false, reason: "" })),
    );
  });

  it.each([
    ["commas", ","],
    ["semicolons", ";"],
    ["tabs", "\t"],
  ])("is read with %s between the cells and however the words are written", (_what, separator) => {
    const lines = [
      ["ID", "Level", "Perspective or group", "Thread or practice", "Statement", "Rating", "Hard", "Odd", "Reason"],
      ["Project BM-PL-1", "1", "Benefits management", "Planning", "One.", "FULLY", "Y", "yes", "who?"],
      ["Project BM-PL-2", "2", "Benefits management", "Planning", "Two.", "r", "", "", ""],
      ["Project BM-PL-3", "3", "Benefits management", "Planning", "Three.", " partially ", "no", "N", ""],
      ["", "", "", "", "", "", "", "", ""],
    ];
    const read = parseSheet(lines.map((cells) => cells.join(separator)).join("\r\n"));
    expect(read.map(({ rating, isHard, isOdd, reason }) => [rating, isHard, isOdd, reason])).toEqual([
      ["Fully", true, true, "who?"],
      ["Rarely/Never", false, false, ""],
      ["Partially", false, false, ""],
    ]);
  });

  it("names each cell that cannot be read, by its row", () => {
    const columns = "id,level,perspective or group,thread or practice,statement,rating,hard,odd,reason";
    const filled = [
      columns,
      "Project BM-PL-1,1,a,b,c,Mostly,n,perhaps,",
      "Project BM-PL-1,1,a,b,c,Fully,maybe,n,",
      "INM-2.1,2,a,b,c,Partially,n,n,",
      ",2,a,b,c,Fully,n,n,",
    ].join("\n");
    expect(() => parseSheet(filled)).toThrow(
      [
        'row 2: "Mostly" is not a rating; Fully, Partially and Rarely/Never are',
        'row 2: "perhaps" in odd should be y or n',
        "row 3: Project BM-PL-1 is there twice",
        'row 3: "maybe" in hard should be y or n',
        "row 4: INM-2.1 is a criterion: Fully and Rarely/Never are its ratings",
        "row 5: has no id",
      ].join("\n"),
    );
    expect(() => parseSheet("id,level\n1,2")).toThrow('no column "perspective or group", "thread or practice", "statement", "rating"');
  });
});

describe("a sheet in Markdown", () => {
  it("says how to rate, and has a heading with its help for each thread", () => {
    const text = toMarkdown("P3M3 for tests", "P3M3", sheetRows(fullP3m3Content(), { scope: "Project", codes: ["BM"] }).slice(0, 6));
    expect(text).toMatch(/^# P3M3 for tests\n\n- Fully: shown in more than 85 %/);
    expect(text.match(/^## .*$/gm)).toEqual(["## Benefits management: Asset management", "## Benefits management: Assurance"]);
    expect(text).toContain(
      "\n- **Project BM-AS-1** (level 1) Statement of Project BM AS 1.  \n  Rating: ____ Hard: __ Odd: __ Reason: ____\n",
    );
  });
});
