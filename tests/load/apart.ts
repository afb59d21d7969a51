/**
 * npm run load -- apart: web and API in one process against each in a process of its own, on SQLite. Both arrangements are started, and serve in
 * turns. The busiest process is the first to use up its core, so its own processor time counts. Needs Linux.
 */
import { median, ratioOf, workOf } from "../bench/measure.ts";
import { startArrangement } from "./arrangement.ts";
import { Recorder } from "./recorder.ts";
import { furnish, nothingLost, pauses } from "./seats.ts";

/** The first one warms up. */
const ROUNDS = 6;

interface ApartOptions {
  people: number;
  /** Of each round. */
  seconds: number;
  /** Mean milliseconds that an assessor thinks over one change. */
  pause: number;
}

type Side = Awaited<ReturnType<typeof open>>;

async function open(apart: boolean, people: number) {
  const arrangement = await startArrangement({ database: "sqlite", processes: 1, apart });
  const seats = await furnish(arrangement, 0, people);
  for (const { assessor } of seats) await assessor.signIn();
  return { arrangement, seats };
}

/** Everybody works for some seconds. @returns saves, and milliseconds of processor time of each process */
async function serve({ arrangement, seats }: Side, { seconds, pause }: ApartOptions) {
  const recorder = new Recorder();
  const clocks = arrangement.pids.map(workOf);
  const before = clocks.map((clock) => clock());
  const end = Date.now() + seconds * 1000;
  const [record, isOver, think] = [() => recorder, () => Date.now() >= end, pauses(pause)];
  await Promise.all(seats.map(({ assessor }) => assessor.work(record, isOver, think)));
  const { count, p50, p95 } = recorder.of("save");
  for (const [what, times] of recorder.failures) console.log(`${times} × ${what}`);
  return { saves: count, p50, p95, work: clocks.map((clock, index) => clock() - (before[index] ?? 0)) };
}

/** @returns whether every acknowledged answer is stored */
export async function apart(options: ApartOptions): Promise<boolean> {
  const sides = { together: await open(false, options.people), apart: await open(true, options.people) };
  const perSecond = { together: [] as number[], apart: [] as number[] };
  console.log(`${options.people} assessors, ${options.seconds} s a round; processor time in ms for a save, with the screens between saves`);
  console.log(
    "| round | web and API | saves | save p50 / p95 | web | API | saves per second of the busiest |\n|---|---|---|---|---|---|---|",
  );
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of ["together", "apart"] as const) {
      const { saves, p50, p95, work } = await serve(sides[name], options);
      const perSave = work.map((ms) => (ms / saves).toFixed(2));
      const rate = (1000 * saves) / Math.max(...work);
      if (round > 0) perSecond[name].push(rate);
      const times = `${p50.toFixed(0)} / ${p95.toFixed(0)}`;
      console.log(`| ${round || "warm-up"} | ${name} | ${saves} | ${times} | ${perSave[0]} | ${perSave[1] ?? "–"} | ${rate.toFixed(1)} |`);
    }
  const [together, alone] = [median(perSecond.together), median(perSecond.apart)];
  console.log(
    `Saves per second of processor time of the busiest process, medians: ${alone.toFixed(1)} apart, ${together.toFixed(1)} together: ${ratioOf(alone, together)}.`,
  );
  const whole = [];
  for (const { seats, arrangement } of Object.values(sides)) {
    whole.push(await nothingLost(seats));
    await arrangement.stop();
  }
  return whole.every(Boolean);
}
