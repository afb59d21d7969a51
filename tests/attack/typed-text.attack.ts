import { strFromU8, unzipSync } from "fflate";
import { SaxesParser } from "saxes";
import { NOTE_MAX } from "#model/note.ts";
import { answeringPaths } from "../../app/views/paths.ts";
import { createOrganization, createP3M3, expectStatus, organizationForm } from "../contract/scenario.ts";
import { Client, freshDatabase } from "../support/api.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import { Visitor } from "../support/form-driver.ts";
import { apiClient } from "../support/seed.ts";
import { startApi } from "../support/server.ts";
import { type Attack, startMeasured } from "./attack.ts";

const EMAIL = "mallory@example.org";
/** How long `/health` may be silent while one text is read, also on a busy machine. */
const SILENT_MS_MAX = 500;
/** Of the serving thread's own work, in one piece. */
const OWN_MS_MAX = 100;

const LONG = 85_000;
/** Texts that rules about characters might take long to read. A body of a megabyte holds each. */
const TEXTS: Readonly<Record<string, string>> = {
  tags: "\u{e0041}".repeat(LONG),
  "tags after a flag": `\u{1f3f4}${"\u{e0041}".repeat(LONG)}x`,
  "flags of tags": "\u{1f3f4}\u{e0041}".repeat(LONG / 2),
  joiners: "\u200d".repeat(LONG),
  "joiners in emoji": "😀\u200d".repeat(LONG / 2),
  selectors: "\ufe0f".repeat(LONG),
  spaces: " ".repeat(LONG),
  "spaces and a letter": `${" ".repeat(LONG)}x`,
  "marks out of order": `a${"\u0301\u0323".repeat(LONG / 2)}`,
  phrases: "\ufdfa".repeat(LONG),
  halves: "\ud800".repeat(LONG),
  "no characters": "\ufffe".repeat(LONG),
};
/** What is no character, in between. */
const ODD = "A\ufffec\ud800me \udc00\uffff\u{1ffff}!";

/** Does something, and asks the same process for `/health` until it is done. */
async function silenceOf(url: string, doing: Promise<unknown>): Promise<number> {
  let isDone = false;
  let silent = 0;
  const done = doing.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const startedAt = performance.now();
    await fetch(`${url}/health`).then((answer) => answer.arrayBuffer());
    silent = Math.max(silent, performance.now() - startedAt);
  }
  await done;
  return silent;
}

/** Sends every text to an API of its own, in each place that takes one. */
async function atTheApi() {
  const { url: databaseUrl, drop } = await freshDatabase();
  const api = await startApi(databaseUrl);
  try {
    const overHttp = (request: Request) =>
      request.text().then((body) => {
        const { pathname, search } = new URL(request.url);
        return fetch(`${api.url}${pathname}${search}`, { method: request.method, headers: request.headers, body: body || null });
      });
    const { token } = await apiClient(databaseUrl, EMAIL);
    const [client, anonymous] = [new Client(overHttp, token), new Client(overHttp)];
    const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], selectedLevel: 1 });
    const place = { assessmentId: id, perspectiveId: 1, threadId: 2 };
    const places: Record<string, (text: string) => Promise<{ status: number }>> = {
      device: (device) => anonymous.post("/auth", { token: "no such token", device }),
      name: (name) => client.post("/organizations", organizationForm({ name })),
      "business unit": (businessUnit) => client.post("/organizations", organizationForm({ businessUnit })),
      reason: (reason) => client.put(`/assessments/${id}/1/2/reason`, { reason }),
      note: (body) => client.post("/P3M3/notes", { ...place, body }),
      "a note of the right length": (body) => client.post("/P3M3/notes", { ...place, body: [...body].slice(0, NOTE_MAX).join("") }),
    };
    let [worst, sent, slowest] = [0, 0, ""];
    const faults: string[] = [];
    for (const [where, send] of Object.entries(places))
      for (const [what, text] of Object.entries(TEXTS)) {
        let status = 0;
        const silent = await silenceOf(
          api.url,
          send(text).then((answer) => {
            status = answer.status;
          }),
        );
        sent += 1;
        if (silent > worst) [worst, slowest] = [silent, `${what} in ${where}`];
        if (status >= 500 || (status < 300 && !where.includes("right length"))) faults.push(`${what} in ${where}: ${status}`);
      }
    return {
      held: worst < SILENT_MS_MAX && faults.length === 0,
      figures: `${sent} texts at the API, /health silent for ${worst.toFixed(0)} ms at most (${slowest}), ${faults.length === 0 ? "all refused" : faults.join(", ")}`,
    };
  } finally {
    await api.stop();
    await drop();
  }
}

/** Sends the same through a form, and what is no character into everything that a file and a page show. */
async function atTheApplication() {
  const app = await startMeasured();
  try {
    const client = await apiClient(app.databaseUrl, EMAIL);
    const id = await createP3M3(client, await createOrganization(client, { name: ODD, businessUnit: ODD }), {
      perspectiveIds: [1],
      selectedLevel: 1,
    });
    expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: ODD }), 200);
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const visitor = await new Visitor(app.url).get(await app.entryLink(EMAIL));
    await visitor.get("/organization");
    await loopDelayOf(app);
    let faults = 0;
    for (const text of Object.values(TEXTS)) {
      // A form of a megabyte is refused as such: as much of the text as fits.
      await visitor.post("/organization", { name: [...text].slice(0, 75_000).join("") });
      if (visitor.status >= 500 || visitor.status < 400) faults += 1;
    }
    const { own } = await loopDelayOf(app);
    await visitor.get(`/assessments/${id}/answers.xlsx`);
    let broken = 0;
    for (const [part, data] of Object.entries(unzipSync(visitor.body)))
      if (/\.(?:xml|rels)$/.test(part) && !isWellFormed(data)) broken += 1;
    let shown = 0;
    for (const path of ["/", answeringPaths(false).questions(id, "BM", "AS")]) {
      const html = new TextDecoder().decode((await visitor.get(path)).body);
      if (!html.includes("Acme !") || /[\ufffd-\uffff]|\\u(?:d[89a-f]|fff)/i.test(html)) shown += 1;
    }
    return {
      held: faults === 0 && broken === 0 && shown === 0 && !(own > OWN_MS_MAX),
      figures: `${Object.keys(TEXTS).length} forms, ${faults} not refused in words, ${own.toFixed(0)} ms own work in one piece; ${broken} parts of answers.xlsx are broken; ${shown} of 2 pages show what is no character`,
    };
  } finally {
    await app.stop();
  }
}

function isWellFormed(xml: Uint8Array): boolean {
  try {
    new SaxesParser().write(strFromU8(xml)).close();
    return true;
  } catch {
    return false;
  }
}

export const attack: Attack = {
  title:
    "texts that rules about characters take long to read, and characters that are none, to freeze the process or break files and pages",
  async run() {
    const results = [await atTheApi(), await atTheApplication()];
    return { held: results.every(({ held }) => held), figures: results.map(({ figures }) => figures).join("\n      ") };
  },
};
