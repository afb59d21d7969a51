/** Which lists are too long to be read (docs/rules/pasted-lines.md#how-long). */
import { describe, expect, it } from "vitest";
import { listMessages, READ_ADDRESSES_MAX, READ_LINES_MAX } from "#model/pasted.ts";
import { textMessages } from "#model/text.ts";
import { type PastedKind, readList } from "~/services/http/pasted-rows.server";

const KINDS: readonly PastedKind[] = ["people", "entries", "scores"];
const lines = (count: number, end = "\n") => Array.from({ length: count }, () => "a").join(end);
const addresses = (count: number, separator: string) => Array.from({ length: count }, () => "j@x.org").join(separator);

describe.each(KINDS)("a list of %s", (kind) => {
  it.each(["\n", "\r\n", "\r", "\v"])("may have as many lines as are read at once, whatever ends them: %j", (end) => {
    const most = readList(`${lines(READ_LINES_MAX, end)}${end}${end}`, kind, 10_000);
    expect([most.rows.length, most.problem]).toEqual([READ_LINES_MAX, undefined]);
    const more = readList(lines(READ_LINES_MAX + 1, end), kind, 10_000);
    expect(more).toEqual({ rows: [], problem: listMessages.lines(READ_LINES_MAX + 1) });
  });

  it("counts lines that are empty, or within a cell", () => {
    expect(readList(`a${"\n".repeat(READ_LINES_MAX)}b`, kind, 10_000).problem).toBe(listMessages.lines(READ_LINES_MAX + 1));
    expect(readList(`"${lines(20_000)}"`, kind, 100_000).problem).toBe(
      "A list has at most 1,000 lines, and this one has 20,000. Nothing in it was read. Please divide it.",
    );
  });

  it("has at most as many characters as its form takes", () => {
    expect(readList("a".repeat(100), kind, 100).rows).toHaveLength(1);
    expect(readList("a".repeat(101), kind, 100)).toEqual({ rows: [], problem: textMessages.tooLong(100) });
    // Browsers post each end of a line as two characters.
    expect(readList(lines(50, "\r\n"), kind, 99).rows).toHaveLength(50);
    // Empty lines at the end are no part of it.
    const ended = readList(`a${"\n".repeat(50_000)} \n`, kind, 100);
    expect([ended.rows.length, ended.problem]).toEqual([1, undefined]);
  });
});

it("of people has a limit to its addresses, on however few lines", () => {
  expect(readList(addresses(READ_ADDRESSES_MAX, ", "), "people", 40_000).problem).toBeUndefined();
  for (const separator of [",", "\t", " ", ";"])
    expect(readList(addresses(READ_ADDRESSES_MAX + 1, separator), "people", 40_000)).toEqual({
      rows: [],
      problem: "A list has at most 1,000 addresses, and this one has 1,001. Nothing in it was read. Please divide it.",
    });
  expect(readList(addresses(READ_ADDRESSES_MAX + 1, " "), "entries", 40_000).rows).toHaveLength(1);
});

it("leaves out bullets before a cell, however many, but not the last cell", () => {
  const cellsOf = (text: string) => readList(text, "entries", 60_000).rows.map(({ cells }) => cells);
  expect(cellsOf(`${"-\t".repeat(20_000)}Mandate\t\tPMO\t\t`)).toEqual([["Mandate", "", "PMO"]]);
  expect(cellsOf("-\t-\t")).toEqual([["-"]]);
});
