/**
 * The workbook of answers in LibreOffice: opened, typed into and saved by it, then read back (docs/rules/workbook.md). Skipped only where
 * `soffice` is not on the PATH.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compareWorkbook } from "#model/workbook/compare.ts";
import { readAnswersWorkbook } from "~/services/answering/workbook/read.server";
import { answersWorkbook } from "~/services/answering/workbook/write.server";
import type { AnswersWorkbook, WorkbookRows } from "~/views/answering/workbook";
import { findOnPath } from "../../scripts/tools.js";
import { onlyIf } from "../support/only-if.ts";
import { partsOf } from "../support/package.ts";
import { openBook, rowsOf } from "../support/workbook.ts";

const [soffice] = findOnPath(["soffice"]);
const [pdftotext] = findOnPath(["pdftotext"]);
const folder = mkdtempSync(join(tmpdir(), "office-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Has LibreOffice save files in another format, with a profile of its own. It ends with 0 when it fails, so its output is read. */
function save(files: readonly Uint8Array[], from: string, to: string): Buffer[] {
  const [sources, targets] = [from, to].map((ending) => files.map((_, index) => `${index}.${ending}`)) as [string[], string[]];
  const inputs = sources.map((name) => join(folder, name));
  for (const [index, bytes] of files.entries()) writeFileSync(inputs[index] ?? "", bytes);
  const profile = `-env:UserInstallation=file://${join(folder, "profile")}`;
  execFileSync(soffice ?? "", [profile, "--headless", "--convert-to", to, "--outdir", join(folder, "out"), ...inputs], { stdio: "pipe" });
  return targets.map((name) => readFileSync(join(folder, "out", name)));
}

const NOTES = ["", " spaces kept ", "two\nlines", "=1+1", "_x0041_ & <b> “quotes” 😀", "Grüße\ttab"];
const letters = ["FFPNN", "NNNNN", "NNRNN", "FFFFF", "FNNNN", "PNNNN"];
const items: WorkbookRows[] = letters.map((answers, index) => ({
  place: `thread/1/${index + 1}`,
  name: `Thread ${index + 1}`,
  kind: "thread",
  questions: [1, 2, 3, 4, 5].map((level) => ({ id: index * 10 + level, level, text: `Statement ${level}` })),
  words: [1, 2, 3, 4, 5].map((level) => ({ label: `${level} Level`, statement: `Statement ${level}. `.repeat(8), hint: "What to do" })),
  options: [],
  optionStatements: [],
  answers,
  note: NOTES[index] ?? "",
  evidence: index === 0 ? "Interview: Sponsor – supports level 2" : "",
  ...(index === 5 ? { closed: "Descoped" } : {}),
}));
const component: WorkbookRows = {
  ...(items[0] as WorkbookRows),
  place: "maturity/1",
  kind: "component",
  questions: [{ id: 900, level: 0, text: "" }],
  words: [],
  options: [1, 2, 3].map((level) => ({ id: 40 + level, level, name: `Option, with a comma ${level}` })),
  optionStatements: ["One", "Two", "Three"],
  answers: "42",
  note: "Chosen",
};
const all = [...items, component];
const content: AnswersWorkbook = {
  assessmentId: "7",
  name: "Spring & autumn",
  model: "P3M3",
  facts: [],
  groups: [
    { name: "Benefits management", items },
    { name: "Maturity components", items: [component] },
  ],
  howToRate: ["Fully: yes."],
  levels: [],
  downloaded: "2026-11-22T10:00:00.000Z",
};

async function compare(bytes: Uint8Array) {
  const read = await readAnswersWorkbook(new Uint8Array(bytes));
  if (typeof read === "string") throw new Error(read);
  return compareWorkbook(all, new Map(read.base), read.rows, async () => {});
}

/**
 * The unlocked cells in the first row of a place, by column, in a workbook whose sheets of answers are all protected. It reads the XML,
 * because exceljs takes `locked="false"`, as LibreOffice writes it, for locked.
 */
async function openCellsOf(bytes: Uint8Array): Promise<(place: string) => Promise<string[]>> {
  const parts = new Map((await partsOf(bytes)).map(({ name, data }) => [name, String(data)]));
  const styles = /<cellXfs[\s\S]*<\/cellXfs>/.exec(parts.get("xl/styles.xml") ?? "")?.[0] ?? "";
  const isOpen = [...styles.matchAll(/<xf\b[^>]*?(?:\/>|>[\s\S]*?<\/xf>)/g)].map(([style]) => /locked="(0|false)"/.test(style));
  const book = await openBook(bytes);
  return async (place) => {
    const [row] = rowsOf(book, place);
    const number = row ? book.worksheets.indexOf(row.worksheet) + 1 : 0;
    const sheet = parts.get(`xl/worksheets/sheet${number}.xml`) ?? "";
    expect(sheet).toMatch(/<sheetProtection [^>]*sheet="(1|true)"/);
    const cells = [...sheet.matchAll(new RegExp(`<c r="([A-Z]+)${row?.number}"(?: s="(\\d+)")?`, "g"))];
    return cells.filter(([, , style]) => isOpen[Number(style ?? 0)]).map(([, column = ""]) => column);
  };
}

