/** What of a workbook is taken, and which cells are left out (docs/rules/workbook.md#gate). */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CriterionLevel } from "../itil/catalogue.ts";
import { fromPracticeLetters, isPracticeState } from "../itil/gate.ts";
import { EMPTY_THREAD, fromThreadLetters, isThreadState } from "../p3m3/gate.ts";
import { answerWords, notePrint } from "./cells.ts";
import { compareWorkbook, type TypedCell, type TypedRow, type WorkbookItem, wordingPrint } from "./compare.ts";

const LEVELS = { thread: [1, 2, 3, 4, 5], practice: [2, 2, 3, 4, 5], component: [0] } as const;
const OPTIONS = [1, 2, 3].map((level) => ({ id: 40 + level, level, name: `Option ${level}` }));
const PLACES = { thread: "thread/1/1", practice: "capability/3", component: "maturity/1" } as const;

const itemOf = (kind: WorkbookItem["kind"], answers: string, over: Partial<WorkbookItem> = {}): WorkbookItem => ({
  place: PLACES[kind],
  name: "Planning",
  kind,
  questions: LEVELS[kind].map((level, index) => ({ id: 10 + index, level, text: `Statement ${index}` })),
  options: kind === "component" ? OPTIONS : [],
  answers,
  note: "",
  ...over,
});

/** Rows as typed, from row 4 on. */
const rowsOf = (item: WorkbookItem, typed: readonly (string | TypedCell)[]): TypedRow[] =>
  typed.map((text, index) => ({
    place: item.place,
    questionId: 10 + index,
    answer: typeof text === "string" ? { address: `Sheet!D${4 + index}`, text } : text,
    note: undefined,
  }));

/** Compares a workbook of one item, downloaded as `base`, with what is stored now. */
async function compare(now: WorkbookItem, typed: readonly (string | TypedCell)[], base = now, more: TypedRow[] = []) {
  const held = { answers: base.answers, note: notePrint(base.note), wording: wordingPrint(base) };
  return compareWorkbook([now], new Map([[base.place, held]]), [...rowsOf(now, typed), ...more], async () => {});
}
const cellsOf = ({ faults }: Awaited<ReturnType<typeof compare>>) =>
  faults.map(({ address, typed }) => `${address.slice(6)} ${typed}`.trim());
const takenOf = ({ changes }: Awaited<ReturnType<typeof compare>>) => changes.find(({ part }) => part === "answers")?.target;

describe("a thread is taken as far as its levels are open", () => {
  it.each<[what: string, typed: string[], stored: string, taken: string | undefined, left: string[]]>([
    ["all of it", ["Fully", "Fully", "Partially"], "NNNNN", "FFPNN", []],
    ["what is implied too", ["", "", "Fully"], "NNNNN", "FFFNN", []],
    ["the lower of two", ["Partially", "Fully"], "NNNNN", "PNNNN", ["D5 Fully"]],
    ["up to a gap", ["Fully", "", "", "Partially", "Rarely"], "NNNNN", "FNNNN", ["D7 Partially", "D8 Rarely"]],
    ["nothing implied by a cell that is left out", ["", "Partially", "Fully"], "NNNNN", "NPNNN", ["D6 Fully"]],
    ["no empty cell is named", ["Rarely", "", "Fully"], "NNNNN", "RNNNN", ["D6 Fully"]],
    ["a cell that cannot be read holds Fully above it back", ["Mostly", "Fully"], "NNNNN", undefined, ["D4 Mostly", "D5 Fully"]],
    ["one in the middle too", ["Fully", "Mostly", "Partially"], "NNNNN", "FNNNN", ["D5 Mostly", "D6 Partially"]],
    ["but not where its stored answer is Fully", ["Mostly", "Fully", "Fully"], "FFPNN", "FFFNN", ["D4 Mostly"]],
    ["a stored answer above one that was lowered", ["", "Partially", "Partially"], "NNPNN", "NPNNN", ["D6 Partially"]],
  ])("%s", async (_, typed, stored, taken, left) => {
    const compared = await compare(itemOf("thread", stored), [...typed, "", "", "", "", ""].slice(0, 5));
    expect([takenOf(compared), cellsOf(compared).sort()]).toEqual([taken, left]);
  });

  it("whatever is typed: the state may be stored, and each answer is taken or named", async () => {
    const letter = fc.constantFrom("F", "P", "R", "N", "?");
    const states = fc
      .array(fc.constantFrom("F", "P", "R", "N"), { minLength: 5, maxLength: 5 })
      .map((list) => list.join(""))
      .filter((text) => isThreadState(fromThreadLetters(text) ?? EMPTY_THREAD));
    await fc.assert(
      fc.asyncProperty(fc.array(letter, { minLength: 5, maxLength: 5 }), states, async (typed, stored) => {
        const words = typed.map((each) => (each === "?" ? "Mostly" : answerWords(each)));
        const compared = await compare(itemOf("thread", stored), words);
        const taken = takenOf(compared) ?? stored;
        const named = new Set(compared.faults.map(({ address }) => Number(address.slice(7)) - 4));
        expect(isThreadState(fromThreadLetters(taken) ?? EMPTY_THREAD)).toBe(true);
        typed.forEach((each, index) => {
          if (each === "?") {
            expect(named).toContain(index);
            expect([stored[index], "N"]).toContain(taken[index]);
          }
          if (each !== "?" && each !== "N") expect(taken[index] === each || named.has(index)).toBe(true);
        });
        // No answer that was neither typed nor stored, except what a Fully above it implies.
        [...taken].forEach((each, index) => {
          if (each !== "N" && each !== typed[index] && each !== stored[index]) expect(taken.lastIndexOf("F")).toBeGreaterThan(index);
        });
      }),
    );
  });
});

