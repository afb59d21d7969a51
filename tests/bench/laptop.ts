/**
 * A question screen and a grid on a slow laptop and line, against the same perspective as a form of a survey library, and the way from one
 * question screen to the next. Needs a browser and npm.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import compression from "compression";
import express from "express";
import type { P3m3Question } from "#model/contract/p3m3.ts";
import { THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { buildIfStale, root } from "../../scripts/build.js";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "../support/api.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { apps } from "./apps.ts";
import { type Cookies, launchBrowser, lineWords, onNewPage, SLOWER, signIn, slowDown } from "./browser.ts";
import { type Line, median, ratioOf, seconds } from "./measure.ts";

const EMAIL = "robin@example.org";
const ROUNDS = 7;
/** A laptop that is slower still. */
const SLOWEST = 8;
const MANAGEMENT_CONTROL = 1;
/** By then a press has brought everything: a request takes a fifth of it. */
const SETTLES_MS = 1500;
const survey = join(apps, "survey");

interface PageTimes {
  /** Milliseconds from the click on the link until the first statement is drawn. */
  readable: number;
  /** Milliseconds until the first answer is chosen. */
  answered: number;
  /** Milliseconds until the server says that it is stored; 0 for the survey, which stores nothing. */
  stored: number;
  /** Kilobytes (1000) of script on the wire. */
  script: number;
}

/** What apps/watch.js leaves in the page. */
interface PageWatch {
  seen: Omit<PageTimes, "script">;
}

interface BenchPage {
  url: string;
  /** The moment after which nothing more is awaited. */
  last: "answered" | "stored";
}

function run(command: string, args: string[], cwd: string): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd}.`);
}

/** Builds the survey with the statements that the product shows, and serves it as the product serves its script: compressed, to be kept. */
async function serveSurvey(client: Client, assessment: number) {
  const threads = [];
  for (const { id, name } of THREADS) {
    const path = `/P3M3/assessments/${assessment}/questions?p=${MANAGEMENT_CONTROL}&t=${id}`;
    const questions: P3m3Question[] = expectStatus(await client.get(path), 200).body;
    threads.push({ name, statements: questions.map(({ statement }) => statement) });
  }
  mkdirSync(join(survey, "build"), { recursive: true });
  writeFileSync(join(survey, "build/questions.json"), JSON.stringify(threads));
  if (!existsSync(join(survey, "node_modules"))) run("npm", ["ci", "--no-audit", "--no-fund"], survey);
  const vite = join(root, "node_modules/vite/bin/vite.js");
  run(process.execPath, [vite, "build", "--outDir", "build/pages", "--logLevel", "warn"], survey);
  const server = express()
    .use(compression())
    .use(express.static(join(survey, "build/pages")))
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://localhost:${(server.address() as AddressInfo).port}/`, stop: () => server.close() };
}

/** Opens the page with nothing in the browser's store except these cookies. */
const open = (browser: Browser, cookies: Cookies, place: BenchPage, slower: number) =>
  onNewPage(browser, cookies, async (page, devtools): Promise<PageTimes> => {
    await page.addInitScript({ path: join(apps, "watch.js") });
    let script = 0;
    const scripts = new Set<string>();
    devtools.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) script += encodedDataLength / 1000;
    });
    await devtools.send("Network.enable");
    await slowDown(devtools, slower);
    await page.goto(place.url, { waitUntil: "networkidle" });
    await page.waitForFunction((last) => (window as unknown as PageWatch).seen[last] > 0, place.last);
    const times = await page.evaluate(() => (window as unknown as PageWatch).seen);
    return { ...times, script };
  });

/** Milliseconds from the press of 'Next thread' until the next thread is drawn, and of a request that brings nothing. */
const pressNext = (page: Page) =>
  page.evaluate(async () => {
    const bare = performance.now();
    await fetch("/health", { cache: "no-store" });
    const startedAt = performance.now();
    // No function has a name here: tsx would wrap it in one that the page does not know.
    const title = ".thread-head h2";
    const before = document.querySelector(title)?.textContent;
    // Asking at each frame would make the browser draw frames, which takes time itself.
    const changed = new Promise<void>((resolve) => {
      new MutationObserver((_, observer) => {
        if (document.querySelector(title)?.textContent === before) return;
        observer.disconnect();
        resolve();
      }).observe(document.body, { childList: true, characterData: true, subtree: true });
    });
    document.querySelector<HTMLButtonElement>("button[name=go][value=next]")?.click();
    await changed;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return { bare: startedAt - bare, next: performance.now() - startedAt };
  });

