import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Visitor } from "../support/form-driver.ts";
import { CLICK, raw } from "../support/raw.ts";
import { apiClient } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const EMAIL = "victim@example.org";
const ASSESSMENTS = 5;
/** What a browser tells when a page elsewhere opens a window. */
const OPENED = { ...CLICK, "Sec-Fetch-Site": "cross-site" };
const SCREENS = ["questions/BM/AM", "summary", "grid/BM", "profile", "scope", "review", "continue"];

/** A page that somebody only looks at while they are signed in here. */
export const attack: Attack = {
  title: "Opens every screen that edits from a page elsewhere, to lock assessments in the name of whoever looks at it",
  async run() {
    const app = await startApp();
    try {
      const client = await apiClient(app.databaseUrl, EMAIL);
      const organization = await createOrganization(client);
      const ids: number[] = [];
      for (let count = 0; count < ASSESSMENTS; count += 1) {
        const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [1, 2] });
        expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
        ids.push(id);
      }
      const victim = await new Visitor(app.url).enter(await app.entryLink(EMAIL));
      const open = async (path: string, headers: Record<string, string>) => {
        const Cookie = `session=${victim.cookie("session")}; seen=${victim.cookie("seen")}`;
        let answer = await raw(app.url, path, { headers: { ...headers, Cookie } });
        // Follows redirects like a browser: the site that began the navigation stays the same.
        for (let hops = 0; answer.headers.location && hops < 5; hops += 1)
          answer = await raw(app.url, answer.headers.location.replace(/#.*/, ""), { headers: { ...headers, Cookie } });
        return answer.status;
      };
      const locked = async () => {
        const statuses = await Promise.all(ids.map(async (id) => (await client.get(`/assessments/${id}/lock`)).status));
        return statuses.filter((status) => status === 200).length;
      };
      const statuses: number[] = [];
      for (const id of ids) for (const screen of SCREENS) statuses.push(await open(`/assessments/${id}/${screen}`, OPENED));
      const byOthers = await locked();
      const shown = statuses.filter((status) => status === 200).length;
      // The same by a click here: the addresses are those that lock.
      await open(`/assessments/${ids[0]}/summary`, { ...CLICK, "Sec-Fetch-Site": "same-origin" });
      const byOwn = await locked();
      return {
        held: byOthers === 0 && byOwn === 1 && shown === statuses.length,
        figures: `${statuses.length} screens of ${ASSESSMENTS} assessments were opened from elsewhere, ${shown} were shown, ${byOthers} assessments were locked; a click here locked ${byOwn}`,
      };
    } finally {
      await app.stop();
    }
  },
};
