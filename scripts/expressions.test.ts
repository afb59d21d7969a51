import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Linter } from "eslint";
import regexp from "eslint-plugin-regexp";
import ts from "typescript";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const linter = new Linter();
const everywhere = { report: "potential" };
const rules: Linter.Config[] = [
  {
    plugins: { regexp },
    linterOptions: { noInlineConfig: true },
    rules: {
      "regexp/no-super-linear-backtracking": ["error", everywhere],
      "regexp/no-super-linear-move": ["error", { ...everywhere, ignoreSticky: false, ignorePartial: false }],
    },
  },
];

/** Where an expression may begin, or continue. Files without any take long to read, and are most. */
const EXPRESSION = /[=(,:?[!&|{};\s>]\/(?![/*>])|RegExp/;

/** The expressions of a module that take more than linear time, as they are written. */
function slowIn(name: string, source: string): string[] {
  if (!EXPRESSION.test(source)) return [];
  const { target, module, jsx } = { target: ts.ScriptTarget.ESNext, module: ts.ModuleKind.ESNext, jsx: ts.JsxEmit.Preserve };
  const { outputText } = ts.transpileModule(source, {
    fileName: name.replace(/\.js$/, ".ts"),
    compilerOptions: { target, module, jsx: name.endsWith("x") ? ts.JsxEmit.ReactJSX : jsx },
  });
  const lines = outputText.split("\n");
  return linter.verify(outputText, rules).map(({ line, message }) => `${name}: ${lines[line - 1]?.trim()}: ${message}`);
}

const modules = ["app", "api", "model", "tools"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)))
  .concat("server.js")
  .filter((path) => /(?<!\.test)\.(?:ts|tsx|js)$/.test(path));

it("finds expressions whose time grows faster than the text", () => {
  const slow = [
    // Each tag looked back over all tags before it.
    "export const TAG = /(?<!\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*)[\\u{e0020}-\\u{e007f}]/gu;",
    "export const end = (text: string) => text.replace(/\\s+$/, '');",
    'const WORD = "\\\\w+"; export const WORDS = new RegExp("^(" + WORD + " ?)+$");',
  ];
  for (const source of slow) expect(slowIn("slow.ts", source)).toHaveLength(1);
  expect(slowIn("fast.ts", "export const TAG = /(\\u{1f3f4}[\\u{e0020}-\\u{e007e}]*\\u{e007f}?)|[\\u{e0020}-\\u{e007f}]/gu;")).toEqual([]);
});

it("no expression of the product takes more than linear time", () => {
  expect(modules.length).toBeGreaterThan(400);
  expect(modules.flatMap((path) => slowIn(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
});
