import { vitePlugin as remix } from "@remix-run/dev";
import type { UserConfig } from "vite";
import remixConfig from "../../../remix.config.ts";
import application from "../../../vite.config.ts";

/** Builds a small application in the same way as the product. */
export function like(name: string): UserConfig {
  const { plugins: _, optimizeDeps: __, ...rest } = application as UserConfig;
  const folder = `tests/bench/apps/${name}`;
  return {
    ...rest,
    publicDir: false,
    plugins: [remix({ ...remixConfig, appDirectory: `${folder}/app`, buildDirectory: `${folder}/build` })],
  };
}
