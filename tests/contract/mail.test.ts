/** Signing in by mail, through a mail server that is real (docs/rules/sign-in-by-mail.md). */
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Afterwards } from "#api/afterwards.ts";
import { createApi } from "#api/app.ts";
import { MailedSecrets } from "#api/auth/mailed-secrets.ts";
import { mailQueue, postMail } from "#api/mail/queue.ts";
import type { SmtpSettings } from "#api/mail/settings.ts";
import { createMailer, type Mailer } from "#api/mail/transport.ts";
import { Sender } from "#api/outbox/sender.ts";
import { removePerson, suspendPerson } from "#api/services/people.ts";
import { spendCode } from "#api/services/sign-in-by-mail.ts";
import { createUser } from "#api/services/users.ts";
import { inTransaction, isPostgres, openStore } from "#api/store/open.ts";
import { Client, HISTORY_KEY, MAIL, operatingOn, testConfig } from "../support/api.ts";
import { readMail, secretsIn, startMailServer, startRefusingServer } from "../support/mail-server.ts";
import { everything } from "../support/rows.ts";
import { onEachDatabase } from "./databases.ts";
import { cookieOf, expectStatus, refresh } from "./scenario.ts";

const MINUTE = 60_000;
const PUBLIC_URL = MAIL.publicUrl;

/** Something that one waits for until another gives it. */
function signal() {
  let give = () => {};
  const given = new Promise<void>((done) => {
    give = done;
  });
  return { given, give };
}

const newBrowser = () => randomBytes(32).toString("base64url");

