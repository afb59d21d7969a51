/** Holds the recipes of CONTRIBUTING.md against the sources. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { columnOf, fieldColumns } from "#api/services/stored-fields.ts";
import { readFields, writtenFields } from "#model/contract/fields.ts";
import { type Fields, ORGANIZATION_FIELDS } from "#model/fields.ts";
import { postedFields } from "~/services/http/form-schema.server";
import { defaultsOf, labelsOf, optionalFacts, rulesOf } from "~/views/form-fields";
import { root } from "./build.js";

const page = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const recipes = page
  .split(/^## (?=Add )/m)
  .slice(1)
  .map((section) => section.split(/^## /m)[0] ?? "");
/** The steps of a recipe: the text of each, the file that it begins with, and whether it makes that file. */
const stepsOf = (recipe: string) =>
  [...recipe.matchAll(/^\d+\. `([\w./-]+)`([\s\S]*?)(?=^\d+\. |\n\n)/gm)].map(([, file = "", text = ""]) => ({
    file,
    text,
    isNew: /: a new (?:module|migration)\b/.test(text),
  }));
const PATH = /`((?:app|api|model|tests|scripts|docs)\/[\w./-]+)`/g;

describe.each(recipes.map((recipe) => [recipe.split("\n")[0] ?? "", recipe]))("%s", (_, recipe) => {
  const steps = stepsOf(recipe);

  test("has steps, and names only files that exist or that it makes", () => {
    expect(steps.length).toBeGreaterThan(4);
    const made = steps.filter(({ isNew }) => isNew).map(({ file }) => file);
    const missing = [...recipe.matchAll(PATH)].map(([, file = ""]) => file).filter((file) => !existsSync(join(root, file)));
    // The example of a recipe may have been built.
    expect(missing.filter((file) => !made.includes(file))).toEqual([]);
  });

  test("names only things that are in their files", () => {
    const missing = steps.flatMap(({ file, text, isNew }) => {
      const source = isNew ? undefined : readFileSync(join(root, file), "utf8");
      const names = [...text.matchAll(/\bin (?:the type )?(?:a )?`([\w.]+)`/g)].map(([, name = ""]) => name.split(".").at(-1) ?? "");
      return names.filter((name) => source && !new RegExp(`\\b${name}\\b`).test(source)).map((name) => `${file}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});

/** The files of TypeScript in some folders but tests. */
const sourcesIn = (...folders: string[]) =>
  folders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file));

describe("the recipe of a field, carried out", () => {
  const recipe = recipes.find((text) => text.startsWith("Add a field")) ?? "";
  const [, name = "", row = ""] = /`(\w+): (\{ kind: [^`]*\})`/.exec(recipe) ?? [];
  const field = JSON.parse(row.replaceAll(/(\w+):/g, '"$1":'));
  const fields: Fields = { ...ORGANIZATION_FIELDS, [name]: field };
  const written = z.object(writtenFields(fields)).partial();

  test("its row is enough for the wire, with its limit", () => {
    expect(written.safeParse({ [name]: "x".repeat(field.max) }).success).toBe(true);
    expect(written.safeParse({ [name]: "x".repeat(field.max + 1) }).success).toBe(false);
    expect(Object.keys(readFields(fields))).toContain(name);
  });

  test("its row is enough for the form, and for lists of facts", () => {
    const posted = z.object(postedFields(fields)).partial();
    expect(posted.parse({ [name]: " A 7 " })).toMatchObject({ [name]: "A 7" });
    expect([labelsOf(fields)[name], rulesOf(fields)[name], defaultsOf(fields, { [name]: "A 7" })[name]]).toEqual([
      field.label,
      field,
      "A 7",
    ]);
    expect(optionalFacts(fields, { [name]: "A 7" })).toContainEqual([field.label, "A 7"]);
  });

  test("the column that it names is the one that the API reads and writes", () => {
    expect(fieldColumns(fields)).toContain(columnOf(name, field));
    expect(recipe.split("`").filter((text) => text === columnOf(name, field))).toHaveLength(2);
  });

  test("its row and its column are enough for the types of all that works with the table, also for an assessment", {
    timeout: 600_000,
  }, () => {
    const column = columnOf(name, field);
    const typed = (file: string, ...tables: [RegExp, string][]) =>
      tables.reduce(
        (source, [before, row]) => {
          expect(source).toMatch(before);
          return source.replace(before, (begin) => `${begin}\n  ${row}`);
        },
        readFileSync(join(root, file), "utf8"),
      );
    const row = `${name}: ${/\{ kind: [^`]*\}/.exec(recipe)?.[0]},`;
    const changed = new Map([
      [
        "model/fields.ts",
        typed(
          "model/fields.ts",
          ...["ORGANIZATION_FIELDS", "PROFILE_FIELDS"].map((table): [RegExp, string] => [new RegExp(`${table} = \\{`), row]),
        ),
      ],
      [
        "api/store/database.ts",
        typed(
          "api/store/database.ts",
          ...["OrganizationTable", "AssessmentTable"].map((table): [RegExp, string] => [
            new RegExp(`interface ${table}\\b[^{]*\\{`),
            `${column}: string | null;`,
          ]),
        ),
      ],
    ]);
    const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config, ts.sys, root);
    const host = ts.createCompilerHost(options);
    const { readFile } = host;
    host.readFile = (path) => changed.get(relative(root, path)) ?? readFile(path);
    const users = sourcesIn("app", "api", "model", "tests/types").filter((file) =>
      /\b(?:ORGANIZATION_FIELDS|PROFILE_FIELDS|PROFILE_FORM|fromColumns|OrganizationTable|AssessmentTable)\b|insertInto\("(?:organization|assessment)"\)/.test(
        readFileSync(join(root, file), "utf8"),
      ),
    );
    const program = ts.createProgram(
      // It also declares what loaders and actions give.
      [...users, "remix.config.ts"].map((file) => join(root, file)),
      options,
      host,
    );
    const faults = users.flatMap((file) => program.getSemanticDiagnostics(program.getSourceFile(join(root, file))));
    expect(faults.map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`)).toEqual([]);
    expect(users.length).toBeGreaterThan(20);
  });

  test("no other source lists the fields by name", () => {
    const lists = sourcesIn("app", "api", "model").filter((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return ["businessUnit", "benchmarkConsent"].every((each) => new RegExp(`\\b${each}\\??:`).test(source));
    });
    expect(lists.filter((file) => !recipe.includes(`\`${file}\``))).toEqual([]);
    expect(readFileSync(join(root, "tests/scenarios/without-extensions.test.ts"), "utf8")).toContain("...ORGANIZATION_FIELDS");
  });
});
