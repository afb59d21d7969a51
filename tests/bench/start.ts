/** From the start of the process to the first page, on a built tree, against an empty application under remix-serve. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { buildIfStale, root } from "../../scripts/build.js";
import { freePort } from "../support/server.ts";
import { buildApp } from "./apps.ts";
import { type Line, median, milliseconds, ratioOf } from "./measure.ts";

const ROUNDS = 7;
/** Long against what is measured only if something is wrong. */
const LIMIT_MS = 60_000;

/** Milliseconds from the start of a process until the page at its root has been read. */
async function untilFirstPage(args: string[], cwd: string, env: Record<string, string>): Promise<number> {
  const port = String(await freePort());
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: port, ...env },
    stdio: "ignore",
  });
  const ended = once(child, "close");
  try {
    for (;;) {
      const page = await fetch(`http://localhost:${port}/`).catch(() => undefined);
      if (page?.ok) {
        await page.text();
        return performance.now() - began;
      }
      if (child.exitCode !== null || performance.now() - began > LIMIT_MS) throw new Error(`node ${args.join(" ")} serves no page.`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    child.kill();
    await ended;
  }
}

export async function start(): Promise<Line[]> {
  buildIfStale();
  const pageApp = buildApp("page");
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  try {
    const remixServe = join(root, "node_modules/@remix-run/serve/dist/cli.js");
    const empty = () => untilFirstPage([remixServe, "build/server/index.js"], pageApp, {});
    const product = (name: string) =>
      untilFirstPage(["scripts/start.js"], root, { DATABASE_URL: `file:${join(folder, `${name}.db`)}`, HOST: "127.0.0.1" });
    const times: { empty: number; first: number; again: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1)
      times.push({ empty: await empty(), first: await product(`${round}`), again: await product(`${round}`) });
    const middle = (way: "empty" | "first" | "again") => median(times.slice(1).map((each) => each[way]));
    const line = (way: "first" | "again", words: string, aim: string): Line => ({
      what: `npm start on a built tree to the first page, ${words}`,
      against: "an empty application under remix-serve",
      measured: milliseconds(middle(way)),
      reference: milliseconds(middle("empty")),
      ratio: ratioOf(middle(way), middle("empty")),
      aim,
    });
    return [
      line("again", "the demo's data there", "≤ 2.5 ×"),
      line("first", "the very first: migrations, both catalogues, the demo's data", "≤ 6 ×"),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
