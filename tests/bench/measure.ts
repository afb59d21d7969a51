/** How things are measured: side by side in one run, in turns, so that what else the machine does hits both alike. */
import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";

/** The value in the middle; NaN of none. */
export const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};

export interface Timing {
  /** Milliseconds for one call: the median of all rounds. */
  ms: number;
}

/**
 * Times several ways of doing something, in turns.
 * @param ways each is called `calls` times in a round; a warm-up round is not counted
 * @param clock tells the milliseconds that have passed
 */
export async function inTurns<Name extends string>(
  ways: Record<Name, (call: number) => unknown>,
  { rounds = 9, calls = 50, concurrency = 1, clock = () => performance.now() } = {},
): Promise<Record<Name, Timing>> {
  const names = Object.keys(ways) as Name[];
  const times = new Map<Name, number[]>(names.map((name) => [name, []]));
  let call = 0;
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const began = clock();
      const first = call;
      call += calls;
      let next = first;
      const worker = async () => {
        while (next < call) {
          const mine = next;
          next += 1;
          await ways[name](mine);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, worker));
      if (round > 0) times.get(name)?.push((clock() - began) / calls);
    }
  }
  return Object.fromEntries(names.map((name) => [name, { ms: median(times.get(name) ?? []) }])) as Record<Name, Timing>;
}

/** A clock that goes only while a process works, so a busy machine does not matter. Linux only. */
export function workOf(pid: number | undefined): () => number {
  const threads = `/proc/${pid}/task`;
  return () =>
    readdirSync(threads).reduce((sum, each) => sum + Number(readFileSync(`${threads}/${each}/schedstat`, "utf8").split(" ")[0]), 0) / 1e6;
}

export interface Line {
  what: string;
  against: string;
  /** With its unit. */
  measured: string;
  reference: string;
  ratio: string;
  aim: string;
}

/** The results as a table that can be put into bench/results/ as it is. */
export function table(lines: readonly Line[]): string {
  const head = ["what", "against", "measured", "reference", "ratio", "aim"] as const;
  const rows = lines.map((line) => `| ${head.map((column) => line[column]).join(" | ")} |`);
  return [`| ${head.join(" | ")} |`, `|${head.map(() => "---").join("|")}|`, ...rows].join("\n");
}

export const milliseconds = (ms: number) => `${ms < 1 ? ms.toFixed(3) : ms.toFixed(2)} ms`;
export const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;
export const ratioOf = (value: number, reference: number) => `${(value / reference).toFixed(2)} ×`;
