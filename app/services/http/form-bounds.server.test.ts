import { parse } from "@conform-to/dom";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELDS_MAX, faultOfForm, NAME_LENGTH_MAX, SPACES_MAX } from "./form-bounds.server.ts";

const encoded = (entries: [name: string, value: string][]) => new URLSearchParams(entries).toString();
const times = (count: number, piece: (index: number) => string) => Array.from({ length: count }, (_, index) => piece(index)).join("&");

describe("a form is", () => {
  test.each<[what: string, body: string, fault: ReturnType<typeof faultOfForm>]>([
    ["empty", "", undefined],
    ["a field without a value", "a", undefined],
    ["as many fields as there may be", times(FIELDS_MAX, (index) => `field-${index}=1`), undefined],
    ["one field more", times(FIELDS_MAX + 1, () => "a"), "too much"],
    ["half a million fields", "a&".repeat(520_000), "too much"],
    ["half a million ampersands", "&".repeat(520_000), "too much"],
    ["a long name", `${"n".repeat(NAME_LENGTH_MAX)}=1`, undefined],
    ["a name that is too long", `${"n".repeat(NAME_LENGTH_MAX + 1)}=1`, "too much"],
    ["a name without end", "n".repeat(1_000_000), "too much"],
    ["a name without end, encoded", "%6e".repeat(340_000), "too much"],
    ["no name", "=1", "malformed"],
    ["a list", "a[0].note=1&a[1].note=2", undefined],
    ["a list, encoded as browsers do", "a%5B0%5D.note=1&a%5B%5D=2", undefined],
    ["a long list", times(500, (index) => `a[${index}].note=1`), undefined],
    ["a place far away", "a[99999999]=1", "malformed"],
    ["places of many lists", times(3, (index) => `a${index}[999]=1`), "too much"],
    ["places of lists in lists", times(FIELDS_MAX, (index) => `a[${index}][9][9]=1`), "too much"],
    ["five levels", "a.b[1].c.d=1", undefined],
    ["six levels", "a.b[1].c.d.e=1", "too much"],
    ["a bottomless name", `a${"[0]".repeat(60)}=1`, "too much"],
    ["what all objects have", "__proto__=1", "malformed"],
    ["what all objects have, further down", "a.constructor[0]=1", "malformed"],
    ["no place", "a[b]=1", "malformed"],
    ["an unfinished place", "a[1=1", "malformed"],
    ["a name that is no text", "%ff=1", "malformed"],
    ["a name with a space", "a+b=1", "malformed"],
    ["a value with a bare quotation mark", 'a="', "malformed"],
    ["a value with a bare bracket", "a=<b>", "malformed"],
    ["bytes", "a=\u0000\u00ff", "malformed"],
    ["as many spaces as there may be", `a=${"+".repeat(SPACES_MAX)}`, undefined],
    ["a megabyte of spaces", `a=${"+".repeat(1_000_000)}`, "too much"],
    ["one long sealed value", `a=${"A-_x".repeat(230_000)}`, undefined],
  ])("%s", (_what, body, fault) => {
    expect(faultOfForm(body)).toBe(fault);
  });

  test("accepted whatever people type into it", () => {
    const name = fc.constantFrom("name", "note", "base", "practice-12", "diagnostic-7", "__intent__", "criterion-3", "rows[2].note");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: "binary", maxLength: 200 })), { maxLength: 50 }), (entries) => {
        expect(faultOfForm(encoded(entries))).toBeUndefined();
      }),
    );
  });

  test("harmless to conform's parser where it is accepted", () => {
    const part = fc.constantFrom(
      "a",
      "b",
      "[0]",
      "[7]",
      "[999]",
      "[1000]",
      "[]",
      ".",
      ".a",
      "__proto__",
      ".constructor",
      "[x]",
      "%5B3%5D",
      "]",
      "",
    );
    const name = fc
      .array(part, { minLength: 1, maxLength: 7 })
      .map((parts) => parts.join(""))
      .filter((each) => faultOfForm(each) === undefined);
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        const body = names.map((each) => `${each}=1`).join("&");
        if (faultOfForm(body) !== undefined) return;
        accepted += 1;
        const { initialValue } = parse(new URLSearchParams(body), { resolve: (value) => ({ value }) }).reply();
        expect((JSON.stringify(initialValue) ?? "").length).toBeLessThan(20_000);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
