import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { isKept, KEPT_COLOURS, KEPT_COMPONENTS, neededProperties, withoutDarkClass } from "./radix-styles.ts";

const app = fileURLToPath(new URL("../app", import.meta.url));
const sources = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(tsx?|css)$/.test(path) && !path.includes(".test."))
  .map((path) => readFileSync(join(app, path), "utf8"));

describe("what is kept of Radix Themes' styles", () => {
  test("covers every component that is drawn", () => {
    const drawn = sources.flatMap((source) => [...source.matchAll(/\brt-([A-Z]\w*)/g)].map(([, name = ""]) => name));
    const kept = Object.values(KEPT_COMPONENTS).flatMap(({ classes }) => classes);
    expect(drawn).toContain("Button");
    expect(drawn.filter((name) => !kept.includes(name))).toEqual([]);
  });

  test("covers every size and variant that is asked for", () => {
    const classes = sources.flatMap((source) =>
      [...source.matchAll(/\b(size|variant)=(?:"(\w+)"|\{[^}]*\? "(\w+)" : "(\w+)"\})/g)].flatMap(([, look, ...values]) =>
        values.filter(Boolean).map((value) => `${look === "size" ? "r-size" : look}-${value}`),
      ),
    );
    const kept = Object.values(KEPT_COMPONENTS).flatMap(({ looks }) => looks);
    expect(classes).toContain("variant-outline");
    expect(classes.filter((look) => !kept.includes(look))).toEqual([]);
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
    [".rt-BaseButton:where(.rt-variant-solid)", true],
    [".rt-reset:where(button)", true],
    [".rt-BaseButton:where(.rt-variant-classic)", false],
    [".rt-BaseButton:where(.rt-high-contrast)", false],
    [".rt-BaseButton:where(.rt-variant-soft, .rt-variant-ghost)", true],
    [".rt-BaseButton:where(.rt-variant-classic, .rt-variant-ghost)", false],
    [".rt-CalloutRoot:where(.rt-high-contrast)", true],
    [".rt-Button:where(.rt-r-size-1):where(:not(.rt-variant-ghost))", true],
    [".rt-Button:where(.xs\\:rt-r-size-1)", false],
    [".rt-SelectTrigger:where(.rt-r-size-1)", false],
    [".rt-BaseDialogContent .rt-Button", false],
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
  const components = ".rt-Badge { --gap: var(--space-1); gap: var(--gap); } .rt-Switch { width: var(--space-9); }";
  expect([...neededProperties([".a { color: var( --ink, red) }"], [tokens, components])].sort()).toEqual([
    "--gap",
    "--gray-12",
    "--ink",
    "--space-1",
  ]);
});
