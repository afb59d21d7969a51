import { NOTE_MAX } from "#model/note.ts";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import { Visitor } from "../support/form-driver.ts";
import { type PackageFile, workbookParts, xmlRow, xmlSheet, zipOf } from "../support/package.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { ANSWER_COLUMN, bytesOf, NOTE_COLUMN, openBook, rowsOf, upload } from "../support/workbook.ts";
import { type Attack, startMeasured, watch } from "./attack.ts";

/** Several people of one team: each may have twenty files read within a minute. */
const TEAM = "Mallory and friends";
const PEOPLE = ["mallory", "trudy", "eve"].map((name) => `${name}@example.org`);
/** Files that one person sends at once. */
const AT_ONCE = 30;

const MEGABYTE = 1024 * 1024;
const NOTE = "The sponsor reviews the benefits every quarter. ";
const times = (count: number, make: (index: number) => string) => Array.from({ length: count }, (_, index) => make(index)).join("");

/** A file, and a piece of the message that the user has to get; undefined if the file is read like any other. */
type Case = readonly [what: string, bytes: Uint8Array, says: string];

/** A workbook of this assessment that can be read, with other sheets and parts next to its record. */
const spoiled = (id: number, sheets: readonly string[], ...parts: PackageFile[]) => {
  const record = xmlSheet(xmlRow(["maturity-assessment-answers", "1"]) + xmlRow(["assessment", String(id)]));
  return zipOf(...workbookParts([record, ...sheets]), ...parts);
};
const cellsOf = (count: number) => xmlSheet(times(count / 50, (row) => `<row r="${row + 1}">${"<c><v>1</v></c>".repeat(50)}</row>`));
const HEADS = xmlRow(["Row", "Answer", "Note"]);
const slowRow = (number: number) =>
  `<row><c t="inlineStr"><is><t>capability/${number + 1}#${number}</t></is></c><c/><c><v>${number}.123456789</v></c></row>`;

