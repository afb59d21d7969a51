/** Screens: requests per second against the same component tree with its data inlined, and script on the wire. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { gzipSync } from "node:zlib";
import { decode } from "turbo-stream";
import { openEmbeddedApi } from "#api/embedded.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale, root } from "../../scripts/build.js";
import {
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
} from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { Visitor } from "../support/form-driver.ts";
import { type MisbehavingUpstream, startMisbehavingUpstream } from "../support/misbehaving-upstream.ts";
import { apiClient } from "../support/seed.ts";
import { SECRETS, startApp } from "../support/server.ts";
import { apps, buildApp } from "./apps.ts";
import { inTurns, type Line, ratioOf } from "./measure.ts";

export const CONNECTIONS = 10;

async function serve(folder: string, env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(apps, "serve.js"), folder], {
    env: { ...process.env, NODE_ENV: "production", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(child.stdout), "line");
  return { url: String(line).replace("Listening on ", ""), stop: () => child.kill() };
}

/** One request; gives the length of its body. */
export function requests(url: string, agent: Agent, cookie = "") {
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

/** The length of a page without the list of its script files, which depends on how a build divides them. */
async function sizeOf(url: string, cookie = ""): Promise<number> {
  const html = await (await fetch(url, { headers: { Cookie: cookie } })).text();
  return html.replaceAll(/<link rel="modulepreload"[^>]*>/g, "").length;
}

/** The script files that a page loads before it is live, gzipped, in kB (1000 bytes). */
function scriptOf(html: string, folder: string): number {
  const preloaded = [...html.matchAll(/<link rel="modulepreload"[^>]* href="([^"]+)"/g)];
  const imported = [...html.matchAll(/<script[^>]* type="module"[^>]*>(.*?)<\/script>/gs)].flatMap(([, code = ""]) => [
    ...code.matchAll(/(?:from |import )"([^"]+\.js)"/g),
  ]);
  const files = new Set([...preloaded, ...imported].map(([, path = ""]) => path));
  return [...files].reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, "build/client", path))).length, 0) / 1000;
}

/** A screen that is measured. */
interface Screen {
  name: string;
  path: string;
  /** The route that answers it; undefined for a screen whose script alone is measured. */
  route?: string;
}

/** Twenty organizations, and an assessment of each kind in the middle of the work. */
async function prepare(client: Client): Promise<Screen[]> {
  let organizationId = 0;
  for (let count = 1; count <= 20; count += 1) organizationId = await createOrganization(client, { name: `Organization ${count}` });
  const p3m3 = await createP3M3(client, organizationId, { selectedLevel: 3 });
  for (const thread of [1, 2, 3, 4, 5, 6]) expectStatus(await answerThread(client, p3m3, 3, thread, "FFPNN"), 200);
  const practices = PRACTICES.map(({ id }) => ({ id, selectionMode: 1 as const }));
  const itil = await createItil(client, organizationId, { selectedScope: "Comprehensive", practices });
  expectStatus(await answerPractice(client, itil, 19, "FN"), 200);
  const completed = await completeP3M3(client, organizationId, "FFPNN");
  for (const id of [p3m3, itil]) await client.delete(`/assessments/${id}/lock`);
  return [
    { name: "the dashboard (20 organizations)", path: paths.home(), route: "routes/home/home" },
    { name: "a P3M3 question screen (91 threads)", path: paths.questions(p3m3, "MC", "PL"), route: "routes/answering/p3m3/questions" },
    { name: "a P3M3 grid (13 threads)", path: paths.grid(p3m3, "MC"), route: "routes/answering/p3m3/grid" },
    {
      name: "an ITIL question screen (34 practices)",
      path: paths.practiceQuestions(itil, "INM"),
      route: "routes/answering/itil/questions",
    },
    { name: "an ITIL grid (17 practices)", path: paths.practiceGrid(itil, "service"), route: "routes/answering/itil/grid" },
    { name: "a P3M3 summary (91 threads)", path: paths.summary(p3m3, "P3M3"), route: "routes/answering/p3m3/summary" },
    { name: "an ITIL summary (34 practices)", path: paths.summary(itil, "ITIL"), route: "routes/answering/itil/summary" },
    { name: "a P3M3 result page (91 threads)", path: paths.result(completed, "P3M3"), route: "routes/results/result" },
    { name: "an ITIL component", path: paths.practiceQuestions(itil, "M-GP") },
    { name: "a search", path: `${paths.search(p3m3, "P3M3")}?q=plan` },
  ];
}

