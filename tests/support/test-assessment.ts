/** Tests that begin with an assessment of the test's user. It is made through the API and opened in the test's browser. */
import { paths } from "../../app/views/paths.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "./api.ts";
import { test as base } from "./fixtures.ts";
import { apiClient } from "./seed.ts";

export interface TestAssessment {
  id: number;
  /** The test's user, at the API. */
  client: Client;
  organization: number;
  /** The stored answers of a thread of the first perspective, as five letters; of the first thread by default. */
  stored(thread?: number): Promise<string>;
}

interface Scope {
  perspectiveIds: number[];
  threadIds: number[];
  selectedLevel: number;
}

/** What the assessment is made of, what is done in it beforehand, and the address that is opened. */
interface TestOptions {
  scope: Scope;
  prepare?: (place: Pick<TestAssessment, "id" | "client">) => Promise<void>;
  open?: (id: number) => string;
}

/** Benefits management and Risk management with three threads, begun at level 3. */
export const THREE_THREADS: Scope = { perspectiveIds: [1, 6], threadIds: [1, 2, 9], selectedLevel: 3 };

export const test = base.extend<{ begins: TestOptions; place: TestAssessment }>({
  begins: [{ scope: THREE_THREADS, open: (id) => paths.questions(id, "BM", "AM") }, { option: true }],

  place: async ({ app, user, signedIn: page, begins: { scope, prepare, open } }, use) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const organization = await createOrganization(client);
    const id = await createP3M3(client, organization, scope);
    // The user who makes an assessment holds its lock.
    await prepare?.({ id, client });
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const stored = async (thread = scope.threadIds[0]) => {
      const { body } = await client.get(`/P3M3/assessments/${id}/questions?p=${scope.perspectiveIds[0]}&t=${thread}`);
      return body.map(({ answer }: { answer: { selection: string } | null }) => answer?.selection[0] ?? "N").join("");
    };
    if (open) await page.goto(open(id));
    await use({ id, client, organization, stored });
  },
});