/** Goes through the threads of an assessment, one after the other. Bytes are those on the wire, of one press. */
const goThrough = (browser: Browser, cookies: Cookies, url: string) =>
  onNewPage(browser, cookies, async (page, devtools) => {
    await page.goto(url);
    await page.locator(".action-bar .save-mark").waitFor();
    const requests = new Map<string, number>();
    devtools.on("Network.requestWillBeSent", ({ requestId, request }) => request.url.endsWith("/health") || requests.set(requestId, 0));
    devtools.on("Network.dataReceived", ({ requestId, encodedDataLength }) => {
      const before = requests.get(requestId);
      if (before !== undefined) requests.set(requestId, before + encodedDataLength);
    });
    await devtools.send("Network.enable");
    await slowDown(devtools);
    await pressNext(page);
    const presses: { bare: number; next: number; requests: number; bytes: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      requests.clear();
      const times = await pressNext(page);
      await page.waitForTimeout(SETTLES_MS);
      presses.push({ ...times, requests: requests.size, bytes: [...requests.values()].reduce((sum, bytes) => sum + bytes, 0) });
    }
    return (what: "bare" | "next" | "requests" | "bytes") => median(presses.map((press) => press[what]));
  });

type Way = "questions" | "survey" | "grid";

function linesOf(rounds: readonly Record<Way, PageTimes>[], slower: number): Line[] {
  const middle = (way: Way, what: keyof PageTimes) => median(rounds.map((round) => round[way][what]));
  const line = (way: Way, what: keyof PageTimes, words: string, aim: string, against = what): Line => ({
    what: `${words}, nothing in the cache, ${lineWords(slower)}, by the page's clock`,
    against: "the same perspective as a SurveyJS form",
    measured: seconds(middle(way, what)),
    reference: seconds(middle("survey", against)),
    ratio: `${((100 * middle(way, what)) / middle("survey", against)).toFixed(0)} %`,
    aim,
  });
  const script = (way: Way, words: string): Line => ({
    ...line(way, "script", words, "–"),
    measured: `${middle(way, "script").toFixed(0)} kB`,
    reference: `${middle("survey", "script").toFixed(0)} kB`,
  });
  return [
    line("questions", "readable", "first statement readable of a P3M3 question screen", "≤ 20 %"),
    line("questions", "answered", "first answer given of a P3M3 question screen", "–"),
    line("questions", "stored", "first answer stored (the survey: given) of a P3M3 question screen", "≤ 30 %", "answered"),
    script("questions", "script on the wire of a P3M3 question screen"),
    line("grid", "readable", "first statement readable of a P3M3 grid (13 threads)", "–"),
    line("grid", "answered", "first answer given of a P3M3 grid (13 threads)", "–"),
    line("grid", "stored", "first answer stored (the survey: given) of a P3M3 grid (13 threads)", "≤ 45 %", "answered"),
    script("grid", "script on the wire of a P3M3 grid (13 threads)"),
  ];
}

export async function laptop(): Promise<Line[]> {
  buildIfStale();
  const product = await startApp();
  const browser = await launchBrowser();
  let bare: Awaited<ReturnType<typeof serveSurvey>> | undefined;
  try {
    const client = await apiClient(product.databaseUrl, EMAIL, { name: "Robin" });
    const organization = await createOrganization(client);
    // One for each opening, because an answer of an earlier one would be there already.
    const startOne = async () => {
      const id = await createP3M3(client, organization, { selectedLevel: 3 });
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      return id;
    };
    bare = await serveSurvey(client, await startOne());
    const { url } = bare;
    const cookies = await signIn(browser, product, EMAIL);
    const openAnew = async (path: (id: number) => string, slower: number) =>
      open(browser, cookies, { url: product.url + path(await startOne()), last: "stored" }, slower);
    const measure = async (slower: number) => {
      const rounds: Record<Way, PageTimes>[] = [];
      for (let round = 0; round <= ROUNDS; round += 1) {
        rounds.push({
          questions: await openAnew((id) => paths.questions(id, "MC", "PL"), slower),
          survey: await open(browser, [], { url, last: "answered" }, slower),
          grid: await openAnew((id) => paths.grid(id, "MC"), slower),
        });
      }
      return linesOf(rounds.slice(1), slower);
    };
    const lines = [...(await measure(SLOWER)), ...(await measure(SLOWEST))];
    const step = await goThrough(browser, cookies, product.url + paths.questions(await startOne(), "MC", "PL"));
    return [
      ...lines,
      {
        what: `'Next thread', ${lineWords()}`,
        against: "a request that brings nothing, from the same page",
        measured: `${step("next").toFixed(0)} ms`,
        reference: `${step("bare").toFixed(0)} ms`,
        ratio: ratioOf(step("next"), step("bare")),
        aim: "≤ 1.8 ×",
      },
      {
        what: "requests and kilobytes on the wire of 'Next thread'",
        against: "–",
        measured: `${step("requests")}, ${(step("bytes") / 1000).toFixed(1)} kB`,
        reference: "–",
        ratio: "–",
        aim: "–",
      },
    ];
  } finally {
    await browser.close();
    bare?.stop();
    await product.stop();
  }
}
