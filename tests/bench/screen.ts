/** The questions screen: requests per second against the same component tree with its data inlined, and script on the wire. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { decode } from "turbo-stream";
import { buildIfStale, root } from "../../scripts/build.js";
import { answerThread, createOrganization, createP3M3 } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { inTurns, type Line, ratioOf } from "./measure.ts";

const apps = join(root, "tests/bench/apps");
const CONNECTIONS = 10;

function buildApp(name: string): string {
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

async function serve(folder: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(apps, "serve.js"), folder], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  return { url: String(line).replace("Listening on ", ""), stop: () => child.kill() };
}

/** One request; gives the length of its body. */
function requests(url: string, agent: Agent, cookie = "") {
  return () =>
    new Promise<number>((resolve, reject) => {
      get(url, { agent, headers: { Cookie: cookie, Accept: "text/html" } }, (response) => {
        let length = 0;
        response.on("data", (chunk: Buffer) => {
          length += chunk.length;
        });
        response.on("end", () => (response.statusCode === 200 ? resolve(length) : reject(new Error(`${url}: ${response.statusCode}`))));
      }).on("error", reject);
    });
}

/** The script files that a page loads before it is live, gzipped, in kB (1000 bytes). */
function scriptOf(html: string, folder: string): number {
  const preloaded = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)];
  const imported = [...html.matchAll(/<script[^>]* type="module"[^>]*>(.*?)<\/script>/gs)].flatMap(([, code = ""]) => [
    ...code.matchAll(/(?:from |import )"([^"]+\.js)"/g),
  ]);
  const files = new Set([...preloaded, ...imported].map(([, path = ""]) => path));
  return [...files].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, "build/client", path))).length, 0) / 1000;
}

export async function screen(): Promise<Line[]> {
  buildIfStale();
  const [screenApp, pageApp] = [buildApp("screen"), buildApp("page")];
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const product = await startApp();
  const email = "robin@example.org";
  const client = await apiClient(product.databaseUrl, email, { name: "Robin" });
  const id = await createP3M3(client, await createOrganization(client), { selectedLevel: 3 });
  for (const thread of [1, 2, 3, 4, 5, 6]) await answerThread(client, id, 3, thread, "FFPNN");
  await client.delete(`/assessments/${id}/lock`);
  const path = `/assessments/${id}/questions/MC/PL`;
  const visitor = await new Visitor(product.url).get(await product.entryLink(email));
  await visitor.get(path);
  const html = new TextDecoder().decode(visitor.body);
  const cookie = ["session", "seen", `lock-${id}`].map((name) => `${name}=${visitor.cookie(name)}`).join("; ");
  const data = await fetch(`${product.url}${path}.data`, { headers: { Cookie: cookie } });
  const decoded = await decode(data.body as ReadableStream<Uint8Array>);
  const loaders = decoded.value as Record<string, { data: unknown }>;
  const dataFile = join(folder, "data.json");
  writeFileSync(dataFile, JSON.stringify({ shell: loaders["routes/shell"]?.data, ...(loaders["routes/questions"]?.data as object) }));
  const bare = await serve(screenApp, { BENCH_DATA: dataFile });
  const page = await serve(pageApp);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const ways = { product: requests(product.url + path, agent, cookie), bare: requests(bare.url + path, agent) };
    const [size, bareSize] = [await ways.product(), await ways.bare()];
    if (Math.abs(size - bareSize) / size > 0.05) throw new Error(`These are not the same pages: ${size} and ${bareSize} bytes.`);
    const timed = await inTurns(ways, { rounds: 7, calls: 60, concurrency: CONNECTIONS });
    const plain = await (await fetch(page.url)).text();
    const [script, barescript] = [scriptOf(html, root), scriptOf(plain, pageApp)];
    return [
      {
        what: `requests per second of a question screen (91 threads, ${Math.round(size / 1000)} kB of HTML), signed in, embedded API`,
        against: "the same component tree with its data inlined: no session, no API",
        measured: `${timed.product.perSecond.toFixed(0)} /s`,
        reference: `${timed.bare.perSecond.toFixed(0)} /s`,
        ratio: `${((100 * timed.product.perSecond) / timed.bare.perSecond).toFixed(0)} %`,
        aim: "≥ 60 %",
      },
      {
        what: "script of a question screen on the wire (gzip)",
        against: "a bare Remix page",
        measured: `${script.toFixed(1)} kB`,
        reference: `${barescript.toFixed(1)} kB`,
        ratio: `+ ${(script - barescript).toFixed(1)} kB (${ratioOf(script, barescript)})`,
        aim: "≤ + 35 kB",
      },
    ];
  } finally {
    agent.destroy();
    bare.stop();
    page.stop();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
