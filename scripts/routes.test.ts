import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Every loader and action uses a wrapper of `app/with-user.server.ts`, so that no error reaches a user untreated. */
const WRAPPERS = ["withUser", "withFile", "withVisitor", "withSheet", "withFileOfSheet"];
const WRAPPED = ["nothingToRead"];
const ANSWERS = ["loader", "action"];

/** The loaders and actions that a module exports without a wrapper. */
function unwrapped(source: string): string[] {
  const file = ts.createSourceFile("route.tsx", source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  return file.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return isAnswer(statement.name) ? [statement.name.text] : [];
    if (ts.isExportDeclaration(statement)) {
      const clause = statement.exportClause;
      return clause && ts.isNamedExports(clause)
        ? clause.elements.filter(({ name }) => isAnswer(name)).map(({ name }) => name.text)
        : ["*"];
    }
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ name, initializer }) => {
      if (!ts.isIdentifier(name) || !isAnswer(name)) return [];
      if (initializer && ts.isCallExpression(initializer) && WRAPPERS.includes(initializer.expression.getText())) return [];
      return initializer && ts.isIdentifier(initializer) && WRAPPED.includes(initializer.text) ? [] : [name.text];
    });
  });
}

const isAnswer = (name: ts.Node | undefined): name is ts.Identifier =>
  name !== undefined && ts.isIdentifier(name) && ANSWERS.includes(name.text);

const routes = readdirSync("app/routes", { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tsx"));

describe("routes", () => {
  it.each(routes)("%s answers through a wrapper", (path) => {
    expect(unwrapped(readFileSync(join("app/routes", path), "utf8"))).toEqual([]);
  });
});

describe("a route without a wrapper is found", () => {
  it.each([
    "export async function loader() {}",
    "export const action = async () => null;",
    "export const loader = wrapped(() => null);",
    "export const loader = withVisitor(() => null); export const action = loader;",
    'export { loader } from "./other";',
    'export * from "./other";',
    "const answer = () => null; export { answer as action };",
  ])("%s", (source) => {
    expect(unwrapped(source)).not.toEqual([]);
  });

  it.each(["export const loader = withUser(async () => null);", "export const loader = nothingToRead;", "const loaderOf = () => null;"])(
    "and this one passes: %s",
    (source) => {
      expect(unwrapped(source)).toEqual([]);
    },
  );
});
