import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { radixStyles } from "./app/styles/radix-styles.ts";
import { browserslist } from "./package.json";
import remixConfig from "./remix.config";
import { apiChunks } from "./scripts/api-chunks.js";
import { iconSprite } from "./scripts/icon-sprite.js";
import { workerChunk } from "./scripts/worker-chunk.js";

/** The oldest browsers that README.md promises, as esbuild names them: `chrome114`. Script is written so that they can read it. */
const oldest = browserslist.map((each) => each.replace("ios_saf", "ios").replace(" >= ", ""));

const app = fileURLToPath(new URL("./app", import.meta.url));

/** React and Remix: a file that stays the same, and in browsers' caches, from one release to the next. */
const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler|@remix-run\/[^/]+|react-router|react-router-dom|turbo-stream)\//;
/** The parts of every page, the error page's too: in one file they take a tenth less than in a dozen. */
const EVERYWHERE =
  /\/app\/components\/shell\/(ErrorPage|Page|TopBar|Modal|MessageDialog|Callout|FlashMessage|SendAgain|Nonce|PageScripts|useScreenFocus|Status|Rich|TimeOfDay)\.|\/useHydrated\.|\/FormWords\.|\/no-tooltips\.|\/app\/views\/paths\.|icon-sprite|@radix-ui\//;
/** Styles stay with the root: their order is the cascade's. */
const chunkOf = (id: string) =>
  /\.css\b/.test(id) ? undefined : FRAMEWORK.test(id) ? "framework" : EVERYWHERE.test(id) ? "everywhere" : undefined;

export default defineConfig({
  plugins: [iconSprite(app), workerChunk(`${app}/workers/tasks.server.tsx`), apiChunks(), remix(remixConfig)],
  resolve: { alias: { "~": app, "@radix-ui/react-tooltip": `${app}/styles/no-tooltips.ts` } },
  css: { postcss: { plugins: [radixStyles()] } },
  // Without these the dev server discovers dependencies late and first visits come up blank.
  optimizeDeps: {
    entries: ["./app/entry.client.tsx", "./app/root.tsx", "./app/routes/**/*.tsx"],
    // It never reaches a browser, and asks for Node's `https`, for which an empty package of that name would be taken.
    exclude: ["prom-client"],
  },
  // What the server's packages of many small files are used for is taken into its build: reading the files is most of a start.
  ssr: { noExternal: [/radix-ui/, /^@conform-to\//, /^hono/, "jose", "kysely", "recharts", "zod"] },
  environments: {
    // The commands of the API await at their top level, which the browsers' default target lacks.
    ssr: { build: { target: "node20.19" } },
    client: { build: { rollupOptions: { output: { manualChunks: chunkOf } } } },
  },
  build: {
    target: oldest,
    assetsInlineLimit: 0,
    sourcemap: false,
    // Routes that only the server has leave nothing for the browser, and some packages annotate what Rollup does not read: neither is news.
    rollupOptions: { onwarn: (warning, warn) => ["EMPTY_BUNDLE", "INVALID_ANNOTATION"].includes(warning.code ?? "") || warn(warning) },
  },
});
