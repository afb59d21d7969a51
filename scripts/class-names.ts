import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Plugin } from "vite";
import { camelCase, classesIn } from "./styles.ts";

const IMPORT = /^import (\w+) from "([^"]+\.module\.css)";$/gm;

/**
 * Vite plugins: write the class names of CSS modules into the components that ask for them. Names stay as they are written, so that a page need
 * not load a list of them: `styles.rowMenu` becomes `"row-menu"`.
 * @param app folder that `~` stands for
 */
export const classNames = (app: string): Plugin[] => [
  {
    name: "class-names",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!/\.tsx(\?|$)/.test(id)) return null;
      let changed = code;
      for (const [statement, variable = "", path = ""] of code.matchAll(IMPORT)) {
        const file = path.startsWith("~/") ? resolve(app, path.slice(2)) : resolve(dirname(id), path);
        const names = new Map(classesIn(readFileSync(file, "utf8")).map((name) => [camelCase(name), name]));
        changed = changed
          .replace(statement, `import "${path}";`)
          .replace(new RegExp(`\\b${variable}\\.(\\w+)`, "g"), (_, name) => JSON.stringify(names.get(name)) ?? "undefined")
          .replaceAll(`${variable}[`, `${JSON.stringify(Object.fromEntries(names))}[`);
      }
      return changed === code ? null : { code: changed, map: null };
    },
  },
  {
    name: "class-names-written",
    apply: "build",
    enforce: "post",
    // What is left of a module is its styles, which have to stay although nothing is taken from it.
    transform: (_, id) => (/\.module\.css(\?|$)/.test(id) ? { code: "", map: null, moduleSideEffects: "no-treeshake" } : null),
  },
];
