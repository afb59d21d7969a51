/** Holds the recipes of CONTRIBUTING.md against the sources. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
    expect([...new Set(missing)]).toEqual(made);
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

  test("no other source lists the fields by name", () => {
    const sources = ["app", "api", "model"]
      .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => `${folder}/${file}`))
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file));
    const lists = sources.filter((file) => {
      const source = readFileSync(join(root, file), "utf8");
      return ["businessUnit", "benchmarkConsent"].every((each) => new RegExp(`\\b${each}\\??:`).test(source));
    });
    expect(lists.filter((file) => !recipe.includes(`\`${file}\``))).toEqual([]);
    expect(readFileSync(join(root, "tests/scenarios/without-extensions.test.ts"), "utf8")).toContain("...ORGANIZATION_FIELDS");
  });
});
