/** What an operator does about people: it takes effect at once, for every token and every link that they hold. */
import { describe, expect, it } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { exportHistory, type HistoryExportEntry } from "#api/services/history.ts";
import { checkHistory } from "#api/services/history-check.ts";
import { changeUser, listEverybody, readmitPerson, removePerson, suspendPerson } from "#api/services/people.ts";
import { findUserByEmail } from "#api/services/users.ts";
import { inTransaction } from "#api/store/open.ts";
import { Client, HISTORY_KEY, operatingOn, type TestApi } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import { onEachDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus, organizationForm, refresh } from "./scenario.ts";

/** Somebody who is signed in, with what they hold. */
async function entered(api: TestApi, email: string, team?: string) {
  await api.signIn({ email, firstName: "Nina", ...(team ? { team } : {}) });
  const answer = expectStatus(await api.anonymous.post("/auth", { token: await createEntryToken(api.store, email, api.now) }), 200);
  const cookie = /refresh=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  return { client: new Client(api.fetch, answer.body.token), cookie };
}

const personIn = async (api: TestApi, email: string) => (await listEverybody(api.store, api.now)).find((person) => person.email === email);

describe("somebody who is suspended", () => {
  onEachDatabase((api) => {
    it("is out at once: bearer, refresh cookie, entry links and edit locks", async () => {
      const { client, cookie } = await entered(api(), "out@people.example", "People");
      const colleague = await entered(api(), "colleague@people.example", "People");
      const id = await createP3M3(client, await createOrganization(client));
      const link = await createEntryToken(api().store, "out@people.example", api().now);
      expect((await colleague.client.post(`/assessments/${id}/lock`)).status).toBe(409);
      const ended = await inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), "OUT@people.example"));
      expect(ended).toEqual({ sessions: 2, locks: 1, invitations: 0 });
      expect([(await client.get("/organizations")).status, (await refresh(api(), cookie)).status]).toEqual([401, 401]);
      expect((await api().anonymous.post("/auth", { token: link })).status).toBe(401);
      await expect(createEntryToken(api().store, "out@people.example", api().now)).rejects.toThrow(/is suspended/);
      expect((await colleague.client.post(`/assessments/${id}/lock`)).status).toBe(200);
      expect(await personIn(api(), "out@people.example")).toMatchObject({
        team: "People",
        suspendedAt: api().now.toISOString(),
        sessions: 0,
      });
    });

    it("comes back as before once readmitted, with a new link", async () => {
      await entered(api(), "back@people.example");
      await inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), "back@people.example"));
      await inTransaction(api().store, (db) => readmitPerson(operatingOn(db, api().now), "back@people.example"));
      const { client } = await entered(api(), "back@people.example");
      expect((await client.get("/organizations")).status).toBe(200);
    });

    it("cannot be somebody whom nobody knows", async () => {
      const suspending = inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), "nobody@people.example"));
      await expect(suspending).rejects.toThrow("Nobody has the address nobody@people.example.");
    });
  });
});

describe("somebody who is removed", () => {
  onEachDatabase((api) => {
    it("leaves their work to the team, and nothing that says who they were", async () => {
      const { client, cookie } = await entered(api(), "gone@people.example", "Keepers");
      const colleague = await entered(api(), "keeper@people.example", "Keepers");
      const id = await createP3M3(client, await createOrganization(client));
      const { said } = await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), "gone@people.example"));
      expect(said).toEqual([]);
      expect([(await client.get("/organizations")).status, (await refresh(api(), cookie)).status]).toEqual([401, 401]);
      const { createdBy } = expectStatus(await colleague.client.get(`/assessments/${id}`), 200).body;
      expect(createdBy).toMatch(/^removed person \d+$/);
      expect(JSON.stringify(await api().store.selectFrom("user").selectAll().execute())).not.toContain("gone@people");
      expect(await personIn(api(), createdBy)).toBeUndefined();
      const again = await entered(api(), "gone@people.example");
      expect((await again.client.get("/organizations")).body.myOrgnizations).toEqual([]);
    });

    it("is in no stored answer of a colleague, packed or not, and no answer given again names them", async () => {
      const { client } = await entered(api(), "named@people.example", "Askers");
      const colleague = await entered(api(), "asker@people.example", "Askers");
      const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6] });
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      expectStatus(await colleague.client.post(`/assessments/${id}/lock`), 200);
      const change = () =>
        colleague.client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Renamed" }, { "Idempotency-Key": "named" });
      const other = () => colleague.client.post("/organizations", organizationForm({ name: "Kept" }), { "Idempotency-Key": "kept" });
      expect(expectStatus(await change(), 200).body.createdBy).toBe("named@people.example");
      const kept = await other();
      const answers = async () => (await everything(api().url)).idempotency_key?.join() ?? "";
      expect(await answers()).toContain("named@people.example");
      await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), "named@people.example"));
      expect(await answers()).not.toContain("named@people");
      expect(JSON.stringify((await change()).body)).not.toContain("named@people");
      // An answer that names nobody is still given again.
      expect((await other()).body).toEqual(kept.body);
    });

    it("and was the last of a team: it is said that its organizations can no longer be reached", async () => {
      const { client } = await entered(api(), "last@people.example", "Lonely");
      await createOrganization(client);
      const { said } = await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), "last@people.example"));
      expect(said).toEqual([
        "1 organization stays with the team Lonely, to which nobody belongs any more: only internal accounts read them",
      ]);
      expect(await findUserByEmail(api().store, "last@people.example")).toBeUndefined();
    });
  });
});

