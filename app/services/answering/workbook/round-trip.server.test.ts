/** Any content goes out in a workbook and comes back the same (docs/rules/workbook.md). */
import ExcelJS from "exceljs";
import fc from "fast-check";
import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { describe, expect, it, vi } from "vitest";
import { withoutNonCharacters } from "#model/characters.ts";
import { isPracticeState, toPracticeLetters } from "#model/itil/gate.ts";
import { NOTE_MAX } from "#model/note.ts";
import { fromThreadLetters, isThreadState, toThreadLetters } from "#model/p3m3/gate.ts";
import { hasControlCharacters } from "#model/text.ts";
import { answerWords, optionWords } from "#model/workbook/cells.ts";
import { compareWorkbook } from "#model/workbook/compare.ts";
import type { AnswersWorkbook, ReadWorkbook, WorkbookRows } from "~/views/answering/workbook";
import { ANSWER_COLUMN, bytesOf, EVIDENCE_COLUMN, NOTE_COLUMN, openBook, rowsOf } from "../../../../tests/support/workbook.ts";
import { readAnswersWorkbook } from "./read.server";
import { answersWorkbook, sheetNames } from "./write.server";

const letters = (kinds: string, length: number) => fc.array(fc.constantFrom(...kinds), { minLength: length, maxLength: length });
const threadState = letters("FPRN", 5)
  .map((list) => list.join(""))
  .filter((text) => isThreadState(fromThreadLetters(text) ?? (["N/A", "N/A", "N/A", "N/A", "N/A"] as const)));
/** Without what is below a Fully left empty, which counts as Fully. */
const PRACTICE_LEVELS = [2, 2, 3, 4, 5] as const;
const selectionOf = { F: "Fully", R: "Rarely", N: "N/A" } as const;
const practiceState = letters("FRN", PRACTICE_LEVELS.length)
  .map((list) => list.map((letter, index) => ({ level: PRACTICE_LEVELS[index] ?? 2, selection: selectionOf[letter as "F"] })))
  .filter(isPracticeState)
  .map((criteria) => toPracticeLetters(criteria.map(({ selection }) => selection)));
/** Any note that can be stored: what is no character is left out where text enters. */
const note = fc
  .oneof(
    fc.string({ unit: "binary", maxLength: 60 }),
    fc.constantFrom("", " spaces ", "a\nb", "=1+1", "_x0041_", "_x000D_", "<b>&amp;", "'quoted", "\t"),
  )
  .filter((text) => !hasControlCharacters(text))
  .map((text) => withoutNonCharacters(text).replace(/\r\n?/g, "\n"));

const thread = (place: string, answers: string, text: string): WorkbookRows => ({
  place,
  name: `Thread ${place}`,
  kind: "thread",
  questions: [1, 2, 3, 4, 5].map((level) => ({ id: 100 * Number(place.split("/")[2]) + level, level, text: `Statement ${level}` })),
  words: [1, 2, 3, 4, 5].map((level) => ({ label: `${level}`, statement: `Statement ${level}`, hint: "Do it" })),
  options: [],
  optionStatements: [],
  answers,
  note: text,
});
const practice = (answers: string, text: string): WorkbookRows => ({
  ...thread("capability/3", answers, text),
  place: "capability/3",
  kind: "practice",
  questions: PRACTICE_LEVELS.map((level, index) => ({ id: 900 + index, level, text: `Criterion ${index}` })),
});
const OPTIONS = [1, 2, 3].map((level) => ({ id: 40 + level, level, name: `Option, ${level}` }));
const component = (answers: string, text: string): WorkbookRows => ({
  ...thread("maturity/1", answers, text),
  place: "maturity/1",
  kind: "component",
  questions: [{ id: 950, level: 0, text: "" }],
  words: [],
  options: OPTIONS,
  optionStatements: ["One", "Two", "Three"],
});

