/**
 * A PostCSS plugin that takes only some of Radix Themes' tokens into the build: the colours and properties in use. Dark mode
 * follows the system's setting instead of a class. Thus it needs neither script nor a hint from the browser.
 */
import { parse, type Rule } from "postcss";
import type { UserConfig } from "vite";

type PostcssOptions = Exclude<NonNullable<NonNullable<UserConfig["css"]>["postcss"]>, string>;
type Plugin = Extract<NonNullable<PostcssOptions["plugins"]>[number], { postcssPlugin: string }>;

/** The colours that root.tsx imports, and what Theme says where no colour is named. */
export const KEPT_COLOURS: readonly string[] = ["indigo", "slate", "green", "amber", "red", "gray", "auto", ""];

/** A selector stays when every colour that it names is in use. */
export const isKept = (selector: string): boolean =>
  [...selector.matchAll(/\[data-(?:accent|gray)-color=['"]?(\w*)['"]?\]/g)].every(([, name = ""]) => KEPT_COLOURS.includes(name));

/** The same selector without the class that Radix wants for dark mode; undefined where it names none. */
export function withoutDarkClass(selector: string): string | undefined {
  if (!/\.dark\b/.test(selector)) return undefined;
  return selector.replace(/:is\(\.dark, \.dark-theme\)|\.dark-theme|\.dark\b/g, ":root");
}

const propertiesIn = (text: string) => [...text.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name = ""]) => name);

/**
 * The custom properties that are needed: those that the product names, those that the rules of Radix name, and what they are made from.
 * @param sources the product's style sheets and components
 * @param sheets Radix' own
 */
export function neededProperties(sources: readonly string[], sheets: readonly string[]): Set<string> {
  const madeFrom = new Map<string, string[]>();
  const named = sources.flatMap(propertiesIn);
  for (const sheet of sheets)
    parse(sheet).walkDecls(({ parent, prop, value }) => {
      if (prop.startsWith("--")) madeFrom.set(prop, [...(madeFrom.get(prop) ?? []), ...propertiesIn(value)]);
      else if (parent?.type === "rule" && (parent as Rule).selectors.some(isKept)) named.push(...propertiesIn(value));
    });
  const needed = new Set<string>();
  const take = (name: string) => {
    if (needed.has(name)) return;
    needed.add(name);
    madeFrom.get(name)?.forEach(take);
  };
  named.forEach(take);
  return needed;
}

/** @param needed the custom properties to keep; the others are left out */
export function radixStyles(needed: ReadonlySet<string>): Plugin {
  const isRadix = (file: string | undefined) => /@radix-ui[/\\]themes[/\\]/.test(file ?? "");
  return {
    postcssPlugin: "radix-styles",
    Declaration(declaration) {
      if (isRadix(declaration.source?.input.file) && declaration.prop.startsWith("--") && !needed.has(declaration.prop))
        declaration.remove();
    },
    AtRule(rule) {
      // One set of colours, so that pages look like the charts and files made from them.
      const wideColours = rule.name === "supports" && rule.params.includes("display-p3");
      if (isRadix(rule.source?.input.file) && (wideColours || rule.name === "font-face")) rule.remove();
    },
    Rule(rule, { AtRule }) {
      if (!isRadix(rule.source?.input.file)) return;
      // `color-scheme` is set by the product's own styles.
      const selectors = rule.selectors.filter((selector) => isKept(selector) && !/:where\(\.(dark|light)\b/.test(selector));
      if (selectors.length === 0) {
        rule.remove();
        return;
      }
      const dark = selectors.flatMap((selector) => withoutDarkClass(selector) ?? []);
      if (dark.length === 0) {
        if (selectors.length < rule.selectors.length) rule.selectors = selectors;
        return;
      }
      const media = new AtRule({ name: "media", params: "screen and (prefers-color-scheme: dark)" });
      media.append(rule.clone({ selectors: [...new Set(dark)] }));
      rule.replaceWith(media);
    },
  };
}
