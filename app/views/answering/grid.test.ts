import { describe, expect, test } from "vitest";
import { readFormer, rowField, rowReader, writeFormer } from "~/views/answering/grid";

describe("the answers before a save, in an address", () => {
  const former = [
    { id: 7, answers: "FFPNN" },
    { id: 77, answers: "NNNNN" },
    { id: 9, answers: "FRN" },
  ];

  test("are read row by row as they were written", () => {
    const was = writeFormer(former);
    for (const { id, answers } of former) expect(readFormer(was, id)).toBe(answers);
    expect(encodeURIComponent(was)).toBe(was);
  });

  test.each([
    [null, 7],
    ["", 7],
    ["77-NNNNN", 7],
    ["FFPNN", 7],
    ["7", 7],
  ])("of %j has row %i none", (was, id) => {
    expect(readFormer(was, id)).toBeNull();
  });
});

describe("the fields of a row", () => {
  const posted = (fields: Record<string, string>) => rowReader((name) => fields[name], 7, ["flag"]);

  test("are those of its own questions, and of no other row", () => {
    const read = posted({ [rowField(7, "base")]: "NNNNN", [rowField(77, "level-1")]: "1" });
    expect([read("base"), read("level-1"), read("flag")]).toEqual(["NNNNN", undefined, undefined]);
  });

  test("say that a flag is off whose box is there and not ticked", () => {
    expect(posted({ [rowField(7, "flagBase")]: "on" })("flag")).toBe("off");
    expect(posted({ [rowField(7, "flagBase")]: "off", [rowField(7, "flag")]: "on" })("flag")).toBe("on");
  });
});
