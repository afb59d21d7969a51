/**
 * npm run load: people work through full P3M3 assessments. Loopback only, bounded in number and time. Afterwards each answer that was
 * acknowledged is compared with the store. Method and figures: docs/scale.md and bench/results/.
 */
import { parseArgs } from "node:util";
import { z } from "zod";
import { buildIfStale } from "../../scripts/build.js";
import { apart } from "./apart.ts";
import { day } from "./day.ts";
import { pairs } from "./pairs.ts";
import { steps } from "./steps.ts";

const MODES = ["steps", "day", "apart", "pairs"] as const;

const USAGE = `Usage: npm run load -- [MODE] [options]
Modes
  steps  more assessors at every step, until the p95 of a save has doubled; without a mode, this one
  day    a working day, an hour a minute: rush at nine, lunch, exports at five
  apart  SQLite: web and API in one process against each in its own, saves per second of processor time of the busiest
  pairs  PostgreSQL, two web processes and an API of their own: two colleagues at each assessment, one at each web process
Options
  --database   sqlite or postgres, for steps and day
  --processes  web processes on the one database, at most 8, for steps and day; more than one needs postgres
  --apart      the API in a process of its own, for steps and day
  --steps      numbers of assessors, none smaller than the one before, at most 640
  --people     in the other modes: assessors, or pairs, at most 640
  --seconds    how long a step, an hour of the day, a round or all pairs last, at most 300
  --pause      mean milliseconds that an assessor thinks over one change, at least 50`;

const options = z
  .object({
    mode: z.enum(MODES).default("steps"),
    database: z.enum(["sqlite", "postgres"]).default("sqlite"),
    processes: z.coerce.number().int().min(1).max(8).default(1),
    apart: z.boolean().default(false),
    steps: z
      .string()
      .default("10,20,40,80,160,320")
      .transform((list) => list.split(",").map(Number))
      .refine(
        (steps) => steps.every((count, index) => Number.isInteger(count) && count > 0 && count >= (steps[index - 1] ?? 0) && count <= 640),
        { message: "must be numbers up to 640, none smaller than the one before" },
      ),
    people: z.coerce.number().int().min(1).max(640).optional(),
    seconds: z.coerce.number().int().min(1).max(300).optional(),
    pause: z.coerce.number().int().min(50).max(60_000).default(1000),
  })
  .refine(({ database, processes }) => processes === 1 || database === "postgres", "several processes need --database postgres");

function readOptions() {
  try {
    const string = { type: "string" } as const;
    const { values, positionals } = parseArgs({
      options: {
        ...{ database: string, processes: string, steps: string },
        ...{ people: string, seconds: string, pause: string },
        apart: { type: "boolean" },
      },
      allowPositionals: true,
    });
    const [mode, ...others] = positionals;
    if (others.length > 0) throw new Error(`one mode at a time: ${positionals.join(", ")}`);
    return options.parse({ ...values, mode });
  } catch (error) {
    console.error(error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : error);
    console.error(USAGE);
    process.exit(2);
  }
}

const { mode, people, seconds, ...rest } = readOptions();
buildIfStale();
const run = {
  steps: () => steps({ ...rest, seconds: seconds ?? 30 }),
  day: () => day({ ...rest, people: people ?? 80, seconds: seconds ?? 60 }),
  apart: () => apart({ ...rest, people: people ?? 40, seconds: seconds ?? 15 }),
  pairs: () => pairs({ people: people ?? 20, seconds: seconds ?? 60 }),
}[mode];
process.exit((await run()) ? 0 : 1);
