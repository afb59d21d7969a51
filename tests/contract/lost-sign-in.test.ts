/** An exchange of an entry token whose answer was lost, and which its caller repeats (docs/rules/sign-in-and-session.md#entry-link). */
import { describe, expect, it } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { Client, type TestApi } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { cookieOf, expectStatus, refresh } from "./scenario.ts";

const MINUTE = 60_000;
const reads = async (api: TestApi, token: string) => (await new Client(api.fetch, token).get("/organizations")).status;

/** An entry token, and a way to exchange it with a key. */
async function withToken(api: TestApi, email: string) {
  await api.signIn({ email });
  const token = await createEntryToken(api.store, email, api.now);
  return (key?: string) => api.anonymous.post("/auth", { token }, key === undefined ? {} : { "Idempotency-Key": key });
}

describe("an entry token that comes again", () => {
  onEachDatabase((api) => {
    it("with the key of the call that used it opens the same session", async () => {
      const exchange = await withToken(api(), "again@entry.example");
      const lost = expectStatus(await exchange("one"), 200);
      const again = expectStatus(await exchange("one"), 200);
      expect(cookieOf(again)).toBe(cookieOf(lost));
      expect(again.body.endsAt).toBe(lost.body.endsAt);
      const client = new Client(api().fetch, again.body.token);
      const sessions: { current: boolean }[] = expectStatus(await client.get("/auth/sessions"), 200).body;
      // The other one is that of signIn.
      expect(sessions.map(({ current }) => current)).toEqual([true, false]);
      expect((await refresh(api(), cookieOf(again))).status).toBe(200);
    });

    it("opens one session, however many attempts of one call arrive at the same time", async () => {
      const exchange = await withToken(api(), "attempts@entry.example");
      const answers = await Promise.all(Array.from({ length: 8 }, () => exchange("one")));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
      expect(new Set(answers.map(cookieOf)).size).toBe(1);
    });

    it("is refused with another key, and without one", async () => {
      const exchange = await withToken(api(), "other@entry.example");
      const { body } = expectStatus(await exchange("one"), 200);
      for (const key of ["two", undefined]) expect((await exchange(key)).status).toBe(401);
      expect(await reads(api(), body.token)).toBe(200);
      const without = await withToken(api(), "without@entry.example");
      expectStatus(await without(), 200);
      expect((await without()).status).toBe(401);
    });

    it("is refused once the session's refresh token was presented, because the answer had arrived", async () => {
      const exchange = await withToken(api(), "arrived@entry.example");
      expectStatus(await refresh(api(), cookieOf(await exchange("one"))), 200);
      expect((await exchange("one")).status).toBe(401);
    });

    it("is refused after log-out", async () => {
      const exchange = await withToken(api(), "left@entry.example");
      const { body } = expectStatus(await exchange("one"), 200);
      expectStatus(await new Client(api().fetch, body.token).post("/auth/logout"), 204);
      expect((await exchange("one")).status).toBe(401);
    });

    it("is refused when its quarter of an hour is over", async () => {
      const exchange = await withToken(api(), "slow@entry.example");
      expectStatus(await exchange("one"), 200);
      api().now = new Date(api().now.getTime() + 15 * MINUTE);
      expect((await exchange("one")).status).toBe(401);
    });

    it("is refused with a key that no header should carry", async () => {
      const exchange = await withToken(api(), "bad@entry.example");
      expect((await exchange("x".repeat(201))).status).toBe(400);
      expectStatus(await exchange("one"), 200);
    });
  });
});
