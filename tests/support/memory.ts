import { readFileSync } from "node:fs";

/** Megabytes that a process and those that it has started keep in memory; NaN where the system does not tell (it is read from /proc). */
export function memoryOf(pid: number | undefined): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
    const own = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024;
    return children.reduce((sum, child) => sum + (memoryOf(Number(child)) || 0), own);
  } catch {
    return Number.NaN;
  }
}
