/** The data that a test starts from, made through the reference API on the same database, without a screen. */
import { createApi } from "#api/app.ts";
import { createEntryToken } from "#api/auth/entry.ts";
import { Catalogue } from "#api/content/catalogue.ts";
import { openEmbeddedApi } from "#api/embedded.ts";
import { changePerson, type UserChange } from "#api/services/people.ts";
import { createUser, findUserByEmail } from "#api/services/users.ts";
import { inTransaction, openStore, type Store } from "#api/store/open.ts";
import { dayOf, daysAfter } from "#model/days.ts";
import { expectStatus } from "../contract/scenario.ts";
import { Client, freshDatabase, operatingOn, testConfig } from "./api.ts";
import { startMisbehavingUpstream } from "./misbehaving-upstream.ts";
import { type EntryLinkOptions, SECRETS, startApp } from "./server.ts";

interface SeedTarget {
  store: Store;
  fetch(request: Request): Response | Promise<Response>;
}

const seedings = new Map<string, SeedTarget>();

/** Kept open until the process ends: test servers' databases are few, and removed with their folders. */
function seedingOn(databaseUrl: string): SeedTarget {
  const known = seedings.get(databaseUrl);
  if (known) return known;
  const store = openStore(databaseUrl);
  const api = createApi({ store, catalogue: new Catalogue(), config: testConfig(databaseUrl) });
  const seeding = { store, fetch: (request: Request) => api.fetch(request) };
  seedings.set(databaseUrl, seeding);
  return seeding;
}

/** A token that signs somebody in once; the user is created when there is none. */
async function entryToken(
  databaseUrl: string,
  email: string,
  { name, roles = ["P3M3", "ITIL"], team, permission }: EntryLinkOptions,
): Promise<string> {
  return inTransaction(seedingOn(databaseUrl).store, async (db) => {
    if (!(await findUserByEmail(db, email))) await createUser(db, { email, firstName: name, roles, team, permission });
    return createEntryToken(db, email);
  });
}

/** Somebody signed in to the API on the database of a running application; the user is created when there is none. */
export async function apiClient(databaseUrl: string, email: string, options: EntryLinkOptions = {}): Promise<Client> {
  const { fetch } = seedingOn(databaseUrl);
  const { body } = await new Client(fetch).post("/auth", { token: await entryToken(databaseUrl, email, options) });
  return new Client(fetch, body.token);
}

/** Somebody with the link of a voice. @param token of a link that this API made */
export async function voiceClient(databaseUrl: string, token: string): Promise<Client> {
  const { fetch } = seedingOn(databaseUrl);
  const { body } = await new Client(fetch).post("/auth/voice", { token });
  return new Client(fetch, body.token);
}

/** Changes a person as the command of an operator does. */
export async function changeByOperator(databaseUrl: string, email: string, change: UserChange): Promise<void> {
  await inTransaction(seedingOn(databaseUrl).store, (db) => changePerson(operatingOn(db, new Date()), email, change));
}

/** Dates all completed assessments back to an earlier month, so that benchmarks have them. Call it before any benchmark. */
export async function completedEarlier(databaseUrl: string): Promise<void> {
  const { store } = seedingOn(databaseUrl);
  await store.updateTable("assessment").set({ date_completed: "2026-01-20T09:00:00.000Z" }).where("status", "=", "Completed").execute();
}

/** Replaces the answers of all threads of an assessment, also by answers that no screen could give. */
export async function storeLetters(databaseUrl: string, assessmentId: number, selections: string): Promise<void> {
  const { store } = seedingOn(databaseUrl);
  await store.updateTable("thread_answer").set({ selections }).where("assessment_id", "=", assessmentId).execute();
}

export type AppWithFaults = Awaited<ReturnType<typeof startAppWithFaults>>;

/**
 * The application, with the reference API behind an upstream that tests can make misbehave.
 * @param env further variables of the application
 */
export async function startAppWithFaults(env: Record<string, string> = {}) {
  const { url: databaseUrl, drop } = await freshDatabase();
  const api = await openEmbeddedApi({ NODE_ENV: "test", ...SECRETS, DATABASE_URL: databaseUrl });
  const upstream = await startMisbehavingUpstream((request) => api.fetch(request));
  // A call that fails is repeated at once: how long it would wait is tested where it is decided.
  const usual = { API_URL: upstream.url, API_FIRST_PAUSE_MS: "0", HOME_SITE_URL: "http://home.invalid/" };
  const app = await startApp({ env: { ...usual, ...env } });
  return {
    url: app.url,
    databaseUrl,
    upstream,
    output: app.output,
    entryLink: async (email: string, options: EntryLinkOptions = {}) => `${app.url}/entry/${await entryToken(databaseUrl, email, options)}`,
    /** Ends the application alone, by SIGTERM; answers its exit code. */
    end: () => app.stop(),
    async stop() {
      await app.stop();
      await upstream.stop();
      await api.close();
      await drop();
    },
  };
}

interface VoiceForm {
  places: string[];
  name?: string;
  role?: string;
  message?: string;
  checksFacts?: boolean;
}

/** Asks somebody for their view of an assessment, without a mail. @returns the id of the voice */
export async function askVoice(
  client: Client,
  assessmentId: number,
  { places, name = "Nora Quay", role = "Specialist", message = "", checksFacts = false }: VoiceForm,
): Promise<number> {
  const until = daysAfter(dayOf(new Date(), "UTC"), 7);
  const body = { voices: [{ name, role, email: null }], places, until, message, checksFacts };
  return expectStatus(await client.post(`/assessments/${assessmentId}/voices`, body), 200).body.voices[0].voice;
}

/** The token of a voice's link. */
export const tokenOf = async (client: Client, assessmentId: number, voiceId: number): Promise<string> =>
  expectStatus(await client.post(`/assessments/${assessmentId}/voices/${voiceId}/link`, {}), 200).body.token;
