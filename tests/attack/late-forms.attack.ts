/** Forms without a session that cost more than their size. */
import { readFileSync } from "node:fs";
import { raw } from "../support/raw.ts";
import { type App, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const MB = 1024 * 1024;
/** What a page adds to what it gives back. */
const FRAME = 200_000;
const ANSWERED_MAX = 3;
const HELD_MAX_MS = 100;
const MEMORY_MAX_MB = 150;

/** Refused ones first, then the dearest of those that are accepted. */
const BODIES: Record<string, string> = {
  "a& × 520,000": "a&".repeat(520_000),
  "a[99999999]=1": "a[99999999]=1",
  "places of many lists": Array.from({ length: 1000 }, (_, index) => `a[${index}][999]=1`).join("&"),
  "a name of 1 MB": "n".repeat(MB - 10),
  "1 MB of spaces": `a=${"+".repeat(MB - 10)}`,
  "250,000 spaces": `a=${"+".repeat(250_000)}`,
  "340,000 quotation marks": `a=${"%22".repeat(340_000)}`,
  "1,000 fields of 300 apostrophes": Array.from({ length: 1000 }, (_, index) => `n${index}=${"%27".repeat(300)}`).join("&"),
  "1,000 text areas": "a=%0A&".repeat(1000),
};

let addresses = 0;
const post = (app: App, body: string) =>
  raw(app.url, "/organization", {
    method: "POST",
    body,
    headers: {
      Origin: app.url,
      // The attacker has many addresses: what one of them may do is bounded anyway.
      "X-Forwarded-For": `198.51.100.${++addresses}`,
      "Content-Type": "application/x-www-form-urlencoded",
      "Content-Length": String(body.length),
    },
  });

/** What the process' own thread has worked so far, in milliseconds: other people's work on this machine is not in it. */
const workedMs = ({ process: { pid } }: App) => Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
const memoryMb = ({ process: { pid } }: App) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0;

/** Asks for /health again and again while something is going on; answers the longest wait, in milliseconds. */
async function longestWait(app: App, until: Promise<unknown>): Promise<number> {
  let [longest, over] = [0, false];
  void until.finally(() => {
    over = true;
  });
  while (!over) {
    const startedAt = performance.now();
    const { status } = await raw(app.url, "/health");
    longest = Math.max(longest, status === 200 ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
  }
  return longest;
}

export const attack: Attack = {
  title: "forms of up to 1 MB without a session, that cost a multiple to parse, to keep or to give back",
  async run() {
    const app = await startApp({ env: { TRUST_PROXY: "1" } });
    try {
      // Code is compiled on its first run, so every body is sent a few times first.
      for (let round = 0; round < 5; round += 1) for (const body of Object.values(BODIES)) await post(app, body);
      const before = memoryMb(app);
      const worst = { answered: 0, heldMs: 0, by: "" };
      for (const [name, body] of Object.entries(BODIES)) {
        const held: number[] = [];
        for (let round = 0; round < 5; round += 1) {
          const worked = workedMs(app);
          const answer = await post(app, body);
          held.push(workedMs(app) - worked);
          worst.answered = Math.max(worst.answered, (answer.body.length - FRAME) / body.length);
        }
        if (median(held) > worst.heldMs) Object.assign(worst, { heldMs: median(held), by: name });
      }
      const flood = "a&".repeat(520_000);
      const three = Promise.all([flood, flood, flood].map((body) => post(app, body)));
      const waited = await longestWait(app, three);
      const answered = (await three).reduce((sum, { body }) => sum + body.length, 0);
      const grown = memoryMb(app) - before;
      const address = await raw(app.url, `/organization?${"a&".repeat(15_000)}`);
      const crowd = await Promise.all(Array.from({ length: 130 }, () => raw(app.url, "/organization", sameAddress(app))));
      const turnedAway = crowd.filter(({ status }) => status === 429).length;
      return {
        held:
          worst.answered <= ANSWERED_MAX &&
          worst.heldMs <= HELD_MAX_MS &&
          grown <= MEMORY_MAX_MB &&
          answered < 10_000 &&
          address.status === 414 &&
          turnedAway >= 10,
        figures: [
          `three times a& × 520,000 at once: ${answered} bytes answered for ${3 * flood.length} sent, /health waited ${waited.toFixed(0)} ms at most`,
          `of ${Object.keys(BODIES).length} bodies the dearest (${worst.by}) held the process ${worst.heldMs.toFixed(0)} ms of its own work`,
          `at most ${Math.max(0, worst.answered).toFixed(1)} bytes answered for each sent, beside a page's frame of ${FRAME / 1000} kB`,
          `${before.toFixed(0)} MB of memory grew by ${grown.toFixed(0)} MB`,
          `an address of 30,000 characters: ${address.status}`,
          `of 130 forms at once from one address ${turnedAway} were turned away`,
        ].join("; "),
      };
    } finally {
      await app.stop();
    }
  },
};

const sameAddress = (app: App) => ({
  method: "POST",
  body: "a=1",
  headers: {
    Origin: app.url,
    "X-Forwarded-For": "203.0.113.7",
    "Content-Type": "application/x-www-form-urlencoded",
    "Content-Length": "3",
  },
});
