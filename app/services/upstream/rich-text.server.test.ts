import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { plainText } from "~/views/rich-text";
import { purify } from "./purify.server";

// Stands for the worker, which a busy machine would make too slow. Files share their modules, and another may have loaded the real one.
const POOL = "~/services/workers/pool.server";
vi.resetModules();
vi.doMock(POOL, async (original) => ({ ...(await original<object>()), runTask: vi.fn() }));
const { runTask, TaskFailure } = await import("~/services/workers/pool.server");
const { plainTextOf, richText, withRichTexts } = await import("./rich-text.server");
afterAll(() => {
  vi.doUnmock(POOL);
  vi.resetModules();
});
const worker = vi.mocked(runTask as (name: "purifyTexts", sources: readonly string[]) => Promise<ReturnType<typeof purify>[]>);
beforeEach(() => {
  worker.mockReset().mockImplementation(async (_, sources) => sources.map(purify));
});

describe("a text of the catalogue", () => {
  test.each(["Boards decide.", "Cost < benefit", "R&D, 3 <4", "x > y"])("that is plain stays as it is: %s", (text) => {
    expect(richText(text)).toBe(text);
  });

  test("that is marked up is shown so once it has been made safe, wherever it stands in an answer", async () => {
    const answer = {
      help: "<b>One</b>",
      questions: [{ statement: "<i>Two</i>", diagnostics: [{ statement: "Three &amp; <script>x</script>" }] }],
    };
    expect(await withRichTexts(answer)).toBe(answer);
    expect(richText("<b>One</b>")).toEqual({ html: "<b>One</b>", text: "One" });
    expect(richText("<i>Two</i>")).toEqual({ html: "<i>Two</i>", text: "Two" });
    expect(plainTextOf("Three &amp; <script>x</script>")).toBe("Three &");
  });

  test.each([
    ["R&amp;D <b>decides</b><script>steal()</script>", "R&D decides", "R&amp;D <b>decides</b>"],
    ["Risk &amp; <em>cost</em>", "Risk & cost", "Risk &amp; <em>cost</em>"],
  ])("is readable while the worker is slow, and marked up once it is done: %s", async (source, words, html) => {
    worker.mockRejectedValueOnce(new TaskFailure("too heavy", "purifyTexts"));
    await withRichTexts({ statement: source });
    expect(richText(source)).toBe(words);
    await withRichTexts({ statement: source });
    expect(richText(source)).toEqual({ html, text: words });
  });

  test.each([
    ['<p><a href="javascript:alert(1)">Boards</a>, too</p><p>decide</p>', "Boards, too decide"],
    ["Risk &amp; cost &lt; 3&nbsp;%", "Risk & cost < 3 %"],
    ["Boards<script>steal()</script> decide<STYLE>p{}</STYLE>.", "Boards decide."],
    ["Boards decide.<script>steal()", "Boards decide."],
    ["R&D, 3 <4, <b>now", "R&D, 3 <4, now"],
    ["<ul><li>one</li><li>two</li></ul>", "one two"],
    ["<!-- a remark -->one", "one"],
  ])("that nobody made safe is shown as its words, never as markup: %s", (source, words) => {
    expect(richText(source)).toBe(words);
  });

  test("that is longer than any text of a catalogue is shown as its words", async () => {
    const long = `<b>${"x".repeat(30_000)}</b>`;
    await withRichTexts({ hint: long });
    expect(richText(long)).toBe("x".repeat(30_000));
  });

  test("is not what users typed", async () => {
    await withRichTexts({ body: "<b>a note</b>" });
    expect(typeof richText("<b>a note</b>")).toBe("string");
  });

  test("without a text is none", () => {
    expect(richText(undefined)).toBeUndefined();
    expect(plainText({ html: "<b>x</b>", text: "x" })).toBe("x");
  });
});