describe("a practice is taken as far as its levels are open", () => {
  it.each<[what: string, typed: string[], stored: string, taken: string | undefined, left: string[]]>([
    ["all of it", ["Fully", "Fully", "Rarely"], "NNNNN", "FFRNN", []],
    ["what is above a level that is not all Fully", ["Fully", "Rarely", "Fully", "", "Fully"], "NNNNN", "FRNNN", ["D6 Fully", "D8 Fully"]],
    ["a cell that cannot be read", ["Partially", "Fully", "Fully"], "NNNNN", "NFNNN", ["D4 Partially", "D6 Fully"]],
    ["but not where its stored answer is Fully", ["Partially", "Fully", "Rarely"], "FFNNN", "FFRNN", ["D4 Partially"]],
  ])("%s", async (_, typed, stored, taken, left) => {
    const compared = await compare(itemOf("practice", stored), [...typed, "", "", "", "", ""].slice(0, 5));
    expect([takenOf(compared), cellsOf(compared).sort()]).toEqual([taken, left]);
  });

  it("whatever is typed: the state may be stored", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom("Fully", "Rarely/Never", "", "?"), { minLength: 5, maxLength: 5 }), async (typed) => {
        const letters = takenOf(await compare(itemOf("practice", "NNNNN"), typed)) ?? "NNNNN";
        const criteria = fromPracticeLetters(letters)?.map((selection, index) => ({
          level: LEVELS.practice[index] as CriterionLevel,
          selection,
        }));
        expect(criteria).toBeDefined();
        expect(isPracticeState(criteria ?? [])).toBe(true);
      }),
    );
  });
});

describe("the cells that are left out", () => {
  const formula: TypedCell = { address: "Sheet!D4", text: "Fully", isFormula: true };

  it("are those that were typed, where no answer of the place can be taken", async () => {
    const stored = itemOf("thread", "FPNNN");
    const typed = ["Fully", "Fully", "Rarely", "", ""];
    for (const now of [
      itemOf("thread", "FPNNN", { closed: "This thread is descoped." }),
      itemOf("thread", "FFPNN"),
      itemOf("thread", "FPNNN", { questions: stored.questions.map((each) => ({ ...each, text: "Other" })) }),
    ]) {
      const compared = await compare(now, typed, stored);
      expect([takenOf(compared), cellsOf(compared)]).toEqual([undefined, ["D5 Fully", "D6 Rarely"]]);
    }
  });

  it("are a formula, both of two that differ, one of no known statement, and an option that is none", async () => {
    expect(cellsOf(await compare(itemOf("thread", "NNNNN"), [formula, "", "", "", ""]))).toEqual(["D4 Fully"]);
    const again = { place: PLACES.thread, questionId: 10, answer: { address: "Sheet!D9", text: "Partially" }, note: undefined };
    const twice = await compare(itemOf("thread", "NNNNN"), ["Fully", "", "", "", ""], undefined, [again]);
    expect([takenOf(twice), cellsOf(twice)]).toEqual([undefined, ["D4 Fully", "D9 Partially"]]);
    const unknown = await compare(itemOf("thread", "NNNNN"), ["Fully", "", "", "", ""], undefined, [{ ...again, questionId: 99 }]);
    expect([takenOf(unknown), cellsOf(unknown)]).toEqual(["FNNNN", ["D9 Partially"]]);
    const component = await compare(itemOf("component", "41"), ["Six"]);
    expect([takenOf(component), cellsOf(component)]).toEqual([undefined, ["D4 Six"]]);
    expect(cellsOf(await compare(itemOf("component", "41"), [""]))).toEqual(["D4"]);
  });

  it("are every filled cell of a row that is out of scope, and say the beginning of a long note", async () => {
    const long = "words ".repeat(100);
    const row = {
      place: "thread/9/9",
      questionId: 1,
      answer: { address: "Old!D4", text: "Fully" },
      note: { address: "Old!E4", text: long },
    };
    const empty = { place: "thread/9/8", questionId: 1, answer: { address: "Old!D9", text: "" }, note: undefined };
    const { faults } = await compareWorkbook([], new Map(), [row, empty], async () => {});
    expect(faults.map(({ address, typed }) => [address, typed.length])).toEqual([
      ["Old!D4", 5],
      ["Old!E4", 61],
    ]);
  });
});

it("control characters in cells are cleaned, and leave nothing out", async () => {
  const item = itemOf("thread", "NNNNN");
  const text = "Agreed\u000bthe client\u0092s\u0003 plan\u2028";
  const note = { place: item.place, questionId: 10, answer: undefined, note: { address: "Sheet!E4", text } };
  const { changes, faults } = await compare(item, ["Fully\u0003", "", "", "", ""], item, [note]);
  expect([faults, changes.map(({ target }) => target)]).toEqual([[], ["FNNNN", "Agreed\nthe client’s plan\n"]]);
});
