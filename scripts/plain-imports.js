// @ts-check

/**
 * Vite plugin: fetches the parts that come late (app/components/shell/late.tsx) by a bare `import()`, from an address that ends in
 * `lateQuery`. Browsers remember that a module could not be fetched, so another try needs another address. Vite would send 0.7 kB with every
 * screen that has such a part, to fetch its style sheets and further files. There are none (tests/scenarios/script-budget.test.ts).
 * @returns {import("vite").Plugin}
 */
export function plainImports() {
  return {
    name: "plain-imports",
    apply: "build",
    enforce: "pre",
    load(id) {
      return id === "\0vite/preload-helper.js" ? "export const __vitePreload = (fetchPart) => fetchPart();" : null;
    },
    renderDynamicImport() {
      return this.environment.config.build.ssr ? null : { left: "import(", right: '+(globalThis.lateQuery??""))' };
    },
  };
}
