/**
 * npm run load: assessors answering full P3M3 assessments, more at every step, until the p95 of a save has doubled.
 * Loopback only, bounded in number and time. Method and figures: docs/scale.md and bench/results/.
 */
import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { buildIfStale } from "../../scripts/build.js";
import { completeP3M3, createOrganization, createP3M3 } from "../contract/scenario.ts";
import { type Client, freshPostgres } from "../support/api.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import { memoryOf } from "../support/memory.ts";
import { startPostgres } from "../support/postgres.ts";
import { apiClient } from "../support/seed.ts";
import type { App } from "../support/server.ts";
import { Assessor, storedAt } from "./assessor.ts";
import { type Kind, Recorder } from "./recorder.ts";
import { startWeb } from "./web.ts";

const USAGE = `Usage: npm run load -- [--database sqlite|postgres] [--processes 1] [--steps 10,20,40] [--seconds 30] [--pause 1000]
  --steps      numbers of assessors, none smaller than the one before, at most 640
  --seconds    how long each step lasts, at most 300
  --pause      mean milliseconds that an assessor thinks over one change, at least 50
  --processes  web processes on the one database, at most 8; more than one needs postgres`;

const KINDS: readonly Kind[] = ["save", "questions", "summary", "home", "result", "export"];
const TEAM_SIZE = 10;
/** After newcomers sat down, before anything counts. */
const SETTLING_MS = 5000;

const options = z
  .object({
    database: z.enum(["sqlite", "postgres"]).default("sqlite"),
    processes: z.coerce.number().int().min(1).max(8).default(1),
    steps: z
      .string()
      .default("10,20,40,80,160,320")
      .transform((list) => list.split(",").map(Number))
      .refine(
        (steps) => steps.every((count, index) => Number.isInteger(count) && count > 0 && count >= (steps[index - 1] ?? 0) && count <= 640),
        {
          message: "must be numbers up to 640, none smaller than the one before",
        },
      ),
    seconds: z.coerce.number().int().min(1).max(300).default(30),
    pause: z.coerce.number().int().min(50).max(60_000).default(1000),
  })
  .refine(({ database, processes }) => processes === 1 || database === "postgres", "several processes need --database postgres");

/** The same pauses in every run: a linear congruential generator, uniform over 0.5 to 1.5 of the mean. */
function pauses(mean: number): () => Promise<void> {
  let seed = 1;
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return wait(mean * (0.5 + seed / 2_147_483_648));
  };
}

async function startWebProcesses(count: number, databaseUrl: string | undefined): Promise<App[]> {
  const apps: App[] = [];
  // One after the other: the first one migrates the database.
  for (let index = 0; index < count; index += 1) apps.push(await startWeb(databaseUrl));
  return apps;
}

interface Seat {
  assessor: Assessor;
  /** The same person, asking the API itself. */
  client: Client;
}

/** Seats of a team of ten: one organization, one completed assessment, an assessment of 91 threads for each. */
async function furnish(apps: readonly App[], from: number, to: number): Promise<Seat[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  const seats: Seat[] = [];
  let organizationId = 0;
  let completedId = 0;
  for (let index = from; index < to; index += 1) {
    const app = apps[index % apps.length] as App;
    const user = { name: "Robin", team: `Team ${Math.floor(index / TEAM_SIZE)}` };
    const email = `assessor-${index}@load.example`;
    const client = await apiClient(app.databaseUrl, email, user);
    if (index === from || index % TEAM_SIZE === 0) {
      organizationId = await createOrganization(client, { benchmarkConsent: true });
      completedId = await completeP3M3(client, organizationId, "FFPNN");
    }
    const assessmentId = await createP3M3(client, organizationId, { selectedLevel: 3 });
    const entryLink = await app.entryLink(email, user);
    const address = `10.0.${Math.floor(index / 250)}.${(index % 250) + 1}`;
    const assessor = new Assessor({ url: app.url, address, entryLink, assessmentId, completedId }, agent, 7 * index);
    await assessor.signIn();
    seats.push({ assessor, client });
  }
  return seats;
}

