import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ZodType } from "zod";
import { withoutControls } from "./characters.ts";
import { requiredText, typedText } from "./contract/common.ts";
import { noteBody } from "./contract/p3m3.ts";
import { fingerprint, NOTE_MAX, withLineFeeds } from "./note.ts";
import { asStored, hasControlCharacters, NAME_MAX, textMessages, textProblem, withoutInvisible } from "./text.ts";

describe("a typed text", () => {
  const issueIn = (schema: ZodType, text: string) => schema.safeParse(text).error?.issues[0]?.message;

  it.each(["", " ", "\t\n", "\u00a0"])("is asked for where it is required and only blank: %j", (text) => {
    expect(issueIn(requiredText(10), text)).toBe("This Field is required.");
    expect(issueIn(typedText(10), text)).toBeUndefined();
  });

  it("may have exactly the longest length, and not one character more", () => {
    expect(issueIn(requiredText(NAME_MAX), "a".repeat(NAME_MAX))).toBeUndefined();
    expect(issueIn(requiredText(NAME_MAX), "a".repeat(NAME_MAX + 1))).toBe(textMessages.tooLong(NAME_MAX));
    expect(issueIn(noteBody, "a".repeat(NOTE_MAX))).toBeUndefined();
    expect(issueIn(noteBody, "a".repeat(NOTE_MAX + 1))).toBe(textMessages.tooLong(NOTE_MAX));
    expect(textMessages.tooLong(1_500)).toBe("Please use at most 1,500 characters.");
  });

  it("is not even read where it is far too long, whatever it holds", () => {
    const replace = vi.spyOn(String.prototype, "replace");
    for (const text of ["\u{e0041}".repeat(85_000), "\u200b".repeat(85_000), " ".repeat(85_000)]) {
      expect(issueIn(requiredText(NAME_MAX), text)).toBe(textMessages.tooLong(NAME_MAX));
      expect(textProblem(text, { max: NAME_MAX })).toBe(textMessages.tooLong(NAME_MAX));
      expect(issueIn(noteBody, text)).toBe(textMessages.tooLong(NOTE_MAX));
      expect(asStored(text, NAME_MAX)).toBe(text);
    }
    expect(replace).not.toHaveBeenCalled();
    replace.mockRestore();
  });

  it("loses what is no character, also where nothing else is taken out of it", () => {
    const typed = "A\ufffec\uffffm\ufdd0e\ud800 \udc00\u{1ffff}😀";
    expect([requiredText(NAME_MAX).parse(typed), noteBody.parse(`${typed}\u200b`)]).toEqual(["Acme 😀", "Acme 😀\u200b"]);
  });

  it("counts once what people see as one character", () => {
    expect(issueIn(typedText(5), "😀".repeat(5))).toBeUndefined();
    expect(issueIn(typedText(5), "😀".repeat(6))).toBe(textMessages.tooLong(5));
  });

  it("is judged in the browser as the server judges it, once its form is cleaned", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme", minLength: 8 }),
      fc.constantFrom("", "  ", " a ", "😀😀😀😀😀"),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (typed, required) => {
        expect(textProblem(typed, { required, max: 10 })).toBe(issueIn((required ? requiredText : typedText)(10), withoutControls(typed)));
      }),
    );
  });

  it("passes where it is the stored one, however long, and no other of its length does", () => {
    const long = fc
      .string({ unit: "grapheme", minLength: 11, maxLength: 60 })
      .filter((text) => textProblem(text, { max: 10 }) !== undefined);
    fc.assert(
      fc.property(long, fc.constantFrom("", " ", "\u200b"), (stored, edge) => {
        const unchanged = `${edge}${stored}${edge}`;
        expect(textProblem(unchanged, { required: true, max: 10, stored })).toBeUndefined();
        expect(issueIn(requiredText(10, stored), withoutControls(unchanged))).toBeUndefined();
        for (const typed of [`${stored}x`, `x${stored}`, "x".repeat(85_000)]) {
          expect(textProblem(typed, { max: 10, stored })).toBe(textMessages.tooLong(10));
          expect(issueIn(typedText(10, stored), withoutControls(typed))).toBe(textMessages.tooLong(10));
        }
      }),
    );
    expect(textProblem("", { required: true, max: 10, stored: "" })).toBe("This Field is required.");
  });

  it.each(["\u0000", "\u0003", "\u000b", "\u000c", "\u0085", "\u0092"])(
    "has no control character such as %j, but a form cleans it",
    (sign) => {
      expect(issueIn(typedText(10), `Ac${sign}me`)).toBe(textMessages.control);
      expect(issueIn(noteBody, `Ac${sign}me`)).toBe(textMessages.control);
      expect(textProblem(`Ac${sign}me`, { required: true, max: 10 })).toBeUndefined();
    },
  );

  it("of nothing but control characters is none", () => {
    expect(textProblem("\u0003\u000b", { required: true })).toBe(textMessages.required);
    expect(asStored("\u000bAc\u0003me\u0092s\u2028Ltd\u000c", 20)).toBe("Acme’s\nLtd");
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

describe("withoutInvisible", () => {
  it.each([
    ["Ac\u200bme", "Acme"],
    ["\ufeffAcme\u00ad", "Acme"],
    ["\u202egpj.exe", "gpj.exe"],
    ["A\u2066c\u2069me\u200e\u061c", "Acme"],
    ["Ac\u200dme", "Acme"],
    ["Ac\u200cme \u200d", "Acme "],
    ["Acme\ufe0f", "Acme"],
    ["Acme\u{e0041}\u{e007f}", "Acme"],
    ["🏴\u{e0067}\u{e007f}\u{e0041}A\u{e0041}", "🏴\u{e0067}\u{e007f}A"],
    ["Ac\ufffem\ud800e\u{10ffff}", "Acme"],
    ["\u3164\u2800\u115f", ""],
    ["Acme\u2028Ltd", "Acme Ltd"],
  ])("takes what cannot be seen out of %j", (text, seen) => expect(withoutInvisible(text)).toBe(seen));

  it.each([
    "Łódź, Žilina & Co. – 100 %",
    "שלום עולם",
    "شركة",
    "می\u200cخواهم",
    "क्\u200dष",
    "名前 葛\u{e0100}城",
    "👩‍🔬 👩🏽‍🚀 ❤️‍🔥 1️⃣ ☎️",
    "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}",
    "a\u00a0b\tc\nd",
  ])("leaves %j as it is", (text) => expect(withoutInvisible(text)).toBe(text));

  it("leaves nothing to take out", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const once = withoutInvisible(text);
        expect(withoutInvisible(once)).toBe(once);
      }),
    );
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

  it("does not mind what a form takes out, so that a page knows the text that it sent", () => {
    const typed = "Agreed\u000bwith the client\u0092s board\u0003\u2028";
    expect(fingerprint(typed)).toBe(fingerprint(withoutControls(typed)));
  });

  it("does not mind how lines end", () => {
    expect(fingerprint("one\r\ntwo\rthree")).toBe(fingerprint("one\ntwo\nthree"));
  });
});
