import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { Call, Values } from "#model/contract/call.ts";
import {
  type Behaviour,
  brokenJson,
  cutInMidBody,
  drop,
  hang,
  json,
  type MisbehavingUpstream,
  page,
  startMisbehavingUpstream,
  status,
} from "../../../tests/support/misbehaving-upstream.ts";
import { type CallOptions, createUpstream, UpstreamFault } from "./upstream.server.ts";

const schema = z.object({ id: z.number() });
const pauses: number[] = [];
let upstream: MisbehavingUpstream;
let written = "";

beforeAll(async () => {
  upstream = await startMisbehavingUpstream();
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.reset();
  pauses.length = 0;
  written = "";
  const keep = (chunk: unknown) => {
    written += String(chunk);
    return true;
  };
  vi.spyOn(process.stderr, "write").mockImplementation(keep);
  return () => vi.restoreAllMocks();
});

function client(attemptTimeoutMs = 5_000) {
  return createUpstream({
    baseUrl: upstream.url,
    fetch,
    attemptTimeoutMs,
    firstPauseMs: 200,
    wait: async (ms) => {
      pauses.push(ms);
    },
  });
}

const thing = { method: "GET", path: "/thing", summary: "", status: 200, answer: schema } as const satisfies Call;
const write = { ...thing, method: "POST", body: z.unknown() } as const satisfies Call;

const call = (attemptTimeoutMs?: number) => client(attemptTimeoutMs)(thing, {}, { token: "secret-token" });
const post = (body: unknown, options: CallOptions = {}) => client()(write, { body }, { token: "secret-token", ...options });

test("what is no character never arrives, whether it was stored long ago or comes from another upstream", async () => {
  const texts = ["A\ufffec\ud800me", "A\udc00", "\u{1fffe}", "😀 \\ufffe", "Łódź"];
  const listing = { ...thing, answer: z.object({ texts: z.array(z.string()) }) } as const satisfies Call;
  // As itself, and all of it escaped.
  const escaped = JSON.stringify({ texts }).replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  for (const body of [JSON.stringify({ texts }), escaped]) {
    upstream.on("GET", "/thing", ({ response }) => void response.end(body));
    expect((await client()(listing, {})).data.texts).toEqual(["Acme", "A", "", "😀 \\ufffe", "Łódź"]);
  }
});

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("the call went through"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(UpstreamFault);
      return error as UpstreamFault;
    },
  );

describe("a fault that may pass", () => {
  const faults: [string, Behaviour][] = [
    ["500", status(500)],
    ["503", status(503)],
    ["408", status(408)],
    ["429", status(429)],
    ["a closed connection", drop()],
    ["a connection cut in the middle of the body", cutInMidBody()],
  ];
  test.each(faults)("%s twice, then an answer: the caller gets the answer", async (_name, fault) => {
    upstream.on("GET", "/thing", fault, fault, json({ id: 7 }));
    expect((await call()).data).toEqual({ id: 7 });
    expect(upstream.received).toHaveLength(3);
  });

  test.each(faults)("%s every time: four attempts, then it is said", async (name, fault) => {
    upstream.on("GET", "/thing", fault);
    const { status: shown } = await failure(call());
    expect(shown).toBe(Number(name) || "unreachable");
    expect(upstream.received).toHaveLength(4);
  });

  test("no answer at all ends by the time limit of the attempt", async () => {
    upstream.on("GET", "/thing", hang(), json({ id: 8 }));
    expect((await call(1_000)).data).toEqual({ id: 8 });
  });

  test("429 is not tried again where the time to wait is longer than a reader can", async () => {
    upstream.on("GET", "/thing", json({ title: "Too many.", status: 429 }, 429, { "Retry-After": "40" }));
    expect(await failure(call())).toMatchObject({ status: 429, detail: { title: "Too many.", retryAfter: 40 } });
    expect(pauses).toEqual([]);
    expect(upstream.received).toHaveLength(1);
  });

  test("pauses grow, with jitter, and Retry-After is honoured up to five seconds", async () => {
    upstream.on("GET", "/thing", status(503, { "Retry-After": "2" }), status(503, { "Retry-After": "60" }), status(500), json({ id: 1 }));
    await call();
    expect(pauses.slice(0, 2)).toEqual([2_000, 5_000]);
    expect(pauses[2]).toBeLessThanOrEqual(800);
  });

  test("nobody listening is 'unreachable'", async () => {
    const gone = await startMisbehavingUpstream();
    await gone.stop();
    const nobody = createUpstream({ baseUrl: gone.url, fetch, attemptTimeoutMs: 1_000, firstPauseMs: 0, wait: async () => {} });
    expect((await failure(nobody(thing, {}))).status).toBe("unreachable");
  });

  test("all attempts together end in time, however often one would still be allowed", async () => {
    // A server of its own, because an abandoned request may still arrive when the next test has begun.
    const slow = await startMisbehavingUpstream();
    slow.on("GET", "/thing", hang());
    const short = createUpstream({ baseUrl: slow.url, fetch, attemptTimeoutMs: 60, firstPauseMs: 200, totalTimeoutMs: 100 });
    expect((await failure(short(thing, {}))).status).toBe("unreachable");
    expect(slow.received.length).toBeLessThan(4);
    await slow.stop();
  });
});

