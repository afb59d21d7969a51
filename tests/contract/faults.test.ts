import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { DatabaseSync } from "@photostructure/sqlite";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { problemOfStore } from "#api/problem.ts";
import { openStore, sqlitePath } from "#api/store/open.ts";
import { problem } from "#model/contract/common.ts";
import { NOTE_MAX } from "#model/note.ts";
import { freshPostgres, freshSqlite, openTestApi, type TestApi } from "../support/api.ts";
import { onEachDatabase, onPostgres } from "./databases.ts";
import { answersFor, createOrganization, createP3M3, expectStatus, organizationForm, selections } from "./scenario.ts";

describe("an unexpected fault", () => {
  onEachDatabase((api) => {
    it("is a 500 that tells nothing of the inside, and is logged with the request's id and without a token", async () => {
      const client = await api().signIn({ email: "fault@team.example" });
      const id = await createP3M3(client, await createOrganization(client));
      await api().store.schema.dropTable("note").execute();
      const answer = await client.get(`/P3M3/notes/${id}/1/1`, { "X-Request-Id": "find-me" });
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({ type: "about:blank", title: "Something went wrong.", status: 500 });
      expect(api().logged).toHaveLength(1);
      expect(api().logged[0]).toMatchObject({ level: "error", requestId: "find-me", method: "GET", path: `/p3m3/notes/${id}/1/1` });
      expect(JSON.stringify(api().logged)).not.toContain(client.token);
    });

    it("in a write keeps nothing of it, not even the renewed lock", async () => {
      const client = await api().signIn({ email: "half@team.example" });
      const id = await createP3M3(client, await createOrganization(client));
      const before = (await client.get(`/assessments/${id}/lock`)).body;
      api().now = new Date(api().now.getTime() + 60_000);
      const note = { assessmentId: id, perspectiveId: 1, threadId: 1, body: "lost" };
      const key = { "Idempotency-Key": "fault-1" };
      expect((await client.post("/P3M3/notes", note, key)).status).toBe(500);
      expect((await client.get(`/assessments/${id}/lock`)).body).toEqual(before);
      expect(await api().store.selectFrom("idempotency_key").selectAll().where("key", "=", "fault-1").execute()).toEqual([]);
    });
  });
});

describe("a store that cannot write", () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await openTestApi(freshSqlite());
  });
  afterAll(() => api.close());

  it("because the disk is full is a 507 that says so, and works again when there is room", async () => {
    const client = await api.signIn({ email: "full@team.example" });
    const id = await createP3M3(client, await createOrganization(client));
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(api.store);
    await sql.raw(`pragma max_page_count = ${rows[0]?.page_count ?? 0}`).execute(api.store);
    const note = { assessmentId: id, perspectiveId: 1, threadId: 1, body: "x".repeat(NOTE_MAX) };
    const answer = await client.post("/P3M3/notes", note);
    expect([answer.status, answer.body.title]).toEqual([507, "The store is full."]);
    expect((await client.get(`/P3M3/notes/${id}/1/1`)).body).toMatchObject({ body: "" });
    const ready = async () => {
      const { status, body } = await api.anonymous.get("/ready");
      return [status, body.title];
    };
    expect(await ready()).toEqual([503, "The store is full."]);
    expect((await api.anonymous.get("/health")).status).toBe(200);
    await sql.raw("pragma max_page_count = 100000").execute(api.store);
    // Nobody has to save in vain to find out.
    expect(await ready()).toEqual([200, undefined]);
    expect((await api.store.selectFrom("setting").select("name").execute()).map(({ name }) => name)).not.toContain("room");
    expectStatus(await client.post("/P3M3/notes", note), 200);
  });

  it("because it is read-only is a 503 that says so, while reading goes on", async () => {
    const client = await api.signIn({ email: "readonly@team.example" });
    await sql.raw("pragma query_only = on").execute(api.store);
    const answer = await client.post("/organizations", organizationForm());
    expect([answer.status, answer.body.title]).toEqual([503, "The store is read-only."]);
    expect((await client.get("/organizations")).body).toEqual({ myOrgnizations: [] });
    await sql.raw("pragma query_only = off").execute(api.store);
    expectStatus(await client.post("/organizations", organizationForm()), 201);
  });
});