/** Compares the stored answers with those that the assessors saw as saved. */
async function compareWithStore(seats: readonly Seat[]): Promise<{ compared: number; lost: number }> {
  let compared = 0;
  let lost = 0;
  for (const { assessor, client } of seats) {
    for (const [place, letters] of assessor.acknowledged) {
      compared += 1;
      if ((await storedAt(client, assessor.assessmentId, place)) !== letters) lost += 1;
    }
  }
  return { compared, lost };
}

const whole = (number: number) => (Number.isNaN(number) ? "–" : number.toFixed(0));

function readOptions() {
  try {
    const string = { type: "string" } as const;
    const { values } = parseArgs({ options: { database: string, processes: string, steps: string, seconds: string, pause: string } });
    return options.parse(values);
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error);
    console.error(USAGE);
    process.exit(2);
  }
}

const { database, processes, steps, seconds, pause } = readOptions();
buildIfStale();
const postgres = database === "postgres" ? await startPostgres({ durable: true }) : undefined;
const apps = await startWebProcesses(processes, postgres && (await freshPostgres(postgres.url)).url);
const seats: Seat[] = [];
const think = pauses(pause);
console.log(`${database}, ${processes} web process(es), ${seconds} s a step, a change every ${pause} ms by each assessor, times in ms`);
console.log(
  `| assessors | saves/s | ${KINDS.map((kind) => `${kind} p50 / p95 / p99`).join(" | ")} | failed | MB per process | event loop p99 / max / own work, by process |`,
);
console.log(`|${"---|".repeat(KINDS.length + 5)}`);
let recorder = new Recorder();
let over = false;
const working: Promise<void>[] = [];
let firstP95: number | undefined;
let doubledAt: number | undefined;
for (const count of steps) {
  const newcomers = await furnish(apps, seats.length, count);
  seats.push(...newcomers);
  working.push(
    ...newcomers.map(({ assessor }) =>
      assessor.work(
        () => recorder,
        () => over,
        think,
      ),
    ),
  );
  await wait(SETTLING_MS);
  recorder = new Recorder();
  // From here on; what the first seconds kept others waiting for is let go.
  for (const app of apps) await loopDelayOf(app);
  await wait(seconds * 1000);
  const measured = recorder;
  const saves = measured.of("save");
  const times = KINDS.map((kind) => measured.of(kind)).map(({ p50, p95, p99 }) => `${whole(p50)} / ${whole(p95)} / ${whole(p99)}`);
  const failed = measured.failures.map(([what, times]) => `${times} × ${what}`).join(", ") || "0";
  const delays = [];
  for (const app of apps) delays.push(await loopDelayOf(app));
  const loops = delays.map(({ p99, max, own }) => `${whole(p99)} / ${whole(max)} / ${whole(own)}`).join(", ");
  const memory = apps.map((app) => whole(memoryOf(app.process.pid))).join(", ");
  console.log(`| ${count} | ${(saves.count / seconds).toFixed(1)} | ${times.join(" | ")} | ${failed} | ${memory} | ${loops} |`);
  firstP95 ??= saves.p95;
  if (saves.p95 < 2 * firstP95) continue;
  doubledAt = count;
  break;
}
over = true;
await Promise.all(working);
const { compared, lost } = await compareWithStore(seats);
console.log(
  doubledAt === undefined
    ? `The p95 of a save did not double up to ${seats.length} assessors.`
    : `The p95 of a save has doubled at ${doubledAt} assessors, from ${whole(firstP95 ?? Number.NaN)} ms at ${steps[0]}.`,
);
console.log(`${compared} threads were acknowledged as saved and compared with the store; ${lost} differ.`);
for (const app of apps) await app.stop();
await postgres?.stop();
process.exit(lost > 0 ? 1 : 0);
