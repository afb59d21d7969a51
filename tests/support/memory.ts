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
export function mostMemoryOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Megabytes that a process and those that it has started keep in memory; NaN where the system does not tell (it is read from /proc). */
export function memoryOf(pid: number | undefined): number {
  try {
    const own = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
    return workersOf(pid).reduce((sum, child) => sum + (memoryOf(child) || 0), own);
  } catch {
    return Number.NaN;
  }
}
