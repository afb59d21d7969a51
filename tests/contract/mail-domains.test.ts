/** Addresses with an international domain, each in both of its forms (docs/rules/people.md#international-domains). */
import { createHmac, randomBytes } from "node:crypto";
import { Migrator } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { parseApiConfig } from "#api/config.ts";
import { openEmbeddedApi } from "#api/embedded.ts";
import { letterOf, mailQueue } from "#api/mail/queue.ts";
import { createMailer } from "#api/mail/transport.ts";
import { Sender } from "#api/outbox/sender.ts";
import { refuseMailsTo, refusesMail } from "#api/services/mail-refusals.ts";
import { removePerson } from "#api/services/people.ts";
import { describeSharedAddresses, keepAddress } from "#api/services/shared-addresses.ts";
import { createUser, findUserByEmail } from "#api/services/users.ts";
import { migrate } from "#api/store/migrate.ts";
import { migrations } from "#api/store/migrations/list.ts";
import { inTransaction, openStore, type Store } from "#api/store/open.ts";
import { type FreshDatabase, HISTORY_KEY, MAIL, operatingOn, testConfig } from "../support/api.ts";
import { readMail, secretsIn, startMailServer } from "../support/mail-server.ts";
import { everything } from "../support/rows.ts";
import { runHere } from "../support/run-here.ts";
import { fresh, KINDS, onEachDatabase } from "./databases.ts";
import { createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const WRITTEN = "müller.example";
const STORED = "xn--mller-kva.example";
const BOTH_WAYS = [
  [WRITTEN, STORED],
  [STORED, WRITTEN],
] as const;
const KEY = "the-key-of-a-home-site-which-is-long-enough";
const OFFICE = "office@büro.example";

describe("an address with an international domain", () => {
  onEachDatabase(
    (api) => {
      let tests = 0;
      let name: string;
      beforeEach(() => {
        tests += 1;
        name = `joerg${tests}`;
      });
      const lead = () => api().signIn({ email: `lead@${tests}.example`, firstName: "Lea", team: `Domains ${tests}`, permission: "lead" });
      const invite = async (...emails: string[]) => {
        const form = { people: emails.map((email) => ({ email })), permission: "assessor", roles: ["P3M3"] };
        return expectStatus(await (await lead()).post("/invitations", form), 200).body.people;
      };
      /** Asks for a mail, and gives the one that came. */
      const mailed = async (address: string, browser: string) => {
        await api().store.deleteFrom("mail").execute();
        expectStatus(await api().anonymous.post("/auth/mail", { address, browser, network: `of ${tests}` }), 204);
        await api().settled();
        const { port, received, close } = await startMailServer();
        const queue = mailQueue(api().store, {
          ...{ mailer: createMailer({ ...MAIL.smtp, port }), secrets: new MailedSecrets(testConfig("").tokenSecrets) },
          ...{ historyKey: HISTORY_KEY, catalogue: api().catalogue, publicUrl: MAIL.publicUrl, timeZone: "UTC", clock: () => api().now },
        });
        await new Sender({ store: api().store, queue, clock: () => api().now, log: () => {} }).sendDue();
        await close();
        const [mail] = received;
        return mail && { to: readMail(mail).headers.to, ...secretsIn(readMail(mail)) };
      };
      const signInByMail = async (address: string) => {
        const browser = randomBytes(32).toString("base64url");
        const mail = await mailed(address, browser);
        if (!mail) throw new Error(`No mail came to ${address}.`);
        const { body } = await api().anonymous.post("/auth/mail/session", { browser, code: mail.code });
        return { to: mail.to, ...body };
      };

      it.each(BOTH_WAYS)("is invited at %s, signs in at %s, and again either way", async (invited, typed) => {
        expect(await invite(`${name}@${invited}`, `${name}@${typed}`)).toMatchObject([
          { email: `${name}@${STORED}` },
          { email: `${name}@${STORED}`, refused: "twice" },
        ]);
        for (const domain of [typed, invited]) {
          const { to, user } = await signInByMail(`${name}@${domain}`);
          expect([to, user.email]).toEqual([`${name}@${STORED}`, `${name}@${STORED}`]);
        }
        for (const domain of [typed, invited]) expect((await invite(`${name}@${domain}`))[0].refused).toBe("inTeam");
      });

      it.each(BOTH_WAYS)("is let in by entry links at %s, and is the same person at %s", async (first, second) => {
        const ask = (domain: string, over = {}) =>
          api().anonymous.post("/entry-links", { email: `${name}@${domain}`, ...over }, { Authorization: `Bearer ${KEY}` });
        expectStatus(await ask(first, { firstName: "Jörg" }), 200);
        const { token } = expectStatus(await ask(second), 200).body;
        expect(expectStatus(await api().anonymous.post("/auth", { token }), 200).body.user).toEqual({
          email: `${name}@${STORED}`,
          firstName: "Jörg",
        });
      });

      it("is read in a mail as people write it, and answered where mail servers find it", async () => {
        const inviter = await api().signIn({
          email: `anna@${WRITTEN}`,
          firstName: null,
          team: `Letters ${tests}`,
          permission: "lead",
        });
        const form = { people: [{ email: `${name}@${STORED}` }], permission: "viewer", roles: ["P3M3"] };
        expectStatus(await inviter.post("/invitations", form), 200);
        const mail = await api().store.selectFrom("mail").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow();
        const secrets = new MailedSecrets(testConfig("").tokenSecrets);
        const writing = {
          db: api().store,
          secrets,
          publicUrl: MAIL.publicUrl,
          now: api().now,
          timeZone: "UTC",
          historyKey: HISTORY_KEY,
          catalogue: api().catalogue,
        };
        const letter = await letterOf(writing, mail);
        expect(letter?.replyTo).toEqual({ name: `anna@${WRITTEN}`, address: `anna@${STORED}` });
        expect(JSON.stringify(letter?.paragraphs)).toContain(`with this address, ${name}@${WRITTEN}:`);
        expect(JSON.stringify(letter?.paragraphs)).not.toContain("xn--");
      });

      it("is one voice of an assessment, which keeps its address when its form is saved as people write it", async () => {
        const client = await lead();
        const id = await createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [6, 9] });
        const sheet = { places: ["thread/1/6"], until: "2026-12-01", message: "", checksFacts: false };
        const voices = BOTH_WAYS.map(([domain]) => ({ name: "Jörg", role: "Manager", email: `${name}@${domain}` }));
        const sheets = expectStatus(await client.post(`/assessments/${id}/voices`, { voices, ...sheet }), 200).body.voices;
        expect(sheets).toEqual([{ voice: expect.any(Number) }, { refused: "twice" }]);
        const at = `/assessments/${id}/voices/${sheets[0].voice}`;
        await api().store.updateTable("voice").set({ first_answered_at: "2026-11-05" }).where("id", "=", sheets[0].voice).execute();
        const saved = expectStatus(await client.put(at, { ...voices[0], ...sheet, role: "User" }), 200).body;
        expect(saved).toMatchObject({ email: `${name}@${STORED}`, role: "User" });
      });

      it.each(BOTH_WAYS)(
        "that wants no more mails at %s gets none at %s, also if the store noted it before",
        async (refusing, mailedAt) => {
          const work = { db: api().store, historyKey: HISTORY_KEY, now: api().now };
          await refuseMailsTo(work, `${name}@${refusing}`, { reference: "a sheet", generation: 1 });
          expect(await refusesMail(work, `${name}@${mailedAt}`)).toBe(true);
          expect(await refusesMail(work, `other.${name}@${mailedAt}`)).toBe(false);
          const hash = createHmac("sha256", HISTORY_KEY).update(`no more mails to before.${name}@${WRITTEN}`).digest("base64url");
          await api().store.insertInto("mail_refusal").values({ hash, at: "2026-01-01" }).execute();
          expect(await refusesMail(work, `before.${name}@${STORED}`)).toBe(true);
        },
      );

      it("is an internal account, whichever form the settings have", async () => {
        const office = await api().signIn({ email: OFFICE, team: `Office ${tests}`, permission: "lead" });
        const client = await lead();
        const id = await createP3M3(client, await createOrganization(client));
        expect((await office.get(`/assessments/${id}`)).status).toBe(200);
        expect((await (await lead()).get(`/assessments/${id}`)).status).toBe(200);
        const stranger = await api().signIn({ email: `${name}@${WRITTEN}`, team: `Strangers ${tests}` });
        expect((await stranger.get(`/assessments/${id}`)).status).toBe(404);
      });

      it("narrows a history in either form", async () => {
        const client = await api().signIn({ email: `${name}@${WRITTEN}`, team: `Histories ${tests}` });
        const id = await createP3M3(client, await createOrganization(client));
        for (const [domain] of BOTH_WAYS) {
          const answer = expectStatus(await client.get(`/assessments/${id}/history?by=${encodeURIComponent(`${name}@${domain}`)}`), 200);
          expect(answer.body.entries.length).toBeGreaterThan(0);
        }
      });

      describe("that two people have, each in another form", () => {
        /** As they were stored before there was one form. */
        const twoOfOne = async () => {
          const people = [];
          for (const domain of [WRITTEN, STORED]) {
            const { id } = await createUser(api().store, {
              ...{ email: `${name}.${domain}@two.example`, firstName: domain, roles: ["P3M3"], team: `Of ${domain} ${tests}` },
            });
            await api()
              .store.updateTable("user")
              .set({ email: `${name}@${domain}` })
              .where("id", "=", id)
              .execute();
            people.push(id);
          }
          return people;
        };
        afterEach(async () => {
          const { store, now } = api();
          for (const domain of [WRITTEN, STORED])
            if (await findUserByEmail(store, `${name}@${domain}`))
              await inTransaction(store, (db) => removePerson(operatingOn(db, now), `${name}@${domain}`));
        });

        it("signs both in, each in the form that is stored, and names their numbers and no address", async () => {
          const [written, stored] = await twoOfOne();
          expect((await signInByMail(`${name}@${WRITTEN}`)).user).toEqual({ email: `${name}@${WRITTEN}`, firstName: WRITTEN });
          expect((await signInByMail(`${name}@${STORED}`)).user).toEqual({ email: `${name}@${STORED}`, firstName: STORED });
          expect(await describeSharedAddresses(api().store)).toEqual([
            expect.stringContaining(`people ${written} and ${stored} have one address`),
          ]);
          expect((await describeSharedAddresses(api().store)).join()).not.toContain("@");
        });

        it.each([0, 1])("is decided by an operator: number %i keeps it, and the other is removed", async (index) => {
          const people = await twoOfOne();
          const [kept = 0, other = 0] = [people[index], people[1 - index]];
          const done = await inTransaction(api().store, (db) => keepAddress(operatingOn(db, api().now), kept));
          expect(done).toMatchObject({ address: `${name}@${WRITTEN}`, removed: [{ id: other }] });
          for (const domain of [WRITTEN, STORED])
            expect(await findUserByEmail(api().store, `${name}@${domain}`)).toMatchObject({ id: kept, email: `${name}@${STORED}` });
          expect(await describeSharedAddresses(api().store)).toEqual([]);
          await expect(inTransaction(api().store, (db) => keepAddress(operatingOn(db, api().now), kept))).rejects.toThrow(
            `Person ${kept} shares an address with nobody.`,
          );
        });
      });

      it("is forgotten in both forms when its person is removed", async () => {
        await invite(`${name}@${WRITTEN}`);
        await signInByMail(`${name}@${WRITTEN}`);
        await inTransaction(api().store, (db) => removePerson(operatingOn(db, api().now), `${name}@${WRITTEN}`));
        const all = JSON.stringify(await everything(api().url));
        expect(all).not.toContain(`${name}@`);
      });
    },
    { mail: MAIL, entryLinkKey: KEY, internalAccounts: parseApiConfig({ ALL_ASSESSMENTS_ACCOUNTS: OFFICE }).internalAccounts },
  );
});

