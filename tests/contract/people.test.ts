/** What an operator does about people: it takes effect at once, for every token and every link that they hold. */
import { describe, expect, it } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { changeUser, listPeople, readmitPerson, removePerson, suspendPerson } from "#api/services/people.ts";
import { findUserByEmail } from "#api/services/users.ts";
import { inTransaction } from "#api/store/open.ts";
import { Client, type TestApi } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus } from "./scenario.ts";

/** Somebody who is signed in, with what they hold. */
async function entered(api: TestApi, email: string, team?: string) {
  await api.signIn({ email, firstName: "Nina", ...(team ? { team } : {}) });
  const answer = expectStatus(await api.anonymous.post("/auth", { token: await createEntryToken(api.store, email, api.now) }), 200);
  const cookie = /refresh=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? "";
  return { client: new Client(api.fetch, answer.body.token), cookie };
}

const refresh = (api: TestApi, cookie: string) => api.anonymous.post("/auth/refresh", {}, { Cookie: `refresh=${cookie}` });
const personIn = async (api: TestApi, email: string) => (await listPeople(api.store, api.now)).find((person) => person.email === email);

describe("somebody who is suspended", () => {
  onEachDatabase((api) => {
    it("is out at once: bearer, refresh cookie, entry links and edit locks", async () => {
      const { client, cookie } = await entered(api(), "out@people.example", "People");
      const colleague = await entered(api(), "colleague@people.example", "People");
      const id = await createP3M3(client, await createOrganization(client));
      const link = await createEntryToken(api().store, "out@people.example", api().now);
      expect((await colleague.client.post(`/assessments/${id}/lock`)).status).toBe(409);
      const ended = await inTransaction(api().store, (db) => suspendPerson(db, "OUT@people.example", api().now));
      expect(ended).toEqual({ sessions: 2, locks: 1 });
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
      await inTransaction(api().store, (db) => suspendPerson(db, "back@people.example", api().now));
      await inTransaction(api().store, (db) => readmitPerson(db, "back@people.example"));
      const { client } = await entered(api(), "back@people.example");
      expect((await client.get("/organizations")).status).toBe(200);
    });

    it("cannot be somebody whom nobody knows", async () => {
      const suspending = inTransaction(api().store, (db) => suspendPerson(db, "nobody@people.example", api().now));
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
      const { said } = await inTransaction(api().store, (db) => removePerson(db, "gone@people.example", api().now));
      expect(said).toEqual([]);
      expect([(await client.get("/organizations")).status, (await refresh(api(), cookie)).status]).toEqual([401, 401]);
      const { createdBy } = expectStatus(await colleague.client.get(`/assessments/${id}`), 200).body;
      expect(createdBy).toMatch(/^removed person \d+$/);
      expect(JSON.stringify(await api().store.selectFrom("user").selectAll().execute())).not.toContain("gone@people");
      expect(await personIn(api(), createdBy)).toBeUndefined();
      const again = await entered(api(), "gone@people.example");
      expect((await again.client.get("/organizations")).body.myOrgnizations).toEqual([]);
    });

    it("and was the last of a team: it is said that its organizations can no longer be reached", async () => {
      const { client } = await entered(api(), "last@people.example", "Lonely");
      await createOrganization(client);
      const { said } = await inTransaction(api().store, (db) => removePerson(db, "last@people.example", api().now));
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
      return inTransaction(api().store, (db) => changeUser(db, user, changes));
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
        "team: Second (before: First)",
        "1 organization stays with the team First, to which nobody belongs any more: only internal accounts read them",
      ]);
      expect(await organizations()).toBe(0);
      expect(await change("moves@people.example", { team: "Second" })).toEqual([]);
    });
  });
});