const items = fc
  .record({
    threads: fc.array(fc.tuple(threadState, note), { minLength: 1, maxLength: 3 }),
    practice: practiceState,
    option: fc.constantFrom("", "41", "43"),
    note,
    // Where the upstream keeps evidence each has some words of it, or none.
    evidence: fc.option(note, { nil: undefined }),
  })
  .map(({ threads, evidence, ...rest }) =>
    [
      ...threads.map(([answers, text], index) => thread(`thread/1/${index + 1}`, answers, text)),
      practice(rest.practice, rest.note),
      component(rest.option, rest.note),
    ].map((item): WorkbookRows => (evidence === undefined ? item : { ...item, evidence })),
  );

const contentOf = (list: readonly WorkbookRows[]): AnswersWorkbook => ({
  assessmentId: "7",
  name: "Spring & autumn",
  model: "P3M3",
  facts: [],
  groups: list.map((item, index) => ({ name: `Group ${index}: all/every`, items: [item] })),
  howToRate: ["Fully: yes."],
  levels: [],
  downloaded: "2026-11-22T10:00:00.000Z",
});

async function readBack(bytes: Uint8Array): Promise<ReadWorkbook> {
  const read = await readAnswersWorkbook(bytes);
  if (typeof read === "string") throw new Error(read);
  return read;
}
const compare = (now: readonly WorkbookRows[], { base, rows }: ReadWorkbook) => compareWorkbook(now, new Map(base), rows, async () => {});

const escaped = (text: string) => text.replace(/_(?=x[\da-f]{4}_)/gi, "_x005F_");

/** The workbook with what somebody typed: for each place the words of its answers, and its note. */
async function typeInto(bytes: Uint8Array, wanted: ReadonlyMap<string, WorkbookRows>, leaveImplied: boolean): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  await book.xlsx.load(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer);
  for (const sheet of book.worksheets)
    sheet.eachRow((row) => {
      // exceljs reads what is escaped, and does not escape it again.
      const kept = row.getCell(NOTE_COLUMN);
      if (typeof kept.value === "string" && kept.master === kept) kept.value = escaped(kept.value);
      const [place = "", question] = String(row.getCell(1).value ?? "").split("#");
      const item = question === undefined ? undefined : wanted.get(place);
      if (!item) return;
      const index = item.questions.findIndex(({ id }) => id === Number(question));
      const option = item.options.find(({ id }) => String(id) === item.answers);
      const implied = leaveImplied && item.kind === "thread" && index < item.answers.lastIndexOf("F");
      const words =
        item.kind === "component" ? (option ? optionWords(option) : "") : answerWords(implied ? "N" : (item.answers[index] ?? "N"));
      row.getCell(ANSWER_COLUMN).value = words === "" ? null : words;
      if (index === 0) row.getCell(NOTE_COLUMN).value = item.note === "" ? null : escaped(item.note);
      // The sheet is protected, but somebody can take that off. The import never reads the cell next to the note.
      if (index === 0 && item.evidence !== undefined) row.getCell(EVIDENCE_COLUMN).value = "Typed over";
    });
  return new Uint8Array(await book.xlsx.writeBuffer());
}