describe("signing in by mail", () => {
  onEachDatabase(
    (api) => {
      let people = 0;
      let networks = 0;
      let email: string;
      let network: string;
      let now: Date;
      const closing: (() => Promise<void>)[] = [];

      beforeEach(async () => {
        now = new Date(api().now);
        people += 1;
        networks += 1;
        email = `person${people}@mail.example`;
        network = `192.0.2.${networks}`;
        await api().signIn({ email, firstName: "Kim" });
        await api().store.deleteFrom("mail").execute();
      });
      afterEach(async () => {
        api().now = now;
        for (const close of closing.splice(0)) await close();
      });

      const later = (minutes: number) => {
        api().now = new Date(api().now.getTime() + minutes * MINUTE);
      };
      /** Asks for a mail. */
      const ask = async (browser: string, over: Record<string, unknown> = {}, key?: string) => {
        const answer = await api().anonymous.post(
          "/auth/mail",
          { address: email, browser, network, ...over },
          key === undefined ? {} : { "Idempotency-Key": key },
        );
        await api().settled();
        return answer;
      };
      const mails = () => api().store.selectFrom("mail").selectAll().orderBy("id").execute();
      const mailerTo = (port: number) => createMailer({ ...MAIL.smtp, port }, "Maturity Assessment Tool");
      const sender = (port: number, { store = api().store, mailer = mailerTo(port) } = {}) => {
        const queue = mailQueue(store, {
          timeZone: "UTC",
          mailer,
          secrets: new MailedSecrets(testConfig("").tokenSecrets),
          historyKey: HISTORY_KEY,
          catalogue: api().catalogue,
          publicUrl: PUBLIC_URL,
          clock: () => api().now,
        });
        return new Sender({ store, queue, clock: () => api().now, log: (entry) => api().logged.push(entry) });
      };
      const mailServer = async (...faults: (number | undefined)[]) => {
        const server = await startMailServer(...faults);
        closing.push(server.close);
        return server;
      };
      /** Sends what waits, and reads the last mail. */
      const lastMail = async () => {
        const { port, received } = await mailServer();
        await sender(port).sendDue();
        const mail = received.at(-1);
        if (!mail) throw new Error("No mail was sent.");
        return { ...readMail(mail), to: mail.to };
      };
      const mailed = async (browser: string, over: Record<string, unknown> = {}) => {
        await ask(browser, over);
        return secretsIn(await lastMail());
      };
      const enter = (body: Record<string, unknown>, key?: string) =>
        api().anonymous.post("/auth/mail/session", body, key === undefined ? {} : { "Idempotency-Key": key });
      const look = (token: string, browser?: string) => api().anonymous.post("/auth/mail/link", { token, ...(browser ? { browser } : {}) });

      it("sends a mail that says who asked, in text and in HTML, with a link and a code that sign in", async () => {
        const browser = newBrowser();
        expect((await ask(browser)).status).toBe(204);
        const mail = await lastMail();
        expect(mail.to).toEqual([email]);
        expect(mail.headers).toMatchObject({
          from: "Maturity Assessment Tool <assessments@example.org>",
          to: email,
          subject: "Sign in to the Maturity Assessment Tool",
          "auto-submitted": "auto-generated",
        });
        const { link, code } = secretsIn(mail);
        for (const part of [mail.text, mail.html]) {
          expect(part).toContain("Somebody, probably you, asked on 5 November 2026 at 09:00 UTC");
          expect(part).toContain("until 09:15 UTC");
          expect(part).toContain(code);
        }
        expect(link.startsWith(`${PUBLIC_URL}/sign-in/`)).toBe(true);
        expect(mail.html).toContain(`<a href="${link}" style="word-break:break-all">${link}</a>`);
        const session = expectStatus(await enter({ browser, code: ` ${code.toLowerCase().replace("-", " ")} ` }), 200);
        expect(session.body).toMatchObject({ user: { email, firstName: "Kim" }, roles: ["P3M3", "ITIL"] });
        expect((await new Client(api().fetch, session.body.token).get("/organizations")).status).toBe(200);
        expectStatus(await refresh(api(), cookieOf(session)), 200);
      });

      it("shows a link's button only in the browser that asked, and the code in any other, and looking uses nothing up", async () => {
        const browser = newBrowser();
        const { token, code } = await mailed(browser);
        for (let times = 0; times < 3; times += 1) {
          expect((await look(token, browser)).body).toEqual({ own: true, code: null });
          for (const other of [newBrowser(), undefined])
            expect((await look(token, other)).body).toEqual({ own: false, code: code.replace("-", "") });
        }
        expect((await enter({ browser: newBrowser(), token })).status).toBe(401);
        expect((await enter({ browser: newBrowser(), code })).status).toBe(401);
        expectStatus(await enter({ browser, token, device: "Firefox on Windows" }), 200);
      });

      it("serves once, whichever of link and code comes first, and again for the same call only", async () => {
        const browser = newBrowser();
        const { token, code } = await mailed(browser);
        const lost = expectStatus(await enter({ browser, code }, "one"), 200);
        const again = expectStatus(await enter({ browser, code }, "one"), 200);
        expect(cookieOf(again)).toBe(cookieOf(lost));
        for (const secret of [{ token }, { code }]) {
          expect((await enter({ browser, ...secret }, "two")).status).toBe(401);
          expect((await enter({ browser, ...secret })).status).toBe(401);
        }
        expect((await look(token, browser)).status).toBe(401);
        expectStatus(await refresh(api(), cookieOf(again)), 200);
        expect((await enter({ browser, code }, "one")).status).toBe(401);
      });

      it("opens one session, however many attempts arrive at the same time", async () => {
        const browser = newBrowser();
        const { token, code } = await mailed(browser);
        const answers = await Promise.all(
          [{ token }, { code }, { token }, { code }].map((secret, index) => enter({ browser, ...secret }, `${index}`)),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
      });

      it("ends after fifteen minutes", async () => {
        const browser = newBrowser();
        const { token, code } = await mailed(browser);
        later(15);
        for (const secret of [{ token }, { code }]) expect((await enter({ browser, ...secret })).status).toBe(401);
        expect((await look(token)).status).toBe(401);
      });

      it("ends with the fifth wrong code, and with it no other request", async () => {
        const [browser, other] = [newBrowser(), newBrowser()];
        const { token, code } = await mailed(browser);
        const second = await mailed(other);
        const statuses: number[] = [];
        for (let times = 0; times < 5; times += 1) statuses.push((await enter({ browser, code: "AAAA-AAAA" })).status);
        expect(statuses).toEqual([422, 422, 422, 422, 401]);
        for (const secret of [{ token }, { code }]) expect((await enter({ browser, ...secret })).status).toBe(401);
        expect((await look(token)).status).toBe(401);
        expectStatus(await enter({ browser: other, code: second.code }), 200);
      });

      it("counts codes that arrive together: at most five are looked at", async () => {
        const browser = newBrowser();
        await ask(browser);
        const answers = await Promise.all(Array.from({ length: 12 }, () => enter({ browser, code: "AAAA-AAAA" })));
        expect(answers.map(({ status }) => status).sort()).toEqual([...Array(8).fill(401), ...Array(4).fill(422)]);
      });

      it("takes the code and the link of every request of a browser, also after those over a quota", async () => {
        const browser = newBrowser();
        const sent: { token: string; code: string }[] = [];
        for (let times = 0; times < 5; times += 1) sent.push(await mailed(browser));
        for (let times = 0; times < 2; times += 1) await ask(browser);
        const [first, second] = sent;
        expect((await look(first?.token ?? "", browser)).body.own).toBe(true);
        expectStatus(await enter({ browser, token: first?.token }), 200);
        for (const { code } of [second, sent.at(-1)].flatMap((each) => each ?? [])) expectStatus(await enter({ browser, code }), 200);
      });

      it("counts wrong codes for all requests of a browser", async () => {
        const browser = newBrowser();
        const { code, token } = await mailed(browser);
        for (let times = 0; times < 3; times += 1) expect((await enter({ browser, code: "AAAA-AAAA" })).status).toBe(422);
        const second = await mailed(browser);
        for (let times = 0; times < 2; times += 1) expect((await enter({ browser, code: "AAAA-AAAA" })).status).toBe(422);
        for (const secret of [{ token }, { code }])
          expect((await enter({ browser, ...secret })).status, Object.keys(secret).join()).not.toBe(200);
        expectStatus(await enter({ browser, code: second.code }), 200);
      });

      it("answers alike for every address, and for codes of requests that nobody got a mail for", async () => {
        await api().signIn({ email: `suspended-${email}` });
        await suspendPerson(operating(), `suspended-${email}`);
        const seen: unknown[] = [];
        for (const address of [email, `nobody-${email}`, `suspended-${email}`, "no address at all", "removed person 1"]) {
          const browser = newBrowser();
          const answer = await ask(browser, { address });
          const typed: unknown[] = [];
          for (let times = 0; times < 6; times += 1) {
            const { status, body } = await enter({ browser, code: "AAAA-AAAA" });
            typed.push([status, body]);
          }
          seen.push([answer.status, answer.body, [...answer.headers.keys()].sort(), typed]);
        }
        expect(seen).toEqual(Array(5).fill(seen[0]));
        expect((await mails()).map(({ recipient }) => recipient)).toEqual([email]);
      });

      it("tells nobody who waits that a person was suspended or removed", async () => {
        const typed: number[][] = [];
        for (const keepOut of [suspendPerson, removePerson]) {
          await api().signIn({ email: `out-${keepOut.name}-${email}` });
          const browser = newBrowser();
          await ask(browser, { address: `out-${keepOut.name}-${email}` });
          await keepOut(operating(), `out-${keepOut.name}-${email}`);
          const statuses: number[] = [];
          for (let times = 0; times < 5; times += 1) statuses.push((await enter({ browser, code: "AAAA-AAAA" })).status);
          typed.push(statuses);
        }
        expect(typed).toEqual(Array(2).fill([422, 422, 422, 422, 401]));
      });

      it("keeps no code waiting for those who ask, and no asking for codes", async () => {
        if (!isPostgres(api().store)) return;
        const browser = newBrowser();
        await mailed(browser);
        const signing = { ...operating(), secrets: new MailedSecrets(testConfig("").tokenSecrets) };
        const [typed, request] = [signal(), signal()];
        const typing = inTransaction(api().store, async (db) => {
          await spendCode({ ...signing, db }, { browser, code: "AAAAAAAA" });
          typed.give();
          await request.given;
        });
        await typed.given;
        later(16);
        await ask(newBrowser());
        request.give();
        await typing;
        expect(await mails()).toHaveLength(2);
      });

      it("sends an address at most 200 mails a day, fifty of them only to browsers that are known", async () => {
        const browser = newBrowser();
        const { code } = await mailed(browser);
        const { browserProof } = expectStatus(await enter({ browser, code }), 200).body;
        const { id: _, ...one } = (await mails())[0] as Awaited<ReturnType<typeof mails>>[number];
        const fill = async (upTo: number) => {
          for (let n = (await mails()).length; n < upTo; n += 1)
            await api()
              .store.insertInto("mail")
              .values({ ...one, reference: `${email} ${n}`, about: `${email} ${n}` })
              .execute();
        };
        const posted = async (over: Record<string, unknown>) => {
          const before = (await mails()).length;
          await ask(newBrowser(), over);
          return (await mails()).length - before;
        };
        await fill(149);
        expect([await posted({}), await posted({}), await posted({ browserProof })]).toEqual([1, 0, 1]);
        await fill(199);
        expect([await posted({ browserProof }), await posted({ browserProof })]).toEqual([1, 0]);
        later(24 * 60);
        expect(await posted({})).toBe(1);
      });

      it("answers before it looks at the store", async () => {
        const store = openStore(api().url);
        await store.selectFrom("setting").select("name").execute();
        await store.destroy();
        const { catalogue, logged } = api();
        const log = (entry: (typeof logged)[number]) => void logged.push(entry);
        const afterwards = new Afterwards(log);
        const away = createApi({ store, catalogue, config: testConfig(api().url, { mail: MAIL }), afterwards, log });
        const client = new Client((request) => away.fetch(request));
        expect((await client.post("/auth/mail", { address: email, browser: newBrowser(), network })).status).toBe(204);
        await afterwards.done();
        expect(logged.at(-1)).toMatchObject({ level: "error", message: "work after an answer failed" });
      });

      it("sends an address at most five mails in a quarter of an hour, and a network sixty", async () => {
        for (let times = 0; times < 7; times += 1) expect((await ask(newBrowser(), { network: `198.51.100.${times}` })).status).toBe(204);
        expect(await mails()).toHaveLength(5);
        later(14);
        await ask(newBrowser());
        expect(await mails()).toHaveLength(5);
        later(1);
        await ask(newBrowser());
        expect(await mails()).toHaveLength(6);
        await api().store.deleteFrom("mail").execute();
        for (let person = 0; person < 62; person += 1) {
          await createUser(api().store, { email: `office${person}-${email}`, roles: ["ITIL"] });
          await ask(newBrowser(), { address: `office${person}-${email}`, network: "203.0.113.9" });
        }
        expect(await mails()).toHaveLength(60);
        await ask(newBrowser(), { address: `office61-${email}`, network: "203.0.113.10" });
        expect(await mails()).toHaveLength(61);
      });

      it("keeps nobody from a browser in which they have signed in before, whatever others ask for", async () => {
        const browser = newBrowser();
        const { code } = await mailed(browser);
        const { browserProof } = expectStatus(await enter({ browser, code }), 200).body;
        for (let times = 0; times < 9; times += 1) await ask(newBrowser());
        expect(await mails()).toHaveLength(5);
        for (let times = 0; times < 7; times += 1) await ask(browser, { browserProof });
        expect(await mails()).toHaveLength(10);
        expectStatus(await enter({ browser: newBrowser(), code: "AAAA-AAAA" }), 401);
        // It proves nothing for another address, changed, or a year later.
        await api().signIn({ email: `other-${email}` });
        for (let times = 0; times < 7; times += 1) await ask(newBrowser(), { address: `other-${email}`, browserProof });
        expect(await mails()).toHaveLength(15);
        const [userId = "", ...rest] = browserProof.split(".");
        for (const forged of [[Number(userId) + 1, ...rest].join("."), browserProof.slice(0, -2), `${browserProof}x`, ""])
          expect((await ask(newBrowser(), { address: `other-${email}`, browserProof: forged })).status).toBe(204);
        expect(await mails()).toHaveLength(15);
        later(366 * 24 * 60);
        const known = new MailedSecrets(testConfig("").tokenSecrets).readProof(browserProof, api().now);
        expect(known).toBeUndefined();
      });

      it("posts one mail for a call that comes again", async () => {
        const browser = newBrowser();
        for (let times = 0; times < 3; times += 1) await ask(browser, {}, "the-same");
        expect(await mails()).toHaveLength(1);
      });

      it("stores no secret, and neither does the log", async () => {
        const browser = newBrowser();
        const { token, code } = await mailed(browser);
        await look(token);
        await enter({ browser, code: "AAAA-AAAA" }, "kept");
        const { browserProof, token: bearer } = expectStatus(await enter({ browser, code }, "kept-too"), 200).body;
        const stored = JSON.stringify([await everything(api().url), api().logged]);
        for (const secret of [token, token.slice(32), code, code.replace("-", ""), browser, browserProof, bearer, network])
          expect(stored, secret).not.toContain(secret);
      });

      it("reaches nobody who is suspended or removed in the meantime", async () => {
        const browser = newBrowser();
        const { token, code } = await mailed(browser);
        await ask(newBrowser());
        await suspendPerson(operating(), email);
        expect((await enter({ browser, token })).status).toBe(401);
        expect((await enter({ browser, code })).status).toBe(422);
        expect((await look(token)).status).toBe(401);
        expect(await mails()).toEqual([]);
        await ask(newBrowser());
        expect(await mails()).toEqual([]);
        await removePerson(operating(), email);
        expect(JSON.stringify(await everything(api().url))).not.toContain(email);
      });

      it("accepts link and code while the secret of the tokens is being changed", async () => {
        const row = { reference: "11111111-2222-4333-8444-555555555555", generation: 1 };
        const [former = ""] = testConfig("").tokenSecrets;
        const [before, after] = [new MailedSecrets([former]), new MailedSecrets(["a new secret of a test, which signs nothing", former])];
        expect([after.isLinkOf(row, before.linkOf(row)), after.isCodeOf(row, before.codeOf(row))]).toEqual([true, true]);
        expect([before.isLinkOf(row, after.linkOf(row)), before.isCodeOf(row, after.codeOf(row))]).toEqual([false, false]);
        const raised = { ...row, generation: 2 };
        expect([before.isLinkOf(raised, before.linkOf(row)), before.isCodeOf(raised, before.codeOf(row))]).toEqual([false, false]);
      });

      it.each([
        ["neither link nor code", {}],
        ["both", { token: "x", code: "x" }],
        ["a short secret of the browser", { browser: "short", code: "AAAA-AAAA" }],
        ["a long code", { code: "A".repeat(200) }],
      ])("refuses %s", async (_, body) => {
        expect((await enter({ browser: newBrowser(), ...body })).status).toBe(422);
      });

      describe("the queue", () => {
        it("survives a restart, and two processes send each mail once", async () => {
          for (let times = 0; times < 5; times += 1) await ask(newBrowser());
          const { port, received } = await mailServer();
          const other = openStore(api().url);
          closing.push(() => other.destroy());
          await Promise.all([sender(port).sendDue(), sender(port, { store: other }).sendDue()]);
          expect(received).toHaveLength(5);
          expect((await mails()).map(({ attempts, sent_at }) => [attempts, sent_at])).toEqual(Array(5).fill([1, now.toISOString()]));
        });

        it("sends a mail again with the same Message-ID, if a process was killed while it sent", async () => {
          await ask(newBrowser());
          const { port, received } = await mailServer();
          const sentBeforeTheKill = new Promise<void>((sent) => {
            const killed: Mailer = async (message, signal) => {
              await mailerTo(port)(message, signal);
              sent();
              await new Promise(() => {});
            };
            void sender(port, { mailer: killed }).sendDue();
          });
          await sentBeforeTheKill;
          await sender(port).sendDue();
          expect(received).toHaveLength(1);
          later(3);
          await sender(port).sendDue();
          const [{ reference } = { reference: "" }] = await mails();
          expect(received.map((mail) => readMail(mail).headers["message-id"])).toEqual(Array(2).fill(`<${reference}@example.org>`));
        });

        it("gives up what is refused for good, and names nobody in the log", async () => {
          await ask(newBrowser());
          const { port } = await mailServer(550);
          const before = api().logged.length;
          await sender(port).sendDue();
          expect(await mails()).toMatchObject([{ failed_at: now.toISOString(), last_error: "550" }]);
          const lines = api().logged.slice(before);
          expect(lines).toMatchObject([{ level: "error", message: "a mail was not sent, and is given up", kind: "signIn", reason: "550" }]);
          expect(JSON.stringify(lines)).not.toContain(email);
        });

        it.each<[string, Parameters<typeof startRefusingServer>[0], Partial<SmtpSettings>, string, string]>([
          [
            "a wrong password",
            { user: "535 5.7.8 Error: authentication failed" },
            { auth: { user: "u", pass: "hush-hush" } },
            "535",
            "Error: authentication failed",
          ],
          [
            "a sender that the account may not use",
            { sender: "553 5.7.1 Sender address rejected: not owned by user" },
            {},
            "553",
            "not owned by user",
          ],
          ["a relay that does not know this machine", { recipient: "554 5.7.1 Relay access denied" }, {}, "554", "Relay access denied"],
          ["no TLS where it is required", {}, { requireTls: true }, "", "STARTTLS"],
        ])(
          "tries again after %s, and says in the log and in the store what the server answered",
          async (_, refusals, smtp, reason, words) => {
            await ask(newBrowser());
            const refusing = await startRefusingServer(refusals);
            closing.push(refusing.close);
            const before = api().logged.length;
            const mailer = createMailer({ ...MAIL.smtp, port: refusing.port, ...smtp });
            await sender(0, { mailer }).sendDue();
            const [mail] = await mails();
            expect(mail).toMatchObject({ attempts: 1, failed_at: null, sent_at: null, last_error: expect.stringContaining(words) });
            const lines = api().logged.slice(before);
            expect(lines).toMatchObject([{ level: "warn", message: "a mail was not sent, and is tried again", reply: mail?.last_error }]);
            expect(String(lines[0]?.reason)).toContain(reason);
            expect(JSON.stringify([lines, mail?.last_error])).not.toMatch(/hush|@mail\.example|person\d/);
            later(1);
            const { port, received } = await mailServer();
            await sender(port).sendDue();
            expect(received).toHaveLength(1);
          },
        );

        it("gives up a recipient who is refused, and keeps the answer without the address", async () => {
          await ask(newBrowser());
          const refusing = await startRefusingServer({ recipient: `550 5.1.1 <${email}>: user ${email.split("@")[0]} unknown` });
          closing.push(refusing.close);
          await sender(refusing.port).sendDue();
          const [mail] = await mails();
          expect(mail?.failed_at).toBe(now.toISOString());
          expect(mail?.last_error).toBe("550 5.1.1 <…>: user … unknown");
        });

        it("never sends a link or code that has ended: the mail counts as given up, with what the server last said", async () => {
          await ask(newBrowser());
          const refusing = await startRefusingServer({ sender: "451 4.3.0 come back later" });
          closing.push(refusing.close);
          await sender(refusing.port).sendDue();
          later(16);
          const { port, received } = await mailServer();
          await sender(port).sendDue();
          expect(received).toEqual([]);
          expect(await mails()).toMatchObject([
            { failed_at: api().now.toISOString(), last_error: expect.stringContaining("451 4.3.0 come back later") },
          ]);
          expect(api().logged.at(-1)).toMatchObject({ level: "error", message: "a mail was not sent, and is given up", reason: "late" });
        });

        it("ends an attempt when the link and the code end", async () => {
          await ask(newBrowser());
          api().now = new Date(now.getTime() + 15 * MINUTE - 50);
          const slow: Mailer = (_, ending) =>
            new Promise((_sent, failed) => ending.addEventListener("abort", () => failed(new Error("ended"))));
          await sender(0, { mailer: slow }).sendDue();
          expect(await mails()).toMatchObject([{ sent_at: null, attempts: 1 }]);
        });

        it("keeps that a mail was not needed before anybody tried to send it, and posts it again if it is needed after all", async () => {
          const mail = { kind: "invitation", recipient: email, about: "an invitation that is over", generation: 1 } as const;
          await postMail(api().store, mail, now);
          const { port, received } = await mailServer();
          const before = api().logged.length;
          for (let times = 0; times < 2; times += 1) await sender(port).sendDue();
          const [kept, ...others] = await mails();
          expect(kept).toMatchObject({ recipient: email, sent_at: null, failed_at: null, dropped_at: now.toISOString() });
          expect([others, received, api().logged.slice(before)]).toEqual([[], [], []]);
          later(1);
          await postMail(api().store, mail, api().now);
          const again = { id: kept?.id, created_at: api().now.toISOString(), attempts: 0, dropped_at: null };
          expect(await mails()).toMatchObject([again]);
          // The same that waits already is posted once.
          later(1);
          await postMail(api().store, mail, api().now);
          expect(await mails()).toMatchObject([again]);
        });

        it("gives up a mail whose request is over, and forgets all after thirty days", async () => {
          await ask(newBrowser());
          later(16);
          const { port, received } = await mailServer();
          await sender(port).sendDue();
          expect(received).toEqual([]);
          expect(await mails()).toMatchObject([{ failed_at: api().now.toISOString(), last_error: expect.stringContaining("had ended") }]);
          await api().store.deleteFrom("mail").execute();
          await ask(newBrowser());
          await sender(port).sendDue();
          expect(await mails()).toHaveLength(1);
          later(30 * 24 * 60 + 1);
          await sender(port).sendDue();
          expect(await mails()).toEqual([]);
        });
      });

      const operating = () => operatingOn(api().store, api().now);
    },
    { mail: MAIL },
  );
});
