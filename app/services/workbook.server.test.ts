import { describe, expect, test } from "vitest";
import { attachment, workbookName } from "./workbook.server.ts";

const day = new Date("2026-11-20T23:59:00Z");

describe("the name of the Excel file", () => {
  test.each([
    ["Programme review 2026", "2026-11-20_P3M3_Programme_review_2026.xlsx"],
    ['a/b\\c"d\r\ne', "2026-11-20_P3M3_a-b-c-d--e.xlsx"],
    ["Łódź — Ελλάδα", "2026-11-20_P3M3_Łódź_—_Ελλάδα.xlsx"],
  ])("%j", (name, expected) => expect(workbookName(day, "P3M3", name)).toBe(expected));
});

describe("the header that carries it", () => {
  test("is safe for any name and keeps it whole in its UTF-8 form", () => {
    const header = attachment('Łódź "x"\r\nSet-Cookie: a=b');
    expect(header).not.toMatch(/[\r\n]/);
    expect(new Headers({ "Content-Disposition": header }).get("Content-Disposition")).toBe(header);
    const [, encoded = ""] = /filename\*=UTF-8''(.*)$/.exec(header) ?? [];
    expect(decodeURIComponent(encoded)).toContain("Łódź");
  });
});
