// @ts-check

/**
 * Vite plugin: the address of each `import()` in the browser's script ends in `lazyQuery` (app/components/shell/lazy-part.tsx). Browsers remember
 * that a module could not be fetched, so another try needs another address.
 * @returns {import("vite").Plugin}
 */
export function retriedImports() {
  return {
    name: "retried-imports",
    apply: "build",
    applyToEnvironment: ({ config }) => !config.build.ssr,
    // Imports without a module in the build, such as the routes that Remix fetches, keep their address.
    renderDynamicImport: ({ targetModuleId }) => (targetModuleId ? { left: "import(", right: "+lazyQuery)" } : null),
  };
}
