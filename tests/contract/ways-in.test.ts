/** What somebody tries who was kept out of a team, or wants more of it than they were given (docs/rules/people.md). */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { letIn } from "#api/services/letting-in.ts";
import { changePerson, removePerson } from "#api/services/people.ts";
import { findUserByEmail } from "#api/services/users.ts";
import { inTransaction } from "#api/store/open.ts";
import type { Permission } from "#model/permissions.ts";
import { type Client, MAIL, operatingOn } from "../support/api.ts";
import { everything } from "../support/rows.ts";
import { onEachDatabase } from "./databases.ts";
import { lettersTo } from "./letters.ts";
import { answerThread, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const BOTH = ["P3M3", "ITIL"];
const DAY = 24 * 60 * 60_000;
const ROUNDS = 6;

describe("a team", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let team: string;
      let lead: Client;
      const at = (name: string) => `${name}${teams}@ways.example`;
      const signIn = (name: string, permission: Permission, of: string | undefined = team) =>
        api().signIn({ email: at(name), firstName: name, team: of, permission });
      const alone = (name: string) => api().signIn({ email: at(name), firstName: name, permission: "lead" });
      const invite = async (
        name: string,
        over: Record<string, unknown> = {},
        by = lead,
      ): Promise<{ invitation?: number; refused?: string }> => {
        const form = { people: [{ email: at(name) }], permission: "lead", roles: BOTH, ...over };
        return expectStatus(await by.post("/invitations", form), 200).body.people[0];
      };
      const accept = (client: Client, { invitation }: { invitation?: number }) => client.post(`/me/invitations/${invitation}/accept`);
      const idOf = async (name: string) => (await findUserByEmail(api().store, at(name)))?.id ?? 0;
      const outcomeOf = async ({ invitation = 0 }: { invitation?: number }) =>
        (await api().store.selectFrom("invitation").select("outcome").where("id", "=", invitation).executeTakeFirstOrThrow()).outcome;
      const standing = async (client: Client) => expectStatus(await client.get("/me/data"), 200).body.person;
      const link = (name: string, change: { team?: string }) =>
        inTransaction(api().store, (db) => letIn(operatingOn(db, api().now), at(name), change));
      const letters = async () =>
        (await lettersTo(api(), `${teams}@ways.example`)).filter(({ kind }) => kind === "invitation").map(({ letter }) => letter);
      const ask = async (name: string, network = name) => {
        const browser = randomBytes(32).toString("base64url");
        await api().anonymous.post("/auth/mail", { address: at(name), browser, network: `${network} ${teams}` });
        await api().settled();
      };

      beforeEach(async () => {
        teams += 1;
        team = `Ways ${teams}`;
        lead = await signIn("lead", "lead");
      });

      it("that somebody left gives them no more than reading when a home site moves them back", async () => {
        const kim = await signIn("kim", "viewer");
        expectStatus(await kim.post("/me/leave"), 204);
        expect(await standing(kim)).toMatchObject({ permission: "lead", team: null });
        await link("kim", { team });
        expect(await standing(kim)).toMatchObject({ permission: "viewer", team });
        expectStatus(await lead.put(`/people/${await idOf("kim")}`, { permission: "assessor" }), 200);
        await link("kim", { team });
        expect(await standing(kim)).toMatchObject({ permission: "assessor" });
      });

      it("does not let a removed person in again by the invitation with which a home site came first, and forgets them everywhere", async () => {
        const form = { people: [{ email: at("gone"), name: "Gonzalo" }] };
        const first = await invite("gone", form);
        await link("gone", { team });
        expect(await outcomeOf(first)).toBe("takenBack");
        const keyed = (key: string) => ({ "Idempotency-Key": `${key} ${teams}`.replaceAll(" ", "-") });
        const path = `/people/${await idOf("gone")}`;
        expectStatus(await lead.put(path, { firstName: "Gonzalo" }, keyed("change")), 200);
        const removal = () => lead.post(`${path}/remove`, {}, keyed("remove"));
        const removed = expectStatus(await removal(), 200);
        expect(expectStatus(await removal(), 200).body).toEqual(removed.body);
        await api().store.deleteFrom("mail").where("recipient", "=", at("gone")).execute();
        const rows = JSON.stringify(await everything(api().url));
        for (const secret of [at("gone"), "Gonzalo"]) expect(rows).not.toContain(secret);
      });

      it("forgets the name of whoever accepts, who has one of their own", async () => {
        const kim = await alone("kim");
        expectStatus(await accept(kim, await invite("kim", { people: [{ email: at("kim"), name: "Kimberley" }] })), 204);
        const names = await api().store.selectFrom("invitation").select("name").where("outcome", "=", "accepted").execute();
        expect(names.filter(({ name }) => name !== null)).toEqual([]);
      });

      it("that is left behind lets nobody in", async () => {
        const kim = await alone("kim");
        const open = await invite("lee", {}, kim);
        expectStatus(await accept(kim, await invite("kim")), 204);
        expect(await outcomeOf(open)).toBe("takenBack");
        const last = await invite("mo");
        await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), at("kim")));
        expect(await outcomeOf(last)).toBeNull();
        await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), at("lead")));
        expect(await outcomeOf(last)).toBe("takenBack");
      });

      it("keeps its clients: only a lead who is alone in a team without a name brings them along", async () => {
        const elsewhere = `Others ${teams}`;
        const others = await signIn("others", "lead", elsewhere);
        await createOrganization(others);
        const viewer = await signIn("viewer", "viewer", elsewhere);
        await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), at("others")));
        const refused = await accept(viewer, await invite("viewer"));
        expect([refused.status, refused.body.title]).toEqual([422, expect.stringContaining("the last person of your team")]);
        expect((await viewer.get("/me/invitations")).body).toMatchObject({ mustLeaveFirst: true, mayLeave: false, organizations: 0 });
        // In a team without a name, they leave without them.
        const kim = await alone("kim");
        const organization = await createOrganization(kim);
        await inTransaction(api().store, (db) => changePerson(operatingOn(db, api().now), at("kim"), { permission: "viewer" }));
        const offered = await invite("kim");
        expect((await accept(kim, offered)).status).toBe(422);
        expect((await kim.get("/me/invitations")).body).toMatchObject({ mustLeaveFirst: true, mayLeave: true });
        expectStatus(await kim.post("/me/leave"), 204);
        expect(await standing(kim)).toMatchObject({ permission: "lead", team: null });
        expectStatus(await accept(kim, offered), 204);
        expect((await kim.get(`/organizations/${organization}`)).status).toBe(404);
      });

      it.each(["suspend", "remove", "demote"])("ends the open invitations of a lead whom it chooses to %s", async (deed) => {
        await signIn("second", "lead");
        const second = await signIn("second", "lead");
        const [sock, other] = [await invite("sock", {}, second), await invite("new")];
        const path = `/people/${await idOf("second")}`;
        await (deed === "demote" ? lead.put(path, { permission: "viewer" }) : lead.post(`${path}/${deed}`));
        expect([await outcomeOf(sock), await outcomeOf(other)]).toEqual(["takenBack", null]);
      });

      it("writes no letter in the name of somebody who does not lead it any more", async () => {
        await invite("new");
        await signIn("second", "lead");
        expect((await letters())[0]?.paragraphs[0]).toContain(`lead (${at("lead")}) invites you`);
        for (const change of [{ permission: "viewer" as const }, { suspended_at: "2026-11-05" }]) {
          const before = { permission: "lead" as const, suspended_at: null };
          await api().store.updateTable("user").set(change).where("email", "=", at("lead")).execute();
          expect(await letters()).toEqual([undefined]);
          await api().store.updateTable("user").set(before).where("email", "=", at("lead")).execute();
        }
        expect((await letters())[0]).toBeDefined();
      });

      it.each(["evil.com", "Win at evil。example", "a@b"])("puts the name '%s' into no letter, whoever gave it", async (firstName) => {
        await api().store.updateTable("user").set({ first_name: firstName }).where("email", "=", at("lead")).execute();
        await invite("new");
        const [letter] = await letters();
        expect(JSON.stringify(letter)).not.toContain(firstName);
        expect(letter?.replyTo).toEqual({ name: at("lead"), address: at("lead") });
      });

      it("sends an address five invitations a day, whichever lead sends them, and not to somebody who is in it", async () => {
        const { invitation } = await invite("new");
        const again = (by: Client) => by.post(`/invitations/${invitation}/again`);
        const second = await signIn("second", "lead");
        for (const by of [lead, lead, second, second]) expectStatus(await again(by), 200);
        for (const by of [lead, second]) expect((await again(by)).status).toBe(422);
        const member = await invite("member");
        await signIn("member", "viewer");
        expect((await lead.post(`/invitations/${member.invitation}/again`)).body.title).toBe("This person is in your team already.");
      });

      it("that somebody declined invites them no more for fourteen days, and learns nothing from the answer", async () => {
        const kim = await signIn("kim", "assessor", `Others ${teams}`);
        const open = await invite("open");
        const { invitation } = await invite("kim");
        expectStatus(await kim.post(`/me/invitations/${invitation}/decline`), 204);
        expect(open.refused).toBeUndefined();
        expect([(await invite("kim")).refused, (await invite("open")).refused]).toEqual(["invited", "invited"]);
        const { now } = api();
        api().now = new Date(now.getTime() + 14 * DAY + 1);
        lead = await signIn("lead", "lead");
        expect((await invite("kim")).refused).toBeUndefined();
        api().now = new Date(now.getTime() + 31 * DAY);
        lead = await signIn("lead", "lead");
        await api()
          .store.deleteFrom("invitation")
          .where("id", "=", invitation ?? 0)
          .execute();
        const { entries } = (await lead.get("/team/history")).body;
        expect(entries.find(({ kind }: { kind: string }) => kind === "invitationDeclined")).toMatchObject({ by: null, about: null });
        api().now = now;
      });

      it("is left from the version that somebody has read, so that a late retry leaves no other", async () => {
        const kim = await signIn("kim", "assessor", `Others ${teams}`);
        await signIn("boss", "lead", `Others ${teams}`);
        const { versions } = (await kim.get("/me/invitations")).body;
        const leave = () => kim.post("/me/leave", {}, { "Made-From": `person=${versions.person}` });
        expectStatus(await leave(), 204);
        expectStatus(await leave(), 204);
        expectStatus(await accept(kim, await invite("kim")), 204);
        expect((await leave()).status).toBe(412);
        expect(await standing(kim)).toMatchObject({ team });
      });

      it("is joined while the same person saves, without a deadlock", async () => {
        const statuses = new Set<number>();
        for (let round = 0; round < ROUNDS; round += 1) {
          const kim = await alone(`kim${round}-`);
          const assessment = await createP3M3(kim, await createOrganization(kim));
          const offered = await invite(`kim${round}-`);
          const answers = await Promise.all([
            ...["RNNNN", "FRNNN", "FFRNN"].map((letters) => answerThread(kim, assessment, 1, 1, letters)),
            accept(kim, offered),
            ...["FFFRN", "FFFFR"].map((letters) => answerThread(kim, assessment, 1, 1, letters)),
          ]);
          expect(answers[3]?.status).toBe(204);
          for (const { status } of answers) statuses.add(status);
        }
        expect([...statuses].filter((status) => status >= 500)).toEqual([]);
      });

      it("that two leads offer each other takes one of them in, whoever accepts first", async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const [kim, lee] = [await alone(`kim${round}-`), await alone(`lee${round}-`)];
          const [toLee, toKim] = [await invite(`lee${round}-`, {}, kim), await invite(`kim${round}-`, {}, lee)];
          const answers = await Promise.all([accept(kim, toKim), accept(lee, toLee)]);
          expect(answers.map(({ status }) => status).sort(), `round ${round}`).toEqual([204, 404]);
          const outcomes = [await outcomeOf(toLee), await outcomeOf(toKim)];
          expect(outcomes.sort()).toEqual(["accepted", "takenBack"]);
        }
      });

      it("gets somebody once who accepts twice at the same time", async () => {
        const kim = await alone("kim");
        const offered = await invite("kim");
        const answers = await Promise.all([accept(kim, offered), accept(kim, offered)]);
        // The second one finds their team changed, and has to try again.
        expect(answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 503)).toEqual([]);
        expectStatus(await accept(kim, offered), 204);
        const { entries } = (await lead.get("/team/history")).body;
        expect(entries.filter(({ kind }: { kind: string }) => kind === "joined")).toHaveLength(1);
      });

      it("takes in whom a lead invited who is demoted at the same time, or ends the invitation", async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const second = await signIn(`second${round}-`, "lead");
          const [kim, name] = [await alone(`kim${round}-`), `kim${round}-`];
          const offered = await invite(name, { permission: "viewer" }, second);
          const path = `/people/${await idOf(`second${round}-`)}`;
          const [joined, demoted] = await Promise.all([
            accept(kim, offered),
            lead.put(path, { firstName: "Former", permission: "viewer" }),
          ]);
          expect([demoted?.status, await outcomeOf(offered)], `round ${round}`).toEqual([
            200,
            joined?.status === 204 ? "accepted" : "takenBack",
          ]);
          expect([204, 404]).toContain(joined?.status);
          expect((await standing(kim)).team).toBe(joined?.status === 204 ? team : null);
        }
      });

      it("gives a former lead no stored answer about its people", async () => {
        const second = await signIn("second", "lead");
        const write = () =>
          second.post("/invitations", { people: [{ email: at("new") }], permission: "viewer", roles: BOTH }, { "Idempotency-Key": "once" });
        expect([(await write()).status, (await write()).body.people[0].refused]).toEqual([200, undefined]);
        expectStatus(await lead.put(`/people/${await idOf("second")}`, { permission: "assessor" }), 200);
        expect((await write()).status).toBe(403);
      });

      it("gives an invited address without an account ten mails to sign in a day, from any network", async () => {
        await invite("new");
        const { now } = api();
        for (let times = 0; times < 15; times += 1) {
          await ask("new", `net ${times}`);
          api().now = new Date(api().now.getTime() + 4 * 60_000);
        }
        api().now = now;
        const mails = await api()
          .store.selectFrom("mail")
          .select("id")
          .where("recipient", "=", at("new"))
          .where("kind", "=", "signIn")
          .execute();
        expect(mails).toHaveLength(10);
      });

      it("gets one person when two entry links are made for one address at the same time", async () => {
        await Promise.all([link("twin", { team }), link("twin", { team: `Others ${teams}` })]);
        const { n } = await api()
          .store.selectFrom("user")
          .select(({ fn }) => fn.countAll<number | string>().as("n"))
          .where("email", "=", at("twin"))
          .executeTakeFirstOrThrow();
        expect(Number(n)).toBe(1);
      });
    },
    { mail: MAIL },
  );
});
