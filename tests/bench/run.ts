/**
 * `npm run bench` prints how fast the product is: ratios to a bare way of doing the same, measured in one run. A name, as in `npm run bench
 * storing`, runs that part alone. docs/performance.md has the aims and last figures.
 */
import { type Line, table } from "./measure.ts";

const parts: Record<string, () => Promise<Line[]>> = {
  storing: async () => (await import("./storing.ts")).storing(),
  results: async () => (await import("./results.ts")).results(),
  reports: async () => (await import("./reports.ts")).reports(),
  calls: async () => (await import("./calls.ts")).calls(),
  start: async () => (await import("./start.ts")).start(),
  laptop: async () => (await import("./laptop.ts")).laptop(),
  paint: async () => (await import("./paint.ts")).paint(),
  home: async () => (await import("./home.ts")).home(),
  engagements: async () => (await import("./engagements.ts")).engagements(),
  voices: async () => (await import("./voices.ts")).voices(),
  ratings: async () => (await import("./ratings.ts")).ratings(),
  again: async () => (await import("./again.ts")).again(),
  large: async () => (await import("./large.ts")).large(),
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !parts[name]);
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(", ")}: ${Object.keys(parts).join(", ")}`);
  process.exit(1);
}
// A worker does not keep the process alive that waits for it.
const waiting = setInterval(() => undefined, 60_000);
for (const [name, run] of Object.entries(parts)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.error(`Measuring ${name} …`);
  try {
    console.log(table(await run()));
  } catch (error) {
    // One broken part does not stop the others.
    console.error(`${name} was not measured:`, error);
    process.exitCode = 1;
  }
}
clearInterval(waiting);
