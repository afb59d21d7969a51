/** Leads, assessors and viewers (docs/rules/rights.md#permissions). */
import { Migrator, sql } from "kysely";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openEmbeddedApi } from "#api/embedded.ts";
import { exportHistory } from "#api/services/history.ts";
import { invite } from "#api/services/invitations.ts";
import { changePerson, suspendPerson, type UserChange } from "#api/services/people.ts";
import { createUser } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { migrations } from "#api/store/migrations/list.ts";
import { type Db, inTransaction, isPostgres, openStore, type Store } from "#api/store/open.ts";
import { type Client, type FreshDatabase, operatingOn, type TestApi } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import { runHere } from "../support/run-here.ts";
import { fresh, KINDS, onEachDatabase, onOneDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const change = (api: TestApi, email: string, to: UserChange) =>
  inTransaction(api.store, (db) => changePerson(operatingOn(db, api.now), email, to));
const note = (id: number, body = "Seen the plan") => ({ assessmentId: id, perspectiveId: 1, threadId: 2, body });

/** How many statements wait for another transaction. */
async function waiting(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Begins a write, and holds its body back. */
function startSlowly(api: TestApi, { token }: Client, { path, headers, sent }: { path: string; headers: object; sent: string }) {
  let finish = () => {};
  let answer: Response | Promise<Response> = new Response();
  const isAwaited = new Promise<void>((awaited) => {
    const body = new ReadableStream(
      {
        pull: (stream) =>
          new Promise<void>((came) => {
            finish = () => {
              stream.enqueue(new TextEncoder().encode(sent));
              stream.close();
              came();
            };
            awaited();
          }),
      },
      { highWaterMark: 0 },
    );
    const length = { "Content-Type": "application/json", "Content-Length": `${sent.length}` };
    const request = { method: "POST", body, duplex: "half", headers: { Authorization: `Bearer ${token}`, ...length, ...headers } };
    answer = api.fetch(new Request(`http://api.test${path}`, request as RequestInit));
  });
  return {
    isAwaited,
    async finish() {
      finish();
      return answer;
    },
  };
}

describe("somebody who becomes a viewer", () => {
  onEachDatabase((api) => {
    it("may read on and change nothing from the next call on, gives locks back, and is no lead by that", async () => {
      const [kim, nina] = [
        await api().signIn({ email: "kim@next.example", team: "Next" }),
        await api().signIn({ email: "nina@next.example", team: "Next" }),
      ];
      const organization = await createOrganization(kim);
      const id = await createP3M3(kim, organization);
      expectStatus(await nina.post(`/assessments/${id}/lock/wish`, {}), 200);
      expect(await change(api(), "KIM@next.example", { permission: "viewer" })).toEqual([
        "permission: viewer (before: assessor)",
        "1 edit lock given back",
      ]);
      const refused = await kim.post("/P3M3/notes", note(id));
      expect([refused.status, refused.body.title, refused.body.needs]).toEqual([
        403,
        "You are a viewer: you may read, but change nothing.",
        "assessor",
      ]);
      expect((await kim.post(`/assessments/${id}/lock`)).status).toBe(403);
      expect(expectStatus(await kim.get(`/assessments/${id}`), 200).body.may).toEqual([]);
      expect(expectStatus(await kim.get(`/organizations/${organization}`), 200).body.organization.may).toEqual([]);
      expect(expectStatus(await nina.post(`/assessments/${id}/lock`), 200).body.lockedBy).toBe("nina@next.example");
      await change(api(), "kim@next.example", { permission: "assessor" });
      expect((await kim.post("/organizations", {})).status).toBe(422);
      expect(await change(api(), "kim@next.example", { permission: "assessor" })).toEqual([]);
    });

    it("is not given the stored response of a write that they made before", async () => {
      const kim = await api().signIn({ email: "kim@replay.example", team: "Replay" });
      const id = await createP3M3(kim, await createOrganization(kim));
      const send = () => kim.post("/P3M3/notes", note(id), { "Idempotency-Key": "the-same" });
      expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
      await change(api(), "kim@replay.example", { permission: "viewer" });
      expect((await send()).status).toBe(403);
    });

    it("is refused the write whose body was still on its way, and so is somebody who is suspended", async () => {
      for (const [name, keepOut] of [
        ["demoted", () => change(api(), "demoted@slow.example", { permission: "viewer" })],
        ["suspended", () => inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), "suspended@slow.example"))],
      ] as const) {
        const email = `${name}@slow.example`;
        const kim = await api().signIn({ email, team: `Slow ${name}` });
        const colleague = await api().signIn({ email: `colleague-${email}`, team: `Slow ${name}` });
        const id = await createP3M3(kim, await createOrganization(kim));
        const sent = JSON.stringify(note(id));
        const writes = [
          { path: "/P3M3/notes", headers: { "Idempotency-Key": "before" }, sent },
          { path: "/P3M3/notes", headers: {}, sent: JSON.stringify(note(id, "Too late")) },
          { path: `/assessments/${id}/lock`, headers: {}, sent: "{}" },
        ];
        await kim.post("/P3M3/notes", note(id), { "Idempotency-Key": "before" });
        const slow = writes.map((write) => startSlowly(api(), kim, write));
        for (const { isAwaited } of slow) await isAwaited;
        await keepOut();
        for (const { finish } of slow) expect([name, (await finish()).status]).toEqual([name, name === "demoted" ? 403 : 401]);
        expect((await colleague.get(`/assessments/${id}/lock`)).status).toBe(404);
        expect(JSON.stringify(await everything(api().url))).not.toContain("Too late");
      }
    });

    it("is refused the write that arrives while the change is being stored", async () => {
      const kim = await api().signIn({ email: "kim@same-time.example", team: "Same time" });
      const id = await createP3M3(kim, await createOrganization(kim));
      const slow = startSlowly(api(), kim, { path: `/assessments/${id}/lock`, headers: {}, sent: "{}" });
      await slow.isAwaited;
      let answer: Promise<Response> | undefined;
      await inTransaction(api().store, async (db) => {
        await changePerson(operatingOn(db, api().now), "kim@same-time.example", { permission: "viewer" });
        answer = slow.finish();
        // On PostgreSQL the write waits for this transaction. On SQLite it waits for the connection.
        if (isPostgres(db)) await vi.waitUntil(async () => (await waiting(db)) > 0, { timeout: 10_000 });
      });
      expect((await answer)?.status).toBe(403);
    });

    it("is in the history of the team, by nobody's name", async () => {
      await api().signIn({ email: "kim@told.example", team: "Told of permissions" });
      await change(api(), "kim@told.example", { permission: "lead" });
      const events: unknown[] = [];
      for await (const { kind, by, person, before, after } of exportHistory(api().store))
        if (person === "kim@told.example") events.push([kind, by, before, after]);
      expect(events).toEqual([["permission", "operator", "assessor", "lead"]]);
    });
  });
});

