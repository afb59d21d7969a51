/** npm run load -- day: a working day in ten minutes. */
import { setTimeout as wait } from "node:timers/promises";
import { loopDelayOf } from "../support/event-loop.ts";
import { memoryOf, ownMemoryOf } from "../support/memory.ts";
import { type ArrangementOptions, startArrangement } from "./arrangement.ts";
import { atWorkIn, DAY, type Hour, momentOf } from "./day-plan.ts";
import { type Kind, Recorder, timesIn, whole } from "./recorder.ts";
import { furnish, nothingLost, pauses, type Seat } from "./seats.ts";

const KINDS: readonly Kind[] = ["sign-in", "save", "questions", "home", "result", "export"];
/** Parts of an hour: in which all come, and in which all export. */
const [ARRIVAL, EXPORTING] = [0.25, 0.5];
/** How often somebody who is away looks at the clock. */
const AWAY_MS = 250;

interface DayOptions extends ArrangementOptions {
  people: number;
  /** Seconds that an hour of the day takes. */
  seconds: number;
  /** Mean milliseconds that somebody thinks over one change. */
  pause: number;
}

/** @returns whether every acknowledged answer is stored, and nothing failed */
export async function day(options: DayOptions): Promise<boolean> {
  const { people, seconds, pause } = options;
  const arrangement = await startArrangement(options);
  const { apps, pids } = arrangement;
  const seats = await furnish(arrangement, 0, people);
  const think = pauses(pause);
  let [hour] = DAY as [Hour];
  let recorder = new Recorder();
  let isOver = false;
  const record = () => recorder;
  const isAway = (index: number) => isOver || index >= atWorkIn(hour, people);

  async function spendDay({ assessor }: Seat, index: number): Promise<void> {
    let isSignedIn = false;
    while (!isOver) {
      if (isAway(index)) {
        await wait(AWAY_MS);
        continue;
      }
      await wait(momentOf(index, people, ARRIVAL) * seconds * 1000);
      if (!isSignedIn) await recorder.time("sign-in", () => assessor.signIn());
      isSignedIn = true;
      await assessor.work(record, () => isAway(index), think);
    }
  }

  async function exportTogether(): Promise<void> {
    const all = seats.slice(0, atWorkIn(hour, people)).map(async ({ assessor }, index) => {
      await wait(momentOf(index, people, EXPORTING) * seconds * 1000);
      await assessor.exportResult(recorder);
    });
    await Promise.all(all);
  }

  console.log(`${people} people, ${seconds} s for an hour, a change every ${pause} ms by each; times in ms: p50 / p95`);
  console.log(
    `| hour | at work | saves/s | ${KINDS.join(" | ")} | failed | MB by process | MB of workers | event loop p99 / max / own work |`,
  );
  console.log(`|${"---|".repeat(KINDS.length + 7)}`);
  const spent = seats.map(spendDay);
  const p95 = new Map<number, number>();
  const memory = new Map<number, number>();
  let failed = 0;
  for (const next of DAY) {
    hour = next;
    recorder = new Recorder();
    for (const app of apps) await loopDelayOf(app);
    const exporting = hour.exports ? exportTogether() : undefined;
    await wait(seconds * 1000);
    await exporting;
    const { failures } = recorder;
    failed += failures.reduce((sum, [, times]) => sum + times, 0);
    const delays = [];
    for (const app of apps) delays.push(await loopDelayOf(app));
    const own = pids.map(ownMemoryOf);
    const workers = pids.map((pid, index) => memoryOf(pid) - (own[index] ?? 0));
    p95.set(hour.at, recorder.of("save").p95);
    memory.set(hour.at, Math.max(...own));
    const cells = [
      `${hour.at}–${hour.at + 1}`,
      atWorkIn(hour, people),
      (recorder.of("save").count / seconds).toFixed(1),
      ...KINDS.map((kind) => timesIn(recorder, kind, ["p50", "p95"])),
      failures.map(([what, times]) => `${times} × ${what}`).join(", ") || 0,
      own.map(whole).join(", "),
      workers.map(whole).join(", "),
      delays.map((delay) => `${whole(delay.p99)} / ${whole(delay.max)} / ${whole(delay.own)}`).join(", "),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
  isOver = true;
  await Promise.all(spent);
  const ratio = (values: ReadonlyMap<number, number>, one: number, other: number) =>
    ((values.get(one) ?? Number.NaN) / (values.get(other) ?? Number.NaN)).toFixed(2);
  console.log(
    `p95 of a save in the rush at nine against eleven: ${ratio(p95, 9, 11)} ×; with the exports at five: ${ratio(p95, 17, 11)} ×.`,
  );
  console.log(
    `Memory of the largest process: ${whole(Math.max(...memory.values()))} MB; at five against at eleven ${ratio(memory, 17, 11)} ×.`,
  );
  console.log(`${failed} requests failed.`);
  const isWhole = await nothingLost(seats);
  await arrangement.stop();
  return isWhole && failed === 0;
}
