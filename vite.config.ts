import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Rollup } from "vite";
import { iconsSpritesheet } from "vite-plugin-icons-spritesheet";
import { browserslist } from "./package.json";
import remixConfig from "./remix.config";
import { compressedAssets } from "./scripts/compressed-assets.js";
import { neededProperties, radixStyles } from "./scripts/radix-styles.ts";
import { serverChunks } from "./scripts/server-chunks.js";
import { sourcesBelow } from "./scripts/styles.ts";

/** The oldest browsers that README.md promises, as esbuild names them: `chrome114`. Script is written so that they can read it. */
const oldest = browserslist.map((each) => each.replace("ios_saf", "ios").replace(" >= ", ""));

const app = fileURLToPath(new URL("./app", import.meta.url));

/** All modules that these import, and what those import. */
function reachedFrom(entries: readonly string[], { getModuleInfo }: Rollup.ManualChunkMeta): Set<string> {
  const reached = new Set<string>();
  const reach = (id: string) => {
    for (const imported of getModuleInfo(id)?.importedIds ?? []) {
      if (reached.has(imported)) continue;
      reached.add(imported);
      reach(imported);
    }
  };
  entries.forEach(reach);
  return reached;
}

/** The routes around all screens. */
const FRAME = ["root.tsx", "routes/shell/shell.tsx"].map((file) => `${app}/${file}`);
let frame: Set<string> | undefined;

/**
 * Which file of the browser's script a module goes to. React and Remix, with what bundling adds, stay the same, and in browsers' caches, from one
 * release to the next. What all screens need is one file, and so is the room of saving: of many small files each waits for its turn on a slow
 * line. Vite decides for the rest. All styles are one sheet.
 */
const chunkOf = (id: string, meta: Rollup.ManualChunkMeta) => {
  if (/\.css(\?|$)/.test(id)) return "styles";
  if (/^\0|\/node_modules\/(react|react-dom|scheduler|@remix-run\/[^/]+|react-router|react-router-dom|turbo-stream)\//.test(id))
    return "framework";
  frame ??= reachedFrom(FRAME, meta);
  if (frame.has(id)) return "frame";
  return id.startsWith(`${app}/components/saving/`) ? "saving" : undefined;
};

/** Bytes of a script below which it becomes part of another: a file of its own costs a request and a line on every screen. */
const SMALLEST = 1000;

const radix = dirname(createRequire(import.meta.url).resolve("@radix-ui/themes/styles.css"));
const textsBelow = (folder: string, ...endings: string[]) => sourcesBelow(folder, endings).map(({ text }) => text);
const properties = neededProperties(textsBelow(app, ".css", ".ts", ".tsx"), textsBelow(join(radix, "tokens"), ".css"));

export default defineConfig({
  plugins: [
    iconsSpritesheet({
      inputDir: "app/icons",
      outputDir: "app/components/shell",
      fileName: "icons.svg",
      withTypes: true,
      typesOutputFile: "app/components/shell/icon-names.ts",
    }),
    serverChunks(`${app}/workers/tasks.server.tsx`),
    remix(remixConfig),
    compressedAssets(),
  ],
  resolve: {
    alias: { "~": app },
  },
  css: {
    postcss: { plugins: [radixStyles(properties)] },
    // Names stay as they are written: `scripts/styles.test.ts` holds that no two modules share one.
    modules: { generateScopedName: "[local]", localsConvention: "dashesOnly" },
  },
  // Without these the dev server discovers dependencies late and first visits come up blank.
  optimizeDeps: {
    entries: ["./app/entry.client.tsx", "./app/root.tsx", "./app/routes/**/*.tsx"],
    // It never reaches a browser, and asks for Node's `https`, for which an empty package of that name would be taken.
    exclude: ["prom-client"],
  },
  // Server packages of many small files become part of the build, because reading the files takes most of a start.
  ssr: { noExternal: [/radix-ui/, /^@conform-to\//, "docx", /^hono/, "jose", "kysely", "recharts", "zod"] },
  environments: {
    // The commands of the API await at their top level, which the browsers' default target lacks.
    ssr: { build: { target: "node20.19" } },
    client: { build: { modulePreload: false, rollupOptions: { output: { manualChunks: chunkOf, experimentalMinChunkSize: SMALLEST } } } },
  },
  build: {
    target: oldest,
    assetsInlineLimit: 0,
    sourcemap: false,
    // Routes that only the server has leave nothing for the browser, and some packages annotate what Rollup does not read: neither is news.
    rollupOptions: { onwarn: (warning, warn) => ["EMPTY_BUNDLE", "INVALID_ANNOTATION"].includes(warning.code ?? "") || warn(warning) },
  },
});
