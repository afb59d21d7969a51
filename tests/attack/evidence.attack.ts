import { placeOf } from "#model/contract/history.ts";
import { EVIDENCE_MAX, EVIDENCE_PLACES_MAX } from "#model/evidence.ts";
import { PERSPECTIVES, THREADS } from "#model/p3m3/catalogue.ts";
import { paths } from "../../app/views/paths.ts";
import { createP3M3, expectStatus } from "../contract/scenario.ts";
import { loopDelayOf } from "../support/event-loop.ts";
import type { Visitor } from "../support/form-driver.ts";
import type { App } from "../support/server.ts";
import { type Attack, startMeasured } from "./attack.ts";
import { cookieOf, enterTwo, fillEvidence } from "./filling.ts";

const PAGE_BYTES_MAX = 1_000_000;
/** Of the serving thread's own work, in one piece, on a busy machine. */
const OWN_MS_MAX = 400;
const AT_ONCE = 10;

const PLACES = PERSPECTIVES.flatMap((perspective) =>
  THREADS.map((thread) => placeOf({ kind: "thread", perspectiveId: perspective.id, threadId: thread.id })),
);

/** Asks for pages at once, and at the same time for another team's home. */
async function storm(app: App, cookie: string, addresses: readonly string[], other: Visitor) {
  await loopDelayOf(app);
  let isDone = false;
  let bytes = 0;
  const pages = addresses.map(async (path) => {
    const answer = await fetch(app.url + path, { headers: { Cookie: cookie } });
    bytes = Math.max(bytes, (await answer.arrayBuffer()).byteLength);
    return answer.status;
  });
  const done = Promise.all(pages).finally(() => {
    isDone = true;
  });
  let [homes, wrong, slowest] = [0, 0, 0];
  while (!isDone) {
    const startedAt = performance.now();
    await other.get(paths.home());
    slowest = Math.max(slowest, performance.now() - startedAt);
    homes += 1;
    if (other.status !== 200) wrong += 1;
  }
  const statuses = await done;
  const { own } = await loopDelayOf(app);
  const failed = statuses.filter((status) => status !== 200).length;
  return {
    held: failed === 0 && homes > 0 && wrong === 0 && bytes <= PAGE_BYTES_MAX && !(own > OWN_MS_MAX),
    figures: `${addresses.length} pages at once, ${failed} failed, ${(bytes / 1e6).toFixed(2)} MB at most; another team's home ${homes} times, ${wrong} failed, ${slowest.toFixed(0)} ms at most; ${own.toFixed(0)} ms own work in one piece`,
  };
}

export const attack: Attack = {
  title: "evidence that fills every page of an assessment, so that the process has no time for anybody else",
  async run() {
    const app = await startMeasured();
    try {
      const { client, organizationId, visitor, other } = await enterTwo(app);
      const cookie = cookieOf(visitor);
      const results: { held: boolean; figures: string }[] = [];
      for (const [what, placesEach] of [
        ["as much as there may be", EVIDENCE_PLACES_MAX / EVIDENCE_MAX],
        ["as much as there was room for formerly", PLACES.length],
      ] as const) {
        const id = await createP3M3(client, organizationId);
        await fillEvidence(app, id, PLACES.slice(0, placesEach));
        const more = { kind: "document", what: "x", where: "", who: "", date: null, goodUntil: null, remark: "" };
        const refused = await client.post(`/assessments/${id}/evidence`, {
          ...more,
          places: [{ place: PLACES[0], supports: [], against: [] }],
        });
        expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
        // Modules that the first request of its kind loads are not part of the attack.
        for (const path of [paths.evidence(id), paths.questions(id, "BM", "AM")]) await visitor.get(path);
        const pages = { questions: paths.questions(id, "BM", "AM"), register: paths.evidence(id) };
        for (const [page, path] of Object.entries(pages)) {
          // The register is read as a whole: only the bound of what may be stored bounds it.
          if (page === "register" && placesEach === PLACES.length) continue;
          const { held, figures } = await storm(app, cookie, Array(AT_ONCE).fill(path), other);
          results.push({ held: held && refused.status === 422, figures: `${what}, ${page}: ${figures}` });
        }
      }
      return { held: results.every(({ held }) => held), figures: results.map(({ figures }) => figures).join("\n      ") };
    } finally {
      await app.stop();
    }
  },
};
