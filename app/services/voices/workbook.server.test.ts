import { expect, test } from "vitest";
import { fileRoom } from "~/services/voices/file-room.server";
import { differencesBook } from "~/services/voices/workbook.server";
import type { Difference, FactCheck } from "~/views/voices";

const comment = (text: string) => ({ who: "Voice 1, User", name: "Jane", answer: "Fully", comment: text, seen: "" });
const item = (key: string, comments: readonly string[]): Difference => ({
  ...{ key, place: "thread/1/2", questionId: 1, where: "Planning", level: 1, statement: "Plans are kept" },
  ...{
    to: undefined,
    verdict: undefined,
    unanswered: undefined,
    answers: ["Fully"],
    span: 0,
    given: 1,
    cannotTell: 0,
    fromVerdict: undefined,
  },
  ...{
    lowest: "Fully",
    highest: "Fully",
    consensus: undefined,
    said: [],
    comments: comments.map(comment),
    commented: comments.length,
    more: 0,
  },
});
const check = (reasons: readonly string[]): FactCheck => ({
  ...{ place: "thread/1/2", where: "Planning", to: undefined, agree: 0, disagreeing: reasons.length, more: 0 },
  disagree: reasons.map((reason) => ({ who: "Voice 1, User", name: "Jane", reason })),
});

/** The texts in the column with a title, and the note above. */
function textsOf({ sheets }: ReturnType<typeof differencesBook>, name: string, title: string) {
  const sheet = sheets.find((each) => each.name === name);
  const at = sheet?.columns.findIndex((column) => column.title === title) ?? -1;
  return [sheet?.rows.map((row) => row[at]), sheet?.note];
}

const OF = { title: "How views differ", company: "" };

test("the Excel file has as many comments and reasons as it has room for, and says how many there are", () => {
  const room = fileRoom(3);
  const items = [item("1", ["one", "two"]), item("2", ["three", "four"]), item("3", ["five"])].map(room.cutComments);
  const checks = [check(["no", "never", "not so"]), check(["wrong"])].map(room.cutReasons);
  const book = differencesBook(OF, { items, checks });
  const note = (noun: string, all: number) => `This file has 3 of ${all} ${noun}. To get the others, show one place, and export that.`;
  expect(textsOf(book, "Comments", "Comment")).toEqual([["one", "two", "three"], note("comments", 5)]);
  expect(textsOf(book, "Checks of facts", "Why the verdict is wrong")).toEqual([["no", "never", "not so"], note("reasons", 4)]);
});

test("an Excel file has room for 5,000 comments, and says nothing where all are in it", () => {
  const all = item(
    "1",
    Array.from({ length: 5_001 }, () => "x"),
  );
  expect(fileRoom().cutComments(all)).toMatchObject({ commented: 5_001, more: 1 });
  const book = differencesBook(OF, { items: [fileRoom().cutComments(item("1", ["one"]))], checks: [] });
  expect(textsOf(book, "Comments", "Comment")).toEqual([["one"], undefined]);
});
