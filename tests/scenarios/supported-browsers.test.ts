/**
 * The browsers that README.md promises know everything that the build sends. They are all that keep to Baseline 2022, by the data of
 * web-features. The list in package.json has them, and the build writes its script for them.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import css from "@eslint/css";
import { ESLint } from "eslint";
import script from "eslint-plugin-baseline-js";
import { describe, expect, it } from "vitest";
import { browserslist } from "../../package.json";

const YEAR = 2022;

/** Features that are newer or not everywhere, and what happens in a browser without them. Nothing of it is needed to read or to answer. */
const FALLBACKS: Record<string, string> = {
  "At-rule '@page'": "pages print with the printer's margins and without a footer",
  "Feature 'Async clipboard' (async-clipboard)": "links are selected and copied by hand",
  "Feature 'Network Information' (network-information)": "Radix asks first whether it is there",
  "Feature 'isInputPending()' (is-input-pending)": "React asks first whether it is there",
  "Feature 'window.print()' (print)": "known everywhere but in Firefox for Android before 114, whose button then does nothing",
  "Function 'color-mix'": "hovered buttons and busy marks keep the colour that they have",
  "Media condition 'scripting'": "hints for script and for its absence are both shown",
  "Property 'accent-color'": "controls have the browser's own colour",
  "Property 'box-decoration-break'": "on paper a draft's mark may stand beside the heading of a table that goes on from the page before",
  "Property 'content-visibility'": "closed details are printed closed, and a summary draws all of its tables at once",
  "Property 'contain-intrinsic-size'": "the same",
  "Property 'forced-color-adjust'": "the reader's colours apply there too",
  "Property 'outline'": "the ring around what has the focus has square corners",
  "Property 'print-color-adjust'": "colours are printed if the reader's settings say so",
  "Property 'resize'": "a note keeps its height and scrolls",
  "Property 'text-size-adjust'": "the browser decides how large text is",
  "Property 'text-wrap'": "lines of a heading differ in length",
  "Property 'user-select'": "the prefixed property beside it",
  "Selector 'details-content'": "closed details are printed closed",
  "Selector 'has'": "fields of both models are shown, as without script; the radio itself marks the chosen answer",
  "Selector 'popover-open'": "the progress stays in the page, below the questions",
  "Selector 'selection'": "selected text has the browser's own colour",
  "Value 'avoid' of property 'break-after'": "a heading may be printed at the foot of a page",
};

const linter = new ESLint({
  cwd: resolve("build/client"),
  overrideConfigFile: true,
  overrideConfig: [
    {
      files: ["**/*.css"],
      plugins: { css },
      language: "css/css",
      languageOptions: { tolerant: true },
      rules: { "css/use-baseline": ["error", { available: YEAR }] },
    },
    {
      files: ["**/*.js"],
      plugins: { script: script as ESLint.Plugin },
      rules: {
        "script/use-baseline": ["error", { available: YEAR, includeWebApis: { preset: "auto" }, includeJsBuiltins: { preset: "auto" } }],
      },
    },
  ],
  allowInlineConfig: false,
  ignore: false,
});

/** What the checker finds too new, or could not read. */
const tooNew = (results: ESLint.LintResult[]) => [
  ...new Set(
    results.flatMap(({ messages }) => messages.map(({ message }) => message.replace(/ (is not a|became|has Limited|exceeds) .*$/, ""))),
  ),
];

describe("the browsers that are promised", () => {
  it("are the same in README.md and package.json", () => {
    const least = (browser: string) => browserslist.find((each) => each.startsWith(`${browser} `))?.replace(/.*>= /, "");
    const promise = `Chrome and Edge ${least("chrome")}, Firefox ${least("firefox")}, Safari ${least("safari")}, also on iPhone`;
    expect(readFileSync("README.md", "utf8")).toContain(promise);
    expect([least("edge"), least("ios_saf")]).toEqual([least("chrome"), least("safari")]);
  });

  it("know what style sheets and scripts need, but for what they can do without", async () => {
    expect(tooNew(await linter.lintText("p { color: light-dark(red, blue) }", { filePath: "new.css" }))).toEqual(["Function 'light-dark'"]);
    expect(tooNew(await linter.lintText("Promise.try(alert)", { filePath: "new.js" }))).toEqual(["Feature 'Promise.try()' (promise-try)"]);
    const results = await linter.lintFiles(["assets/*.css", "assets/*.js"]);
    expect(tooNew(results).sort()).toEqual(Object.keys(FALLBACKS).sort());
  });
});
