import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isKept, KEPT_COLOURS, neededProperties, withoutDarkClass } from "./radix-styles.ts";

const app = fileURLToPath(new URL("../app", import.meta.url));
const sources = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !path.includes(".test."))
  .map((path) => readFileSync(join(app, path), "utf8"));

describe("what is kept of Radix Themes' styles", () => {
  test("is tokens: no class of Radix' components is drawn, because nothing would style it", () => {
    expect(sources.filter((source) => /\brt-[A-Za-z]/.test(source))).toEqual([]);
  });

  test("covers every colour that is imported or named on a component", () => {
    const named = sources.flatMap((source) =>
      [...source.matchAll(/tokens\/colors\/(\w+)\.css|\b(?:color|accentColor|grayColor)="(\w+)"/g)].map(
        ([, file, prop]) => file ?? prop ?? "",
      ),
    );
    expect(named).toContain("indigo");
    expect(named.filter((name) => !KEPT_COLOURS.includes(name))).toEqual([]);
  });

  test.each([
    ["[data-accent-color='indigo']", true],
    ["[data-accent-color='plum']", false],
    [":root", true],
  ])("%s: %s", (selector, kept) => {
    expect(isKept(selector)).toBe(kept);
  });

  test.each([
    [".dark", ":root"],
    [".dark-theme", ":root"],
    [":is(.dark, .dark-theme) :where(.radix-themes:not(.light, .light-theme))", ":root :where(.radix-themes:not(.light, .light-theme))"],
    [".darker", undefined],
    [":where(.radix-themes)", undefined],
  ])("dark mode needs no class: %s", (selector, expected) => {
    expect(withoutDarkClass(selector)).toBe(expected);
  });
});

test("custom properties stay that the product or a kept part names, and what they are made from", () => {
  const tokens = ":root { --ink: var(--gray-12); --gray-12: #111; --gray-11: #222; --space-9: 4rem }";
  const rules = ".radix-themes { --gap: var(--space-1); gap: var(--gap); } [data-accent-color='plum'] { width: var(--space-9); }";
  expect([...neededProperties([".a { color: var( --ink, red) }"], [tokens, rules])].sort()).toEqual([
    "--gap",
    "--gray-12",
    "--ink",
    "--space-1",
  ]);
});
