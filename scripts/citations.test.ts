import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { anchorsOf, brokenCitations, brokenLinks, brokenPaths, citable, type Files, unseenCitations } from "./citations.ts";

/** Folders that hold no sources, or that git ignores. */
const LEFT_OUT = new Set([
  ".git",
  "node_modules",
  ...readFileSync(".gitignore", "utf8")
    .split("\n")
    .map((line) => line.replace(/\/$/, "")),
]);
const READ = /\.(?:md|tsx?|jsx?|css)$/;
const CODE = /^(?:app|model|api|tools|scripts|tests|public)\/.*\.(?:tsx?|jsx?|css)$|^[^/]+\.[jt]s$/;
/** The changelog tells of files as they were; CONTRIBUTING also names files to be made, and `scripts/recipes.test.ts` reads it. */
const OF_OTHER_FILES = /^(?:CHANGELOG|CONTRIBUTING)\.md$/;
/** These hold faults as samples. */
const OWN = /^scripts\/citations(?:\.test)?\.ts$/;

function repository(folder = "."): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = folder === "." ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) for (const [inner, text] of repository(path)) files.set(inner, text);
    else files.set(path, READ.test(path) ? readFileSync(path, "utf8") : "");
  }
  return files;
}

const named = (files: Record<string, string>): Files => new Map(Object.entries(files));
const faults = (list: { file: string; line: number; citation: string }[]) =>
  list.map(({ file, line, citation }) => `${file}:${line} ${citation}`);

