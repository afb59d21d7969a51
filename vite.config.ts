import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { layers } from "./app/styles/layers.ts";
import { neededProperties, radixStyles } from "./app/styles/radix-styles.ts";
import { browserslist } from "./package.json";
import remixConfig from "./remix.config";
import { apiChunks } from "./scripts/api-chunks.js";
import { classNames } from "./scripts/class-names.ts";
import { compressedAssets } from "./scripts/compressed-assets.js";
import { iconSprite } from "./scripts/icon-sprite.js";
import { nativeSpread } from "./scripts/native-spread.js";
import { oneSheet } from "./scripts/one-sheet.js";
import { plainImports } from "./scripts/plain-imports.js";
import { sourcesBelow } from "./scripts/styles.ts";
import { workerChunk } from "./scripts/worker-chunk.js";

/** The oldest browsers that README.md promises, as esbuild names them: `chrome114`. Script is written so that they can read it. */
const oldest = browserslist.map((each) => each.replace("ios_saf", "ios").replace(" >= ", ""));

const app = fileURLToPath(new URL("./app", import.meta.url));

/** React and Remix: a file that stays the same, and in browsers' caches, from one release to the next. */
const FRAMEWORK = /\/node_modules\/(react|react-dom|scheduler|@remix-run\/[^/]+|react-router|react-router-dom|turbo-stream)\//;
/** The parts of every page, the error page's too: in one file they take a tenth less than in a dozen. */
const EVERYWHERE =
  /\/app\/components\/shell\/(ErrorPage|Page|TopBar|Modal|MessageDialog|Callout|FlashMessage|SendAgain|Nonce|PageScripts|useScreenFocus|revalidation|Status|Rich|TimeOfDay|late|Waiting|Facts)\.|\/session\/(SessionKeeper|useSession|idle)\.|\/forms\/isChanged\.|\/answering\/(LockKeeper|HandoverNotice)\.|\/useHydrated\.|\/FormWords\.|\/forms\/FieldError\.|\/radix-parts\.|\/app\/views\/paths\.|icon-sprite|preload-helper|@radix-ui\//;
/** What every screen of an assessment has, its summary too, and what a late part needs: it is to be one file. */
const ASSESSING =
  /\/app\/components\/(answering\/(ProgressSidebar|UnsentNotice|unsent|ReadOnlyNotice)|forms\/early)\.|\/model\/(rounding|evidence)\./;
/** Styles stay with the root: their order is the cascade's. */
const chunkOf = (id: string) =>
  /\.css\b/.test(id)
    ? undefined
    : FRAMEWORK.test(id)
      ? "framework"
      : EVERYWHERE.test(id)
        ? "everywhere"
        : ASSESSING.test(id)
          ? "assessing"
          : undefined;

const radix = dirname(createRequire(import.meta.url).resolve("@radix-ui/themes/styles.css"));
const textsBelow = (folder: string, ...endings: string[]) => sourcesBelow(folder, endings).map(({ text }) => text);
const properties = neededProperties(textsBelow(app, ".css", ".ts", ".tsx"), [
  ...textsBelow(join(radix, "tokens"), ".css"),
  ...textsBelow(radix, "components.css"),
]);

export default defineConfig({
  plugins: [
    plainImports(),
    nativeSpread(),
    classNames(app),
    iconSprite(app),
    workerChunk(`${app}/workers/tasks.server.tsx`),
    apiChunks(),
    oneSheet("app/root.tsx"),
    remix(remixConfig),
    compressedAssets(),
  ],
  resolve: {
    alias: [
      { find: "~", replacement: app },
      { find: /^@radix-ui\/themes$/, replacement: `${app}/styles/radix-parts.tsx` },
    ],
  },
  css: {
    postcss: { plugins: [radixStyles(properties), layers()] },
    // Names stay as they are written: `scripts/styles.test.ts` holds that no two modules share one.
    modules: { generateScopedName: "[local]", localsConvention: "dashesOnly" },
  },
  // Without these the dev server discovers dependencies late and first visits come up blank.
  optimizeDeps: {
    entries: ["./app/entry.client.tsx", "./app/root.tsx", "./app/routes/**/*.tsx"],
    // It never reaches a browser, and asks for Node's `https`, for which an empty package of that name would be taken.
    exclude: ["prom-client"],
  },
  // What the server's packages of many small files are used for is taken into its build: reading the files is most of a start.
  ssr: { noExternal: [/radix-ui/, /^@conform-to\//, "docx", /^hono/, "jose", "kysely", "recharts", "zod"] },
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
