/** What the container image holds is enough to run, and no more than that (docs/operating.md#the-image). */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../scripts/build.js";
import { completeP3M3, createOrganization } from "../contract/scenario.ts";
import { freshDatabase } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { layOutImage } from "../support/image.ts";
import { apiClient } from "../support/seed.ts";
import { type App, SECRETS, startApp } from "../support/server.ts";

const PUBLIC_URL = "http://127.0.0.1:1";
let image: ReturnType<typeof layOutImage>;
let database: Awaited<ReturnType<typeof freshDatabase>>;
let app: App;
beforeAll(async () => {
  image = layOutImage();
  database = await freshDatabase();
  app = await startApp({
    folder: image.folder,
    env: {
      DEMO: "0",
      HOST: "127.0.0.1",
      PUBLIC_URL,
      ALLOW_HTTP: "1",
      HOME_SITE_URL: "http://home.invalid/",
      SESSION_SECRET: "the secret of a session in this test",
      DATABASE_URL: database.url,
    },
  });
});
afterAll(async () => {
  await app.stop();
  await database.drop();
  image.remove();
});

const env = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  NODE_ENV: "production",
  ...SECRETS,
  PUBLIC_URL,
  DATABASE_URL: database.url,
});
/** Runs what an operator would run in the container. */
function run(...command: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: image.folder, encoding: "utf8", env: env() });
  return { status, stdout, stderr };
}

test("it has no tool that builds or reads TypeScript, no sources and no tests", () => {
  expect(readFileSync(join(root, "Dockerfile"), "utf8")).toMatch(
    /AS packages\n(#.*\n)*RUN npm ci --omit=dev .* && rm -r node_modules\/typescript\n/,
  );
  const packages = readdirSync(join(image.folder, "node_modules"));
  for (const name of ["tsx", "esbuild", "vite", "vitest", "rollup", "typescript", "playwright"]) expect(packages).not.toContain(name);
  const files = readdirSync(image.folder, { recursive: true, encoding: "utf8" }).filter((path) => !path.startsWith("node_modules"));
  expect(files.filter((path) => /\.tsx?$/.test(path))).toEqual([]);
  for (const folder of ["app", "model", "tests", "docs", "api/commands"])
    expect(existsSync(join(image.folder, folder)), folder).toBe(false);
});

test("a link from its command signs in, and pages, pictures and Excel files come", async () => {
  const { stdout, stderr } = run("scripts/command.js", "api/commands/entry-link.ts", "--email", "kim@example.org", "--name", "Kim");
  expect([stderr, stdout]).toEqual(["", expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/entry\/\S+\n$/)]);
  const client = await apiClient(database.url, "kim@example.org");
  const id = await completeP3M3(client, await createOrganization(client), "FRNNN", { perspectiveIds: [1], threadIds: [2] });
  const visitor = await new Visitor(app.url).enter(stdout.trim().replace(PUBLIC_URL, app.url));
  expect(visitor.text()).toContain("Kim");
  for (const [path, type] of [
    [`/assessments/${id}/result`, "text/html; charset=utf-8"],
    [`/assessments/${id}/result.xlsx`, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"],
    [`/assessments/${id}/result/images/heat-map.jpg`, "image/jpeg"],
  ]) {
    await visitor.get(path ?? "");
    expect([path, visitor.status, visitor.headers.get("Content-Type")]).toEqual([path, 200, type]);
  }
});

test.each([
  ["api/commands/db", ["backup", "kept.db"], /^kept\.db \(/],
  ["api/commands/db", ["migrate"], /up to date/],
  ["tools/content/command", ["check", "api/content/itil"], /34 practices/],
])("the command %s %j runs as it was built", (name, args, says) => {
  const { status, stdout } = run(`build/server/${name}.js`, ...args);
  expect([status, stdout]).toEqual([0, expect.stringMatching(says)]);
});

test("the API runs as a process of its own, by the command of compose.yaml", async () => {
  const command = /command: \["node", "(\S+)"\]/.exec(readFileSync(join(root, "compose.yaml"), "utf8"))?.[1] ?? "";
  const api = spawn(process.execPath, [command], {
    cwd: image.folder,
    env: { ...env(), API_PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(api, "close");
  const address = await new Promise<string>((resolve, reject) => {
    api.once("exit", (status) => reject(new Error(`It ended with ${status} before it listened.`)));
    createInterface(api.stdout).on("line", (line) => {
      const [, address] = /^The API listens on (http:\S+)$/.exec(line) ?? [];
      if (address) resolve(address);
    });
  });
  const ready = await fetch(`${address}/ready`);
  expect(ready.status).toBe(200);
  api.kill("SIGTERM");
  expect((await ended)[0]).toBe(0);
});
