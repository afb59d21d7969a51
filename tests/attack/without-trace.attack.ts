import { changeUser } from "#api/services/people.ts";
import { findUserByEmail } from "#api/services/users.ts";
import { inTransaction, openStore } from "#api/store/open.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import { Client, freshDatabase, operatingOn } from "../support/api.ts";
import { apiClient } from "../support/seed.ts";
import { startApi } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const OWNER = "owner@example.org";
const READER = "reader@internal.example";
const READS = ["", "/progress", "/scores", "/overview", "/history", "/evidence", "/wording"];

/** People with a token, who make calls that no screen makes. */
export const attack: Attack = {
  title: "Reads another team's assessment by single calls without a trace, and sends old writes again after leaving the team",
  async run() {
    const database = await freshDatabase();
    const api = await startApi(database.url, { ALL_ASSESSMENTS_ACCOUNTS: READER });
    const owner = await apiClient(database.url, OWNER, { team: "Owners" });
    const { token } = await apiClient(database.url, READER);
    const store = openStore(database.url);
    const at = (client: { token: string | undefined }) =>
      new Client((request) => fetch(new Request(request.url.replace("http://api.test", api.url), request)), client.token);
    try {
      const organization = await createOrganization(owner);
      let untraced = 0;
      for (const path of READS) {
        const id = await createP3M3(owner, organization, { perspectiveIds: [1], threadIds: [1] });
        expectStatus(await at({ token }).get(`/assessments/${id}${path}`), 200);
        const reads = await store
          .selectFrom("history")
          .select("id")
          .where("chain", "=", `assessment/${id}`)
          .where("kind", "=", "read")
          .execute();
        if (reads.length === 0) untraced += 1;
      }

      const id = await createP3M3(owner, organization, { perspectiveIds: [1], threadIds: [1] });
      const body = { assessmentId: id, perspectiveId: 1, threadId: 1, body: "Seen the plan" };
      const again = () => at(owner).post("/P3M3/notes", body, { "Idempotency-Key": "sent-before" });
      const before = (await again()).status;
      await inTransaction(store, async (db) => {
        const user = await findUserByEmail(db, OWNER);
        if (user) await changeUser(operatingOn(db, new Date()), user, { team: "Elsewhere" });
      });
      const after = (await again()).status;
      return {
        held: untraced === 0 && before === 200 && after === 404,
        figures: `${READS.length} calls were made, ${untraced} left no trace; a write that was answered ${before} was answered ${after} after leaving the team`,
      };
    } finally {
      await store.destroy();
      await api.stop();
      await database.drop();
    }
  },
};
