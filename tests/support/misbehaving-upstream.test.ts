import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import {
  brokenJson,
  cutInMidBody,
  delayed,
  drop,
  forwarded,
  hang,
  hangThenDrop,
  json,
  loseAnswer,
  type MisbehavingUpstream,
  page,
  startMisbehavingUpstream,
  status,
} from "./misbehaving-upstream.ts";

let upstream: MisbehavingUpstream;
let stored: string[] = [];

beforeAll(async () => {
  upstream = await startMisbehavingUpstream(async (request) => {
    stored.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
    return Response.json(
      { stored: stored.length },
      {
        status: 201,
        headers: [
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
        ],
      },
    );
  });
});
beforeEach(() => {
  upstream.reset();
  stored = [];
});
afterAll(() => upstream.stop());

const call = (path: string, init?: RequestInit) => fetch(upstream.url + path, init);
const post = (path: string, body: unknown) =>
  call(path, { method: "POST", body: JSON.stringify(body), headers: { "Idempotency-Key": "k1" } });

describe("a scripted upstream", () => {
  it("gives each request the next behaviour and keeps the last", async () => {
    upstream.on("GET", "/organizations", status(500), status(503, { "Retry-After": "1" }), json({ ok: true }));
    const answers = [
      await call("/organizations"),
      await call("/Organizations?x=1"),
      await call("/organizations"),
      await call("/organizations"),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([500, 503, 200, 200]);
    expect(answers[1]?.headers.get("Retry-After")).toBe("1");
    expect(await answers[3]?.json()).toEqual({ ok: true });
  });

  it("keeps what arrived", async () => {
    upstream.on("POST", "/organizations", json({ id: 1 }, 201));
    await post("/organizations?a=1", { name: "Acme" });
    expect(upstream.receivedAt("POST", "/organizations")).toMatchObject([
      { method: "POST", path: "/organizations?a=1", headers: { "idempotency-key": "k1" }, body: '{"name":"Acme"}' },
    ]);
    expect(upstream.receivedAt("GET", "/organizations")).toEqual([]);
    upstream.reset();
    expect(upstream.received).toEqual([]);
  });

  it("answers with a page, and with JSON that is none", async () => {
    upstream.on("GET", "/a", page());
    upstream.on("GET", "/b", brokenJson());
    expect((await call("/a")).headers.get("Content-Type")).toBe("text/html");
    await expect(call("/b").then((answer) => answer.json())).rejects.toThrow(SyntaxError);
  });

  it("drops the connection, before the answer or in the middle of it", async () => {
    upstream.on("GET", "/a", drop());
    upstream.on("GET", "/b", cutInMidBody());
    await expect(call("/a")).rejects.toThrow();
    const answer = await call("/b");
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it("hangs until the client gives up", async () => {
    upstream.on("GET", "/a", hang());
    const ending = new AbortController();
    const answer = expect(call("/a", { signal: ending.signal })).rejects.toThrow("aborted");
    await vi.waitFor(() => expect(upstream.receivedAt("GET", "/a")).toHaveLength(1), { timeout: 10_000 });
    ending.abort();
    await answer;
  });

  it("hangs once, and then drops", async () => {
    upstream.on("GET", "/a", hangThenDrop());
    const first = call("/a").catch(() => "cut by reset");
    await vi.waitFor(() => expect(upstream.receivedAt("GET", "/a")).toHaveLength(1), { timeout: 10_000 });
    await expect(call("/a")).rejects.toThrow();
    await expect(call("/a")).rejects.toThrow();
    expect(await Promise.race([first, "waiting"])).toBe("waiting");
    upstream.reset();
    expect(await first).toBe("cut by reset");
  });

  it("answers late", async () => {
    upstream.on("GET", "/a", delayed(20, json({ late: true })));
    expect(await (await call("/a")).json()).toEqual({ late: true });
  });

  it("hands on what is not scripted, cookies and body included", async () => {
    const answer = await post("/organizations", { name: "Acme" });
    expect(answer.status).toBe(201);
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(stored).toEqual(['POST /organizations {"name":"Acme"}']);
  });

  it("loses an answer after the request was done", async () => {
    upstream.on("POST", "/organizations", loseAnswer(), forwarded());
    await expect(post("/organizations", {})).rejects.toThrow();
    expect((await post("/organizations", {})).status).toBe(201);
    expect(stored).toHaveLength(2);
  });

  it("refuses connections once it has stopped, and what is not scripted where no API is behind", async () => {
    const bare = await startMisbehavingUpstream();
    expect((await fetch(bare.url)).status).toBe(400);
    await bare.stop();
    await expect(fetch(bare.url)).rejects.toMatchObject({ cause: { code: "ECONNREFUSED" } });
  });
});
