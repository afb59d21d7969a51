import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../../scripts/build.js";

/** The folder of the small applications that the product is measured against. */
export const apps = join(root, "tests/bench/apps");

/** Builds one of them with everything that the product is built with; gives its folder. */
export function buildApp(name: string): string {
  const folder = join(apps, name);
  const cli = join(root, "node_modules/@remix-run/dev/dist/cli.js");
  const { status } = spawnSync(process.execPath, [cli, "vite:build", "--config", join(folder, "vite.config.ts"), "--logLevel", "warn"], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(`tests/bench/apps/${name} could not be built.`);
  return folder;
}
