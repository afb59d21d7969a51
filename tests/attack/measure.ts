import { paths } from "../../app/views/paths.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { cookieOf } from "./filling.ts";

const PAGE_BYTES_MAX = 1_000_000;
/** Of the serving thread's own work, in one piece. The aim is 100 ms on a quiet machine. */
const OWN_MS_MAX = 200;

/** Opens pages one after the other, and after each another team's home. @returns for each whether it is small and quick enough */
export const measurePages = (app: App, visitor: Visitor, other: Visitor, pages: Readonly<Record<string, string>>) =>
  measure(app, visitor, other, pages, PAGE_BYTES_MAX);

/** The same for files, which may be as large as they are: workers write them. */
export const measureFiles = (app: App, visitor: Visitor, other: Visitor, files: Readonly<Record<string, string>>) =>
  measure(app, visitor, other, files, Number.POSITIVE_INFINITY);

async function measure(app: App, visitor: Visitor, other: Visitor, pages: Readonly<Record<string, string>>, bytesMax: number) {
  const results: { held: boolean; figures: string }[] = [];
  const cookie = cookieOf(visitor);
  for (const [page, path] of Object.entries(pages)) {
    // Modules that the first request of its kind loads are not part of the attack.
    await fetch(app.url + path, { headers: { Cookie: cookie } }).then((answer) => answer.arrayBuffer());
    await loopDelayOf(app);
    const begun = performance.now();
    const answer = await fetch(app.url + path, { headers: { Cookie: cookie } });
    const bytes = (await answer.arrayBuffer()).byteLength;
    const took = performance.now() - begun;
    const { own } = await loopDelayOf(app);
    await other.get(paths.home());
    const held = answer.status === 200 && bytes <= bytesMax && !(own > OWN_MS_MAX) && other.status === 200;
    const figures = `${page}: ${answer.status}, ${(bytes / 1e6).toFixed(2)} MB, ${took.toFixed(0)} ms, ${own.toFixed(0)} ms own work in one piece`;
    results.push({ held, figures: held ? figures : `${figures} (too much)` });
  }
  return results;
}