describe("a lead who moves to another team", () => {
  onEachDatabase((api) => {
    it("leads neither team, which the operator and the former team are told", async () => {
      await api().signIn({ email: "stays@moves.example", team: "Left" });
      await api().signIn({ email: "lea@moves.example", team: "Left", permission: "lead" });
      expect(await change(api(), "lea@moves.example", { team: "Joined" })).toEqual([
        "permission: assessor (before: lead)",
        "the team has no lead any more",
        "team: Joined (before: Left)",
      ]);
      const events: unknown[] = [];
      for await (const { kind, chain, person, before, after } of exportHistory(api().store))
        if (person === "lea@moves.example") events.push({ kind, chain, before, after });
      const [left] = events as { chain: string }[];
      expect(events).toEqual([
        { kind: "permission", chain: left?.chain, before: "lead", after: "assessor" },
        { kind: "team", chain: left?.chain, before: "Left", after: "Joined" },
        { kind: "team", chain: expect.not.stringMatching(`^${left?.chain}$`), before: "Left", after: "Joined" },
      ]);
    });

    it.each(["lead", "assessor", "viewer"] as const)("has there the permission that the same change gives: %s", async (permission) => {
      const email = `${permission}@both.example`;
      const client = await api().signIn({ email, team: "Both", permission: "lead" });
      const said = await change(api(), email, { team: `Both, ${permission}`, permission });
      expect(expectStatus(await client.get("/me"), 200).body.permission).toBe(permission);
      expect(said.at(-1)).toBe(
        permission === "assessor" ? "team: Both, assessor (before: Both)" : `permission: ${permission} (before: assessor)`,
      );
    });
  });
});

