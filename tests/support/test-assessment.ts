/** Tests that begin with an assessment of the test's user. It is made through the API and opened in the test's browser. */
import { paths } from "../../app/views/paths.ts";
import { answeringPathsOf } from "../../app/views/rating-paths.ts";
import { createOrganization, createP3M3, expectStatus } from "../contract/scenario.ts";
import type { Client } from "./api.ts";
import { test as base } from "./fixtures.ts";
import { beginOwnRating } from "./own-rating.ts";
import { apiClient } from "./seed.ts";

export interface TestAssessment {
  id: number;
  /** The test's user, at the API. */
  client: Client;
  organization: number;
  /** The stored answers of a thread of the first perspective, as five letters; of the first thread by default. */
  stored(thread?: number): Promise<string>;
  /** The stored note of the first thread. */
  note(): Promise<string>;
  /** Where the first thread is answered. */
  address: string;
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
  /** Answers are those of a second rating, which the user has begun. */
  isRating?: boolean;
}

/** Benefits management and Risk management with three threads, begun at level 3. */
export const THREE_THREADS: Scope = { perspectiveIds: [1, 6], threadIds: [1, 2, 9], selectedLevel: 3 };

export const test = base.extend<{ begins: TestOptions; place: TestAssessment }>({
  begins: [{ scope: THREE_THREADS, open: (id) => paths.questions(id, "BM", "AM") }, { option: true }],

  place: async ({ app, user, signedIn: page, begins: { scope, prepare, open, isRating } }, use) => {
    const client = await apiClient(app.databaseUrl, user.email, user);
    const organization = await createOrganization(client);
    const id = await createP3M3(client, organization, scope);
    const rate = async () => {
      const asker = await apiClient(app.databaseUrl, `asks.${user.email}`, { name: "Kim", team: user.team });
      return beginOwnRating(asker, client, user.email, id, scope.perspectiveIds);
    };
    // The user who makes an assessment holds its lock.
    await prepare?.({ id, client });
    expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
    const [perspective = 1, first = 1] = [scope.perspectiveIds[0], scope.threadIds[0]];
    const rating = isRating && (await rate());
    const stored = async (thread = first) => {
      if (rating) return rating.letters(perspective, thread);
      const { body } = await client.get(`/P3M3/assessments/${id}/questions?p=${perspective}&t=${thread}`);
      return body.map(({ answer }: { answer: { selection: string } | null }) => answer?.selection[0] ?? "N").join("");
    };
    const note = async () =>
      rating ? rating.note(perspective, first) : (await client.get(`/P3M3/notes/${id}/${perspective}/${first}`)).body.body;
    const address = (rating ? answeringPathsOf(rating.number) : paths).questions(id, "BM", "AM");
    if (open) await page.goto(rating ? address : open(id));
    await use({ id, client, organization, stored, note, address });
  },
});
