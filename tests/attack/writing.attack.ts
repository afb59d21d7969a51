import { openStore } from "#api/store/open.ts";
import { NOTE_MAX } from "#model/note.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { type Answer, Client, freshDatabase } from "../support/api.ts";
import { apiClient } from "../support/seed.ts";
import { startApi } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const TEAM = "writers";
const NOTE = "The sponsor reviews the benefits every quarter. ".repeat(NOTE_MAX / 40).slice(0, NOTE_MAX);
/** What one write adds to the history at most, in a minute, by the rule of each. */
const FLOODS = { notes: 600, wishes: 600, files: 1_551 } as const;
const KEPT_MAX = { notes: 240, wishes: 60, files: 240 } as const;
/** Of the colleague during each flood: below what one person may write within a minute. */
const SAVES_MAX = 60;
/** Calls under way at a time. */
const AT_ONCE = 8;

/** Makes calls as fast as the API takes them. @returns how many had which status, and how many of those that were refused said when to come back */
async function flood(times: number, call: (count: number) => Promise<Answer>) {
  const statuses: number[] = [];
  let [next, said] = [0, 0];
  const work = async () => {
    while (next < times) {
      const count = next;
      next += 1;
      const { status, headers } = await call(count);
      statuses.push(status);
      if (status === 429 && Number(headers.get("Retry-After")) > 0) said += 1;
    }
  };
  const began = performance.now();
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const refused = statuses.filter((status) => status === 429).length;
  return { refused, isTold: said === refused, seconds: (performance.now() - began) / 1000 };
}

export const attack: Attack = {
  title: "long notes, lock wishes and files taken out, as fast as they can be sent, to fill the history and keep colleagues waiting",
  async run() {
    const database = await freshDatabase();
    const api = await startApi(database.url);
    try {
      const overHttp = (by: Client) =>
        new Client(async (request) => {
          const body = await request.text();
          return fetch(api.url + new URL(request.url).pathname, {
            method: request.method,
            headers: request.headers,
            ...(body ? { body } : {}),
          });
        }, by.token);
      const signIn = async (name: string) => overHttp(await apiClient(database.url, `${name}@example.org`, { team: TEAM }));
      const [mallory, kim] = [await signIn("mallory"), await signIn("kim")];
      const organizationId = await createOrganization(mallory);
      const [own, held] = [await createP3M3(mallory, organizationId), await createP3M3(kim, organizationId)];
      const note = (by: Client, id: number, body: string) =>
        by.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 1, body });
      const wish = `/assessments/${held}/lock/wish`;
      const calls = {
        notes: (count: number) => note(mallory, own, `${count} ${NOTE}`.slice(0, NOTE_MAX)),
        wishes: (count: number) => (count % 2 === 0 ? mallory.post(wish) : mallory.delete(wish)),
        files: () => mallory.post(`/assessments/${own}/history/files`, { what: "Excel file" }),
      };
      const zero = await mallory.post(`/assessments/${own}/history/files`, { what: "a\u0000b" });
      const results: string[] = [];
      let isHeld = zero.status === 422;
      for (const name of ["notes", "wishes", "files"] as const) {
        let [isDone, slowest, saved] = [false, 0, 0];
        const flooding = flood(FLOODS[name], calls[name]).finally(() => {
          isDone = true;
        });
        while (!isDone && saved < SAVES_MAX) {
          const startedAt = performance.now();
          expectStatus(await note(kim, held, `Note ${saved}`), 200);
          slowest = Math.max(slowest, performance.now() - startedAt);
          saved += 1;
        }
        const { refused, isTold, seconds } = await flooding;
        isHeld &&= isTold && FLOODS[name] - refused <= KEPT_MAX[name];
        results.push(
          `${FLOODS[name]} ${name} in ${seconds.toFixed(1)} s: ${FLOODS[name] - refused} taken; a colleague saved ${saved} times meanwhile, ${slowest.toFixed(0)} ms at most`,
        );
      }
      const store = openStore(database.url);
      const rows = await store
        .selectFrom("history")
        .select("kind")
        .where("chain", "in", [`assessment/${own}`, `assessment/${held}`])
        .execute();
      await store.destroy();
      return {
        held: isHeld,
        figures: [...results, `${rows.length} entries in the history of both; a name with U+0000: ${zero.status}`].join("\n      "),
      };
    } finally {
      await api.stop();
      await database.drop();
    }
  },
};