describe("somebody whose roles or team change", () => {
  onEachDatabase((api) => {
    const change = async (email: string, changes: Parameters<typeof changeUser>[2]) => {
      const user = await findUserByEmail(api().store, email);
      if (!user) throw new Error(email);
      return inTransaction(api().store, (db) => changeUser(operatingOn(db, api().now), user, changes));
    };

    it("may do at once what the new roles say, and nothing else", async () => {
      const { client } = await entered(api(), "roles@people.example");
      const id = await createP3M3(client, await createOrganization(client));
      expect(await change("roles@people.example", { roles: ["ITIL"] })).toEqual(["roles: ITIL (before: P3M3, ITIL)"]);
      expect((await client.get(`/assessments/${id}`)).status).toBe(403);
      expect(await change("roles@people.example", { roles: ["ITIL"], firstName: "Nina" })).toEqual([]);
    });

    it("leaves the organizations of a team behind, and takes those of a team of one along into a new team", async () => {
      const { client } = await entered(api(), "moves@people.example");
      await createOrganization(client);
      const organizations = async () => (await client.get("/organizations")).body.myOrgnizations.length;
      expect(await change("moves@people.example", { team: "First" })).toEqual([
        "team: First (before: a team of one, whose organizations come along)",
      ]);
      expect(await organizations()).toBe(1);
      expect(await change("moves@people.example", { team: "Second" })).toEqual([
        "permission: assessor (before: lead)",
        "the team has no lead any more",
        "team: Second (before: First)",
        "1 organization stays with the team First, to which nobody belongs any more: only internal accounts read them",
      ]);
      expect(await organizations()).toBe(0);
      expect(await change("moves@people.example", { team: "Second" })).toEqual([]);
    });

    it("is in the history of the team with all that an operator did, and by nobody's name", async () => {
      const { client } = await entered(api(), "told@people.example", "Told");
      const devices = expectStatus(await client.get("/auth/sessions"), 200).body;
      const other = devices.find(({ current }: { current: boolean }) => !current);
      expectStatus(await client.post(`/auth/sessions/${other.id}/end`), 204);
      expectStatus(await client.post(`/auth/sessions/${other.id}/end`), 204);
      await change("told@people.example", { roles: ["ITIL"] });
      await change("told@people.example", { roles: ["ITIL"] });
      await change("told@people.example", { team: "Told elsewhere" });
      for (const act of [suspendPerson, suspendPerson, readmitPerson, readmitPerson, removePerson])
        await inTransaction<unknown>(api().store, (db) => act(operatingOn(db, api().now), "told@people.example"));
      const entries: HistoryExportEntry[] = [];
      for await (const entry of exportHistory(api().store)) entries.push(entry);
      const own = entries.filter(({ by, person }) => /^removed person/.test(person ?? by) && (person ?? by) === entries.at(-1)?.person);
      expect(own.map(({ kind, by, before, after }) => [kind, by === "operator" ? by : "in person", before, after])).toEqual([
        ["signedIn", "in person", undefined, ""],
        ["signedIn", "in person", undefined, ""],
        ["signedOut", "in person", undefined, "from another device"],
        ["roles", "operator", ["P3M3", "ITIL"], ["ITIL"]],
        ["team", "operator", "Told", "Told elsewhere"],
        ["team", "operator", "Told", "Told elsewhere"],
        ["suspended", "operator", undefined, undefined],
        ["readmitted", "operator", undefined, undefined],
        ["removed", "operator", undefined, undefined],
      ]);
      expect(new Set(own.map(({ chain }) => chain)).size).toBe(2);
      expect((await checkHistory(api().store, HISTORY_KEY, api().now)).breaks).toEqual([]);
    });
  });
});

describe("somebody whose rights have changed", () => {
  onEachDatabase((api) => {
    const change = (email: string, to: Parameters<typeof changeUser>[2]) =>
      inTransaction(api().store, async (db) => {
        const user = await findUserByEmail(db, email);
        if (!user) throw new Error(`Nobody has the address ${email}.`);
        return changeUser(operatingOn(db, api().now), user, to);
      });
    const key = (name: string) => ({ "Idempotency-Key": name });

    it("is not given what was answered before: the same write with the same key is decided anew", async () => {
      const email = "mover@people.example";
      const { client } = await entered(api(), email, "Senders");
      const organization = await createOrganization(client);
      const id = await createP3M3(client, organization);
      const writes: [method: string, path: string, body: unknown][] = [
        ["POST", "/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: "Seen the plan" }],
        ["PUT", `/assessments/${id}/1/2/flag`, { flagged: true }],
        ["POST", `/assessments/${id}/archive`, {}],
        ["POST", `/assessments/${id}/unarchive`, {}],
        ["PUT", `/organizations/${organization}`, organizationForm({ assessmentType: "P3M3", name: "Renamed" })],
      ];
      const send = async () => {
        const statuses: number[] = [];
        for (const [index, [method, path, body]] of writes.entries())
          statuses.push((await client.call(method, path, body, key(`moved-${index}`))).status);
        return statuses;
      };
      expect(await send()).toEqual([200, 200, 200, 200, 200]);
      expect(await send()).toEqual([200, 200, 200, 200, 200]);
      await change(email, { roles: ["ITIL"] });
      expect(await send()).toEqual([403, 403, 403, 403, 200]);
      await change(email, { roles: ["P3M3", "ITIL"], team: "Receivers" });
      expect(await send()).toEqual([404, 404, 404, 404, 404]);
      await change(email, { team: "Senders" });
      expect(await send()).toEqual([200, 200, 200, 200, 200]);
    });

    it("creates in the new team what was created in the former one, once", async () => {
      const email = "founder@people.example";
      const { client } = await entered(api(), email, "Founders");
      const create = async () => expectStatus(await client.post("/organizations", organizationForm(), key("founded")), 201).body.id;
      const first = await create();
      await change(email, { team: "Followers" });
      const second = await create();
      expect([await create(), second === first]).toEqual([second, false]);
    });
  });
});
