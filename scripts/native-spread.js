// @ts-check

const HELPER = /function _objectSpread2\(e\) \{\n.*?\n\}\n/s;

/**
 * Vite plugin: docx is compiled for browsers without object spread, and copies each object property by property. Laying out a report copies
 * some hundred thousand, so a quarter of that time is saved by copying as every Node does (docs/decisions/0056-reports-that-hold.md).
 * @returns {import("vite").Plugin}
 */
export function nativeSpread() {
  return {
    name: "native-spread",
    apply: "build",
    transform(code, id) {
      if (!/\/node_modules\/docx\/dist\/(?:index|layout)\.mjs$/.test(id)) return;
      if (!HELPER.test(code)) this.error(`${id} no longer has the helper that this plugin replaces: see whether it is still needed.`);
      return { code: code.replace(HELPER, "function _objectSpread2(...objects) { return Object.assign(...objects); }\n"), map: null };
    },
  };
}
