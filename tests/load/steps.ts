/** npm run load -- steps: more assessors at every step, until the p95 of a save has doubled. */
import { setTimeout as wait } from "node:timers/promises";
import { loopDelayOf } from "../support/event-loop.ts";
import { memoryOf, ownMemoryOf } from "../support/memory.ts";
import { type ArrangementOptions, startArrangement } from "./arrangement.ts";
import { type Kind, Recorder, timesIn, whole } from "./recorder.ts";
import { furnish, nothingLost, pauses, type Seat } from "./seats.ts";

const KINDS: readonly Kind[] = ["save", "questions", "summary", "home", "result", "export"];
/** After newcomers sat down, before anything counts. */
const SETTLING_MS = 5000;

interface StepsOptions extends ArrangementOptions {
  /** Numbers of assessors. */
  steps: readonly number[];
  /** Of each step. */
  seconds: number;
  /** Mean milliseconds that an assessor thinks over one change. */
  pause: number;
}

/** @returns whether every acknowledged answer is stored */
export async function steps(options: StepsOptions): Promise<boolean> {
  const { database, processes, apart, seconds, pause } = options;
  const arrangement = await startArrangement(options);
  const { apps, pids } = arrangement;
  const seats: Seat[] = [];
  const think = pauses(pause);
  const api = apart ? " and the API in one of its own" : "";
  console.log(
    `${database}, ${processes} web process(es)${api}, ${seconds} s a step, a change every ${pause} ms by each assessor, times in ms`,
  );
  console.log(
    `| assessors | saves/s | ${KINDS.map((kind) => `${kind} p50 / p95 / p99`).join(" | ")} | failed | MB by process | MB of workers | event loop p99 / max / own work, by web process |`,
  );
  console.log(`|${"---|".repeat(KINDS.length + 6)}`);
  let recorder = new Recorder();
  let over = false;
  const working: Promise<void>[] = [];
  let firstP95: number | undefined;
  let doubledAt: number | undefined;
  for (const count of options.steps) {
    const newcomers = await furnish(arrangement, seats.length, count);
    seats.push(...newcomers);
    for (const { assessor } of newcomers) await assessor.signIn();
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
    const times = KINDS.map((kind) => timesIn(measured, kind, ["p50", "p95", "p99"]));
    const failed = measured.failures.map(([what, times]) => `${times} × ${what}`).join(", ") || "0";
    const delays = [];
    for (const app of apps) delays.push(await loopDelayOf(app));
    const loops = delays.map(({ p99, max, own }) => `${whole(p99)} / ${whole(max)} / ${whole(own)}`).join(", ");
    const memory = pids.map((pid) => whole(ownMemoryOf(pid))).join(", ");
    const workers = pids.map((pid) => whole(memoryOf(pid) - ownMemoryOf(pid))).join(", ");
    console.log(
      `| ${count} | ${(saves.count / seconds).toFixed(1)} | ${times.join(" | ")} | ${failed} | ${memory} | ${workers} | ${loops} |`,
    );
    firstP95 ??= saves.p95;
    if (saves.p95 < 2 * firstP95) continue;
    doubledAt = count;
    break;
  }
  over = true;
  await Promise.all(working);
  console.log(
    doubledAt === undefined
      ? `The p95 of a save did not double up to ${seats.length} assessors.`
      : `The p95 of a save has doubled at ${doubledAt} assessors, from ${whole(firstP95 ?? Number.NaN)} ms at ${options.steps[0]}.`,
  );
  const isWhole = await nothingLost(seats);
  await arrangement.stop();
  return isWhole;
}
