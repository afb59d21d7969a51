/** How invited people get in, and what became of mails (docs/rules/people.md#copied-links). */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { mailQueue } from "#api/mail/queue.ts";
import { createMailer } from "#api/mail/transport.ts";
import { Sender } from "#api/outbox/sender.ts";
import { changePerson, confirmPerson, suspendPerson } from "#api/services/people.ts";
import { inTransaction } from "#api/store/open.ts";
import { joiningMessages, LINKS_A_DAY } from "#model/joining.ts";
import type { Permission } from "#model/permissions.ts";
import { Client, HISTORY_KEY, MAIL, operatingOn, testConfig } from "../support/api.ts";
import { type ReadMail, readMail, secretsIn, startMailServer, startRefusingServer } from "../support/mail-server.ts";
import { everything } from "../support/rows.ts";
import { onEachDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

const HOUR = 60 * 60_000;
const BOTH = ["P3M3", "ITIL"];
const OFFICE = "office@joining.example";

describe("joining", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let team: string;
      let lead: Client;
      let now: Date;
      const at = (name: string) => `${name}${teams}@joining.example`;
      const signIn = (name: string, permission: Permission, over: { team?: string } = {}) =>
        api().signIn({ email: at(name), firstName: name, team, permission, ...over });
      const invite = async (email: string, over: Record<string, unknown> = {}, client = lead): Promise<number> => {
        const form = { people: [{ email, name: "Kim" }], permission: "assessor", roles: BOTH, ...over };
        return expectStatus(await client.post("/invitations", form), 200).body.people[0].invitation;
      };
      const later = (milliseconds: number) => {
        api().now = new Date(api().now.getTime() + milliseconds);
      };
      const tokenFor = async (invitation: number, client = lead): Promise<string> =>
        expectStatus(await client.post(`/invitations/${invitation}/link`), 200).body.token;
      const look = (token: string) => api().anonymous.post("/auth/joining/link", { token });
      const join = (token: string, key?: string) =>
        api().anonymous.post("/auth/joining", { token }, key === undefined ? {} : { "Idempotency-Key": key });
      const joined = async (token: string) => new Client(api().fetch, expectStatus(await join(token), 200).body.token);
      const standing = async (client = lead) => expectStatus(await client.get("/team/joining"), 200).body;
      const kinds = async () =>
        (expectStatus(await lead.get("/team/history"), 200).body.entries as { kind: string; by: string; about: string }[]).map(
          ({ kind, by, about }) => [kind, by, about],
        );

      beforeEach(async () => {
        now = new Date(api().now);
        teams += 1;
        team = `Joining ${teams}`;
        lead = await signIn("lead", "lead");
        await api().store.deleteFrom("mail").execute();
      });
      afterEach(() => {
        api().now = now;
      });

      const sendBy = async (server: { port: number; close(): Promise<void> }) => {
        const queue = mailQueue(api().store, {
          mailer: createMailer({ ...MAIL.smtp, port: server.port }),
          secrets: new MailedSecrets(testConfig("").tokenSecrets),
          historyKey: HISTORY_KEY,
          catalogue: api().catalogue,
          publicUrl: MAIL.publicUrl,
          timeZone: "UTC",
          clock: () => api().now,
        });
        await new Sender({ store: api().store, queue, clock: () => api().now, log: (entry) => api().logged.push(entry) }).sendDue();
        await server.close();
      };
      /** Sends the mails that wait, and reads those to an address. */
      const mailsTo = async (address: string): Promise<ReadMail[]> => {
        const server = await startMailServer();
        await sendBy(server);
        return server.received.filter(({ to }) => to.includes(address)).map(readMail);
      };
      const refuse = async (recipient: string) => sendBy(await startRefusingServer({ recipient }));
      const enterByMail = async (address: string): Promise<Client> => {
        const browser = randomBytes(32).toString("base64url");
        await api().anonymous.post("/auth/mail", { address, browser, network: `net ${teams}` });
        await api().settled();
        const mail = (await mailsTo(address)).find(({ text }) => secretsIn({ text } as ReadMail).code !== "");
        if (!mail) throw new Error(`No mail came to ${address}.`);
        const { code } = secretsIn(mail);
        return new Client(api().fetch, expectStatus(await api().anonymous.post("/auth/mail/session", { browser, code }), 200).body.token);
      };

      describe("the mail of an invitation", () => {
        it("waits, is refused with the server's words, and is sent: the lead reads which", async () => {
          const id = await invite(at("kim"));
          expect((await standing()).mails).toEqual([{ invitation: id, state: "waiting", at: now.toISOString(), reply: null }]);
          later(60_000);
          await refuse(`550 5.1.1 <${at("kim")}>: no such user`);
          const [mail] = (await standing()).mails;
          expect(mail).toMatchObject({ invitation: id, state: "refused", at: api().now.toISOString() });
          expect(mail.reply).toContain("no such user");
          expect(mail.reply).not.toContain("kim");
          expectStatus(await lead.post(`/invitations/${id}/again`), 200);
          expect((await standing()).mails).toMatchObject([{ state: "waiting", reply: null }]);
          expect(await mailsTo(at("kim"))).toHaveLength(1);
          expect((await standing()).mails).toMatchObject([{ state: "sent", reply: null }]);
        });

        it("is nobody's business but the leads' of its team", async () => {
          await invite(at("kim"));
          const stranger = await signIn("stranger", "lead", { team: `Strangers ${teams}` });
          expect((await standing(stranger)).mails).toEqual([]);
          for (const permission of ["assessor", "viewer"] as const)
            expect((await (await signIn(permission, permission)).get("/team/joining")).status).toBe(403);
        });
      });

      describe("the mail to a voice", () => {
        const askJane = async () => {
          const id = await createP3M3(lead, await createOrganization(lead), { perspectiveIds: [1], threadIds: [6] });
          const voices = [{ name: "Jane", role: "Manager", email: at("jane") }];
          const form = { voices, places: ["thread/1/6"], until: "2026-12-01", message: "", checksFacts: false };
          const [{ voice }] = expectStatus(await lead.post(`/assessments/${id}/voices`, form), 200).body.voices;
          return { at: `/assessments/${id}/voices`, id, voice };
        };
        const states = async (path: string) => expectStatus(await lead.get(`${path}/mails`), 200).body.mails;

        it("that was refused is sent again with the same link, and counts once more", async () => {
          const { at: path, voice, id } = await askJane();
          const { token } = expectStatus(await lead.post(`${path}/${voice}/link`, { renew: false }), 200).body;
          expect((await lead.post(`${path}/${voice}/mail-again`)).body.title).toBe(joiningMessages.noMailToRepeat);
          for (let times = 0; times < 4; times += 1) {
            await refuse("550 5.1.1 no such user");
            expect(await states(path)).toMatchObject([
              { voice, isReminder: false, state: "refused", reply: expect.stringContaining("550") },
            ]);
            expectStatus(await lead.post(`${path}/${voice}/mail-again`), 204);
          }
          await refuse("550 5.1.1 no such user");
          // Five mails to one address within a day.
          expect((await lead.post(`${path}/${voice}/mail-again`)).status).toBe(422);
          later(25 * HOUR);
          lead = await signIn("lead", "lead");
          expectStatus(await lead.post(`${path}/${voice}/mail-again`), 204);
          const [mail] = await mailsTo(at("jane"));
          expect(mail?.text).toContain(token);
          expect(await states(path)).toMatchObject([{ state: "sent", reply: null }]);
          const { entries } = expectStatus(await lead.get(`/assessments/${id}/history`), 200).body;
          expect(entries.filter(({ kind }: { kind: string }) => kind === "voiceMailedAgain")).toHaveLength(5);
        });
      });

      describe("a copied link", () => {
        it("lets a new person in once, marks the address, is recorded, and the address gets a mail without the link", async () => {
          const id = await invite(at("kim"), { permission: "lead" });
          const token = await tokenFor(id);
          for (let times = 0; times < 3; times += 1)
            expect(expectStatus(await look(token), 200).body).toEqual({
              team,
              by: { email: at("lead"), firstName: "lead" },
              email: at("kim"),
              expiresAt: new Date(now.getTime() + 24 * HOUR).toISOString(),
            });
          const kim = await joined(token);
          const { people, invitations } = expectStatus(await lead.get("/people"), 200).body;
          const person = people.find(({ email }: { email: string }) => email === at("kim"));
          expect([person, invitations]).toMatchObject([{ firstName: "Kim", permission: "lead", roles: ["ITIL", "P3M3"] }, []]);
          expect((await standing()).unconfirmed).toEqual([person.id]);
          expect([(await look(token)).status, (await join(token)).status]).toEqual([401, 401]);
          expect((await kim.get("/organizations")).status).toBe(200);
          expect(await kinds()).toContainEqual(["invitationLink", at("lead"), at("kim")]);
          const about = (await mailsTo(at("kim"))).filter(({ headers }) => headers.subject?.startsWith("A link"));
          expect(about).toHaveLength(1);
          expect(about[0]?.text).toContain(`lead (${at("lead")}) has copied a link by which you can join the team ${team}`);
          expect(about[0]?.text).not.toContain(token);
          const stored = JSON.stringify(await everything(api().url));
          expect(stored).not.toContain(token.slice(32));
        });

        it("gives the same session to the same call alone, and one person however many calls arrive at the same time", async () => {
          const token = await tokenFor(await invite(at("kim")));
          const answers = await Promise.all(["a", "b", "c", "d"].map((key) => join(token, key)));
          expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
          const key = ["a", "b", "c", "d"][answers.findIndex(({ status }) => status === 200)];
          expectStatus(await join(token, key), 200);
          expect((await join(token, "e")).status).toBe(401);
        });

        it("reads like one that has ended where anybody has the address, or it is internal", async () => {
          const over = { status: 401, title: expect.any(String) };
          const refusals: unknown[] = [];
          await signIn("elsewhere", "assessor", { team: `Elsewhere ${teams}` });
          await signIn("suspended", "assessor", { team: `Elsewhere ${teams}` });
          await inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), at("suspended")));
          for (const email of [at("elsewhere"), at("suspended"), OFFICE]) {
            const token = await tokenFor(await invite(email));
            for (const answer of [await look(token), await join(token)]) refusals.push({ status: answer.status, title: answer.body.title });
          }
          const ended = await tokenFor(await invite(at("kim")));
          later(24 * HOUR);
          refusals.push({ status: (await look(ended)).status, title: (await look(ended)).body.title });
          for (const refusal of refusals) expect(refusal).toEqual(over);
          expect(new Set(refusals.map((each) => JSON.stringify(each))).size).toBe(1);
          const { people } = expectStatus(await (await signIn("lead", "lead")).get("/people"), 200).body;
          expect(people.map(({ email }: { email: string }) => email)).toEqual([at("lead")]);
        });

        it("ends with its invitation, and when its lead is suspended, made something else, or in another team", async () => {
          const other = await signIn("other", "lead");
          const dead = async (token: string) => expect([(await look(token)).status, (await join(token)).status]).toEqual([401, 401]);
          const back = await invite(at("back"));
          const tokenBack = await tokenFor(back);
          expectStatus(await lead.post(`/invitations/${back}/take-back`), 204);
          await dead(tokenBack);
          // Those of an invitation that another lead made, too.
          const id = await invite(at("kim"));
          const token = await tokenFor(id, other);
          expectStatus(await look(token), 200);
          await inTransaction(api().store, (db) => changePerson(operatingOn(db, api().now), at("other"), { permission: "assessor" }));
          await dead(token);
          await inTransaction(api().store, (db) => changePerson(operatingOn(db, api().now), at("other"), { permission: "lead" }));
          await dead(token);
          const next = await tokenFor(id, other);
          expectStatus(await other.post("/me/leave"), 204);
          await dead(next);
        });

        it("is one of at most twenty a lead within a day, of open invitations of the own team alone, and within the quota of mails", async () => {
          const ids: number[] = [];
          for (let number = 0; number <= LINKS_A_DAY / 4; number += 1) ids.push(await invite(at(`many-${number}-`)));
          const statuses: number[] = [];
          // The invitation was a mail to the address already.
          for (const id of ids)
            for (let times = 0; times < 4; times += 1) statuses.push((await lead.post(`/invitations/${id}/link`)).status);
          expect(statuses).toEqual([...Array(LINKS_A_DAY).fill(200), ...Array(4).fill(422)]);
          expect((await lead.post(`/invitations/${ids.at(-1)}/link`)).body.title).toBe(joiningMessages.linksToday);
          const colleague = await signIn("colleague", "lead");
          expect((await colleague.post(`/invitations/${ids[0]}/link`)).body.title).toBe(joiningMessages.mailQuota);
          // Mails that the server refused do not use up the way for which no mail is needed.
          const refusedAt = { failed_at: api().now.toISOString() };
          await api().store.updateTable("mail").set(refusedAt).where("recipient", "=", at("many-0-")).execute();
          expect((await colleague.post(`/invitations/${ids[0]}/link`)).status).toBe(200);
          const stranger = await signIn("stranger", "lead", { team: `Strangers ${teams}` });
          for (const id of [ids[0], 2_000_000_000]) expect((await stranger.post(`/invitations/${id}/link`)).status).toBe(404);
          later(15 * 24 * HOUR);
          lead = await signIn("lead", "lead");
          expect((await lead.post(`/invitations/${ids[0]}/link`)).body.title).toBe(joiningMessages.lapsed);
        });
      });

      it("tells the invited of a copied link, and leads their answer to another lead than the one who copied it, if there is one", async () => {
        await tokenFor(await invite(at("kim")));
        const alone = (await mailsTo(at("kim"))).find(({ text }) => text.includes("has copied a link"));
        expect(alone?.text.replaceAll(/\s+/g, " ")).toContain("please answer this mail, and somebody will end it");
        await signIn("other", "lead");
        await tokenFor(await invite(at("sam")));
        const about = (await mailsTo(at("sam"))).find(({ text }) => text.includes("has copied a link"));
        expect(about?.text.replaceAll(/\s+/g, " ")).toContain(
          `Your answer goes to other (${at("other")}), who leads the team, too, and can end it.`,
        );
      });

      describe("somebody whose address is not confirmed", () => {
        const unconfirmed = async (permission: Permission = "assessor") => {
          const client = await joined(await tokenFor(await invite(at("kim"), { permission })));
          const { people } = expectStatus(await lead.get("/people"), 200).body;
          return { client, id: people.find(({ email }: { email: string }) => email === at("kim")).id };
        };

        it("can do none of what needs a confirmed address, and all of it once it is", async () => {
          const { client, id } = await unconfirmed();
          const organization = await createOrganization(lead);
          const named = { access: "named", people: [id, (await standing(lead)) && (await ownId())], reason: "For the client" };
          const calls = [
            () => lead.put(`/organizations/${organization}/access`, named),
            () => client.post("/organizations/behind-a-wall", organizationForm({ name: "Behind" })),
          ];
          for (const call of calls) {
            const { status, body } = await call();
            const said = [body.title, ...(body.errors ?? []).map(({ message }: { message: string }) => message)];
            expect([status, said]).toEqual([422, expect.arrayContaining(["Kim's address is not confirmed yet."])]);
          }
          await joined(await tokenFor(await invite(at("sam"), { people: [{ email: at("sam"), name: "Sam" }] })));
          const { people } = expectStatus(await lead.get("/people"), 200).body;
          const sam = people.find(({ email }: { email: string }) => email === at("sam")).id;
          const both = await lead.put(`/organizations/${organization}/access`, { ...named, people: [...named.people, sam] });
          expect([both.status, both.body.errors]).toMatchObject([
            422,
            [{ path: "people", message: "Kim's and Sam's addresses are not confirmed yet." }],
          ]);
          await inTransaction(api().store, (db) => confirmPerson(operatingOn(db, api().now), at("kim")));
          for (const call of calls) expect([200, 201]).toContain((await call()).status);
        });

        const ownId = async () =>
          expectStatus(await lead.get("/people"), 200).body.people.find(({ isSelf }: { isSelf: boolean }) => isSelf).id;

        it("is confirmed by signing in by mail, which ends what the link had begun, and is recorded", async () => {
          const { client, id } = await unconfirmed();
          expect((await standing()).unconfirmed).toEqual([id]);
          const proven = await enterByMail(at("kim"));
          expect((await standing()).unconfirmed).toEqual([]);
          expect([(await client.get("/me")).status, (await proven.get("/me")).status]).toEqual([401, 200]);
          expect(await kinds()).toContainEqual(["addressConfirmed", at("kim"), at("kim")]);
        });

        it("is confirmed by an entry link, and by an operator's command, which is recorded without a doer", async () => {
          await unconfirmed();
          await api().signIn({ email: at("kim") });
          expect((await standing()).unconfirmed).toEqual([]);
          const id = await invite(at("sam"));
          await joined(await tokenFor(id));
          const confirm = () => inTransaction(api().store, (db) => confirmPerson(operatingOn(db, api().now), at("sam")));
          expect([await confirm(), await confirm()]).toEqual([true, false]);
          expect((await standing()).unconfirmed).toEqual([]);
          expect(await kinds()).toContainEqual(["addressConfirmed", null, at("sam")]);
        });
      });
    },
    { mail: MAIL, internalAccounts: [OFFICE] },
  );
});

describe("without mail", () => {
  onEachDatabase((api) => {
    it("links are copied all the same, and nothing is said of mails", async () => {
      const lead = await api().signIn({ email: "lead@without.example", team: "Without", permission: "lead" });
      const form = { people: [{ email: "kim@without.example" }], permission: "viewer", roles: BOTH };
      const [{ invitation }] = expectStatus(await lead.post("/invitations", form), 200).body.people;
      expect(expectStatus(await lead.get("/team/joining"), 200).body).toMatchObject({ mails: [], unconfirmed: [] });
      const { token } = expectStatus(await lead.post(`/invitations/${invitation}/link`), 200).body;
      expectStatus(await api().anonymous.post("/auth/joining", { token, device: "Firefox on Windows" }), 200);
      expect(await api().store.selectFrom("mail").select("id").execute()).toEqual([]);
    });
  });
});
