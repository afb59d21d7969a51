import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BUSINESS_UNIT_MAX,
  fingerprint,
  hasControlCharacters,
  NAME_MAX,
  NOTE_MAX,
  textIssue,
  textMessages,
  withLineFeeds,
} from "./text.ts";

describe("textIssue", () => {
  it.each(["", " ", "\t\n", "\u00a0"])("asks for a required text that is only blank: %j", (text) => {
    expect(textIssue(text, { max: 10, required: true })).toBe("This Field is required.");
    expect(textIssue(text, { max: 10 })).toBeUndefined();
  });

  it("takes exactly the longest allowed text and refuses one character more", () => {
    expect(textIssue("a".repeat(NAME_MAX), { max: NAME_MAX })).toBeUndefined();
    expect(textIssue("a".repeat(NAME_MAX + 1), { max: NAME_MAX })).toBe("Please use at most 200 characters.");
    expect(textIssue("a".repeat(NOTE_MAX + 1), { max: NOTE_MAX })).toBe("Please use at most 20,000 characters.");
    expect(BUSINESS_UNIT_MAX).toBe(200);
  });

  it("counts what people see as one character once", () => {
    expect(textIssue("😀".repeat(5), { max: 5 })).toBeUndefined();
    expect(textIssue("😀".repeat(6), { max: 5 })).toBe(textMessages.tooLong(5));
  });

  it("refuses control characters", () => {
    expect(textIssue("Acme\u0000", { max: 10 })).toBe(textMessages.control);
  });
});

describe("hasControlCharacters", () => {
  it.each(["\u0000", "\u0007", "\u000b", "\u000c", "\u001f", "\u007f", "\u0085", "\u009f"])("finds %j", (character) => {
    expect(hasControlCharacters(`before${character}after`)).toBe(true);
  });

  it.each(["tab\tand\nnewline\r\n", "Łódź, Žilina", "שלום", "名前", "👩‍🔬", "= 1 + 1", "<script>", "\u00a0"])("lets %j pass", (text) => {
    expect(hasControlCharacters(text)).toBe(false);
  });
});

describe("fingerprint", () => {
  it("tells texts apart that differ in one place", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (text, other) => {
        expect(fingerprint(text) === fingerprint(other)).toBe(withLineFeeds(text) === withLineFeeds(other));
      }),
    );
    const note = "Seen in the board papers. ".repeat(700);
    const seen = new Set(
      Array.from({ length: 1000 }, (_, index) => fingerprint(`${note.slice(0, index * 18)}x${note.slice(index * 18 + 1)}`)),
    );
    expect(seen.size).toBe(1000);
  });

  it("does not mind how lines end", () => {
    expect(fingerprint("one\r\ntwo\rthree")).toBe(fingerprint("one\ntwo\nthree"));
  });
});
