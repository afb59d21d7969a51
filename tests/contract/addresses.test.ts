/** Another address and another name, for people and for those who are invited (docs/rules/people.md#another-address). */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { mailQueue } from "#api/mail/queue.ts";
import { createMailer } from "#api/mail/transport.ts";
import { Sender } from "#api/outbox/sender.ts";
import { changeAddressByOperator, forgetAddresses } from "#api/services/addresses.ts";
import { letIn } from "#api/services/letting-in.ts";
import { holdByEmail, removePerson, suspendPerson } from "#api/services/people.ts";
import { type Db, inTransaction, isPostgres, openStore } from "#api/store/open.ts";
import { ADDRESSES_A_DAY, joiningMessages, OLD_ADDRESS_DAYS, UNDO_DAYS } from "#model/joining.ts";
import { INVITE_REFUSAL_WORDS } from "#model/people.ts";
import type { Permission } from "#model/permissions.ts";
import { Client, HISTORY_KEY, MAIL, operatingOn, testConfig } from "../support/api.ts";
import { readMail, startMailServer } from "../support/mail-server.ts";
import { everything } from "../support/rows.ts";
import { onEachDatabase } from "./databases.ts";
import { cookieOf, expectStatus, refresh } from "./scenario.ts";
import { until } from "./waiting.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BOTH = ["P3M3", "ITIL"];
const OFFICE = "office@addresses.example";

