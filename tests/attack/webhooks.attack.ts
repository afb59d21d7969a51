import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { createItil, createOrganization, expectStatus } from "../contract/scenario.ts";
import { ownMemoryOf } from "../support/memory.ts";
import { apiClient } from "../support/seed.ts";
import { freePort, startApp } from "../support/server.ts";
import type { Attack } from "./attack.ts";

const CHUNK = 64 * 1024;
/** What an answer without end sends at most, so that the attack has one. */
const BYTES_MAX = 300 * 1024 * 1024;
const MEGABYTES_MAX = 150;
/** Two of the answers take as long as an attempt may, which is half a minute. */
const MS_MAX = 180_000;
const LOOK_EVERY_MS = 200;
const HONEST = "honest";

/** Sends the same again and again, until nobody reads it any more. @returns how much was sent */
async function pour(socket: Socket, piece: string): Promise<number> {
  const chunk = piece.repeat(Math.ceil(CHUNK / piece.length));
  // A reader that has enough closes the connection, or resets it.
  const over = () => undefined;
  const closed = once(socket, "close").catch(over);
  let sent = 0;
  while (!socket.destroyed && sent < BYTES_MAX) {
    sent += chunk.length;
    if (!socket.write(chunk)) await Promise.race([once(socket, "drain").catch(over), closed]);
  }
  return sent;
}

const answer = (status: string, ...headers: string[]) => [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n");

/** How the receiver answers, by the name of the assessment that a request is about. */
const answersFor = (elsewhere: string): Record<string, (socket: Socket) => unknown> => ({
  moved: (socket) => socket.end(answer("307 Temporary Redirect", `Location: ${elsewhere}`, "Content-Length: 0")),
  "seen elsewhere": (socket) => socket.end(answer("303 See Other", `Location: ${elsewhere}`, "Content-Length: 0")),
  "a body without end": (socket) => {
    socket.write(answer("200 OK", "Content-Type: text/plain"));
    return pour(socket, "x");
  },
  "headers without end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    return pour(socket, `X-More: ${"x".repeat(100)}\r\n`);
  },
  "one header without end": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nX-More: ");
    return pour(socket, "x");
  },
  "interim answers without end": (socket) => pour(socket, answer("103 Early Hints", "Link: </x>")),
  "no HTTP": (socket) => socket.end("220 mail.example.org ESMTP\r\n"),
  "no answer": () => undefined,
  [HONEST]: (socket) => socket.end(answer("204 No Content", "Content-Length: 0")),
});

/** A receiver who means harm. @param onRequest gets the heads and bodies of all requests */
async function startReceiver(
  port: number,
  answers: Record<string, (socket: Socket) => unknown>,
  onRequest: (head: string, body: string) => void,
) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
      const [head = "", body] = received.split("\r\n\r\n");
      const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
      if (body === undefined || Buffer.byteLength(body) < length) return;
      received = "";
      onRequest(head, body);
      const name = Object.keys(answers).find((each) => body.includes(`"${each}"`));
      answers[name ?? HONEST]?.(socket);
    });
  }).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** The operator's receiver has been taken over, and somebody gives an organization a name that looks like lines of a header. */
export const attack: Attack = {
  title: "The receiver of requests redirects, answers without end, late or never, and names look like lines of a header",
  async run() {
    const requests: { head: string; body: string }[] = [];
    let elsewhere = 0;
    const trap = await startReceiver(0, {}, () => {
      elsewhere += 1;
    });
    const receiver = await startReceiver(await freePort(), answersFor(trap.url), (head, body) => requests.push({ head, body }));
    const app = await startApp({
      env: { OUTBOX_WEBHOOK_URL: receiver.url, OUTBOX_WEBHOOK_SECRET: "x".repeat(44), ALLOW_HTTP: "1" },
    });
    try {
      const client = await apiClient(app.databaseUrl, "mallory@example.org");
      const organizationId = await createOrganization(client, { name: "Harbour\r\nWebhook-Id: forged\r\n\r\n{}" });
      const names = Object.keys(answersFor(trap.url));
      for (const name of names) {
        const id = await createItil(client, organizationId);
        const form = { assessmentType: "ITIL", name, capabilities: [{ id: 19, selectionMode: 1, name: "" }] };
        expectStatus(await client.put(`/assessments/${id}`, form), 200);
        expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
      }
      const before = ownMemoryOf(app.process.pid);
      const began = performance.now();
      const answered = () => names.filter((name) => requests.some(({ body }) => body.includes(`"${name}"`)));
      let [most, silent, healthy] = [before, 0, true];
      // The order in which they are sent is no matter.
      while (answered().length < names.length && performance.now() - began < MS_MAX) {
        const looked = performance.now();
        healthy &&= await fetch(`${app.url}/health`).then(
          ({ ok }) => ok,
          () => false,
        );
        silent = Math.max(silent, performance.now() - looked);
        most = Math.max(most, ownMemoryOf(app.process.pid) || 0);
        await wait(LOOK_EVERY_MS);
      }
      const seconds = (performance.now() - began) / 1000;
      const forged = requests.filter(({ head }) => head.match(/^webhook-id:/gim)?.length !== 1 || /forged/i.test(head)).length;
      const [tried, isDelivered] = [answered().length, answered().includes(HONEST)];
      const grown = most - before;
      return {
        held: isDelivered && healthy && elsewhere === 0 && forged === 0 && tried === names.length && !(grown > MEGABYTES_MAX),
        figures: `${tried} of ${names.length} answers were given, ${elsewhere} redirects followed, ${forged} of ${requests.length} requests with a forged header; the honest one ${isDelivered ? "arrived" : "DID NOT ARRIVE"}; ${seconds.toFixed(0)} s; the server grew by ${grown.toFixed(0)} MB, /health silent for ${silent.toFixed(0)} ms at most`,
      };
    } finally {
      await app.stop();
      await Promise.all([receiver.stop(), trap.stop()]);
    }
  },
};
