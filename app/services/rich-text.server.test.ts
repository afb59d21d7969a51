import { describe, expect, test } from "vitest";
import { plainText } from "~/rich-text";
import { richText, wordsOf } from "./rich-text.server";

describe("a text of the catalogue", () => {
  test.each(["Boards decide.", "Cost < benefit", "R&D, 3 <4", "x > y"])("that is plain stays as it is: %s", (text) => {
    expect(richText(text)).toBe(text);
  });

  test.each([
    ["<b>Boards</b> decide &amp; <em>record</em>.", "<b>Boards</b> decide &amp; <em>record</em>.", "Boards decide & record."],
    ["<p>One</p><p>Two</p>", "One<br>Two", "One\nTwo"],
    ["<ul><li>First</li><li>Second</li></ul>", "First<br>Second", "First\nSecond"],
    [
      'See <a href="https://example.org/guide" onclick="x()">the guide</a>',
      'See <a href="https://example.org/guide">the guide</a>',
      "See the guide",
    ],
    ["A<br/>B", "A<br>B", "A\nB"],
  ])("keeps what marks it up: %s", (source, html, text) => {
    expect(richText(source)).toEqual({ html, text });
  });

  test.each([
    ["<script>alert(1)</script>Boards", "Boards"],
    ['<img src=x onerror="alert(1)">Boards', "Boards"],
    ['<a href="javascript:alert(1)">Boards</a>', "<a>Boards</a>"],
    ['<a href="data:text/html,x">Boards</a>', "<a>Boards</a>"],
    ['<b style="position:fixed" onmouseover="x()">Boards</b>', "<b>Boards</b>"],
    ["<svg><script>alert(1)</script></svg>Boards", "Boards"],
    ['<form action="/sign-out"><button>Boards</button></form>', "Boards"],
    ["<iframe src=https://evil.example></iframe>Boards", "Boards"],
    ["<!-- --><b>Boards", "<b>Boards</b>"],
  ])("loses what could do harm: %s", (source, html) => {
    expect(richText(source)).toEqual({ html, text: "Boards" });
  });

  test("without a text is none", () => {
    expect(richText(undefined)).toBeUndefined();
    expect(wordsOf("<i>Boards</i> &lt;b&gt;")).toBe("Boards <b>");
    expect(plainText({ html: "<b>x</b>", text: "x" })).toBe("x");
  });
});
