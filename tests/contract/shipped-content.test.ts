/** A full assessment of each scope of each model, answered from the content that ships with the product. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { type EmbeddedApi, openEmbeddedApi } from "#api/embedded.ts";
import { createUser } from "#api/services/users.ts";
import { inTransaction, openStore, type Store } from "#api/store/open.ts";
import { CONTINUAL_IMPROVEMENT_ID, ITIL_SCOPES, PRACTICES } from "#model/itil/catalogue.ts";
import { P3M3_SCOPES, PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { threadsOffered } from "#model/p3m3/scope.ts";
import { Client, type FreshDatabase, freshSqlite } from "../support/api.ts";
import { answerAllItil, completeP3M3, createItil, createOrganization, expectStatus } from "./scenario.ts";

let database: FreshDatabase;
let api: EmbeddedApi;
let store: Store;
let client: Client;
let organizationId: number;

beforeAll(async () => {
  database = freshSqlite();
  api = await openEmbeddedApi({ NODE_ENV: "test", DATABASE_URL: database.url });
  store = openStore(database.url);
  const email = "robin@example.org";
  const token = await inTransaction(store, async (db) => {
    await createUser(db, { email, firstName: "Robin", roles: ["P3M3", "ITIL"] });
    return createEntryToken(db, email);
  });
  const { body } = await new Client((request) => api.fetch(request)).post("/auth", { token });
  client = new Client((request) => api.fetch(request), body.token);
  organizationId = await createOrganization(client);
});
afterAll(async () => {
  await store.destroy();
  await api.close();
  await database.drop();
});

describe("P3M3", () => {
  test.each(P3M3_SCOPES)(
    "%s: every thread of every perspective has its five statements, and the assessment is submitted",
    async (selectedScope) => {
      const id = await completeP3M3(client, organizationId, "FFFPN", { selectedScope });
      const { body } = expectStatus(await client.get(`/P3M3/assessments/${id}/results`), 200);
      expect(body.overall).toEqual({ decimal: 3.5, maturity: 3 });
      expect(body.threads).toHaveLength(PERSPECTIVES.length * threadsOffered(selectedScope).length);
    },
  );
});

describe("ITIL", () => {
  test.each(ITIL_SCOPES)(
    "%s: every practice and component chosen can be answered, and the assessment is submitted",
    async (selectedScope) => {
      const offered = selectedScope === "Maturity" ? PRACTICES.filter(({ id }) => id !== CONTINUAL_IMPROVEMENT_ID).slice(0, 5) : PRACTICES;
      const id = await createItil(client, organizationId, {
        selectedScope,
        practices: offered.map((item) => ({ id: item.id, selectionMode: 1 })),
      });
      await answerAllItil(client, id, "F", 5);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const { body } = expectStatus(await client.get(`/ITIL/assessments/${id}/results`), 200);
      expect(body.capabilities.map(({ score }: { score: number }) => score)).toEqual(body.capabilities.map(() => 5));
      expect(body.maturityScore).toBe(selectedScope === "Capability" ? null : 5);
    },
  );
});
