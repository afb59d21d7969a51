/** Sending what is in the outbox, to a mail server and an address that are real, and behave badly. */
import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Carrier } from "#api/outbox/channel.ts";
import { createEmail } from "#api/outbox/email.ts";
import { requestQueue } from "#api/outbox/requests.ts";
import { Sender } from "#api/outbox/sender.ts";
import type { EmailSettings } from "#api/outbox/settings.ts";
import { createWebhook } from "#api/outbox/webhook.ts";
import { inTransaction, openStore } from "#api/store/open.ts";
import type { Client } from "../support/api.ts";
import { startMailServer } from "../support/mail-server.ts";
import { onEachDatabase } from "./databases.ts";
import { createItil, createOrganization, expectStatus } from "./scenario.ts";

const MINUTE = 60_000;
const KEY = Buffer.from("the key of a test, which signs nothing real");
const PUBLIC_URL = "https://assess.example.org";

interface Post {
  headers: IncomingHttpHeaders;
  body: string;
}

/** An address that gives these answers, and then 200. @param answers each undefined for an answer that never comes */
async function webhookServer(...answers: (((response: ServerResponse) => void) | undefined)[]) {
  const received: Post[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const isTold = received.length < answers.length;
    const answer = answers[received.length];
    received.push({ headers: request.headers, body });
    if (!isTold) response.end("ok");
    else answer?.(response);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/requests`, received, close };
}

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(code, headers).end();

/** A promise that is settled from outside. */
function promised() {
  let resolve = () => {};
  let reject = (_: Error) => {};
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

/** A message's text as its reader sees it. */
const decoded = (source: string) => source.replaceAll("=\r\n", "");

describe("the sender", () => {
  onEachDatabase((api) => {
    let client: Client;
    let organization: number;
    let now: Date;
    let logged: Record<string, unknown>[];
    const closing: (() => Promise<void>)[] = [];
    const open = <S extends { close(): Promise<void> }>(server: S): S => {
      closing.push(server.close);
      return server;
    };

    beforeAll(async () => {
      client = await api().signIn({ email: "kim@sender.example", firstName: "Kim", team: "Kim & Co" });
      organization = await createOrganization(client, { name: "Harbour Authority" });
    });
    beforeEach(async () => {
      now = new Date(api().now);
      logged = [];
      await api().store.deleteFrom("outbox").execute();
    });
    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });

    /** A request for validation. @returns the assessment's number */
    const ask = async () => {
      const id = await createItil(client, organization);
      expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
      return id;
    };
    const sender = (carriers: Carrier[], { store = api().store, attemptMs = 10_000 } = {}) =>
      new Sender({ store, queue: requestQueue(store, carriers), clock: () => now, log: (entry) => logged.push(entry), attemptMs });
    const emailTo = (port: number, over: Partial<EmailSettings> = {}) =>
      createEmail(
        {
          host: "127.0.0.1",
          port,
          secure: false,
          requireTls: false,
          from: "tool@assess.example",
          to: { certification: ["cert@body.example"], validation: ["one@body.example", "two@body.example"] },
          ...over,
        },
        PUBLIC_URL,
      );
    const webhookTo = (url: string) => createWebhook({ url, key: KEY }, () => now, PUBLIC_URL);
    const later = (minutes: number) => {
      now = new Date(now.getTime() + minutes * MINUTE);
    };
    const deliveries = () => api().store.selectFrom("outbox_delivery").selectAll().orderBy("channel").execute();

    it("sends an e-mail that says who asks for what, once", async () => {
      const { port, received } = open(await startMailServer());
      const id = await ask();
      const one = sender([emailTo(port)]);
      await one.sendDue();
      later(60);
      await one.sendDue();
      expect(received).toHaveLength(1);
      const [{ to, source } = { to: [], source: "" }] = received;
      expect(to).toEqual(["one@body.example", "two@body.example"]);
      const plain = decoded(source);
      for (const line of [
        "Subject: Request for independent validation: Harbour Authority, Service\r\n review",
        "Reply-To: Kim <kim@sender.example>",
        "Organization: Harbour Authority",
        `Assessment: Service review (number ${id})`,
        "Model and scope: ITIL, Capability",
        "Requested by: Kim, kim@sender.example",
        "It has not been submitted yet.",
        `Result: ${PUBLIC_URL}/assessments/${id}/result/itil`,
      ])
        expect(plain).toContain(line);
      expect(await deliveries()).toMatchObject([{ channel: "email", attempts: 1, sent_at: api().now.toISOString(), last_error: null }]);
    });

    it("tries again after a 4xx, a minute later and not before", async () => {
      const { port, received, attempts } = open(await startMailServer(451));
      await ask();
      const one = sender([emailTo(port)]);
      await one.sendDue();
      expect(await deliveries()).toMatchObject([{ attempts: 1, sent_at: null, failed_at: null, last_error: "451 not today" }]);
      await one.sendDue();
      expect(attempts.count).toBe(1);
      later(1);
      await one.sendDue();
      expect([attempts.count, received.length]).toEqual([2, 1]);
      expect(await deliveries()).toMatchObject([{ attempts: 2, sent_at: now.toISOString(), last_error: null }]);
      expect(logged).toMatchObject([{ level: "warn", channel: "email", reason: "451" }]);
    });

    it("gives up after a 5xx, and the log says so without naming anybody", async () => {
      const { port, attempts } = open(await startMailServer(550));
      await ask();
      const one = sender([emailTo(port)]);
      await one.sendDue();
      later(24 * 60);
      await one.sendDue();
      expect(attempts.count).toBe(1);
      expect(await deliveries()).toMatchObject([{ failed_at: api().now.toISOString(), last_error: "550 not today" }]);
      expect(logged).toMatchObject([{ level: "error", channel: "email", attempts: 1, reason: "550" }]);
      expect(JSON.stringify(logged)).not.toMatch(/Harbour|kim@|body\.example/);
    });

    it("ends an attempt that takes too long, and tries again", async () => {
      const mail = open(await startMailServer(undefined));
      const web = open(await webhookServer(undefined));
      await ask();
      const one = sender([emailTo(mail.port), webhookTo(web.url)], { attemptMs: 300 });
      await one.sendDue();
      expect(await deliveries()).toMatchObject([
        { channel: "email", sent_at: null, failed_at: null },
        { channel: "webhook", sent_at: null, failed_at: null, last_error: "No answer in time." },
      ]);
      later(1);
      await sender([emailTo(mail.port), webhookTo(web.url)]).sendDue();
      expect([mail.received.length, web.received.length]).toEqual([1, 2]);
    });

    it("tries for nearly three days, ever more rarely, then gives up", async () => {
      const { url, received } = open(await webhookServer(...Array.from({ length: 30 }, () => status(500))));
      await ask();
      const one = sender([webhookTo(url)]);
      const first = now.getTime();
      for (let step = 0; step < 30; step += 1) {
        await one.sendDue();
        const [delivery] = await deliveries();
        if (delivery?.failed_at) break;
        now = new Date(delivery?.next_at ?? 0);
      }
      const days = (now.getTime() - first) / (24 * 60 * MINUTE);
      expect([received.length, days > 2.5 && days < 3]).toEqual([20, true]);
      expect(logged.map(({ level }) => level)).toEqual([...Array.from({ length: 19 }, () => "warn"), "error"]);
    });

    it("two processes send a request once", async () => {
      const { port, received } = open(await startMailServer());
      const { url, received: posted } = open(await webhookServer());
      for (let number = 0; number < 5; number += 1) await ask();
      const other = openStore(api().url);
      closing.push(() => other.destroy());
      const carriers = () => [emailTo(port), webhookTo(url)];
      await Promise.all([sender(carriers()).sendDue(), sender(carriers(), { store: other }).sendDue()]);
      expect([received.length, posted.length]).toEqual([5, 5]);
      expect((await deliveries()).map(({ attempts }) => attempts)).toEqual(Array.from({ length: 10 }, () => 1));
    });

    it("passes over what another process is just claiming", async () => {
      // SQLite has one writer at a time, so nobody can be in the midst of it.
      if (api().url.startsWith("file:")) return;
      const { url, received } = open(await webhookServer(status(500)));
      await ask();
      const one = sender([webhookTo(url)]);
      await one.sendDue();
      later(1);
      const other = openStore(api().url);
      closing.push(() => other.destroy());
      await inTransaction(other, async (db) => {
        await db.updateTable("outbox_delivery").set({ attempts: 2 }).execute();
        await one.sendDue();
      });
      expect(received).toHaveLength(1);
    });

    it("takes over what another process does not finish, and what that says later changes nothing", async () => {
      const { port, received } = open(await startMailServer());
      await ask();
      const begun = promised();
      const dead = promised();
      const hanging: Carrier = {
        channel: "email",
        send: () => {
          begun.resolve();
          return dead.promise;
        },
      };
      const first = sender([hanging]).sendDue();
      await begun.promise;
      const second = sender([emailTo(port)]);
      await second.sendDue();
      expect(received).toEqual([]);
      later(3);
      await second.sendDue();
      expect(received).toHaveLength(1);
      dead.reject(new Error("too late"));
      await first;
      expect(await deliveries()).toMatchObject([{ attempts: 2, sent_at: now.toISOString(), last_error: null }]);
    });

    it("posts what can be verified, again after a 500 with the same id", async () => {
      const { url, received } = open(await webhookServer(status(500)));
      const id = await ask();
      const one = sender([webhookTo(url)]);
      await one.sendDue();
      later(1);
      await one.sendDue();
      expect(received).toHaveLength(2);
      for (const { headers, body } of received) {
        const { "webhook-id": reference, "webhook-timestamp": timestamp, "webhook-signature": signature } = headers;
        expect(signature).toBe(`v1,${createHmac("sha256", KEY).update(`${reference}.${timestamp}.${body}`).digest("base64")}`);
      }
      expect(received[1]?.headers["webhook-id"]).toBe(received[0]?.headers["webhook-id"]);
      expect(Number(received[1]?.headers["webhook-timestamp"])).toBe(now.getTime() / 1000);
      expect(JSON.parse(received[1]?.body ?? "")).toEqual({
        type: "validation.requested",
        timestamp: api().now.toISOString(),
        data: {
          requestedBy: { email: "kim@sender.example", firstName: "Kim" },
          team: "Kim & Co",
          organization: { id: organization, name: "Harbour Authority" },
          assessment: {
            id,
            name: "Service review",
            assessmentType: "ITIL",
            selectedScope: "Capability",
            status: "Drafted",
            isTestAssessment: false,
          },
          result: `${PUBLIC_URL}/assessments/${id}/result/itil`,
        },
      });
    });

    it.each([
      ["a redirect, which is not followed", 307],
      ["a refusal", 403],
    ])("gives up at %s", async (_, code) => {
      const elsewhere = open(await webhookServer());
      const { url, received } = open(await webhookServer(status(code, { Location: elsewhere.url })));
      await ask();
      await sender([webhookTo(url)]).sendDue();
      expect([received.length, elsewhere.received.length]).toEqual([1, 0]);
      const [delivery] = await deliveries();
      expect(delivery?.failed_at).toBe(now.toISOString());
      expect(delivery?.last_error).toContain(String(code));
    });

    it("one channel that fails keeps nothing from the other", async () => {
      const { port, received } = open(await startMailServer());
      const { url } = open(await webhookServer(status(410)));
      await ask();
      await sender([emailTo(port), webhookTo(url)]).sendDue();
      expect(received).toHaveLength(1);
      expect(await deliveries()).toMatchObject([
        { channel: "email", sent_at: now.toISOString() },
        { channel: "webhook", failed_at: now.toISOString() },
      ]);
    });

    it("sends what waited for a channel, and nothing old through a channel that is added later", async () => {
      const { port, received } = open(await startMailServer());
      const { url, received: posted } = open(await webhookServer());
      await ask();
      await sender([]).sendDue();
      await sender([emailTo(port)]).sendDue();
      expect(received).toHaveLength(1);
      await sender([emailTo(port), webhookTo(url)]).sendDue();
      expect([received.length, posted.length]).toEqual([1, 0]);
    });

    it("adds no line to an e-mail's head, whatever a name holds", async () => {
      const { port, received } = open(await startMailServer());
      const id = await ask();
      const name = "Quay\r\nBcc: spy@evil.example\r\n\r\nHello";
      await api().store.updateTable("assessment").set({ name }).where("id", "=", id).execute();
      await api().store.updateTable("user").set({ first_name: name }).where("email", "=", "kim@sender.example").execute();
      await sender([emailTo(port)]).sendDue();
      await api().store.updateTable("user").set({ first_name: "Kim" }).where("email", "=", "kim@sender.example").execute();
      const [{ to, source } = { to: [], source: "" }] = received;
      expect(to).toEqual(["one@body.example", "two@body.example"]);
      expect(decoded(source)).not.toMatch(/^(Bcc:|Hello)/m);
    });

    it("sends nothing in clear where TLS is required", async () => {
      const { port, attempts } = open(await startMailServer());
      await ask();
      await sender([emailTo(port, { requireTls: true })]).sendDue();
      expect(attempts.count).toBe(0);
      expect(await deliveries()).toMatchObject([{ sent_at: null, attempts: 1 }]);
    });

    it("stops, once the attempt under way has ended", async () => {
      await ask();
      const begun = promised();
      const answer = promised();
      const slow: Carrier = {
        channel: "email",
        send: () => {
          begun.resolve();
          return answer.promise;
        },
      };
      const one = sender([slow]);
      one.start();
      await begun.promise;
      const stopped = one.stop();
      answer.resolve();
      await stopped;
      expect(await deliveries()).toMatchObject([{ sent_at: now.toISOString() }]);
    });
  });
});
