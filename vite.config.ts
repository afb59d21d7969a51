import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { radixStyles } from "./app/styles/radix-styles.ts";
import remixConfig from "./remix.config";
import { iconSprite } from "./scripts/icon-sprite.js";

const app = fileURLToPath(new URL("./app", import.meta.url));

export default defineConfig({
  plugins: [iconSprite(app), remix(remixConfig)],
  resolve: { alias: { "~": app } },
  css: { postcss: { plugins: [radixStyles()] } },
  // Without these the dev server discovers dependencies late and first visits come up blank.
  optimizeDeps: { entries: ["./app/entry.client.tsx", "./app/root.tsx", "./app/routes/**/*.tsx"] },
  // Two of the server's packages are taken in, with what is used of them only: as a whole they take a third of its start.
  ssr: { noExternal: [/^@radix-ui\//, "recharts"] },
  build: { assetsInlineLimit: 0, sourcemap: false },
});