describe("what a person may do in their team", () => {
  onOneDatabase((api) => {
    const me = async (email: string, person: object = {}) => {
      const client = await api().signIn({ email, ...person });
      return expectStatus(await client.get("/me"), 200).body;
    };

    it("is told with the names of the team's leads", async () => {
      const roles = ["P3M3", "ITIL"];
      const alone = { permission: "lead", roles, leads: [{ email: "alone@me.example", firstName: null }] };
      expect(await me("alone@me.example")).toEqual(alone);
      expect(await me("first@me.example", { team: "Mine" })).toEqual({ permission: "assessor", roles, leads: [] });
      await me("lead@me.example", { team: "Mine", firstName: "Lea", permission: "lead" });
      expect(await me("second@me.example", { team: "Mine", permission: "viewer" })).toEqual({
        permission: "viewer",
        roles,
        leads: [{ email: "lead@me.example", firstName: "Lea" }],
      });
    });

    it("stays with somebody whose team of one gets a name, and ends with leading where they join another team", async () => {
      expect((await me("founder@me.example")).permission).toBe("lead");
      await change(api(), "founder@me.example", { team: "Founded" });
      expect((await me("founder@me.example")).permission).toBe("lead");
      await change(api(), "founder@me.example", { team: "Mine" });
      expect((await me("founder@me.example")).permission).toBe("assessor");
      await change(api(), "founder@me.example", { permission: "viewer" });
      await change(api(), "founder@me.example", { team: "Founded" });
      expect((await me("founder@me.example")).permission).toBe("viewer");
    });
  });
});

