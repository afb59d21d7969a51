/** What leads do about the people of their team, and what people do about themselves (docs/rules/people.md). */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { mailQueue } from "#api/mail/queue.ts";
import { createMailer } from "#api/mail/transport.ts";
import { Sender } from "#api/outbox/sender.ts";
import { exportHistory } from "#api/services/history.ts";
import { checkHistory } from "#api/services/history-check.ts";
import { forgetInvitations, takeBackByOperator } from "#api/services/invitations.ts";
import { changePerson } from "#api/services/people.ts";
import { createUser, findUserByEmail } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { inTransaction, openStore, sqlitePath } from "#api/store/open.ts";
import type { Role } from "#model/contract/common.ts";
import type { Permission } from "#model/permissions.ts";
import { Client, HISTORY_KEY, MAIL, operatingOn, testConfig } from "../support/api.ts";
import { readMail, secretsIn, startMailServer } from "../support/mail-server.ts";
import { everything } from "../support/rows.ts";
import { runHere } from "../support/run-here.ts";
import { fresh, onEachDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const DAY = 24 * 60 * 60_000;
const BOTH = ["P3M3", "ITIL"];
const ROUNDS = 8;

interface PersonRow {
  id: number;
  email: string;
  versions: Record<string, number>;
}

describe("people of a team", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let team: string;
      let lead: Client;
      let now: Date;
      /** An address that only this test knows. */
      const at = (name: string) => `${name}${teams}@people.example`;
      const signIn = (name: string, permission: Permission, over: { team?: string | undefined; roles?: Role[] } = {}) =>
        api().signIn({ email: at(name), firstName: name, team, permission, ...over });
      const list = async (client = lead): Promise<{ people: PersonRow[]; invitations: PersonRow[] }> =>
        expectStatus(await client.get("/people"), 200).body;
      const idOf = async (name: string) => (await list()).people.find(({ email }) => email === at(name))?.id ?? 0;
      const invite = async (emails: string[], over: Record<string, unknown> = {}, client = lead) => {
        const form = { people: emails.map((email) => ({ email })), permission: "assessor", roles: BOTH, ...over };
        return expectStatus(await client.post("/invitations", form), 200).body.people;
      };
      const later = (milliseconds: number) => {
        api().now = new Date(api().now.getTime() + milliseconds);
      };
      const history = async () => expectStatus(await lead.get("/team/history"), 200).body.entries as Record<string, unknown>[];
      const events = async () => (await history()).map(({ kind, by, about }) => [kind, by, about]);

      beforeEach(async () => {
        now = new Date(api().now);
        teams += 1;
        team = `Team ${teams}`;
        lead = await signIn("lead", "lead");
      });
      afterEach(() => {
        api().now = now;
      });

      /** Sends the mails that wait, and gives the last one to an address. */
      const mailTo = async (address: string) => {
        const { port, received, close } = await startMailServer();
        const queue = mailQueue(api().store, {
          mailer: createMailer({ ...MAIL.smtp, port }),
          secrets: new MailedSecrets(testConfig("").tokenSecrets),
          historyKey: HISTORY_KEY,
          catalogue: api().catalogue,
          publicUrl: MAIL.publicUrl,
          timeZone: "UTC",
          clock: () => api().now,
        });
        await new Sender({ store: api().store, queue, clock: () => api().now, log: (entry) => api().logged.push(entry) }).sendDue();
        await close();
        const mail = received.findLast(({ to }) => to.includes(address));
        return mail && readMail(mail);
      };
      const ask = async (address: string) => {
        const browser = randomBytes(32).toString("base64url");
        const answer = await api().anonymous.post("/auth/mail", { address, browser, network: `net ${teams}` });
        await api().settled();
        return { browser, answer };
      };
      const enter = (browser: string, code: string) => api().anonymous.post("/auth/mail/session", { browser, code });
      /** Signs in by mail. */
      const enterByMail = async (address: string): Promise<Client> => {
        const { browser } = await ask(address);
        const mail = await mailTo(address);
        if (!mail) throw new Error(`No mail came to ${address}.`);
        return new Client(api().fetch, expectStatus(await enter(browser, secretsIn(mail).code), 200).body.token);
      };

      describe("who are there", () => {
        it("are listed without internal accounts and removed people, with what they may do and when they were seen", async () => {
          await signIn("kim", "viewer", { roles: ["ITIL"] });
          await api().signIn({ email: "office@people.example", team, permission: "assessor" });
          const gone = await signIn("gone", "assessor");
          await createOrganization(gone);
          expectStatus(await lead.post(`/people/${await idOf("gone")}/remove`), 200);
          later(13 * 60 * 60_000);
          lead = await signIn("lead", "lead");
          const { body } = await lead.get("/people");
          expect(body).toMatchObject({
            team: { name: team },
            people: [
              { email: at("kim"), firstName: "kim", permission: "viewer", roles: ["ITIL"], lastSeenAt: now.toISOString(), isSelf: false },
              { email: at("lead"), permission: "lead", suspendedAt: null, lastSeenAt: api().now.toISOString(), isSelf: true },
            ],
            invitations: [],
          });
          const office = await findUserByEmail(api().store, "office@people.example");
          for (const id of [office?.id, 2_000_000_000]) expect((await lead.get(`/people/${id}`)).status).toBe(404);
          expect((await lead.post(`/people/${office?.id}/suspend`)).status).toBe(404);
        });

        it("are not counted with internal accounts, which accept no invitation", async () => {
          const auditor = await api().signIn({ email: "auditor@people.example", team, permission: "lead" });
          await signIn("kim", "viewer");
          const demote = async () => lead.put(`/people/${await idOf("lead")}`, { permission: "viewer" });
          expect([(await demote()).status, (await lead.post("/me/leave")).status]).toEqual([422, 422]);
          expect((await lead.get("/me")).body.leads).toEqual([{ email: at("lead"), firstName: "lead" }]);
          const [known, unknown] = await invite(["auditor@people.example", "inspector@people.example"]);
          expect([known.refused, unknown.refused]).toEqual([undefined, undefined]);
          const refused = await auditor.post(`/me/invitations/${known.invitation}/accept`);
          expect([refused.status, refused.body.title]).toEqual([422, expect.stringContaining("accepts no invitation")]);
          await ask("inspector@people.example");
          expect(await mailTo("inspector@people.example")).toMatchObject({ headers: { subject: expect.stringContaining("Invitation") } });
          // A lead whose only colleague is an internal account is alone.
          const alone = await signIn("alone", "lead", { team: undefined });
          await createOrganization(alone);
          const { teamId } = (await findUserByEmail(api().store, at("alone"))) ?? { teamId: 0 };
          await api().store.updateTable("user").set({ team_id: teamId }).where("email", "=", "auditor@people.example").execute();
          expect((await alone.get("/me/invitations")).body).toMatchObject({ mustLeaveFirst: false, organizations: 1 });
          // The invitation is still open, but an internal account is shown none.
          expect((await auditor.get("/me/invitations")).body.invitations).toEqual([]);
          // A team without a lead who counts is managed by one who does not.
          await api().store.updateTable("user").set({ permission: "viewer" }).where("email", "=", at("alone")).execute();
          const { id } = (await findUserByEmail(api().store, at("alone"))) ?? { id: 0 };
          expectStatus(await auditor.put(`/people/${id}`, { firstName: "Al" }), 200);
        });

        it("of another team are like people who do not exist, and so are its invitations", async () => {
          const [id, { invitation }] = [await idOf("lead"), (await invite([at("new")]))[0]];
          const other = await signIn("other", "lead", { team: `Others ${teams}` });
          const calls: [string, string][] = [
            ["GET", `/people/${id}`],
            ["PUT", `/people/${id}`],
            ["POST", `/people/${id}/suspend`],
            ["POST", `/people/${id}/readmit`],
            ["POST", `/people/${id}/remove`],
            ["POST", `/invitations/${invitation}/again`],
            ["POST", `/invitations/${invitation}/take-back`],
            ["POST", `/me/invitations/${invitation}/accept`],
            ["POST", `/me/invitations/${invitation}/decline`],
          ];
          const answers = await Promise.all(
            calls.flatMap(([method, path]) =>
              [path, path.replace(/\d+/, "2000000000")].map((each) => other.call(method, each, method === "GET" ? undefined : {})),
            ),
          );
          expect(answers.map(({ status }) => status)).toEqual(Array(18).fill(404));
          for (let each = 0; each < 18; each += 2) expect(answers[each]?.body).toEqual(answers[each + 1]?.body);
        });

        it("are changed at once, with locks, from the version that the lead has read", async () => {
          const kim = await signIn("kim", "assessor");
          const assessment = await createP3M3(kim, await createOrganization(kim));
          const id = await idOf("kim");
          expect((await lead.get(`/people/${id}`)).body).toMatchObject({ devices: 1, locks: 1, versions: { person: 0 } });
          const changed = await lead.put(`/people/${id}`, { firstName: "Kimberley", permission: "viewer" }, { "Made-From": "person=0" });
          expect(changed.body).toMatchObject({ firstName: "Kimberley", permission: "viewer", locks: 0, versions: { person: 1 } });
          expect((await kim.post(`/assessments/${assessment}/lock`)).status).toBe(403);
          const late = await lead.put(`/people/${id}`, { permission: "lead" }, { "Made-From": "person=0" });
          expect([late.status, late.body.present]).toMatchObject([412, { permission: "viewer", versions: { person: 1 } }]);
          expect((await lead.post(`/people/${id}/suspend`, {}, { "Made-From": "person=0" })).status).toBe(412);
          expect((await lead.put(`/people/${id}`, { email: "other@people.example", permission: "lead" })).body.email).toBe(at("kim"));
          expect(await events()).toEqual([
            ["permission", at("lead"), at("kim")],
            ["name", at("lead"), at("kim")],
            ["permission", at("lead"), at("kim")],
          ]);
        });

        it("get only models that the lead works with, and keep the others", async () => {
          lead = await signIn("p3m3", "lead", { roles: ["P3M3"] });
          await signIn("kim", "assessor", { roles: ["ITIL"] });
          await signIn("lee", "assessor", { roles: ["P3M3"] });
          const given = async (name: string, roles: string[]) => lead.put(`/people/${await idOf(name)}`, { roles });
          expect((await given("kim", ["P3M3"])).body.roles).toEqual(["ITIL", "P3M3"]);
          expect((await given("lee", BOTH)).body.errors).toMatchObject([{ path: "roles" }]);
          const form = { people: [{ email: at("new") }], permission: "viewer", roles: BOTH };
          expect((await lead.post("/invitations", form)).body.errors).toMatchObject([{ path: "roles" }]);
        });

        it("are out at once when suspended, in again when readmitted, and nobody when removed, in the history too", async () => {
          const kim = await signIn("kim", "assessor");
          const organization = await createOrganization(kim);
          const id = await idOf("kim");
          await ask(at("kim"));
          expect((await lead.post(`/people/${id}/suspend`)).body).toEqual({ sessions: 1, locks: 0, invitations: 0 });
          expect((await kim.get("/organizations")).status).toBe(401);
          expect(await mailTo(at("kim"))).toBeUndefined();
          expectStatus(await lead.post(`/people/${id}/readmit`), 204);
          expect((await (await signIn("kim", "assessor")).get(`/organizations/${organization}`)).status).toBe(200);
          expectStatus(await lead.post(`/people/${id}/remove`), 200);
          expect((await lead.get(`/people/${id}`)).status).toBe(404);
          const removed = `removed person ${id}`;
          expect(await events()).toEqual(["removed", "readmitted", "suspended"].map((kind) => [kind, at("lead"), removed]));
          expect(JSON.stringify(await history())).not.toContain("kim");
          const { breaks } = await checkHistory(api().store, HISTORY_KEY, api().now);
          expect(breaks).toEqual([]);
        });

        it("take their invitations along, each with an entry in the history, whether they are suspended or lead no more", async () => {
          for (const [name, keepOut] of [
            ["kim", (id: number) => lead.post(`/people/${id}/suspend`)],
            ["lee", (id: number) => lead.put(`/people/${id}`, { permission: "assessor" })],
          ] as const) {
            const other = await signIn(name, "lead");
            const id = await idOf(name);
            expectStatus(
              await other.post("/invitations", { people: [{ email: at(`${name}.new`) }], permission: "viewer", roles: BOTH }),
              200,
            );
            expectStatus(await keepOut(id), 200);
            expect((await list()).invitations).toEqual([]);
            expect(await events()).toContainEqual(["invitationTakenBack", at("lead"), at(`${name}.new`)]);
          }
        });

        it("leave nothing in the files of the database when removed", async () => {
          await signIn("kim", "assessor");
          const id = await idOf("kim");
          expectStatus(await lead.post(`/people/${id}/remove`), 200);
          await api().settled();
          expect(JSON.stringify(await everything(api().url))).not.toContain(at("kim"));
          if (!api().url.startsWith("file:")) return;
          const path = sqlitePath(api().url);
          const files = [path, `${path}-wal`].filter(existsSync).map((file) => readFileSync(file, "latin1"));
          expect(files.join("").includes(at("kim"))).toBe(false);
        });

        it("are told apart from what an operator did", async () => {
          await signIn("kim", "assessor");
          await inTransaction(api().store, (db) => changePerson(operatingOn(db, api().now), at("kim"), { permission: "viewer" }));
          await invite([at("new")]);
          const { teamId } = (await findUserByEmail(api().store, at("lead"))) ?? { teamId: 0 };
          const takeBack = () => inTransaction(api().store, (db) => takeBackByOperator(operatingOn(db, api().now), teamId, at("new")));
          expect([await takeBack(), await takeBack()]).toEqual([true, false]);
          expect(await events()).toEqual([
            ["invitationTakenBack", null, at("new")],
            ["invited", at("lead"), at("new")],
            ["permission", null, at("kim")],
          ]);
          const exported: unknown[] = [];
          for await (const { kind, by, person } of exportHistory(api().store, `team/${teamId}`)) exported.push([kind, by, person]);
          expect(exported.at(-1)).toEqual(["invitationTakenBack", "operator", at("lead")]);
        });
      });

      describe("the last lead", () => {
        it("stays, whoever takes what away, and nobody suspends or removes themselves", async () => {
          await signIn("kim", "assessor");
          const id = await idOf("lead");
          for (const permission of ["assessor", "viewer"]) expect((await lead.put(`/people/${id}`, { permission })).status).toBe(422);
          for (const path of [`/people/${id}/suspend`, `/people/${id}/remove`, "/me/leave"])
            expect((await lead.post(path)).status).toBe(422);
          const second = await signIn("second", "lead");
          expectStatus(await second.put(`/people/${id}`, { permission: "viewer" }), 200);
          expect((await lead.get("/people")).status).toBe(403);
          expect((await second.post("/me/leave")).status).toBe(422);
        });

        it("is left when two leads do something to each other, or leave, at the same time", async () => {
          const seen = new Set<string>();
          for (let round = 0; round < ROUNDS; round += 1) {
            team = `Race ${teams} ${round}`;
            const [one, other] = [await signIn(`one${round}-`, "lead"), await signIn(`other${round}-`, "lead")];
            lead = one;
            const [oneId, otherId] = [await idOf(`one${round}-`), await idOf(`other${round}-`)];
            const demote = { permission: "viewer" };
            const attempts = [
              () => [one.put(`/people/${otherId}`, demote), other.put(`/people/${oneId}`, demote)],
              () => [one.post(`/people/${otherId}/suspend`), other.post(`/people/${oneId}/remove`)],
              () => [one.post("/me/leave"), other.post("/me/leave")],
              () => [one.post("/me/leave"), other.put(`/people/${otherId}`, demote)],
            ][round % 4] as () => Promise<{ status: number }>[];
            const statuses = (await Promise.all(attempts())).map(({ status }) => status);
            expect(
              statuses.filter((status) => status < 300),
              `round ${round}: ${statuses}`,
            ).toHaveLength(1);
            for (const status of statuses) seen.add(String(status));
            const leads = await api()
              .store.selectFrom("user")
              .innerJoin("team", "team.id", "user.team_id")
              .select("user.id")
              .where("team.name", "=", team)
              .where("permission", "=", "lead")
              .where("suspended_at", "is", null)
              .execute();
            expect(leads).toHaveLength(1);
          }
          // No deadlock, which would be a 503.
          expect([...seen].filter((status) => !["200", "204", "401", "403", "422"].includes(status))).toEqual([]);
        });
      });

      describe("who are invited", () => {
        it("are judged line by line, alike whether anybody knows the address", async () => {
          await signIn("kim", "assessor");
          await signIn("elsewhere", "assessor", { team: `Others ${teams}` });
          const lines = [at("elsewhere"), at("nobody"), "no address", at("kim").toUpperCase(), at("nobody"), at("lead")];
          const first = await invite(lines);
          expect(first.map(({ refused = "invited" }: { refused?: string }) => refused)).toEqual([
            "invited",
            "invited",
            "address",
            "inTeam",
            "twice",
            "inTeam",
          ]);
          expect(Object.keys(first[0])).toEqual(Object.keys(first[1]));
          expect((await invite([at("elsewhere"), at("nobody")])).map(({ refused }: { refused: string }) => refused)).toEqual([
            "invited",
            "invited",
          ]);
          const named = await lead.post("/invitations", {
            people: [{ email: at("x"), name: "Win at www.example.org" }],
            permission: "viewer",
            roles: BOTH,
          });
          expect(named.body.people).toMatchObject([{ refused: "name" }]);
          expect((await list()).invitations.map(({ email }) => email)).toEqual([at("elsewhere"), at("nobody")]);
        });

        it("get a mail that says who invites to which team, and holds no secret", async () => {
          await invite([at("new")]);
          const mail = await mailTo(at("new"));
          expect(mail?.headers).toMatchObject({
            "reply-to": `lead <${at("lead")}>`,
            subject: "Invitation to the Maturity Assessment Tool",
          });
          for (const part of [mail?.text, mail?.html]) {
            expect(part).toContain(`lead (${at("lead")}) invites you to join the team ${team}`);
            expect(part).toContain(`${MAIL.publicUrl}/sign-in`);
            expect(part).toContain("until 19 November 2026");
            expect(part).not.toMatch(/sign-in\/./);
          }
        });

        it("become a person of the team by signing in with the address, once", async () => {
          await invite([at("new")], { people: [{ email: at("new"), name: "Nina" }], permission: "viewer", roles: ["ITIL"] });
          expect(await findUserByEmail(api().store, at("new"))).toBeUndefined();
          const nina = await enterByMail(at("new"));
          expect((await nina.get("/me/data")).body.person).toMatchObject({
            firstName: "Nina",
            permission: "viewer",
            roles: ["ITIL"],
            team,
          });
          expect((await list()).invitations).toEqual([]);
          expect(await events()).toEqual([
            ["joined", at("new"), at("new")],
            ["invited", at("lead"), at("new")],
          ]);
          const rows = await api().store.selectFrom("invitation").selectAll().where("outcome", "=", "accepted").execute();
          expect(JSON.stringify(rows)).not.toContain(at("new"));
        });

        it("create one person when two browsers sign in at the same time", async () => {
          await invite([at("new")]);
          const [one, other] = [await ask(at("new")), await ask(at("new"))];
          const mails = await api()
            .store.selectFrom("sign_in")
            .selectAll()
            .where("invitation_id", "is not", null)
            .orderBy("id", "desc")
            .limit(2)
            .execute();
          const secrets = new MailedSecrets(testConfig("").tokenSecrets);
          const [second, first] = mails.map((row) => secrets.codeOf(row));
          const answers = await Promise.all([enter(one.browser, first ?? ""), enter(other.browser, second ?? "")]);
          expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
          expect((await list()).people.filter(({ email }) => email === at("new"))).toHaveLength(1);
        });

        it("cannot sign in once the invitation is taken back or has lapsed, in words that tell nothing", async () => {
          const [{ invitation }] = await invite([at("new")]);
          const { browser } = await ask(at("new"));
          const mail = await mailTo(at("new"));
          expectStatus(await lead.post(`/invitations/${invitation}/take-back`), 204);
          const over = await enter(browser, secretsIn(mail ?? { headers: {}, text: "", html: "" }).code);
          await invite([at("late")]);
          later(14 * DAY);
          lead = await signIn("lead", "lead");
          const lapsed = await ask(at("late"));
          expect([over.status, (await enter(lapsed.browser, "AAAAAAAA")).status, await mailTo(at("late"))]).toEqual([401, 422, undefined]);
          expect(await findUserByEmail(api().store, at("new"))).toBeUndefined();
          expect((await list()).invitations).toMatchObject([{ email: at("late"), expiresAt: api().now.toISOString() }]);
          expectStatus(await lead.post(`/invitations/${(await list()).invitations[0]?.id}/again`), 200);
          await enterByMail(at("late"));
        });

        it("and were removed since do not come back by the same invitation", async () => {
          await invite([at("new")]);
          await signIn("new", "assessor");
          expectStatus(await lead.post(`/people/${await idOf("new")}/remove`), 200);
          await ask(at("new"));
          expect((await mailTo(at("new")))?.text).toBeUndefined();
          expect((await list()).invitations).toEqual([]);
        });

        it("and have no account get at most five mails to sign in, as everybody", async () => {
          await invite([at("new")]);
          for (let times = 0; times < 7; times += 1) expect((await ask(at("new"))).answer.status).toBe(204);
          const mails = await api()
            .store.selectFrom("mail")
            .select("id")
            .where("recipient", "=", at("new"))
            .where("kind", "=", "signIn")
            .execute();
          expect(mails).toHaveLength(5);
        });

        it("are sent the newest invitation only, whose version the lead has read", async () => {
          const [{ invitation }] = await invite([at("new")]);
          const sent = await lead.post(`/invitations/${invitation}/again`, {}, { "Made-From": "invitation=0" });
          expect(sent.body).toMatchObject({ email: at("new"), versions: { invitation: 1 } });
          expect((await lead.post(`/invitations/${invitation}/again`, {}, { "Made-From": "invitation=0" })).status).toBe(412);
          await mailTo(at("new"));
          const mails = await api()
            .store.selectFrom("mail")
            .select(["generation", "sent_at", "dropped_at"])
            .where("recipient", "=", at("new"))
            .orderBy("generation")
            .execute();
          // Nobody needed the first one any more.
          expect(mails).toEqual([
            { generation: 1, sent_at: null, dropped_at: api().now.toISOString() },
            { generation: 2, sent_at: api().now.toISOString(), dropped_at: null },
          ]);
        });

        it("are forgotten thirty days after the invitation is over, and the history names nobody", async () => {
          const [{ invitation }] = await invite([at("new")]);
          expectStatus(await lead.post(`/invitations/${invitation}/take-back`), 204);
          expect(await events()).toEqual([
            ["invitationTakenBack", at("lead"), at("new")],
            ["invited", at("lead"), at("new")],
          ]);
          await inTransaction(api().store, (db) => forgetInvitations(db, new Date(now.getTime() + 31 * DAY)));
          expect(await events()).toEqual([
            ["invitationTakenBack", at("lead"), null],
            ["invited", at("lead"), null],
          ]);
        });

        it("do not make a team larger than 500, nor a lead cause more than 200 mails a day, five of them to one address", async () => {
          const many = Array.from({ length: 100 }, (_, index) => at(`many${index}-`));
          const again = many.map((email) => `x${email}`);
          expect((await invite(many)).filter(({ refused }: { refused?: string }) => refused)).toEqual([]);
          expect((await invite(again)).filter(({ refused }: { refused?: string }) => refused)).toEqual([]);
          expect(await invite([at("more")])).toMatchObject([{ refused: "quota" }]);
          const [{ id }] = (await list()).invitations as [PersonRow];
          expect((await lead.post(`/invitations/${id}/again`)).status).toBe(422);
          const second = await signIn("second", "lead");
          for (let times = 0; times < 4; times += 1) expectStatus(await second.post(`/invitations/${id}/again`), 200);
          const [{ invitation }] = await invite([at("more")], {}, second);
          for (let times = 0; times < 4; times += 1) expectStatus(await second.post(`/invitations/${invitation}/again`), 200);
          expect((await second.post(`/invitations/${invitation}/again`)).status).toBe(422);
          later(DAY);
          lead = await signIn("lead", "lead");
          expectStatus(await lead.post(`/invitations/${invitation}/again`), 200);
        });
      });

      describe("somebody who has an account", () => {
        it("in another team leaves it first, and is the only one who learns so", async () => {
          const elsewhere = `Others ${teams}`;
          const boss = await signIn("boss", "lead", { team: elsewhere });
          const kim = await signIn("kim", "assessor", { team: elsewhere });
          const assessment = await createP3M3(kim, await createOrganization(kim));
          const [{ invitation }] = await invite([at("kim")], { permission: "viewer", roles: ["P3M3"] });
          expect((await kim.get("/me/invitations")).body).toMatchObject({
            team: { name: elsewhere },
            mustLeaveFirst: true,
            mayLeave: true,
            organizations: 0,
            invitations: [{ id: invitation, team: { name: team }, permission: "viewer", invitedBy: { email: at("lead") } }],
          });
          expect((await boss.get("/me/invitations")).body).toMatchObject({ mayLeave: false, invitations: [] });
          expect((await boss.post(`/me/invitations/${invitation}/accept`)).status).toBe(404);
          expect((await kim.post(`/me/invitations/${invitation}/accept`)).status).toBe(422);
          expectStatus(await kim.post("/me/leave"), 204);
          expectStatus(await kim.post("/me/leave"), 204);
          expect((await kim.get(`/assessments/${assessment}`)).status).toBe(404);
          expectStatus(await boss.post(`/assessments/${assessment}/lock`), 200);
          expectStatus(await kim.post(`/me/invitations/${invitation}/accept`), 204);
          expectStatus(await kim.post(`/me/invitations/${invitation}/accept`), 204);
          expect((await kim.get("/me/data")).body.person).toMatchObject({ permission: "viewer", roles: ["P3M3"], team });
          expect((await events())[0]).toEqual(["joined", at("kim"), at("kim")]);
          lead = boss;
          expect((await events())[0]).toEqual(["left", at("kim"), at("kim")]);
        });

        it("and is alone brings the organizations along, which count for the new team", async () => {
          const alone = await signIn("alone", "lead", { team: undefined });
          const organization = await createOrganization(alone);
          const former = (await findUserByEmail(api().store, at("alone")))?.teamId ?? 0;
          const entry = (teamId: number) => [organization, teamId, 1, 3, 1, 1, 1, 1];
          const { id } = await api()
            .store.insertInto("benchmark_group")
            .values({ scope: "Project", perspective_id: 1, state: "over", entries: JSON.stringify([entry(former), entry(former + 1_000)]) })
            .returning("id")
            .executeTakeFirstOrThrow();
          const [{ invitation }] = await invite([at("alone")]);
          expect((await alone.get("/me/invitations")).body).toMatchObject({ mustLeaveFirst: false, mayLeave: false, organizations: 1 });
          expectStatus(await alone.post(`/me/invitations/${invitation}/accept`), 204);
          expect((await lead.get(`/organizations/${organization}`)).status).toBe(200);
          expect((await alone.get(`/organizations/${organization}`)).status).toBe(200);
          const { teamId } = (await findUserByEmail(api().store, at("lead"))) ?? { teamId: 0 };
          const group = await api().store.selectFrom("benchmark_group").select(["id", "entries"]).orderBy("id", "desc").executeTakeFirst();
          expect(JSON.parse(group?.entries ?? "")).toEqual([entry(teamId), entry(former + 1_000)]);
          expect(group?.id).toBeGreaterThan(id);
          await api().store.deleteFrom("benchmark_group").execute();
        });

        it("declines, and is asked no more", async () => {
          const kim = await signIn("kim", "assessor", { team: `Others ${teams}` });
          const [{ invitation }] = await invite([at("kim")]);
          expectStatus(await kim.post(`/me/invitations/${invitation}/decline`), 204);
          for (const answer of ["accept", "decline"]) expect((await kim.post(`/me/invitations/${invitation}/${answer}`)).status).toBe(404);
          expect((await kim.get("/me/invitations")).body.invitations).toEqual([]);
          expect((await events())[0]).toEqual(["invitationDeclined", at("kim"), at("kim")]);
        });

        it("reads what the store holds about them, and no content", async () => {
          const kim = await signIn("kim", "assessor");
          const organization = await createOrganization(kim);
          const assessment = await createP3M3(kim, organization);
          const sheet = { places: ["thread/1/6"], until: "2026-12-01", message: "", checksFacts: false };
          const voices = [{ name: "Jane", role: "User", email: null }];
          expectStatus(await kim.post(`/assessments/${assessment}/voices`, { voices, ...sheet }), 200);
          const said = { title: "Plan", why: "", assessmentId: null, places: [], owner: "", due: null, effort: null, effect: null };
          const action = expectStatus(await kim.post(`/organizations/${organization}/actions`, { ...said, state: "open" }), 201).body.id;
          expectStatus(await kim.post(`/organizations/${organization}/actions/${action}/remarks`, { text: "Begun" }), 201);
          await ask(at("kim"));
          const mailed = (await kim.get("/me/data")).body.mails;
          const states: string[] = [];
          for (const [index, end] of ["decline", "accept", "none"].entries()) {
            const boss = await signIn(`boss${index}-`, "lead", { team: `Others ${teams} ${index}` });
            const [{ invitation }] = await invite([at("kim")], {}, boss);
            if (end === "accept") expectStatus(await kim.post("/me/leave", {}, { "Idempotency-Key": "leaving" }), 204);
            if (end !== "none") expectStatus(await kim.post(`/me/invitations/${invitation}/${end}`), 204);
            const { invited, mailsCaused } = expectStatus(await boss.get("/me/data"), 200).body;
            expect(mailsCaused).toEqual([{ kind: "invitation", to: at("kim"), at: now.toISOString(), sentAt: null }]);
            states.push(invited.map(({ email }: PersonRow) => email).join());
          }
          expect(states).toEqual([at("kim"), "", at("kim")]);
          const { body } = await kim.get("/me/data");
          expect(mailed).toEqual([{ kind: "signIn", at: now.toISOString(), sentAt: null }]);
          expect(body).toMatchObject({
            person: { email: at("kim"), firstName: "kim", team: `Others ${teams} 1` },
            devices: [{ current: true }],
            signInRequests: [{ at: now.toISOString(), usedAt: null }],
            entryLinks: [{ usedAt: now.toISOString() }],
            invitations: [
              { team: `Others ${teams} 0`, state: "declined", endedAt: now.toISOString() },
              { team: `Others ${teams} 1`, state: "accepted" },
              { team: `Others ${teams} 2`, state: "open", endedAt: null },
            ],
            mailsCaused: [],
            assessmentsCreated: 1,
            requestsMade: 0,
            remarksMade: 1,
            voicesAsked: 1,
            sheets: [],
            storedAnswers: 1,
          });
          await api().store.updateTable("invitation").set({ expires_at: now.toISOString() }).where("email", "=", at("kim")).execute();
          expect((await kim.get("/me/data")).body.invitations.map(({ state }: { state: string }) => state)).toEqual([
            "declined",
            "accepted",
            "lapsed",
          ]);
          expect(body.history.entries).toBeGreaterThan(2);
        });
      });
    },
    { mail: MAIL, internalAccounts: ["office@people.example", "auditor@people.example", "inspector@people.example"] },
  );
});