describe("a SQLite file that another process is writing to", () => {
  let api: TestApi;
  let other: InstanceType<typeof DatabaseSync>;
  beforeAll(async () => {
    api = await openTestApi(freshSqlite());
    other = new DatabaseSync(sqlitePath(api.url), { timeout: 0 });
  });
  afterAll(async () => {
    other.close();
    await api.close();
  });

  it("keeps nobody waiting who only reads, while writes wait for their turn", async () => {
    const client = await api.signIn({ email: "patient@team.example" });
    other.exec("begin immediate");
    let answered = 0;
    const writing = Array.from({ length: 20 }, async () => {
      const answer = await client.post("/organizations", organizationForm());
      answered += 1;
      return answer.status;
    });
    try {
      for (let times = 0; times < 5; times += 1)
        for (const path of ["/health", "/ready", "/organizations"]) expect([path, (await client.get(path)).status]).toEqual([path, 200]);
      expect(answered).toBe(0);
    } finally {
      other.exec("rollback");
    }
    expect(new Set(await Promise.all(writing))).toEqual(new Set([201]));
    expect((await client.get("/organizations")).body.myOrgnizations).toHaveLength(20);
  });

  it("and does not stop is one that is busy: a write that waited in vain says so, and changes nothing", async () => {
    const client = await api.signIn({ email: "in-vain@team.example" });
    other.exec("begin immediate");
    try {
      const answers = await Promise.all([1, 2, 3].map(() => client.post("/organizations", organizationForm())));
      for (const { status, body, headers } of answers)
        expect([status, body.title, headers.get("Retry-After")]).toEqual([503, "The store is busy.", "1"]);
    } finally {
      other.exec("rollback");
    }
    expect((await client.get("/organizations")).body.myOrgnizations).toEqual([]);
    expectStatus(await client.post("/organizations", organizationForm()), 201);
  });
});

/** How long a call is repeated. */
const REPEATED = { timeout: 10_000 };

describe("a PostgreSQL server that breaks every connection", onPostgres, () => {
  it("costs the calls that were under way, never the process nor an acknowledged answer", async () => {
    const api = await openTestApi(await freshPostgres(inject("postgresUrl")));
    // Of the server, not of the API: it goes on while the API's connections are broken.
    const killer = await openTestApi(await freshPostgres(inject("postgresUrl")));
    try {
      const client = await api.signIn({ email: "broken@team.example" });
      const id = await createP3M3(client, await createOrganization(client));
      const threads = [1, 2, 3, 4, 5, 6, 7, 8];
      const states = ["FRNNN", "FFRNN", "FFFRN"];
      const bodies = await Promise.all(
        threads.map((thread) => Promise.all(states.map((letters) => answersFor(client, id, 1, thread, letters)))),
      );
      // A connection that was broken while nobody used it is noticed by the next call, which a client repeats.
      const stored = (thread: number) =>
        vi.waitFor(async () => {
          const questions = await client.get(`/P3M3/assessments/${id}/questions?p=1&t=${thread}`);
          expectStatus(questions, 200);
          return questions.body.map(({ answer }: { answer: { selection: string } | null }) => answer?.selection);
        }, REPEATED);
      const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(api.store);
      for (const [first] of bodies) expectStatus(await client.post(`/P3M3/assessments/${id}/answer`, first), 200);
      // The states that each thread may be in: the last acknowledged one, or one that was sent later and not acknowledged.
      const possible = new Map(threads.map((thread) => [thread, ["FRNNN"]]));
      const failures = new Set<string>();
      let working = true;
      const work = threads.map(async (thread, index) => {
        for (let round = 0; working; round += 1) {
          const state = round % states.length;
          const answer = await client.post(`/P3M3/assessments/${id}/answer`, bodies[index]?.[state]);
          if (answer.status === 200) possible.set(thread, [states[state] ?? ""]);
          else {
            failures.add(`${answer.status} ${problem.parse(answer.body).title}`);
            possible.get(thread)?.push(states[state] ?? "");
          }
        }
      });
      for (let times = 0; times < 20; times += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${rows[0]?.name}`.execute(killer.store);
        await client.get(`/assessments/${id}`);
      }
      working = false;
      await Promise.all(work);
      expect([...failures]).toEqual(["503 The store cannot be reached."]);
      for (const [thread, letters] of possible) expect(letters.map(selections)).toContainEqual(await stored(thread));
      await vi.waitFor(async () => expectStatus(await client.get("/organizations"), 200), REPEATED);
    } finally {
      await api.close();
      await killer.close();
    }
  });
});

describe("a PostgreSQL server that takes a connection and says nothing", () => {
  it("is one that cannot be reached", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => sockets.add(socket)).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const url = `postgres://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/nothing`;
    const store = openStore(url, { statementMs: 100 });
    try {
      const error = await sql`select 1`.execute(store).catch((reason: unknown) => reason);
      expect(problemOfStore(error)).toMatchObject({ status: 503, message: "The store cannot be reached." });
    } finally {
      await store.destroy();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });
});
