import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A file of styles or of markup, by its path below the folder that was read. */
export interface Source {
  path: string;
  text: string;
}

/** Every file below `folder` whose name ends in one of `endings`, tests aside. */
export function sourcesBelow(folder: string, endings: readonly string[]): Source[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !path.includes(".test."))
    .sort()
    .map((path) => ({ path: path.replaceAll("\\", "/"), text: readFileSync(join(folder, path), "utf8") }));
}

const COMMENT = /\/\*[\s\S]*?\*\//g;

/** The class names that the selectors of a style sheet name, each once. */
export function classesIn(css: string): string[] {
  const selectors = [...css.replace(COMMENT, "").matchAll(/([^{};]+)\{/g)].map(([, selector = ""]) => selector.trim());
  const names = selectors
    .filter((selector) => !selector.startsWith("@"))
    .flatMap((selector) => [...selector.replace(/"[^"]*"/g, "").matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = ""]) => name));
  return [...new Set(names)];
}

/** The name of `row-menu` in the object that its module exports: `rowMenu`. */
export const camelCase = (name: string): string => name.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The variables that a source gives to the modules it imports: `{ "RowMenu.module.css": "styles" }`. */
export function modulesImported(source: string): Map<string, string> {
  const imports = [...source.matchAll(/import (\w+) from "(?:[^"]*\/)?([\w-]+\.module\.css)"/g)];
  return new Map(imports.map(([, variable = "", file = ""]) => [file, variable]));
}

/** The words of the strings in a source, and the first words of composed ones, such as `status-` of `status-${tone}`. */
export function wordsIn(source: string): { words: Set<string>; beginnings: string[] } {
  const strings = [...source.matchAll(/"[^"\n]*"|`[^`]*`/g)].map(([text]) => text);
  return {
    words: new Set(strings.flatMap((text) => text.match(/(?<![\w-])[a-zA-Z][\w-]*(?![\w-])/g) ?? [])),
    beginnings: [...source.matchAll(/([a-zA-Z][\w-]*-)\$\{/g)].map(([, beginning = ""]) => beginning),
  };
}

/** Which modules components ask for a class, by the class as it is written: `{ "row-menu": ["RowActions.module.css"] }`. */
function usesIn(sheets: readonly Source[], markup: readonly Source[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  const read = markup.map(({ text }) => ({ text, imported: modulesImported(text) }));
  for (const { path, text: css } of sheets.filter(({ path }) => path.endsWith(".module.css"))) {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const uses = read.flatMap(({ text, imported }) =>
      imported.has(file) ? [...text.matchAll(new RegExp(`\\b${imported.get(file)}(?:\\.(\\w+)|\\[\`([\\w-]*)\\$\\{)`, "g"))] : [],
    );
    for (const name of classesIn(css))
      if (uses.some(([, whole, beginning]) => whole === camelCase(name) || (beginning && camelCase(name).startsWith(beginning))))
        files.set(name, [...(files.get(name) ?? []), file]);
  }
  return files;
}

/**
 * The classes of style sheets that no markup has, each as `sheet: .class`. A module's classes are used by its variable. It may name those
 * of other sheets.
 */
export function unusedClasses(sheets: readonly Source[], markup: readonly Source[]): string[] {
  const read = markup.map(({ text }) => wordsIn(text));
  const isNamed = (name: string) =>
    read.some(({ words, beginnings }) => words.has(name) || beginnings.some((each) => name.startsWith(each)));
  const global = new Set(sheets.filter(({ path }) => !path.endsWith(".module.css")).flatMap(({ text }) => classesIn(text)));
  const files = usesIn(sheets, markup);
  return sheets.flatMap(({ path, text }) =>
    classesIn(text)
      .filter((name) => name !== "radix-themes" && !files.has(name))
      .filter((name) => !(path.endsWith(".module.css") ? global.has(name) : isNamed(name)))
      .map((name) => `${path}: .${name}`),
  );
}

/** What markup asks of a module that has no such class: it would be drawn without style. */
export function missingClasses(sheets: readonly Source[], markup: readonly Source[]): string[] {
  const known = new Map(
    sheets
      .filter(({ path }) => path.endsWith(".module.css"))
      .map(({ path, text }) => [path.slice(path.lastIndexOf("/") + 1), new Set(classesIn(text).map(camelCase))]),
  );
  return markup.flatMap(({ path, text }) =>
    [...modulesImported(text)].flatMap(([file, variable]) =>
      [...text.matchAll(new RegExp(`\\b${variable}\\.(\\w+)`, "g"))]
        .filter(([, name = ""]) => !known.get(file)?.has(name))
        .map(([, name]) => `${path}: ${variable}.${name}`),
    ),
  );
}

/** Classes that components ask two modules for: names stay as they are written, so each belongs to one. */
export function sharedNames(sheets: readonly Source[], markup: readonly Source[]): string[] {
  return [...usesIn(sheets, markup)].filter(([, files]) => files.length > 1).map(([name, files]) => `.${name}: ${files.join(", ")}`);
}