describe("a workbook of answers", () => {
  it("changes nothing when it comes back as it was, whatever it holds", async () => {
    await fc.assert(
      fc.asyncProperty(items, async (list) => {
        expect(await compare(list, await readBack(await answersWorkbook(contentOf(list))))).toEqual({ changes: [], faults: [] });
      }),
      { numRuns: 60 },
    );
  });

  it("brings back every legal set of answers and every note that was typed into it, and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(items, items, fc.boolean(), async (before, after, leaveImplied) => {
        const wanted = new Map(after.filter(({ place }) => before.some((item) => item.place === place)).map((item) => [item.place, item]));
        // An answer to a component cannot be taken away.
        const stays = (item: WorkbookRows) => item.kind === "component" && wanted.get(item.place)?.answers === "";
        const now = before.map((item) => (stays(item) ? { ...item, answers: "" } : item));
        const bytes = await typeInto(await answersWorkbook(contentOf(now)), wanted, leaveImplied);
        const { changes, faults } = await compare(now, await readBack(bytes));
        expect(faults).toEqual([]);
        const arrived = now.map((item) => {
          const to = (part: "answers" | "note") => changes.find((change) => change.place === item.place && change.part === part)?.target;
          return { place: item.place, answers: to("answers") ?? item.answers, note: to("note") ?? item.note };
        });
        expect(arrived).toEqual(
          now.map((item) => {
            const { answers, note: text } = wanted.get(item.place) ?? item;
            return { place: item.place, answers, note: text };
          }),
        );
        const differs = ({ place }: { place: string }) => now.some((item) => item.place === place && wanted.has(place));
        expect(changes.every(differs)).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  it("takes nothing from the column of voices, and finds what was typed beside it", async () => {
    const now = [thread("thread/1/1", "FPNNN", "As it was")].map((item) => ({ ...item, voices: ["2 Fully", "", "", "", ""] }));
    const book = await openBook(await answersWorkbook(contentOf(now)));
    const rows = rowsOf(book, "thread/1/1");
    const [voices, answer] = [ANSWER_COLUMN, ANSWER_COLUMN + 1];
    expect(rows[0]?.getCell(voices).value).toBe("2 Fully");
    for (const row of rows) row.getCell(voices).value = "Rarely/Never";
    expect(await compare(now, await readBack(await bytesOf(book)))).toEqual({ changes: [], faults: [] });
    const second = rows[1];
    if (second) second.getCell(answer).value = "Fully";
    const { changes } = await compare(now, await readBack(await bytesOf(book)));
    expect(changes.map(({ part, target }) => [part, target])).toEqual([["answers", "FFNNN"]]);
  });

  it("gives sheets names that Excel takes, each once", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: "binary" }), fc.constantFrom("Record", "HISTORY", "", "A".repeat(40), "a'")), {
          maxLength: 12,
        }),
        (names) => {
          const given = sheetNames(names);
          expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(names.length);
          for (const name of given) expect(name).toMatch(/^(?!')[^[\]:*?/\\]{1,31}(?<!')$/);
        },
      ),
    );
  });

  it("is well-formed whatever names and texts hold", async () => {
    const odd = "A\ufffe\uffff\ud800\u0000\u001fme";
    const item = { ...thread("thread/1/1", "NNNNN", odd), name: odd, evidence: odd };
    const facts = [{ label: odd, value: odd }];
    const bytes = await answersWorkbook({ ...contentOf([item]), name: odd, facts, groups: [{ name: odd, items: [item] }] });
    for (const [part, data] of Object.entries(unzipSync(bytes)))
      if (/\.(?:xml|rels)$/.test(part)) expect(() => new SaxesParser().write(strFromU8(data)).close(), part).not.toThrow();
  });

  it("does not let a note of emoji grow or shrink where a cell cannot hold all of it", async () => {
    const list = [thread("thread/1/1", "NNNNN", "😀".repeat(19_000))];
    expect(await compare(list, await readBack(await answersWorkbook(contentOf(list))))).toEqual({ changes: [], faults: [] });
  });

  it("is compared with a pause after each long note, so that others have their turn", async () => {
    const list = [1, 2, 3].map((id) => thread(`thread/1/${id}`, "NNNNN", `${id}`.repeat(NOTE_MAX)));
    const read = await readBack(await answersWorkbook(contentOf(list)));
    const pause = vi.fn(async () => {});
    await compareWorkbook(list, new Map(read.base), read.rows, pause);
    expect(pause).toHaveBeenCalledTimes(3);
  });

  it("keeps a stored note that is longer than the limit", async () => {
    const list = [thread("thread/1/1", "NNNNN", "x".repeat(32_000))];
    expect(await compare(list, await readBack(await answersWorkbook(contentOf(list))))).toEqual({ changes: [], faults: [] });
  });
});

describe("letters", () => {
  it("stand for the same answers as on the questions screen", () => {
    expect(toThreadLetters(["Fully", "Partially", "Rarely/Never", "N/A", "N/A"])).toBe("FPRNN");
    expect([..."FPRN"].map(answerWords)).toEqual(["Fully", "Partially", "Rarely/Never", ""]);
  });
});