describe.each(KINDS)("a store on %s", (kind) => {
  let database: FreshDatabase;
  let store: Store | undefined;
  beforeEach(async () => {
    database = await fresh(kind);
    store = openStore(database.url);
  });
  afterEach(async () => {
    await store?.destroy();
    await database.drop();
  });

  /** As it was before, with these people, invitations of team 1 and 2, and addresses of voices. */
  async function asBefore(people: string[], invited: [team: number, email: string, outcome?: string][] = []): Promise<Store> {
    if (!store) throw new Error("There is no store.");
    const migrator = new Migrator({ db: store, provider: { getMigrations: async () => migrations } });
    expect((await migrator.migrateTo("0029-voices")).error).toBeUndefined();
    for (const name of ["One", "Two"]) await store.insertInto("team").values({ name }).execute();
    for (const email of people)
      await store.insertInto("user").values({ email, first_name: null, roles: '["P3M3"]', team_id: 1, permission: "lead" }).execute();
    const at = "2026-11-05T09:00:00.000Z";
    for (const [index, [team_id, email, outcome = null]] of invited.entries())
      await store
        .insertInto("invitation")
        .values({
          ...{ reference: `r${index}`, generation: 1, team_id, email, name: null, permission: "viewer", roles: "[]" },
          ...{ invited_by: null, invited_at: at, expires_at: at, outcome: outcome as null },
        })
        .execute();
    const mail = { kind: "signIn" as const, about: "r", created_at: at, attempts: 0, next_at: at };
    for (const [generation, recipient] of [`joerg@${WRITTEN}`, "jane@example.org"].entries())
      await store
        .insertInto("mail")
        .values({ ...mail, recipient, generation, reference: `m${generation}` })
        .execute();
    return store;
  }
  const emails = async (table: "user" | "invitation") =>
    (await store?.selectFrom(table).select("email").orderBy("id").execute())?.map(({ email }) => email);

  it("that is upgraded has addresses in one form, but for those of two people who would have one", async () => {
    const upgraded = await asBefore(
      [`joerg@${WRITTEN}`, "jane@example.org", "jörg@example.org", "removed person 9", `kim@${WRITTEN}`, `kim@${STORED}`, `lee@${STORED}`],
      [
        [1, `mo@${WRITTEN}`],
        [1, `ann@${WRITTEN}`],
        [1, `ann@${STORED}`],
        [2, `ann@${WRITTEN}`],
        [1, `ann@${WRITTEN}`, "declined"],
      ],
    );
    await migrate(upgraded);
    expect(await emails("user")).toEqual([
      ...[`joerg@${STORED}`, "jane@example.org", "jörg@example.org", "removed person 9"],
      ...[`kim@${WRITTEN}`, `kim@${STORED}`, `lee@${STORED}`],
    ]);
    expect(await emails("invitation")).toEqual([...[`mo@${STORED}`, `ann@${WRITTEN}`, `ann@${STORED}`, `ann@${STORED}`, `ann@${STORED}`]]);
    const mails = await upgraded.selectFrom("mail").select("recipient").orderBy("id").execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual([`joerg@${STORED}`, "jane@example.org"]);
    expect(await describeSharedAddresses(upgraded)).toEqual([expect.stringContaining("people 5 and 6 have one address")]);
  });

  it("keeps two forms of one address, neither of which is the stored one", async () => {
    await migrate(await asBefore([`kim@${WRITTEN}`, "kim@mu\u0308ller.example"]));
    expect(await emails("user")).toEqual([`kim@${WRITTEN}`, "kim@mu\u0308ller.example"]);
  });

  it("tells the operator at the start and in the list, who decides by a command", async () => {
    await asBefore([`kim@${WRITTEN}`, `kim@${STORED}`]);
    await store?.destroy();
    store = undefined;
    const env = { DATABASE_URL: database.url, NODE_ENV: "test", TOKEN_SECRET: "t".repeat(32), HISTORY_KEY: "h".repeat(32) };
    const warned = vi.spyOn(console, "error").mockImplementation(() => {});
    await (await openEmbeddedApi(env)).close();
    const lines = warned.mock.calls.flat().map(String);
    warned.mockRestore();
    expect(lines.filter((line) => line.includes("people 1 and 2 have one address"))).toHaveLength(1);
    const people = (...args: string[]) => runHere("api/commands/people.ts", args, env);
    const listed = (await people("list")).out;
    expect(listed).toMatch(new RegExp(`^kim@${WRITTEN} .*person 1, shares this address$`, "m"));
    expect(listed).toMatch(new RegExp(`^kim@${STORED} .*person 2, shares this address$`, "m"));
    expect(await people("keep", "7")).toMatchObject({ code: 1, err: "Person 7 shares an address with nobody.\n" });
    expect((await people("keep", `kim@${WRITTEN}`)).code).toBe(2);
    expect((await people("keep", "2")).out).toContain(`Person 2 keeps kim@${WRITTEN}.\nPerson 1 is removed.`);
    expect((await people("list")).out).toMatch(new RegExp(`^kim@${WRITTEN} +lead +P3M3 +One$`, "m"));
  });

  it("takes commands in either form, and shows addresses as people write them", async () => {
    if (store) await migrate(store);
    await store?.destroy();
    store = undefined;
    const env = { DATABASE_URL: database.url, HISTORY_KEY: "h".repeat(32) };
    const entryLink = (...args: string[]) => runHere("api/commands/entry-link.ts", ["--email", ...args], env);
    const people = (...args: string[]) => runHere("api/commands/people.ts", args, env);
    expect((await entryLink(`joerg@${WRITTEN}`, "--team", "One", "--new-team")).out).toContain("/entry/");
    expect((await entryLink(`Joerg@${STORED}`, "--roles", "ITIL")).err).toBe(`joerg@${WRITTEN}: roles: ITIL (before: P3M3, ITIL)\n`);
    expect((await entryLink("joerg@mül/ler.example")).code).toBe(2);
    expect((await people("name", `joerg@${STORED}`, "Jörg")).code).toBe(0);
    expect((await people("invite", "One", "viewer", `kim@${STORED}`)).code).toBe(0);
    const listed = (await people("list")).out;
    expect(listed).toMatch(new RegExp(`^joerg@${WRITTEN} +Jörg`, "m"));
    expect(listed).toMatch(new RegExp(`^kim@${WRITTEN} .*invited until`, "m"));
    expect((await people("take-back", "One", `kim@${WRITTEN}`)).out).toBe(`kim@${WRITTEN} is no longer invited.\n`);
  });
});