describe.each(KINDS)("a store on %s", (kind) => {
  let database: FreshDatabase;
  let store: Store | undefined;
  afterEach(async () => {
    await store?.destroy();
    await database.drop();
  });

  const people = (from: Store) => from.selectFrom("user").select(["email", "permission", "team_id"]).orderBy("email").execute();

  it("that is upgraded has a lead in each team of one, and assessors in teams with a name", async () => {
    database = await fresh(kind);
    store = openStore(database.url);
    const migrator = new Migrator({ db: store, provider: { getMigrations: async () => migrations } });
    expect((await migrator.migrateTo("0020-editions")).error).toBeUndefined();
    const addTeam = async (name: string | null, ...emails: string[]) => {
      const { id } = (await store?.insertInto("team").values({ name }).returning("id").executeTakeFirstOrThrow()) ?? { id: 0 };
      for (const email of emails) await store?.insertInto("user").values({ email, first_name: null, roles: "[]", team_id: id }).execute();
    };
    await addTeam(null, "alone@up.example");
    await addTeam("Named", "only@up.example");
    await addTeam("Many", "one@up.example", "two@up.example");
    await addTeam(null, "removed person 9");
    await migrate(store);
    expect((await people(store)).map(({ email, permission }) => `${email}: ${permission}`)).toEqual([
      "alone@up.example: lead",
      "one@up.example: assessor",
      "only@up.example: assessor",
      "removed person 9: assessor",
      "two@up.example: assessor",
    ]);
  });

  it("that is upgraded to invitations keeps people, mails and requests to sign in, and invites", async () => {
    database = await fresh(kind);
    store = openStore(database.url);
    const migrator = new Migrator({ db: store, provider: { getMigrations: async () => migrations } });
    expect((await migrator.migrateTo("0024-mail-counts")).error).toBeUndefined();
    const { id: teamId } = await store.insertInto("team").values({ name: "Kept" }).returning("id").executeTakeFirstOrThrow();
    const [email, at] = ["lea@up.example", "2026-11-05T09:00:00.000Z"];
    const person = { email, first_name: "Lea", roles: '["P3M3"]', team_id: teamId, permission: "lead" as const };
    const { id } = await store.insertInto("user").values(person).returning("id").executeTakeFirstOrThrow();
    const mail = { kind: "signIn" as const, recipient: email, about: "r", generation: 1, created_at: at, attempts: 0, next_at: at };
    await store
      .insertInto("mail")
      .values({ ...mail, reference: "m" })
      .execute();
    const request = { browser: "b", network: "n", asked_at: at, expires_at: at, tries: 0, user_id: id };
    await store
      .insertInto("sign_in")
      .values({ ...request, reference: "r", generation: 1, asked_once: "o" })
      .execute();
    await migrate(store);
    const all = (table: "team" | "user" | "mail" | "sign_in" | "invitation") => store?.selectFrom(table).selectAll().execute();
    expect({
      ...{ team: await all("team"), user: await all("user"), invitation: await all("invitation") },
      ...{ mail: await all("mail"), sign_in: await all("sign_in") },
    }).toMatchObject({
      team: [{ id: teamId, name: "Kept", counts_as: null }],
      user: [{ ...person, id, last_seen_at: null }],
      mail: [{ ...mail, caused_by: null }],
      sign_in: [{ ...request, invitation_id: null }],
      invitation: [],
    });
    const form = { people: [{ email: "noor@up.example" }], permission: "viewer" as const, roles: ["P3M3" as const] };
    const inviting = { ...operatingOn(store, new Date(at)), teamId, by: { id }, mails: true };
    const { people: invited } = await inTransaction(store, (db) => invite({ ...inviting, db }, form));
    expect(invited).toMatchObject([{ email: "noor@up.example", invitation: expect.any(Number) }]);
  });

  it("without people gets the lead whom the settings name, once, and never another", async () => {
    database = await fresh(kind);
    const env = { DATABASE_URL: database.url, TOKEN_SECRET: "t".repeat(32), HISTORY_KEY: "h".repeat(32) };
    const start = async (settings: object) => (await openEmbeddedApi({ ...env, ...settings })).close();
    await start({ FIRST_LEAD: "Lea@First.example", FIRST_TEAM: "First" });
    await start({ FIRST_LEAD: "other@first.example", FIRST_TEAM: "Other" });
    store = openStore(database.url);
    expect((await people(store)).map(({ email, permission }) => [email, permission])).toEqual([["lea@first.example", "lead"]]);
    expect((await store.selectFrom("team").select("name").execute()).map(({ name }) => name)).toEqual(["First"]);
    expect(await store.selectFrom("entry_token").selectAll().execute()).toEqual([]);
  });
});

describe("the people command", () => {
  it("gives permissions, also the last lead another one, and lists them", async () => {
    const database = await fresh("SQLite");
    const store = openStore(database.url);
    await migrate(store);
    await createUser(store, { email: "lea@command.example", roles: ["P3M3"], team: "Commanded" });
    await store.destroy();
    const people = (...args: string[]) => runHere("api/commands/people.ts", args, { DATABASE_URL: database.url });
    expect((await people("permission", "Lea@command.example", "lead")).out).toBe(
      "lea@command.example: permission: lead (before: assessor)\n",
    );
    expect((await people("permission", "lea@command.example", "lead")).out).toBe("lea@command.example was a lead already.\n");
    expect((await people("list")).out).toMatch(/^address +name +permission +roles[\s\S]*^lea@command\.example +lead +P3M3 +Commanded/m);
    expect((await people("permission", "lea@command.example", "viewer")).out).toBe(
      "lea@command.example: permission: viewer (before: lead)\nlea@command.example: the team has no lead any more\n",
    );
    for (const args of [["permission", "lea@command.example"], ["permission", "lea@command.example", "owner"], ["permission"]])
      expect(await people(...args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining("one of viewer, assessor, lead") });
    expect((await people("permission", "nobody@command.example", "lead")).code).toBe(1);
    await database.drop();
  });
});
