import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { onOneLine, withoutControls } from "./characters.ts";

describe("withoutControls", () => {
  it.each([
    ["Word's Shift+Enter", "first\u000bsecond", "first\nsecond"],
    ["a new page", "first\u000csecond", "first\nsecond"],
    ["Unicode's ends of lines and paragraphs", "one\u2028two\u2029three", "one\ntwo\nthree"],
    ["U+0003, which a file brought", "minutes\u0003 of May", "minutes of May"],
    ["what Windows-1252 means by an apostrophe", "the client\u0092s plan", "the client’s plan"],
    ["its quotation marks, dash and three dots", "\u0093Plan\u0094 \u0096 later\u0085", "“Plan” – later…"],
    ["what Windows-1252 leaves open", "a\u0081\u008d\u008f\u0090\u009db", "ab"],
    ["the others", "\u0000a\u0007\u001b\u007fb", "ab"],
    ["tabs and ends of lines stay", "a\tb\r\nc\n", "a\tb\r\nc\n"],
  ])("%s", (_case, text, cleaned) => {
    expect(withoutControls(text)).toBe(cleaned);
  });

  it("means what Windows-1252 means, for each of its characters", () => {
    const all = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).join("");
    expect(withoutControls(all)).toBe("€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ");
  });

  it("leaves none, and does nothing more to a clean text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const cleaned = withoutControls(text);
        expect(cleaned).not.toMatch(/(?![\t\n\r])[\p{Cc}\u2028\u2029]/u);
        expect(withoutControls(cleaned)).toBe(cleaned);
      }),
    );
  });
});

describe("onOneLine", () => {
  it.each([
    ["Acme\u000bGroup", "Acme Group"],
    ["Acme \r\n\n  Group\n", "Acme Group"],
    ["Acme  Group", "Acme  Group"],
    ["the client\u0092s", "the client’s"],
    ["\u2028", ""],
  ])("%j becomes %j", (text, line) => {
    expect(onOneLine(text)).toBe(line);
  });
});
