import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { classesIn, missingClasses, sharedNames, sourcesBelow, unusedClasses } from "./styles.ts";

const app = fileURLToPath(new URL("../app", import.meta.url));
const sheets = sourcesBelow(app, [".css"]);
const markup = sourcesBelow(app, [".tsx"]);

describe("the styles of the product", () => {
  test("have no class that nothing uses", () => {
    expect(unusedClasses(sheets, markup)).toEqual([]);
  });

  test("have every class that a component asks its module for", () => {
    expect(missingClasses(sheets, markup)).toEqual([]);
  });

  test("give a name to one thing only, as names stay as they are written", () => {
    expect(sharedNames(sheets, markup)).toEqual([]);
  });

  test("name the field whose chosen option they ask for, because a form gets further lists", () => {
    const rules = sheets.flatMap(({ path, text }) =>
      [...text.matchAll(/[^{}]*:checked[^{}]*(?=\{)/g)].map(([rule]) => `${path}: ${rule.trim()}`),
    );
    const isLoose = (rule: string) => /(?<![.-])\boption\b|\[value[^\]]*\]:checked/.test(rule) && !rule.includes("[name=");
    expect(rules.filter(isLoose)).toEqual([]);
  });

  test("are each in a layer, except the page of paper", () => {
    const layer = /^@layer (reset|controls|base|components|screens) \{/;
    expect(sheets.filter(({ text }) => !layer.test(text)).map(({ path }) => path)).toEqual([
      "styles/layers.css",
      "styles/page.css",
      "styles/radix.css",
    ]);
  });
});

describe("what finds a class that nothing uses", () => {
  const find = (css: string, tsx: string, path = "Row.module.css") =>
    unusedClasses([{ path, text: css }], [{ path: "Row.tsx", text: tsx }]);
  const uses = (name: string) => `import styles from "./Row.module.css";\nexport const row = <tr className={${name}} />;`;

  test.each([
    ["a class of a module that is asked for", ".row-menu { }", uses("styles.rowMenu"), []],
    ["one that is put together", ".for-ITIL { }", uses(["styles[`for$", "{model}`]"].join("")), []],
    ["one that is only written as a word", ".row-menu { }", uses('"row-menu"'), ["Row.module.css: .row-menu"]],
    ["a class within a condition", "@media print { .row { } .gone { } }", uses("styles.row"), ["Row.module.css: .gone"]],
    ["what only looks like one", '.row[value="a.b"] { width: 1.5rem } /* .c { */', uses("styles.row"), []],
  ])("%s", (_, css, tsx, expected) => {
    expect(find(css, tsx)).toEqual(expected);
  });

  test("global classes are words of a string, or begin as one that is put together does", () => {
    const tsx = ['<i className="small" />; <b className={`status status-$', "{tone}`} />"].join("");
    expect(find(".small { } .status-good { } .large { }", tsx, "base.css")).toEqual(["base.css: .large"]);
  });

  test("a class is asked of one module; others may name it", () => {
    const files = [
      { path: "base.css", text: ".icon { }" },
      { path: "A.module.css", text: ".a .icon { } .b .a { }" },
      { path: "B.module.css", text: ".b .icon { }" },
    ];
    const tsx = (text: string) => [
      { path: "A.tsx", text: `import a from "./A.module.css"; import b from "./B.module.css"; <i className="icon" />; ${text}` },
    ];
    expect(unusedClasses(files, tsx("a.a + b.b"))).toEqual([]);
    expect(unusedClasses(files, tsx("a.a"))).toEqual(["A.module.css: .b", "B.module.css: .b"]);
    expect(sharedNames(files, tsx("a.a + b.b"))).toEqual([]);
    expect(sharedNames(files, tsx("a.a + b.b + a.b"))).toEqual([".b: A.module.css, B.module.css"]);
    expect(missingClasses(files, tsx("a.a + a.none"))).toEqual(["A.tsx: a.none"]);
  });

  test("names are read from selectors alone", () => {
    expect(classesIn(".a:has(.b), .c > .a { background: url(x.png) }")).toEqual(["a", "b", "c"]);
  });
});
