/** Names say what a thing is, not how it came: `assessment`, not `found` (CONTRIBUTING.md). */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

const NO_NAMES = new Set(["found", "asked", "told"]);
/** Properties of the wire, and classes of style sheets, keep these names. A new one needs a reason and a higher number. */
const PROPERTIES_MOST = 48;

function isProperty(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isBindingElement(parent)) return parent.propertyName === name;
  return (
    (ts.isPropertyAccessExpression(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isJsxAttribute(parent)) &&
    parent.name === name
  );
}

/** Names that should be nouns: of variables, parameters and functions, and of properties. */
function namesIn(file: string, text: string): { variables: string[]; properties: string[] } {
  const names: { variables: string[]; properties: string[] } = { variables: [], properties: [] };
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node) => {
    if (ts.isIdentifier(node) && NO_NAMES.has(node.text))
      names[isProperty(node) ? "properties" : "variables"].push(
        `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.text}`,
      );
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

const all = execFileSync("git", ["ls-files", "*.ts", "*.tsx", "*.js"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file !== "" && existsSync(file))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }))
  .filter(({ text }) => /\b(found|asked|told)\b/.test(text))
  .map(({ file, text }) => namesIn(file, text));

describe("found, asked and told", () => {
  it("name no variable, parameter or function", () => {
    expect(all.flatMap(({ variables }) => variables)).toEqual([]);
  });

  it("name only those properties that the wire has", () => {
    expect(all.flatMap(({ properties }) => properties).length).toBeLessThanOrEqual(PROPERTIES_MOST);
  });

  it.each(["const found = 1;", "(asked: string) => asked;", "const { told } = reply;", "function found() {}", "const reply = { asked };"])(
    "are seen in %s",
    (text) => {
      expect(namesIn("x.ts", text).variables.length).toBeGreaterThan(0);
    },
  );

  it.each(["list.found", "const { asked: questions } = reply;", "// found\n'told'"])("are no names in %s", (text) => {
    expect(namesIn("x.ts", text).variables).toEqual([]);
  });
});
