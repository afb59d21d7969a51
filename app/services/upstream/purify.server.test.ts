import { describe, expect, test } from "vitest";
import { purify } from "./purify.server";

describe("a marked-up text", () => {
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
    expect(purify(source)).toEqual({ html, text });
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
    expect(purify(source)).toEqual({ html, text: "Boards" });
  });
});
