// @ts-check
/**
 * Vite plugin: all styles are one file that every page links and the browser keeps. Left alone, the build would send a file for each screen, and
 * a page would wait for the styles of the next. Remix links what the manifest says of the root, where Vite does not put a sheet that is one.
 * @param {string} root path of the root module as the manifest has it, such as `app/root.tsx`
 * @returns {import("vite").Plugin}
 */
export function oneSheet(root) {
  return {
    name: "one-sheet",
    apply: "build",
    config: () => ({ build: { cssCodeSplit: false } }),
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const manifest = bundle[".vite/manifest.json"];
        const sheets = Object.keys(bundle).filter((file) => file.endsWith(".css"));
        if (manifest?.type !== "asset" || sheets.length === 0) return;
        const entries = JSON.parse(String(manifest.source));
        const key = Object.keys(entries).find((each) => each === root || each.startsWith(`${root}?`));
        if (this.environment.config.build.ssr) {
          // The server's build makes the same sheet in another order; nobody would link it.
          for (const sheet of sheets) delete bundle[sheet];
          delete entries["style.css"];
        } else if (key && sheets.length === 1) entries[key].css = sheets;
        else this.error(`The styles are to be one sheet that ${root} links, but are ${sheets.length}.`);
        manifest.source = JSON.stringify(entries);
      },
    },
  };
}