describe("another address", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let team: string;
      let kim: Client;
      let now: Date;
      const at = (name: string) => `${name}${teams}@addresses.example`;
      const signIn = (name: string, permission: Permission, over: { team?: string } = {}) =>
        api().signIn({ email: at(name), firstName: name, team, permission, ...over });
      const later = (milliseconds: number) => {
        api().now = new Date(api().now.getTime() + milliseconds);
      };
      /** Sends what waits, and gives the newest mail to an address. */
      const mailTo = async (address: string) => {
        const server = await startMailServer();
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
        inbox.push(...server.received.map((mail) => ({ to: mail.to, mail: readMail(mail) })));
        return inbox.findLast(({ to }) => to.includes(address))?.mail;
      };
      let inbox: { to: string[]; mail: ReturnType<typeof readMail> }[] = [];
      const codeTo = async (address: string): Promise<string> =>
        /^[A-Z0-9]{4}-[A-Z0-9]{4}$/m.exec((await mailTo(address))?.text ?? "")?.[0] ?? "none";
      const undoLinkTo = async (address: string): Promise<string> =>
        /\/undo\/(\S+)/.exec((await mailTo(address))?.text ?? "")?.[1] ?? "none";
      const own = async (client = kim) => expectStatus(await client.get("/me/address"), 200).body;
      const ask = (email: string, client = kim) => client.post("/me/address", { email });
      const change = async (body: object, client = kim): Promise<string> =>
        expectStatus(await client.post("/me/address/codes", body), 200).body.outcome;
      const kinds = async (client: Client) =>
        (expectStatus(await client.get("/team/history"), 200).body.entries as { kind: string; by: string; about: string }[]).map(
          ({ kind, by, about }) => [kind, by, about],
        );
      const enter = async (email: string) =>
        new Client(
          api().fetch,
          expectStatus(await api().anonymous.post("/auth", { token: await createEntryToken(api().store, email, api().now) }), 200).body
            .token,
        );

      beforeEach(async () => {
        now = new Date(api().now);
        teams += 1;
        team = `Addresses ${teams}`;
        inbox = [];
        kim = await signIn("kim", "lead");
        await api().store.deleteFrom("mail").execute();
      });
      afterEach(() => {
        api().now = now;
      });

      it("takes a code to the new one just after signing in; other devices are signed out, and both addresses get a mail", async () => {
        const other = await enter(at("kim"));
        expectStatus(await ask(`  ${at("new").toUpperCase()} `), 204);
        expect((await own()).pending).toEqual({
          email: at("new"),
          until: new Date(now.getTime() + 15 * MINUTE).toISOString(),
          needsOldCode: false,
        });
        const code = await codeTo(at("new"));
        expect(inbox.filter(({ to }) => to.includes(at("kim")))).toEqual([]);
        expect(await change({ code: code.toLowerCase().replace("-", " ") })).toBe("changed");
        expect(await own()).toMatchObject({ email: at("new"), pending: null, former: [{ email: at("kim") }] });
        expect((await other.get("/me")).status).toBe(401);
        expect(await change({ code })).toBe("over");
        expect((await mailTo(at("new")))?.text).toContain(`instead of ${at("kim")}`);
        expect((await mailTo(at("kim")))?.text).toContain(`this address was replaced by ${at("new")}`);
        expect(await kinds(kim)).toContainEqual(["address", at("new"), at("new")]);
        const secrets = [code, code.replace("-", ""), await undoLinkTo(at("kim"))];
        const stored = JSON.stringify([await everything(api().url), api().logged]);
        for (const secret of secrets) expect(stored).not.toContain(secret.slice(-20));
      });

      it("leaves the person with the key that sessions name them by, and names former addresses as long as nobody else can have them", async () => {
        const personOf = async (email: string) =>
          expectStatus(await api().anonymous.post("/auth", { token: await createEntryToken(api().store, email, api().now) }), 200).body
            .person;
        await signIn("sam", "assessor");
        const [before, sam] = [await personOf(at("kim")), await personOf(at("sam"))];
        expect([before.formerAddresses, sam.formerAddresses]).toEqual([[], []]);
        for (const next of ["new", "newer"]) {
          await ask(at(next));
          expect(await change({ code: await codeTo(at(next)) })).toBe("changed");
          later(MINUTE);
        }
        expect(await personOf(at("newer"))).toEqual({ key: before.key, formerAddresses: [at("new"), at("kim")] });
        later(OLD_ADDRESS_DAYS * DAY);
        expect(await personOf(at("newer"))).toEqual({ key: before.key, formerAddresses: [] });
        const other = await signIn("kim", "assessor");
        expect(await own(other)).toMatchObject({ email: at("kim") });
        const keys = [before.key, sam.key, (await personOf(at("kim"))).key];
        expect(new Set(keys).size).toBe(3);
      });

      it("takes the codes of both addresses later, and for an address that is not confirmed at once", async () => {
        later(11 * MINUTE);
        expectStatus(await ask(at("new")), 204);
        const [code, oldCode] = [await codeTo(at("new")), await codeTo(at("kim"))];
        expect((await own()).pending).toMatchObject({ needsOldCode: true });
        expect(await change({ code })).toBe("wrong");
        expect(await change({ code: oldCode, oldCode: code })).toBe("wrong");
        expect(await change({ code, oldCode })).toBe("changed");

        const form = { people: [{ email: at("sam") }], permission: "assessor", roles: BOTH };
        const [{ invitation }] = expectStatus(await kim.post("/invitations", form), 200).body.people;
        const { token } = expectStatus(await kim.post(`/invitations/${invitation}/link`), 200).body;
        const sam = new Client(api().fetch, expectStatus(await api().anonymous.post("/auth/joining", { token }), 200).body.token);
        expectStatus(await ask(at("thief"), sam), 204);
        expect((await own(sam)).pending).toMatchObject({ needsOldCode: true });
        expect(await change({ code: await codeTo(at("thief")) }, sam)).toBe("wrong");
      });

      it("ends with the fifth wrong attempt, after a quarter of an hour, and with the next request", async () => {
        await ask(at("new"));
        const code = await codeTo(at("new"));
        const outcomes: string[] = [];
        for (let times = 0; times < 5; times += 1) outcomes.push(await change({ code: "AAAA-AAAA" }));
        expect(outcomes).toEqual(["wrong", "wrong", "wrong", "wrong", "over"]);
        expect(await change({ code })).toBe("over");
        await ask(at("new"));
        const second = await codeTo(at("new"));
        await ask(at("newer"));
        expect(await change({ code: second })).toBe("wrong");
        later(15 * MINUTE);
        expect(await change({ code: await codeTo(at("newer")) })).toBe("over");
      });

      it("looks alike for an address that cannot be used: in use, suspended, kept for somebody, or internal", async () => {
        const stranger = await signIn("stranger", "lead", { team: `Strangers ${teams}` });
        await ask(at("moved"), stranger);
        expect(await change({ code: await codeTo(at("moved")) }, stranger)).toBe("changed");
        await signIn("suspended", "assessor", { team: `Strangers ${teams}` });
        await inTransaction(api().store, (db) => suspendPerson(operatingOn(db, api().now), at("suspended")));
        const seen = new Set<string>();
        // The quota counts requests alike; each of these is of another person.
        for (const [index, address] of [at("free"), at("moved"), at("suspended"), at("stranger"), OFFICE].entries()) {
          const person = await signIn(`person${index}`, "assessor");
          await api().store.deleteFrom("mail").execute();
          const { status, body } = await ask(address, person);
          const { pending } = await own(person);
          const data = (await person.get("/me/data")).body;
          const outcome = await change({ code: "AAAA-AAAA" }, person);
          seen.add(JSON.stringify([status, body, { ...pending, email: "" }, data.mails, data.mailsCaused, outcome]));
          expect(pending.email).toBe(address);
          const posted = await api().store.selectFrom("mail").select("recipient").execute();
          expect(posted.map(({ recipient }) => recipient)).toEqual(address === at("free") ? [address] : []);
        }
        expect(seen.size).toBe(1);
      });

      /** Lets somebody else have an address while something waits for it. On SQLite the other one is first. */
      const raceFor = async <T>(email: string, write: () => Promise<T>): Promise<T> => {
        const rival = await signIn("rival", "lead", { team: `Rivals ${teams}` });
        const take = (db: Db) => db.updateTable("user").set({ email }).where("email", "=", at("rival")).execute();
        expect((await own(rival)).email).toBe(at("rival"));
        if (!isPostgres(api().store)) return take(api().store).then(write);
        const other = openStore(api().url);
        try {
          const writes = await inTransaction(other, async (db) => {
            await take(db);
            const waiting = write();
            await until(api(), 1);
            return { waiting };
          });
          return await writes.waiting;
        } finally {
          await other.destroy();
        }
      };

      it("looks alike where somebody else takes the new one at the same time", async () => {
        await ask(at("new"));
        const code = await codeTo(at("new"));
        expect(await raceFor(at("new"), () => change({ code }))).toBe("wrong");
        expect([(await own()).email, (await own()).pending?.email]).toEqual([at("kim"), at("new")]);
        expect(await change({ code })).toBe("wrong");
      });

      it("is not given back where somebody else takes the old one at the same time", async () => {
        await ask(at("new"));
        await change({ code: await codeTo(at("new")) });
        const token = await undoLinkTo(at("kim"));
        const undone = await raceFor(at("kim"), () => api().anonymous.post("/auth/address/undo", { token }));
        expect([undone.status, (await own()).email]).toEqual([401, at("new")]);
      });

      it("is refused for the own one and for none, for an internal account, and beyond five requests a day", async () => {
        for (const [typed, message] of [
          [at("kim").toUpperCase(), joiningMessages.ownAddress],
          ["nobody", joiningMessages.noAddress],
        ] as const)
          expect(await ask(typed)).toMatchObject({ status: 422, body: { errors: [{ path: "email", message }] } });
        const office = await api().signIn({ email: OFFICE, team: "Office", permission: "assessor" });
        expect((await ask(at("elsewhere"), office)).body.title).toBe(joiningMessages.internalAddress);
        expect(await own(office)).toMatchObject({ fixed: "internal" });
        for (let times = 0; times < ADDRESSES_A_DAY; times += 1) expectStatus(await ask(at(`new${times}`)), 204);
        expect((await ask(at("one-more"))).body.title).toBe(joiningMessages.addressesToday);
      });

      it("can be undone by the link to the old one within seven days, which ends all sessions, entry links and later changes", async () => {
        await ask(at("thief"));
        expect(await change({ code: await codeTo(at("thief")) })).toBe("changed");
        const link = await undoLinkTo(at("kim"));
        const thief = await enter(at("thief"));
        await ask(at("second"), thief);
        expect(await change({ code: await codeTo(at("second")) }, thief)).toBe("changed");
        const later2 = await undoLinkTo(at("thief"));
        const look = (token: string) => api().anonymous.post("/auth/address/link", { token });
        const undo = (token: string) => api().anonymous.post("/auth/address/undo", { token });
        for (let times = 0; times < 2; times += 1)
          expect(expectStatus(await look(link), 200).body).toMatchObject({ email: at("kim"), newEmail: at("second") });
        expect((await undo(`${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`)).status).toBe(401);
        const entry = await createEntryToken(api().store, at("second"), api().now);
        later(UNDO_DAYS * DAY - MINUTE);
        const cookie = cookieOf(
          await api().anonymous.post("/auth", { token: await createEntryToken(api().store, at("second"), api().now) }),
        );
        expectStatus(await undo(link), 204);
        for (const token of [link, later2]) expect([(await look(token)).status, (await undo(token)).status]).toEqual([401, 401]);
        expect((await refresh(api(), cookie)).status).toBe(401);
        expect((await api().anonymous.post("/auth", { token: entry })).status).toBe(401);
        kim = await enter(at("kim"));
        expect(await own()).toMatchObject({ email: at("kim"), former: [] });
        expect(await kinds(kim)).toContainEqual(["addressBack", at("kim"), at("kim")]);
        await expect(createEntryToken(api().store, at("second"), api().now)).rejects.toThrow("There is no user");
      });

      it("cannot be undone after seven days", async () => {
        await ask(at("new"));
        await change({ code: await codeTo(at("new")) });
        const token = await undoLinkTo(at("kim"));
        later(UNDO_DAYS * DAY);
        expect((await api().anonymous.post("/auth/address/undo", { token })).status).toBe(401);
      });

      it("leaves the old one to entry links for 90 days, to nobody else, and signs nobody in by mail", async () => {
        await ask(at("new"));
        await change({ code: await codeTo(at("new")) });
        const entryLink = () => inTransaction(api().store, (db) => letIn(operatingOn(db, api().now), at("kim"), {}));
        later((OLD_ADDRESS_DAYS - 1) * DAY);
        const { token } = await entryLink();
        const client = new Client(api().fetch, expectStatus(await api().anonymous.post("/auth", { token }), 200).body.token);
        expect((await own(client)).email).toBe(at("new"));
        await api().store.deleteFrom("mail").execute();
        await api().anonymous.post("/auth/mail", {
          address: at("kim"),
          browser: randomBytes(32).toString("base64url"),
          network: `net ${teams}`,
        });
        await api().settled();
        expect(await api().store.selectFrom("mail").select("id").execute()).toEqual([]);
        later(2 * DAY);
        await forgetAddresses(api().store, api().now);
        await entryLink();
        const { people } = await everythingOf("user");
        expect(people).toContain(at("kim"));
      });
      const everythingOf = async (_: "user") => ({
        people: (await api().store.selectFrom("user").select("email").execute()).map(({ email }) => email),
      });

      it("is changed by an operator, which ends all sessions and is recorded without a doer; never to or from an internal one", async () => {
        await signIn("sam", "assessor");
        const move = (from: string, to: string) =>
          inTransaction(api().store, async (db) => {
            const user = await holdByEmail(db, from);
            if (!user) throw new Error(`Nobody is ${from}.`);
            return changeAddressByOperator({ ...operatingOn(db, api().now), internalAccounts: [OFFICE], mails: true }, user, to);
          });
        for (const [from, to] of [
          [at("sam"), OFFICE],
          [at("sam"), at("kim")],
          [at("sam"), "nobody"],
        ] as const)
          await expect(move(from, to)).rejects.toThrow();
        await move(at("sam"), at("samuel"));
        expect(await kinds(kim)).toContainEqual(["address", null, at("samuel")]);
        expect((await mailTo(at("samuel")))?.text).toContain(at("sam"));
        expect(await undoLinkTo(at("sam"))).not.toBe("none");
      });

      it("is forgotten with its person", async () => {
        await signIn("lead", "lead");
        await ask(at("new"));
        await change({ code: await codeTo(at("new")) });
        await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), at("new")));
        await api().store.deleteFrom("mail").execute();
        const stored = JSON.stringify(await everything(api().url));
        expect([stored.includes(at("kim")), stored.includes(at("new"))]).toEqual([false, false]);
      });

      describe("of somebody who is invited", () => {
        const invite = async (name = "sam") => {
          const form = { people: [{ email: at(name), name: "Sam" }], permission: "viewer", roles: ["P3M3"] };
          return expectStatus(await kim.post("/invitations", form), 200).body.people[0].invitation as number;
        };

        it("makes it a new invitation, with a mail; the former one and its links end", async () => {
          const id = await invite();
          const { token } = expectStatus(await kim.post(`/invitations/${id}/link`), 200).body;
          const corrected = expectStatus(await kim.put(`/invitations/${id}`, { email: at("samuel"), name: "Samuel" }), 200).body;
          expect(corrected).toMatchObject({ email: at("samuel"), name: "Samuel", permission: "viewer", roles: ["P3M3"] });
          expect(corrected.id).not.toBe(id);
          expect((await api().anonymous.post("/auth/joining/link", { token })).status).toBe(401);
          expect((await kim.put(`/invitations/${id}`, { name: "Sam" })).status).toBe(404);
          expect((await mailTo(at("samuel")))?.headers.subject).toBe("Invitation to the Maturity Assessment Tool");
          expect(inbox.some(({ to }) => to.includes(at("sam")))).toBe(false);
        });

        it("keeps it with another name alone, and is refused where nobody could be invited, or it has changed", async () => {
          const id = await invite();
          const named = expectStatus(await kim.put(`/invitations/${id}`, { name: "Samuel" }), 200).body;
          expect(named).toMatchObject({ id, email: at("sam"), name: "Samuel" });
          expect(await kinds(kim)).toContainEqual(["invitationName", at("kim"), at("sam")]);
          await invite("other");
          for (const [email, refusal] of [
            [at("other"), "invited"],
            [at("kim"), "inTeam"],
            ["nobody", "address"],
          ] as const)
            expect(await kim.put(`/invitations/${id}`, { email })).toMatchObject({
              status: 422,
              body: { errors: [{ path: "email", message: INVITE_REFUSAL_WORDS[refusal] }] },
            });
          // A refusal changes nothing.
          expect((await kim.get("/people")).body.invitations.map((each: { email: string }) => each.email)).toContain(at("sam"));
          expect((await kim.put(`/invitations/${id}`, { name: "Late" }, { "Made-From": "invitation=0" })).status).toBe(412);
          const stranger = await signIn("stranger", "lead", { team: `Strangers ${teams}` });
          expect((await stranger.put(`/invitations/${id}`, { name: "Mine" })).status).toBe(404);
        });
      });

      it("one's own name is changed by oneself, and everybody reads it at once", async () => {
        const viewer = await signIn("vera", "viewer");
        expect(expectStatus(await viewer.get("/me/name"), 200).body).toEqual({ firstName: "vera", email: at("vera") });
        expectStatus(await viewer.put("/me/name", { firstName: "Veronica" }), 200);
        expect((await viewer.put("/me/name", { firstName: "vera.example" })).status).toBe(422);
        const person = (await kim.get("/people")).body.people.find(({ email }: { email: string }) => email === at("vera"));
        expect(person.firstName).toBe("Veronica");
        expectStatus(await kim.put(`/people/${person.id}`, { firstName: "Vera" }), 200);
        expect(expectStatus(await viewer.get("/me/name"), 200).body.firstName).toBe("Vera");
      });
    },
    { mail: MAIL, internalAccounts: [OFFICE] },
  );
});

describe("without mail", () => {
  onEachDatabase((api) => {
    it("only an operator changes an address", async () => {
      const kim = await api().signIn({ email: "kim@no-mail.example" });
      expect((await kim.post("/me/address", { email: "new@no-mail.example" })).body.title).toBe(joiningMessages.noMails);
      expect(expectStatus(await kim.get("/me/address"), 200).body.fixed).toBe("noMails");
    });
  });
});