/** Workbooks made by hand. */
function made(id: number): Case[] {
  const big = 31 * MEGABYTE;
  const zeros = Buffer.alloc(60 * MEGABYTE);
  const inner = zipOf(...[1, 2, 3].map((number) => ({ name: `${number}.zip`, data: zipOf({ name: "0", data: zeros }) })));
  const sheet = (begin: string, fill: string, end: string) => spoiled(id, [`${begin}${fill.repeat(Math.floor(big / fill.length))}${end}`]);
  const whole = spoiled(id, [xmlSheet(HEADS)]);
  const tooMuch = "holds far more than a workbook of answers";
  return [
    ["50 MB", new Uint8Array(50 * MEGABYTE), "This file is larger than 5 MB"],
    ["5 MB of nothing", new Uint8Array(5 * MEGABYTE - 1000), "no Excel workbook"],
    ["5 MB that are nearly boundaries", Buffer.alloc(5 * MEGABYTE - 1000, "\r\n--"), "no Excel workbook"],
    ["a bomb of 60 MB", spoiled(id, [], { name: "xl/sharedStrings.xml", data: zeros }), tooMuch],
    ["a bomb that says it is small", spoiled(id, [], { name: "xl/sharedStrings.xml", data: zeros, declared: 1000 }), "damaged"],
    ["a bomb in a bomb", spoiled(id, [xmlSheet(HEADS)], { name: "xl/embeddings/1.zip", data: inner }), "Nothing to apply"],
    ["600 entries", spoiled(id, [], ...Array.from({ length: 600 }, (_, n) => ({ name: `x${n}`, data: "" }))), tooMuch],
    ["200 sheets", zipOf(...workbookParts(Array.from({ length: 200 }, () => xmlSheet(HEADS)))), tooMuch],
    ["250,000 cells", spoiled(id, [cellsOf(250_000)]), tooMuch],
    ["199,000 cells", spoiled(id, [cellsOf(199_000)]), "Nothing to apply"],
    ["a million empty rows", spoiled(id, [xmlSheet("<row/>".repeat(1_000_000))]), "Nothing to apply"],
    [
      "a million shared texts",
      spoiled(id, [], { name: "xl/sharedStrings.xml", data: `<sst>${"<si><t>a</t></si>".repeat(1_000_000)}</sst>` }),
      tooMuch,
    ],
    [
      "31 MB of styles",
      spoiled(id, [xmlSheet(HEADS)], { name: "xl/styles.xml", data: `<s>${"<xf/>".repeat(6 * MEGABYTE)}</s>` }),
      "Nothing to apply",
    ],
    [
      "a million styles of cells",
      spoiled(id, [xmlSheet(HEADS)], { name: "xl/styles.xml", data: `<s><cellXfs>${"<xf/>".repeat(1_000_000)}</cellXfs></s>` }),
      tooMuch,
    ],
    [
      "5,000 notes that are numbers in a format that takes long",
      spoiled(id, [xmlSheet(HEADS + times(5_000, slowRow))], {
        name: "xl/styles.xml",
        data: `<s><numFmts><numFmt numFmtId="200" formatCode="${"E+0".repeat(85)}"/></numFmts><cellXfs><xf numFmtId="200"/></cellXfs></s>`,
      }),
      "cells will be left out",
    ],
    [
      "a cell of 31 MB",
      sheet('<worksheet><sheetData><row><c t="inlineStr"><is><t>', "text ", "</t></is></c></row></sheetData></worksheet>"),
      tooMuch,
    ],
    ["an attribute of 31 MB", sheet('<worksheet a="', "x", '"/>'), tooMuch],
    ["a name of 31 MB", sheet("<", "x", "/>"), tooMuch],
    ["a comment of 31 MB", sheet("<worksheet><!--", "- ", "--></worksheet>"), tooMuch],
    ["elements in one another", sheet("", "<a>", ""), tooMuch],
    ["an element with a million attributes", spoiled(id, [`<a ${times(1_000_000, (index) => `a${index}="" `)}/>`]), tooMuch],
    [
      "entities of entities",
      spoiled(id, [
        `<!DOCTYPE a [<!ENTITY e0 "ha">${times(12, (n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`)}]><worksheet>&e12;</worksheet>`,
      ]),
      "damaged",
    ],
    ["an archive that is cut off", whole.subarray(0, whole.length / 2), "damaged"],
    ["an archive without its end", whole.subarray(0, whole.length - 30), "damaged"],
    [
      "5,000 rows of what nobody knows",
      spoiled(id, [xmlSheet(HEADS + times(5_000, (n) => xmlRow([`capability/${n + 1}#${n}`, "x".repeat(300), ""])))]),
      "cells will be left out",
    ],
    ["5,001 rows", spoiled(id, [xmlSheet(HEADS + times(5_001, (n) => xmlRow([`capability/${n + 1}#${n}`, "", ""])))]), tooMuch],
  ];
}

/** The workbook of the assessment itself, with more in it than anybody types. */
async function typed(downloaded: Uint8Array): Promise<Case[]> {
  const change = async (write: (book: Awaited<ReturnType<typeof openBook>>) => void) => {
    const book = await openBook(downloaded);
    write(book);
    return bytesOf(book);
  };
  const places = (book: Awaited<ReturnType<typeof openBook>>) => {
    const places = new Set<string>();
    for (const sheet of book.worksheets)
      sheet.eachRow((row) => {
        const [place = "", question] = String(row.getCell(1).value ?? "").split("#");
        if (question) places.add(place);
      });
    return [...places];
  };
  const noteEach = (length: number) =>
    change((book) => {
      for (const place of places(book)) {
        const rows = rowsOf(book, place);
        for (const row of rows) row.getCell(ANSWER_COLUMN).value = "Fully";
        const [first] = rows;
        if (first) first.getCell(NOTE_COLUMN).value = NOTE.repeat(length / NOTE.length + 1).slice(0, length);
      }
    });
  const repeated = (rows: number, note: (index: number) => string) =>
    change((book) => {
      const [place = ""] = places(book);
      const sheet = book.addWorksheet("Again");
      sheet.addRow(["Row", "Answer", "Note"]);
      for (let index = 0; index < rows; index += 1) sheet.addRow([`${place}#${index % 7}`, `answer ${index}`, note(index)]);
    });
  return [
    ["91 threads, all answered, with notes of 8,000", await noteEach(8_000), "182 changes to apply"],
    ["91 threads with notes of full length", await noteEach(NOTE_MAX), "longer than can be applied at once"],
    ["100 notes of 32,000 at one thread", await repeated(100, (index) => `${index} ${NOTE.repeat(680)}`.slice(0, 32_000)), "left out"],
    ["4,500 rows of one thread", await repeated(4_500, (index) => `${index} ${NOTE}`), "left out"],
  ];
}

