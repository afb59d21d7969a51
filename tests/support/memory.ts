import { readFileSync } from "node:fs";

/** The processes that a process has started. */
export function workersOf(pid: number | undefined): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Megabytes that a process kept in memory at most; 0 where the system does not tell. */
export const mostMemoryOf = (pid: number): number => megabytesIn(pid, "VmHWM") || 0;

/** Megabytes that a process itself keeps in memory; NaN where the system does not tell (it is read from /proc). */
export const ownMemoryOf = (pid: number | undefined): number => megabytesIn(pid, "VmRSS");

/** Megabytes that a process and those that it has started keep in memory; NaN where the system does not tell. */
export const memoryOf = (pid: number | undefined): number =>
  workersOf(pid).reduce((sum, child) => sum + (memoryOf(child) || 0), ownMemoryOf(pid));

function megabytesIn(pid: number | undefined, figure: "VmRSS" | "VmHWM"): number {
  try {
    const [, kilobytes] = new RegExp(`${figure}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return Number(kilobytes ?? Number.NaN) / 1024;
  } catch {
    return Number.NaN;
  }
}