describe("the people command", () => {
  it("invites, takes back, and changes names and models", async () => {
    const database = await fresh("SQLite");
    const store = openStore(database.url);
    await migrate(store);
    await createUser(store, { email: "lea@command.example", roles: ["P3M3"], team: "Commanded" });
    const people = (...args: string[]) => runHere("api/commands/people.ts", args, { DATABASE_URL: database.url });
    expect((await people("invite", "Commanded", "viewer", "Noor@command.example", "itil")).out).toBe(
      "noor@command.example is invited to the team Commanded. No mails can be sent, so tell them.\n",
    );
    expect(await store.selectFrom("invitation").select(["email", "permission", "roles"]).execute()).toEqual([
      { email: "noor@command.example", permission: "viewer", roles: '["ITIL"]' },
    ]);
    expect((await people("invite", "Commanded", "viewer", "lea@command.example")).out).toContain("This person is in your team already.");
    expect((await people("invite", "Unknown", "viewer", "noor@command.example")).code).toBe(1);
    expect((await people("list")).out).toMatch(/^noor@command\.example +viewer +ITIL +Commanded +invited until \d{4}-\d\d-\d\d$/m);
    expect((await people("take-back", "Commanded", "noor@command.example")).out).toBe("noor@command.example is no longer invited.\n");
    expect((await people("list")).out).not.toContain("noor@");
    expect((await people("name", "lea@command.example", "Lea")).out).toBe("lea@command.example: name: Lea (before: none)\n");
    expect((await people("roles", "lea@command.example", "P3M3,ITIL")).out).toBe("lea@command.example: roles: P3M3, ITIL (before: P3M3)\n");
    expect(await people("invite", "Commanded", "owner", "noor@command.example")).toMatchObject({ code: 2, out: "" });
    await store.destroy();
    await database.drop();
  });
});
