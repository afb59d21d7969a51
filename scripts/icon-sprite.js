// @ts-check
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as icons from "@radix-ui/react-icons";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const PACKAGE = "@radix-ui/react-icons";
const VIRTUAL = `\0${PACKAGE}`;
const IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']@radix-ui\/react-icons["']/g;

/**
 * Vite plugin: serves the icons from one file that the browser caches. The icon package itself puts the outline of each icon into the script
 * of every screen, and again into the page at every use, a third of the page for a screen with a hundred states. Only for the build; in
 * development the package is used as it is.
 * @param {string} folder where to look for the icons in use
 * @returns {import("vite").Plugin}
 */
export function iconSprite(folder) {
  const names = iconsUsedIn(folder);
  const sprite = drawSprite(names);
  const file = `assets/icons-${createHash("sha256").update(sprite).digest("base64url").slice(0, 8)}.svg`;
  let forServer = false;
  return {
    name: "icon-sprite",
    apply: "build",
    enforce: "pre",
    configResolved(config) {
      forServer = Boolean(config.build.ssr);
    },
    resolveId(id) {
      return id === PACKAGE ? VIRTUAL : null;
    },
    load(id) {
      if (id !== VIRTUAL) return null;
      return [
        'import { createElement } from "react";',
        "const icon = (name) => (props) =>",
        `  createElement("svg", { width: 15, height: 15, ...props }, createElement("use", { href: "/${file}#" + name }));`,
        ...names.map((name) => `export const ${name} = /*#__PURE__*/ icon("${name}");`),
      ].join("\n");
    },
    generateBundle() {
      if (!forServer) this.emitFile({ type: "asset", fileName: file, source: sprite });
    },
  };
}

/**
 * The icons that the sources import, in alphabetical order.
 * @param {string} folder
 * @returns {string[]}
 */
export function iconsUsedIn(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\.tsx?$/.test(path));
  const imported = files.flatMap((path) => [...readFileSync(join(folder, path), "utf8").matchAll(IMPORT)]);
  const names = imported.flatMap(([, list = ""]) => list.split(",").map((name) => name.trim().split(/\s+as\s+/)[0] ?? ""));
  return [...new Set(names.filter(Boolean))].sort();
}

/**
 * One SVG with a symbol for each icon. Icons take the colour of the text around them.
 * @param {readonly string[]} names
 */
export function drawSprite(names) {
  const symbols = names.map((name) => {
    const icon = /** @type {Record<string, import("react").ComponentType | undefined>} */ (icons)[name];
    if (!icon) throw new Error(`${PACKAGE} has no ${name}.`);
    const [, outline = ""] = /^<svg[^>]*>(.*)<\/svg>$/s.exec(renderToStaticMarkup(createElement(icon))) ?? [];
    return `<symbol id="${name}" viewBox="0 0 15 15" fill="none">${outline}</symbol>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>`;
}
