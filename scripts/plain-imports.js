// @ts-check

/** What Vite makes of `import(…)`. */
const PRELOADING = /__vitePreload\(\(\) => (import\("[^"]+"\)),__VITE_IS_MODERN__\?__VITE_PRELOAD__:void 0\)/g;

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
    applyToEnvironment: ({ config }) => !config.build.ssr,
    transform: {
      order: "post",
      handler: (code) => (code.includes("__vitePreload") ? { code: code.replaceAll(PRELOADING, "$1"), map: null } : null),
    },
    // What has no module in the build, such as the routes that Remix fetches, keeps its address.
    renderDynamicImport: ({ targetModuleId }) => (targetModuleId ? { left: "import(", right: "+lateQuery)" } : null),
  };
}
