// @ts-check

/**
 * Vite plugin: fetches the parts that come late (app/components/shell/late.tsx) by a bare `import()`. Vite would send 0.7 kB with every screen
 * that has one, to fetch the style sheets and further files of such a part, of which there are none.
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
  };
}
