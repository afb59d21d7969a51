import { spawnSync } from "node:child_process";
import { openStore } from "#api/store/open.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { freshDatabase } from "../support/api.ts";
import { apiClient } from "../support/seed.ts";
import { SECRETS, startApi } from "../support/server.ts";
import type { Attack } from "./attack.ts";

/** Somebody who can write to the store, but has no key of the history. */
export const attack: Attack = {
  title: "Erases what an assessor wrote, and calls it thinned, so that the check of the history finds nothing",
  async run() {
    const database = await freshDatabase();
    const api = await startApi(database.url);
    const store = openStore(database.url);
    const verify = () => {
      const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, ...SECRETS, DATABASE_URL: database.url };
      return spawnSync(process.execPath, ["--import", "tsx", "api/commands/history.ts", "verify"], { env, encoding: "utf8" });
    };
    try {
      const client = await apiClient(database.url, "assessor@example.org");
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [1] });
      for (const body of ["Seen", "Seen the plan", "Seen the plan, and it is out of date"])
        expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 1, body }), 200);
      const before = verify();
      const erase = store.updateTable("history").set({ content: null, erased: "thinned" }).where("chain", "=", `assessment/${id}`);
      await erase.where("kind", "=", "note").execute();
      const after = verify();
      const message = /entry \d+ was wrongly called thinned/.exec(after.stdout)?.[0];
      return {
        held: before.status === 0 && after.status === 1 && message !== undefined,
        figures: `the check ended with ${before.status} before and with ${after.status} after: ${message ?? after.stdout.trim()}`,
      };
    } finally {
      await store.destroy();
      await api.stop();
      await database.drop();
    }
  },
};
