/**
 * What the build takes over of Radix Themes' style sheets, as a PostCSS plugin: the components and colours in use, and
 * dark mode by the system's setting instead of a class, so that it needs neither script nor a hint from the browser.
 * About a seventh of the 620 kB is left.
 */
import type { UserConfig } from "vite";

type PostcssOptions = Exclude<NonNullable<NonNullable<UserConfig["css"]>["postcss"]>, string>;
type Plugin = Extract<NonNullable<PostcssOptions["plugins"]>[number], { postcssPlugin: string }>;

/** The components that the product imports, and the class names that each is drawn with. */
export const KEPT_COMPONENTS: Readonly<Record<string, readonly string[]>> = {
  Theme: [],
  Button: ["Button", "BaseButton"],
};

/** The colours that root.tsx imports, and what Theme says where no colour is named. */
export const KEPT_COLOURS: readonly string[] = ["indigo", "slate", "green", "amber", "red", "gray", "auto", ""];

const keptClasses = new Set(Object.values(KEPT_COMPONENTS).flat());

/** A selector stays when every component and colour that it names is in use. */
export function isKept(selector: string): boolean {
  const classes = [...selector.matchAll(/\.rt-([A-Z]\w*)/g)];
  const colours = [...selector.matchAll(/\[data-(?:accent|gray)-color=['"]?(\w*)['"]?\]/g)];
  return classes.every(([, name = ""]) => keptClasses.has(name)) && colours.every(([, name = ""]) => KEPT_COLOURS.includes(name));
}

/** The same selector without the class that Radix wants for dark mode; undefined where it names none. */
export function withoutDarkClass(selector: string): string | undefined {
  if (!/\.dark\b/.test(selector)) return undefined;
  return selector.replace(/:is\(\.dark, \.dark-theme\)|\.dark-theme|\.dark\b/g, ":root");
}

export function radixStyles(): Plugin {
  const isRadix = (file: string | undefined) => /@radix-ui[/\\]themes[/\\]/.test(file ?? "");
  return {
    postcssPlugin: "radix-styles",
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