describe("an answer that stands", () => {
  test.each([400, 401, 403, 404, 409, 412, 422])("%i fails at once", async (code) => {
    upstream.on("GET", "/thing", json({ title: "No", status: code, errors: [{ path: "name", message: "too long" }] }, code));
    const error = await failure(call());
    expect(error.status).toBe(code);
    expect(error.detail.errors).toEqual([{ path: "name", message: "too long" }]);
    expect(upstream.received).toHaveLength(1);
  });

  test.each([
    ["a page instead of JSON", page()],
    ["half a JSON text", brokenJson()],
    ["a body that breaks the schema", json({ id: "seven" })],
  ] as [string, Behaviour][])("%s is an upstream fault, logged and not repeated", async (_name, behaviour) => {
    upstream.on("GET", "/thing", behaviour);
    expect((await failure(call())).status).toBe("malformed");
    expect(upstream.received).toHaveLength(1);
    expect(written).toContain("GET /thing");
  });

  test("the log names the field that broke the schema, not its value", async () => {
    upstream.on("GET", "/thing", json({ id: "a client's secret" }));
    await failure(call());
    expect(written).toContain("id: invalid_type");
    expect(written).not.toContain("secret");
  });

  test.each([204, 200])("%i without a body will do where none is needed", async (code) => {
    upstream.on("POST", "/thing", status(code));
    expect((await client()({ method: "POST", path: "/thing", summary: "", status: 200 }, {})).status).toBe(code);
  });
});

describe("an answer that may be one of several", () => {
  test("the log names the fields of the one that it is nearest to", async () => {
    const either = z.object({ one: z.number(), two: z.number() }).or(z.object({ id: z.number(), name: z.string() }));
    upstream.on("GET", "/thing", json([{ id: "seven", name: "x" }]));
    await failure(client()({ ...thing, answer: z.array(either) }, {}));
    expect(written).toContain('"fields":["0.id: invalid_type"]');
  });

  test("one that the client can do without is read as far as it goes", async () => {
    upstream.on("GET", "/thing", json({ id: "seven" }));
    expect((await client()({ ...thing, reads: schema.partial().catch({}) }, {})).data).toEqual({});
  });
});

describe("what is sent", () => {
  test.each(["..", ".", ""])("nothing for the id %j, which no path can carry: there is no such thing", async (id) => {
    const one: Call = { ...thing, path: "/thing/{id}" };
    const sent: Values = { id };
    expect((await failure(client()(one, sent))).status).toBe(404);
    expect(upstream.received).toEqual([]);
  });

  test("a write carries one idempotency key on all its attempts, and another on the next write", async () => {
    upstream.on("POST", "/thing", drop(), status(500), json({ id: 1 }));
    await post({ name: "x" });
    await post({ name: "x" });
    const keys = upstream.received.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test("the same write of one change carries the same key whenever it is sent; another write, or one made from other versions, another", async () => {
    upstream.on("POST", "/thing", json({ id: 1 }));
    const sent: [unknown, CallOptions][] = [
      [{ name: "x" }, { changeKey: "a change", madeFrom: { note: 1 } }],
      [{ name: "x" }, { changeKey: "a change", madeFrom: { note: 1 } }],
      [{ name: "y" }, { changeKey: "a change", madeFrom: { note: 1 } }],
      [{ name: "x" }, { changeKey: "a change", madeFrom: { note: 2 } }],
      [{ name: "x" }, { changeKey: "another", madeFrom: { note: 1 } }],
    ];
    for (const [body, options] of sent) await post(body, options);
    const [first, ...others] = upstream.received.map(({ headers }) => headers["idempotency-key"]);
    expect(others[0]).toBe(first);
    expect(new Set([first, ...others]).size).toBe(4);
  });

  test("a read carries none; token, cookies, request id and body arrive", async () => {
    upstream.on("GET", "/thing", json({ id: 1 }));
    upstream.on("POST", "/auth/refresh", json({ id: 1 }, 200, { "Set-Cookie": "refresh=next; HttpOnly" }));
    await call();
    const refreshing = { ...thing, method: "POST", path: "/auth/refresh" } as const;
    const { cookies } = await client()(refreshing, {}, { cookies: { refresh: "before" }, requestId: "r-1" });
    const [read, refresh] = upstream.received;
    expect(read?.headers["idempotency-key"]).toBeUndefined();
    expect(read?.headers.authorization).toBe("Bearer secret-token");
    expect(refresh?.headers).toMatchObject({ cookie: "refresh=before", "x-request-id": "r-1", "content-type": "application/json" });
    expect(refresh?.body).toBe("{}");
    expect(cookies).toEqual({ refresh: "next" });
  });

  test("neither token nor query nor body gets into the log", async () => {
    upstream.on("POST", "/thing", status(500));
    const call = { ...write, query: z.object({ who: z.string() }) };
    await failure(client()(call, { who: "confidential", body: { note: "confidential" } }, { token: "secret-token" }));
    expect(upstream.received[0]?.path).toContain("who=confidential");
    expect(written).toContain("POST /thing");
    expect(written).not.toMatch(/secret-token|confidential/);
  });
});