/** The cookies with which a screen that was opened once is opened again. */
export function cookiesFor(path: string, visitor: Visitor): string {
  const lock = /assessments\/(\d+)\/(?:questions|grid|summary)/.exec(path)?.[1];
  return ["session", "seen", ...(lock ? [`lock-${lock}`] : [])].map((name) => `${name}=${visitor.cookie(name)}`).join("; ");
}

/** Opens a screen as a browser does: its HTML, what its loaders answered, and the cookies to ask for it again. */
async function visit(url: string, visitor: Visitor, { path, route }: Screen) {
  await visitor.get(path);
  if (visitor.status !== 200) throw new Error(`${path} answered ${visitor.status}.`);
  const html = new TextDecoder().decode(visitor.body);
  if (route === undefined) return { html };
  const cookie = cookiesFor(path, visitor);
  const address = path === "/" ? "/_root.data" : `${path.replace(/\/$/, "")}.data`;
  const data = await fetch(`${url}${address}`, { headers: { Cookie: cookie } });
  const { value } = await decode(data.body as ReadableStream<Uint8Array>);
  const loaders = value as Record<string, { data: unknown }>;
  return { html, cookie, inlined: { shell: loaders["routes/shell/shell"]?.data, screen: { route, data: loaders[route]?.data } } };
}

export async function screens(): Promise<Line[]> {
  buildIfStale();
  const [screenApp, pageApp] = [buildApp("screen"), buildApp("page")];
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const dataFile = join(folder, "data.json");
  const product = await startApp();
  const page = await serve(pageApp);
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let bare: Awaited<ReturnType<typeof serve>> | undefined;
  let upstream: MisbehavingUpstream | undefined;
  try {
    const email = "robin@example.org";
    const client = await apiClient(product.databaseUrl, email, { name: "Robin" });
    const measured = await prepare(client);
    const visitor = await new Visitor(product.url).get(await product.entryLink(email));
    const visits = [];
    for (const screen of measured) visits.push({ ...screen, ...(await visit(product.url, visitor, screen)) });
    writeFileSync(dataFile, JSON.stringify(Object.fromEntries(visits.flatMap(({ path, inlined }) => (inlined ? [[path, inlined]] : [])))));
    const api = await openEmbeddedApi({ NODE_ENV: "test", DEMO: "1", ...SECRETS, DATABASE_URL: product.databaseUrl });
    upstream = await startMisbehavingUpstream((request) => api.fetch(request));
    bare = await serve(screenApp, {
      BENCH_DATA: dataFile,
      API_URL: upstream.url,
      BENCH_TOKEN: client.token ?? "",
      BENCH_EMAIL: email,
      DEMO: "",
      PUBLIC_URL: "http://localhost",
      ALLOW_HTTP: "1",
      HOME_SITE_URL: "http://localhost/home-site",
      SESSION_SECRET: randomBytes(33).toString("base64"),
    });
    const bareScript = scriptOf(await (await fetch(page.url)).text(), pageApp);
    const lines: Line[] = [];
    for (const { name, path, html, cookie, route } of visits) {
      if (cookie !== undefined) {
        const isResult = route === "routes/results/result";
        const ways = { product: requests(product.url + path, agent, cookie), bare: requests(bare.url + path, agent) };
        const [size, bareSize] = [await sizeOf(product.url + path, cookie), await sizeOf(bare.url + path)];
        if (Math.abs(size - bareSize) / size > 0.1)
          throw new Error(`${path}: these are not the same pages: ${size} and ${bareSize} bytes.`);
        const timed = await inTurns(ways, { rounds: 11, calls: 60, concurrency: CONNECTIONS });
        lines.push({
          what: `requests per second of ${name}, ${Math.round(size / 1000)} kB of HTML, signed in, embedded API`,
          against: `the same component tree with ${isResult ? "the same shaping of answers that are in memory" : "its data inlined"}: no session, no API`,
          measured: `${timed.product.perSecond.toFixed(0)} /s`,
          reference: `${timed.bare.perSecond.toFixed(0)} /s`,
          ratio: `${((100 * timed.product.perSecond) / timed.bare.perSecond).toFixed(0)} %`,
          aim: "–",
        });
      }
      const script = scriptOf(html, root);
      lines.push({
        what: `script of ${name} on the wire (gzip)`,
        against: "a bare Remix page",
        measured: `${script.toFixed(1)} kB`,
        reference: `${bareScript.toFixed(1)} kB`,
        ratio: `+ ${(script - bareScript).toFixed(1)} kB (${ratioOf(script, bareScript)})`,
        aim: "–",
      });
    }
    return lines;
  } finally {
    agent.destroy();
    bare?.stop();
    await upstream?.stop();
    page.stop();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