/** Uploads one file. */
async function measure(app: App, visitor: Visitor, id: number, [what, bytes, says]: Case) {
  await loopDelayOf(app);
  const watched = await watch(app, upload(visitor, id, bytes));
  const isTold = visitor.text().includes(says);
  const words = isTold ? `“…${says}…”` : `WITHOUT “${says}”: ${visitor.text().slice(0, 300)}`;
  return { ...watched, held: watched.held && isTold, figures: `${what}: ${visitor.status} ${words}, ${watched.figures}` };
}

/** One person uploads many files at once. Each takes long to read. */
async function measureCrowd(app: App, visitor: Visitor, id: number) {
  const bytes = spoiled(id, [cellsOf(199_000)]);
  const tabs = Array.from({ length: AT_ONCE }, () => visitor.anotherTab());
  await loopDelayOf(app);
  const watched = await watch(app, Promise.all(tabs.map((tab) => upload(tab, id, bytes))));
  const counts = [200, 429, 503].map((status) => [status, tabs.filter((tab) => tab.status === status).length] as const);
  const isTold = counts.reduce((sum, [, count]) => sum + count, 0) === AT_ONCE;
  const words = counts.map(([status, count]) => `${count} × ${status}`).join(", ");
  return { ...watched, held: watched.held && isTold, figures: `${AT_ONCE} files at once: ${words}, ${watched.figures}` };
}

export const attack: Attack = {
  title: "workbooks that nobody would upload, to freeze or end the process that reads them, or to get no answer in words",
  async run() {
    const app = await startMeasured();
    try {
      const [first = ""] = PEOPLE;
      const client = await apiClient(app.databaseUrl, first, { team: TEAM });
      const perspectiveIds = [1, 2, 3, 4, 5, 6, 7];
      const id = await createP3M3(client, await createOrganization(client), {
        perspectiveIds,
        threadIds: THREADS.map(({ id: thread }) => thread),
        selectedLevel: 5,
      });
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      const visitors: Visitor[] = [];
      for (const email of PEOPLE) visitors.push(await new Visitor(app.url).get(await app.entryLink(email, { team: TEAM })));
      const [visitor = new Visitor(app.url)] = visitors;
      await visitor.get(`/assessments/${id}/answers.xlsx`);
      const downloaded = visitor.body;
      // Modules that the first request of its kind loads are not part of the attack.
      await upload(visitor, id, downloaded);
      const cases = [...made(id), ...(await typed(downloaded))];
      const results: Awaited<ReturnType<typeof measure>>[] = [];
      for (const [index, each] of cases.entries()) results.push(await measure(app, visitors[index % visitors.length] ?? visitor, id, each));
      results.push(await measureCrowd(app, visitor, id));
      const alive = app.process.exitCode === null && app.process.signalCode === null;
      return {
        held: alive && results.every(({ held }) => held),
        figures: [
          ...results.map(({ held, figures }) => `${held ? "" : "FELL "}${figures}`),
          `${results.length} uploads: at most ${Math.max(...results.map(({ own }) => own)).toFixed(0)} ms own work in one piece, a worker of ${Math.max(...results.map(({ worker }) => worker)).toFixed(0)} MB`,
        ].join("\n      "),
      };
    } finally {
      await app.stop();
    }
  },
};
