import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./build.js";

const read = (file: string) => readFileSync(join(root, file), "utf8");

test("docs/trust.md names every attack that is played, and none that is not", () => {
  const played = readdirSync(join(root, "tests/attack")).flatMap((file) => /^(.+)\.attack\.ts$/.exec(file)?.[1] ?? []);
  const [, table = ""] = read("docs/trust.md").split("| attack | what is tried |");
  const named = [...(table.split("\n\n")[0] ?? "").matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(played.sort());
});

test.each(["docs/trust.md", "SECURITY.md"])("the tests that %s rests on exist", (page) => {
  const files = [...read(page).matchAll(/`((?:tests|app|api|model|scripts)\/[\w/.-]+\.test\.tsx?)`/g)].map(([, file = ""]) => file);
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
});

test("the tests that docs/reliability.md names exist", () => {
  const files = ["tests", "app", "api"].flatMap((folder) => readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }));
  const tests = files.filter((file) => /\.(test|spec)\.tsx?$/.test(file)).map((file) => basename(file).replace(/(\.test)?\.tsx?$/, ""));
  const cells = [...read("docs/reliability.md").matchAll(/^\|.* \| (`.+) \|$/gm)].map(([, cell = ""]) => cell);
  const named = cells.flatMap((cell) => [...cell.matchAll(/`([\w.-]+)`/g)].map(([, name]) => name));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !tests.includes(name ?? ""))).toEqual([]);
});
