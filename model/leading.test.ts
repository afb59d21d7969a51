import { describe, expect, it } from "vitest";
import { leadingProblem } from "./leading.ts";

describe("a text in a mail", () => {
  it.each([
    "Dear colleague, please tell us by Friday at 10.30 how planning works, e.g. in your own project.",
    "Sales and/or marketing (version 1.2)",
    "We meet @ 10:00.",
    "Straße, naïve, 3 p.m.",
    "",
    "J. R. Smith",
    "O’Neill-Brown",
  ])("may be %j", (text) => expect(leadingProblem(text)).toBeUndefined());

  it.each([
    ["See evil.com", "evil.com"],
    ["See EVIL．com now", "EVIL．com"],
    ["See evil。com", "evil。com"],
    ["http://10.0.0.1/", "http://10.0.0.1/"],
    ["10.0.0.1", "10.0.0.1"],
    ["ftp://x", "ftp://x"],
    ["www.x", "www.x"],
    ["mailto:x", "mailto:x"],
    ["Ask jane@example.org or www.x", "jane@example.org"],
    ["jane＠example.org", "jane＠example.org"],
    ["ｗｗｗ.x", "ｗｗｗ.x"],
    ["evil\u2024com", "evil\u2024com"],
    ["\\\\server\\share", "\\\\server\\share"],
    ["at the end.Next sentence", "end.Next"],
    [`www.${"x".repeat(200)}`, `www.${"x".repeat(55)}…`],
  ])("may not be %j, because of %j", (text, word) =>
    expect(leadingProblem(text)).toBe(`Please leave out web and mail addresses: ‘${word}’.`),
  );
});