/** The workbook as LibreOffice saves it; several tests look at each. */
const saved: Record<"xlsx" | "fods" | "pdf", Buffer> = { xlsx: Buffer.alloc(0), fods: Buffer.alloc(0), pdf: Buffer.alloc(0) };

describe("in LibreOffice", onlyIf(soffice !== undefined, "soffice is not on the PATH"), () => {
  beforeAll(async () => {
    const written = await answersWorkbook(content);
    for (const format of ["xlsx", "fods", "pdf"] as const) saved[format] = save([written], "xlsx", format)[0] ?? saved[format];
  });

  test("a workbook that is opened and saved changes nothing", async () => {
    expect(await compare(saved.xlsx)).toEqual({ changes: [], faults: [] });
  });

  test("what is typed into it arrives, and what cannot stand is told by its cell", async () => {
    // The flat form of LibreOffice is text, so that cells can be typed into without a screen.
    const flat = saved.fods.toString("utf8");
    const typed = flat
      .replace("<text:p>Partially</text:p>", "<text:p>Rarely/Never</text:p>")
      .replace(
        "<text:p>2 – Option, with a comma 2</text:p></table:table-cell><",
        "<text:p>3 – Option, with a comma 3</text:p></table:table-cell><",
      )
      .replace("<text:p>Chosen</text:p>", "<text:p>Chosen anew</text:p><text:p>in two lines</text:p>");
    const wrong = flat.replace("<text:p>Rarely/Never</text:p>", "<text:p>Seldom</text:p>");
    const books = await Promise.all(save([Buffer.from(typed), Buffer.from(wrong)], "fods", "xlsx").map(compare));
    const [{ changes, faults } = { changes: [], faults: undefined }, spoiled] = books;
    expect(faults).toEqual([]);
    expect(changes.map(({ place, part, target }) => [place, part, target])).toEqual(
      expect.arrayContaining([
        ["thread/1/1", "answers", "FFRNN"],
        ["maturity/1", "note", "Chosen anew\nin two lines"],
      ]),
    );
    expect(spoiled?.faults).toEqual([
      expect.objectContaining({ place: "thread/1/3", typed: "Seldom", text: expect.stringContaining("This is no answer.") }),
    ]);
  });

  test(
    "on paper it is as wide as the page, does not say what to do next, and keeps each thread on a page",
    onlyIf(pdftotext !== undefined, "pdftotext is not on the PATH"),
    async () => {
      const text = execFileSync(pdftotext ?? "", ["-layout", "-", "-"], { input: saved.pdf }).toString();
      const pages = text.split("\f").filter((page) => /Level +Statement +Answer +Note +Evidence/.test(page));
      expect(text).not.toContain("What to do");
      expect(pages.length).toBeGreaterThan(2);
      for (const { name } of items) {
        const page = pages.find((each) => new RegExp(`^ *${name}\\b`, "m").test(each)) ?? "";
        const after = page.slice(page.search(new RegExp(`^ *${name}\\b`, "m")));
        for (const level of [1, 2, 3, 4, 5]) expect(after, `${name} ${level}`).toContain(`${level} Level`);
      }
    },
  );

  test("lists and the hidden column survive it", async () => {
    const book = await openBook(saved.xlsx);
    const [row] = rowsOf(book, "thread/1/1");
    expect(row?.worksheet.getColumn(1).hidden).toBe(true);
    expect(row?.getCell(4).dataValidation?.type).toBe("list");
  });

  test("only answers and notes can be typed into, also after it was saved there", async () => {
    for (const bytes of [await answersWorkbook(content), saved.xlsx]) {
      const open = await openCellsOf(bytes);
      expect(await open("thread/1/1")).toEqual(["D", "E"]);
      expect(await open("maturity/1")).toEqual(["D", "E"]);
      // A descoped thread takes a note and no answers.
      expect(await open("thread/1/6")).toEqual(["E"]);
    }
  });

  test("prints as interview sheets", () => {
    expect(saved.pdf.subarray(0, 5).toString()).toBe("%PDF-");
  });
});
