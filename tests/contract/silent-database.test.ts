/** PostgreSQL behind a line that has gone dead: every byte is dropped, and no connection is closed. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, inject, it, vi } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import type { Carrier } from "#api/outbox/channel.ts";
import { requestQueue } from "#api/outbox/requests.ts";
import { Sender } from "#api/outbox/sender.ts";
import { openStore, type Store } from "#api/store/open.ts";
import { keepPulse } from "#api/store/pulse.ts";
import { type FreshDatabase, freshPostgres, openTestApi, type TestApi } from "../support/api.ts";
import { commandOf } from "../support/command.ts";
import { SECRETS } from "../support/server.ts";
import { type SilentProxy, startSilentProxy } from "../support/silent-proxy.ts";
import { onPostgres } from "./databases.ts";
import { createItil, createOrganization, expectStatus, organizationForm } from "./scenario.ts";

/** Milliseconds that a statement may take. */
const PATIENCE = 400;
/** How long a call is repeated. */
const REPEATED = { timeout: 20_000 };
/** Connections of one store. */
const POOL = 10;

let database: FreshDatabase;
let proxy: SilentProxy;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  database = await freshPostgres(inject("postgresUrl"));
  proxy = await startSilentProxy(database.url);
});
afterEach(async () => {
  await proxy.close();
  for (const close of closing.splice(0).reverse()) await close();
  await database.drop();
});

async function openApi(url: string): Promise<TestApi> {
  const api = await openTestApi({ url, drop: async () => {} }, { databaseTimeoutMs: PATIENCE });
  closing.push(() => api.close());
  return api;
}

function openDirect(): Store {
  const store = openStore(database.url);
  closing.push(() => store.destroy());
  return store;
}

it(
  "is a 503 for the calls under way, and none for those after the line is back, although the whole pool was in use",
  onPostgres,
  async () => {
    const api = await openApi(proxy.url);
    const client = await api.signIn({ email: "silent@team.example" });
    const silent = proxy.silenceAt(POOL);
    const underWay = Array.from({ length: 3 * POOL }, () => client.post("/organizations", organizationForm()));
    await silent;
    const answers = await Promise.all(underWay);
    const refusals = answers.filter(({ status }) => status !== 201);
    expect(refusals.length).toBeGreaterThanOrEqual(POOL);
    for (const { status, body } of refusals) expect([status, body.title]).toEqual([503, "The store cannot be reached."]);
    expect((await api.anonymous.get("/ready")).status).toBe(503);
    proxy.speak();
    await vi.waitFor(async () => expectStatus(await api.anonymous.get("/ready"), 200), REPEATED);
    const stored = await vi.waitFor(async () => expectStatus(await client.get("/organizations"), 200).body.myOrgnizations.length, REPEATED);
    expect(stored).toBeGreaterThanOrEqual(answers.length - refusals.length);
    // Transactions that the silence cut off hold their locks until PostgreSQL gives them up.
    await vi.waitFor(async () => expectStatus(await client.post("/organizations", organizationForm()), 201), REPEATED);
  },
);

it("is logged once, and so is that it speaks again", onPostgres, async () => {
  const store = openStore(proxy.url, { statementMs: PATIENCE });
  closing.push(() => store.destroy());
  const logged: { level: string; message: string }[] = [];
  const endPulse = keepPulse(store, (entry) => logged.push(entry), 20);
  closing.push(async () => endPulse());
  proxy.silence();
  await vi.waitFor(() => expect(logged).toMatchObject([{ level: "warn", message: "the database does not answer" }]), REPEATED);
  proxy.speak();
  await vi.waitFor(
    () => expect(logged.slice(1)).toEqual([expect.objectContaining({ level: "info", message: "the database answers again" })]),
    REPEATED,
  );
});

it("stops the outbox for as long as it lasts, which is logged, and what it was sending is sent again", onPostgres, async () => {
  const api = await openApi(database.url);
  const client = await api.signIn({ email: "sender@team.example" });
  const id = await createItil(client, await createOrganization(client));
  expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
  const store = openStore(proxy.url, { statementMs: PATIENCE });
  closing.push(() => store.destroy());
  const logged: Record<string, unknown>[] = [];
  let [sent, now] = [0, api.now];
  const carrier: Carrier = {
    channel: "webhook",
    async send() {
      sent += 1;
      // It arrives, but this cannot be noted.
      if (sent === 1) proxy.silence();
    },
  };
  const sender = new Sender({
    store,
    queue: requestQueue(store, [carrier]),
    clock: () => now,
    log: (entry) => logged.push(entry),
    everyMs: 20,
  });
  sender.start();
  closing.push(() => sender.stop());
  const lines = () => logged.filter(({ message }) => message === "the outbox could not be looked at");
  await vi.waitFor(() => expect(lines().length).toBeGreaterThan(1), REPEATED);
  expect(sent).toBe(1);
  proxy.speak();
  now = new Date(now.getTime() + 3 * 60_000);
  const direct = openDirect();
  await vi.waitFor(
    async () => expect(await direct.selectFrom("outbox_delivery").select("sent_at").execute()).toEqual([{ sent_at: now.toISOString() }]),
    REPEATED,
  );
  expect(sent).toBe(2);
});

it("keeps no process from ending on SIGTERM, with the pool in use and a request on its way", onPostgres, async () => {
  const api = await openApi(database.url);
  const person = await api.signIn({ email: "stopping@team.example" });
  const id = await createItil(person, await createOrganization(person));
  expectStatus(await person.post(`/assessments/${id}/endorse`), 200);
  // It takes the request and never answers.
  const webhook = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(webhook, "listening");
  closing.push(async () => {
    webhook.closeAllConnections();
    webhook.close();
  });
  const isSending = once(webhook, "request");
  const child = spawn(process.execPath, commandOf("api/main.ts"), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      DATABASE_URL: proxy.url,
      // Nothing times out by itself.
      DATABASE_TIMEOUT_MS: "300000",
      API_PORT: "0",
      OUTBOX_WEBHOOK_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
      OUTBOX_WEBHOOK_SECRET: Buffer.alloc(33, 1).toString("base64"),
      ...SECRETS,
    },
    stdio: ["ignore", "pipe", "ignore"],
  });
  closing.push(async () => child.kill("SIGKILL"));
  const ended = once(child, "close");
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const address = await vi.waitFor(() => {
    const [address] = /http:\S+/.exec(said) ?? [];
    expect(address).toBeDefined();
    return address;
  }, REPEATED);
  await isSending;
  const entry = await createEntryToken(api.store, "stopping@team.example");
  const session = await fetch(`${address}/auth`, { method: "POST", body: JSON.stringify({ token: entry }) });
  const { token } = (await session.json()) as { token: string };
  // Nothing is answered any more, so each call takes a connection of its own, until the pool has no more.
  proxy.silence();
  const silent = proxy.silenceAt(POOL);
  for (let call = 0; call < 2 * POOL; call += 1)
    void fetch(`${address}/organizations`, { headers: { Authorization: `Bearer ${token}` } }).catch(() => undefined);
  await silent;
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
