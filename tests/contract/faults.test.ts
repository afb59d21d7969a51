import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freshSqlite, openTestApi, type TestApi } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

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
    const note = { assessmentId: id, perspectiveId: 1, threadId: 1, body: "x".repeat(20_000) };
    const answer = await client.post("/P3M3/notes", note);
    expect([answer.status, answer.body.title]).toEqual([507, "The store is full."]);
    expect((await client.get(`/P3M3/notes/${id}/1/1`)).body).toEqual({ body: "" });
    await sql.raw("pragma max_page_count = 100000").execute(api.store);
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