describe("the repository", () => {
  const files = repository();
  const code = new Map([...files].filter(([path]) => CODE.test(path) && !OWN.test(path)));

  it("is found: pages, code, rules with headings", () => {
    expect([...files.keys()]).toEqual(expect.arrayContaining(["README.md", "docs/glossary.md", "docs/images/home.png"]));
    expect([...code.keys()]).toEqual(expect.arrayContaining(["server.js", "app/root.tsx", "model/p3m3/gate.ts", "scripts/walls.test.ts"]));
    expect([...files.keys()].filter((path) => /node_modules|^build\//.test(path))).toEqual([]);
    expect(citable(files)).toContain("docs/rules/gate.md#which-levels-are-open");
  });

  it("cites only pages and headings that exist", () => {
    expect(faults(brokenCitations(files, code))).toEqual([]);
  });

  const pages = new Map([...files].filter(([path]) => path.endsWith(".md")));

  it("cites only what everybody can see", () => {
    expect(faults(unseenCitations(new Map([...code, ...pages])))).toEqual([]);
  });

  it("links only to files and headings that exist", () => {
    expect(faults(brokenLinks(files))).toEqual([]);
  });

  it("names only files that exist in its documents", () => {
    expect(faults(brokenPaths(files, new Map([...pages].filter(([path]) => !OF_OTHER_FILES.test(path)))))).toEqual([]);
  });
});

describe("anchors of a page", () => {
  it("are those that GitHub makes", () => {
    const page = "# One word, one thing\n\n## `base` and *what* it is\n\n## Again\n## Again\n### See [the gate](gate.md#x)\n";
    expect([...anchorsOf(page)]).toEqual(["one-word-one-thing", "base-and-what-it-is", "again", "again-1", "see-the-gate"]);
  });

  it("are not made by what looks like a heading in code", () => {
    expect([...anchorsOf("```sh\n# a comment\n```\n\n~~~\n# another\n~~~\n## Real\n")]).toEqual(["real"]);
  });

  it("may be named by the page itself", () => {
    expect(anchorsOf('<a id="here"></a>')).toContain("here");
  });

  it("are listed as code is to cite them", () => {
    const files = named({ "docs/rules/gate.md": "# Gate\n## Open levels\n", "docs/other.md": "# Other\n" });
    expect(citable(files)).toEqual(["docs/rules/gate.md", "docs/rules/gate.md#gate", "docs/rules/gate.md#open-levels"]);
  });
});

describe("a citation in code", () => {
  const files = named({ "docs/rules/gate.md": "# Gate\n## Open levels\n", "docs/images/home.png": "", "README.md": "## Run it\n" });
  const cited = (text: string) => brokenCitations(files, named({ "app/a.ts": text })).map(({ citation }) => citation);

  it.each([
    "/** docs/rules/gate.md#open-levels */",
    "// See docs/rules/gate.md.",
    "// docs/rules and docs/images/",
    "// README.md#run-it, README.md, CHANGELOG.md",
    "// (docs/rules/gate.md#gate, docs/rules/gate.md#open-levels)",
    "// https://example.org/docs/rules/none.md",
  ])("leads somewhere: %s", (text) => {
    expect(cited(text)).toEqual([]);
  });

  it.each([
    ["// docs/rules/gate.md#closed-levels", "docs/rules/gate.md#closed-levels"],
    ["/** (docs/rules/gates.md). */", "docs/rules/gates.md"],
    ["// docs/none/", "docs/none/"],
    ["// README.md#configuration", "README.md#configuration"],
    ["// docs/rules#gate", "docs/rules#gate"],
  ])("leads nowhere: %s", (text, citation) => {
    expect(cited(text)).toEqual([citation]);
  });

  it("is told with its file and line", () => {
    const code = named({ "app/a.ts": "\n\n// docs/none.md\n" });
    expect(brokenCitations(files, code)).toEqual([{ file: "app/a.ts", line: 3, citation: "docs/none.md" }]);
  });
});

describe("a link in a page", () => {
  const page = (text: string) =>
    named({ "docs/a.md": text, "docs/b.md": "# B\n## Part two\n", "README.md": "# Read me\n", "docs/x.png": "" });
  const broken = (text: string) => brokenLinks(page(text)).map(({ line }) => line);

  it.each([
    "[b](b.md)",
    "[b](b.md#part-two)",
    "[top](../README.md#read-me)",
    "[root](/docs/b.md)",
    "[folder](../docs/)",
    "![picture](x.png)",
    '[titled](b.md "A title")',
    "# Here\n[here](#here)",
    "[out](https://example.org/none.md) [mail](mailto:a@b.example) [out](//example.org/none)",
    "`[code](none.md)` and ``a ` [b](none.md)``\n```\n[fenced](none.md)\n```",
    "[ref][r]\n\n[r]: b.md#part-two",
  ])("leads somewhere: %s", (text) => {
    expect(broken(text)).toEqual([]);
  });

  it.each([
    ["[b](none.md)", [1]],
    ["\n[b](b.md#part-three)", [2]],
    ["[here](#there)", [1]],
    ["[top](../READ.md)", [1]],
    ["![picture](y.png)", [1]],
    ["```\ncode\n```\n[b](none.md)", [4]],
    ["[ref][r]\n\n[r]: none.md", [3]],
  ])("leads nowhere: %s", (text, lines) => {
    expect(broken(text)).toEqual(lines);
  });
});

describe("a path in backticks", () => {
  const files = named({ "app/routes.ts": "", "api/content/p3m3/BM.json": "" });
  const broken = (text: string) => brokenPaths(files, named({ "docs/a.md": text })).map(({ citation }) => citation);

  it.each(["`app/routes.ts`, `api/content/` and `api/content/p3m3`", "`app/routes/<family>/`", "app/none.ts", "`npm run app/none.ts`"])(
    "leads somewhere: %s",
    (text) => {
      expect(broken(text)).toEqual([]);
    },
  );

  it("leads nowhere where the file has moved", () => {
    expect(broken("See `app/sign-in.server.ts` and `model/`.")).toEqual(["app/sign-in.server.ts", "model/"]);
  });
});

describe("a citation of what nobody can see", () => {
  const unseen = (text: string) => unseenCitations(named({ "app/a.ts": text })).map(({ citation }) => citation);

  it.each([
    ["/** Levels (specification C4). */", ["specification C4"]],
    ['/** Levels (specification C2–C5; design rules, "Scope", "Submit"). */', ["specification C2–C5", 'design rules, "Scope", "Submit"']],
    ["/** Specification A9, in seconds. */", ["Specification A9"]],
    ["/** In the specification's words (A4, C5). */", ["the specification's"]],
    ['/** The lease (contract, "Edit lock"). */', ['contract, "Edit lock"']],
    ["// counts them too (contract).", ["(contract)"]],
    ['/** Settings (README, "Configuration"). */', ['README, "Configuration"']],
  ])("is found: %s", (text, citations) => {
    expect(unseen(text)).toEqual(citations);
  });

  it.each(["// What the contract fixes: docs/upstream-contract.md#transport.", "// docs/rules/gate.md#which-levels-are-open"])(
    "is nothing of this: %s",
    (text) => {
      expect(unseen(text)).toEqual([]);
    },
  );
});
