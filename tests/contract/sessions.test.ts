/** Sessions of the reference API: families of refresh tokens that end at log-out, at a reuse, and after twelve hours (extension `logout`). */
import fc from "fast-check";
import { decodeJwt, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { Bearers } from "#api/auth/bearer.ts";
import { createEntryToken } from "#api/auth/entry.ts";
import { extensions, session, signedInSessions } from "#model/contract/session.ts";
import { Client, type TestApi, testConfig } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { cookieOf, createOrganization, createP3M3, expectStatus, organizationForm, refresh } from "./scenario.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const later = (api: TestApi, milliseconds: number) => {
  api.now = new Date(api.now.getTime() + milliseconds);
};
const reads = async (api: TestApi, token: string) => (await new Client(api.fetch, token).get("/organizations")).status;
const nextCookie = async (api: TestApi, cookie: string) => cookieOf(expectStatus(await refresh(api, cookie), 200));

interface EntrySession {
  token: string;
  cookie: string;
  client: Client;
  expiry: number;
  endsAt: number;
}

/** Signs somebody in on one more device. */
async function enter(api: TestApi, email: string, device?: string): Promise<EntrySession> {
  await api.signIn({ email, roles: ["P3M3", "ITIL"] }).then((other) => other.post("/auth/logout"));
  const entry = await createEntryToken(api.store, email, api.now);
  const answer = expectStatus(await api.anonymous.post("/auth", { token: entry, ...(device === undefined ? {} : { device }) }), 200);
  const { token, expiry, endsAt } = answer.body;
  return { token, expiry, endsAt, cookie: cookieOf(answer), client: new Client(api.fetch, token) };
}

const listOf = async ({ client }: EntrySession) => signedInSessions.parse(expectStatus(await client.get("/auth/sessions"), 200).body);

describe("the extensions that the API offers", () => {
  onEachDatabase((api) => {
    it("is named to anybody who asks", async () => {
      const answer = expectStatus(await api().anonymous.get("/extensions"), 200);
      expect(extensions.parse(answer.body).extensions).toContain("logout");
    });
  });
});

describe("a refresh token", () => {
  onEachDatabase((api) => {
    it("that is used again after its successor was presented ends the session, whoever holds what of it", async () => {
      const { token, cookie: first } = await enter(api(), "reuse@sessions.example");
      const second = await nextCookie(api(), first);
      const third = expectStatus(await refresh(api(), second), 200);
      expect(await reads(api(), third.body.token)).toBe(200);
      expect((await refresh(api(), first)).status).toBe(401);
      expect((await refresh(api(), cookieOf(third))).status).toBe(401);
      expect([await reads(api(), token), await reads(api(), third.body.token)]).toEqual([401, 401]);
    });

    it("has one successor, however many ask for it at the same time", async () => {
      const { cookie } = await enter(api(), "parallel@sessions.example");
      const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(api(), cookie)));
      expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
      expect(new Set(answers.map(cookieOf)).size).toBe(1);
      const next = await Promise.all(answers.slice(0, 4).map((answer) => nextCookie(api(), cookieOf(answer))));
      expect(new Set(next).size).toBe(1);
    });

    it("whose successor never arrived is given the same one again", async () => {
      const { cookie } = await enter(api(), "lost@sessions.example");
      const lost = await nextCookie(api(), cookie);
      later(api(), 20 * MINUTE);
      const again = await nextCookie(api(), cookie);
      expect(again).toBe(lost);
      expect(await reads(api(), expectStatus(await refresh(api(), again), 200).body.token)).toBe(200);
    });

    it("prolongs nothing beyond twelve hours", async () => {
      const start = api().now.getTime() / 1000;
      let { cookie, token, expiry, endsAt } = await enter(api(), "half-a-day@sessions.example");
      expect([expiry, endsAt]).toEqual([start + 30 * 60, start + 12 * 60 * 60]);
      for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
        later(api(), 25 * MINUTE);
        const answer = expectStatus(await refresh(api(), cookie), 200);
        ({ token, expiry, endsAt } = session.parse(answer.body) as typeof answer.body);
        cookie = cookieOf(answer);
        expect(answer.headers.get("Set-Cookie")).toContain(`Max-Age=${12 * 60 * 60 - minutes * 60};`);
        expect(endsAt).toBe(start + 12 * 60 * 60);
        expect(expiry).toBeLessThanOrEqual(endsAt);
      }
      api().now = new Date(endsAt * 1000 - 1);
      expect([await reads(api(), token), (await refresh(api(), cookie)).status]).toEqual([200, 200]);
      later(api(), 1);
      expect([await reads(api(), token), (await refresh(api(), cookie)).status]).toEqual([401, 401]);
    });

    it("belongs to one chain, whatever is presented in whatever order", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.nat(20), { maxLength: 14 }), async (picks) => {
          const chain = [(await enter(api(), "chain@sessions.example")).cookie];
          // Generations count from 0 here; the last that was presented, and whether an older one came after it.
          let presented = -1;
          let over = false;
          for (const pick of picks) {
            const generation = pick % chain.length;
            const answer = await refresh(api(), chain[generation] ?? "");
            if (generation < presented) over = true;
            expect(answer.status).toBe(over ? 401 : 200);
            if (over) continue;
            presented = generation;
            chain[generation + 1] ??= cookieOf(answer);
            expect(cookieOf(answer)).toBe(chain[generation + 1]);
          }
        }),
        { numRuns: 25 },
      );
    });
  });
});

describe("a bearer token", () => {
  const [now] = testConfig("").tokenSecrets;
  const signed = (api: TestApi, claimed: Record<string, unknown>, secret = now ?? "") =>
    new SignJWT({ iss: "maturity-assessment-tool", iat: api.now.getTime() / 1000, exp: api.now.getTime() / 1000 + 30 * 60, ...claimed })
      .setProtectedHeader({ alg: "HS256" })
      .sign(Buffer.from(secret));

  onEachDatabase((api) => {
    it("is worth nothing beyond thirty minutes or without its own session, even if whoever made it has the key", async () => {
      const mine = decodeJwt((await enter(api(), "bound@sessions.example")).token);
      const { sid: another } = decodeJwt((await enter(api(), "bound-too@sessions.example")).token);
      const own = { sub: mine.sub, sid: mine.sid };
      const seconds = api().now.getTime() / 1000;
      const reading = async (claimed: Record<string, unknown>, secret?: string) => reads(api(), await signed(api(), claimed, secret));
      expect(await reading(own)).toBe(200);
      const tenYears = 10 * 365 * 24 * 60 * 60;
      for (const claimed of [
        { ...own, exp: seconds + tenYears },
        { ...own, iat: seconds + tenYears, exp: seconds + tenYears + 30 * 60 },
        { ...own, iat: undefined },
        { ...own, exp: undefined },
        { sub: mine.sub },
        { sub: mine.sub, sid: another },
        { ...own, iss: "somebody else" },
      ])
        expect([claimed, await reading(claimed)]).toEqual([claimed, 401]);
      expect(await reading(own, "another secret of at least 32 characters")).toBe(401);
    });
  });

  it("that the secret before signed serves on while secrets are changed", async () => {
    const [older, newer] = ["the secret before, of 32 characters", "the secret now, of 32 characters ok"];
    const session = { id: "a", endsAt: new Date(9e12) };
    const user = { id: 7, email: "kim@client.example", firstName: null, roles: [], permission: "lead" as const, teamId: 1 };
    const { token } = await new Bearers([older]).issue(user, session, new Date(8e11));
    expect(await new Bearers([newer, older]).getBearer(token, new Date(8e11))).toEqual({ userId: 7, sessionId: "a" });
    await expect(new Bearers([newer]).getBearer(token, new Date(8e11))).rejects.toMatchObject({ status: 401 });
  });
});

describe("logging out", () => {
  onEachDatabase((api) => {
    it("ends the session at once, for every call, and leaves other devices alone", async () => {
      const here = await enter(api(), "out@sessions.example");
      const there = await enter(api(), "out@sessions.example");
      const id = await createP3M3(here.client, await createOrganization(here.client));
      const answer = await here.client.post("/auth/logout");
      expect(answer.status).toBe(204);
      expect(answer.headers.get("Set-Cookie")).toMatch(/^refresh=; Max-Age=0; Path=\/auth/);
      expect(await reads(api(), here.token)).toBe(401);
      expect((await here.client.post("/organizations", organizationForm())).status).toBe(401);
      expect((await api().anonymous.post(`/assessments/${id}/lock/delete`, { token: here.token })).status).toBe(401);
      expect((await there.client.get(`/assessments/${id}/lock`)).status).toBe(200);
      expect((await refresh(api(), here.cookie)).status).toBe(401);
      expect([await reads(api(), there.token), (await refresh(api(), there.cookie)).status]).toEqual([200, 200]);
    });

    it("may be asked for again, by the token or by any refresh cookie of the session, also when the token has run out", async () => {
      const byToken = await enter(api(), "again@sessions.example");
      expect([(await byToken.client.post("/auth/logout")).status, (await byToken.client.post("/auth/logout")).status]).toEqual([204, 204]);
      const { cookie, token } = await enter(api(), "again@sessions.example");
      const next = await nextCookie(api(), cookie);
      later(api(), 31 * MINUTE);
      const byCookie = () => api().anonymous.post("/auth/logout", {}, { Cookie: `refresh=${cookie}`, Authorization: `Bearer ${token}` });
      expect([(await byCookie()).status, (await byCookie()).status]).toEqual([204, 204]);
      expect((await refresh(api(), next)).status).toBe(401);
    });

    it("is refused to whoever belongs to no session", async () => {
      expect((await api().anonymous.post("/auth/logout")).status).toBe(401);
      const forged = { Cookie: "refresh=guess", Authorization: "Bearer no.such.token" };
      expect((await api().anonymous.post("/auth/logout", {}, forged)).status).toBe(401);
    });
  });
});

describe("the list of one's sessions", () => {
  onEachDatabase((api) => {
    it("says of each device what it is, since when, and when it was last seen", async () => {
      const laptop = await enter(api(), "list@sessions.example", "Firefox on Windows");
      const since = api().now.toISOString();
      later(api(), 3 * HOUR);
      const phone = await enter(api(), "list@sessions.example");
      await enter(api(), "somebody-else@sessions.example", "Safari on macOS");
      const now = api().now.toISOString();
      expect(await listOf(phone)).toEqual([
        { id: expect.any(String), device: null, since: now, lastSeen: now, current: true },
        { id: expect.any(String), device: "Firefox on Windows", since, lastSeen: since, current: false },
      ]);
      await refresh(api(), laptop.cookie);
      expect((await listOf(phone)).map(({ lastSeen }) => lastSeen)).toEqual([now, now]);
      later(api(), 9 * HOUR);
      expect((await refresh(api(), phone.cookie)).status).toBe(200);
      const again = expectStatus(await refresh(api(), phone.cookie), 200);
      expect((await listOf({ ...phone, client: new Client(api().fetch, again.body.token) })).map(({ device }) => device)).toEqual([null]);
    });

    it("notes that somebody was there when they change something, not more often than every five minutes, and never when they only read", async () => {
      const device = await enter(api(), "seen@sessions.example");
      const seen = async () => (await listOf(device))[0]?.lastSeen;
      const start = api().now.toISOString();
      later(api(), 5 * MINUTE - 1);
      await createOrganization(device.client);
      expect(await seen()).toBe(start);
      later(api(), 1);
      await reads(api(), device.token);
      expect(await seen()).toBe(start);
      await createOrganization(device.client);
      expect(await seen()).toBe(api().now.toISOString());
    });

    it("takes a device's name of up to 100 characters, and no control characters", async () => {
      const entry = () => createEntryToken(api().store, "seen@sessions.example", api().now);
      for (const device of ["x".repeat(101), "Fire\u0007fox", 5, "\u{e0041}".repeat(60_000)])
        expect((await api().anonymous.post("/auth", { token: await entry(), device })).status).toBe(422);
      expect((await api().anonymous.post("/auth", { token: await entry(), device: "😀".repeat(100) })).status).toBe(200);
    });
  });
});

describe("ending sessions from another device", () => {
  onEachDatabase((api) => {
    it("ends the one that is named, as often as it is asked, and nobody else's", async () => {
      const [here, there, stranger] = [
        await enter(api(), "end@sessions.example"),
        await enter(api(), "end@sessions.example"),
        await enter(api(), "stranger@sessions.example"),
      ];
      const other = (await listOf(here)).find(({ current }) => !current);
      const end = (by: EntrySession, id: unknown) => by.client.post(`/auth/sessions/${id}/end`);
      expect((await end(stranger, other?.id)).status).toBe(404);
      expect((await end(here, "no-such-session")).status).toBe(404);
      expect(await reads(api(), there.token)).toBe(200);
      expect([(await end(here, other?.id)).status, (await end(here, other?.id)).status]).toEqual([204, 204]);
      expect([await reads(api(), there.token), (await refresh(api(), there.cookie)).status]).toEqual([401, 401]);
      expect(await listOf(here)).toHaveLength(1);
    });

    it("everywhere ends all of one's own, the one that asks included", async () => {
      const mine = [await enter(api(), "all@sessions.example"), await enter(api(), "all@sessions.example")];
      const stranger = await enter(api(), "not-all@sessions.example");
      expect((await (mine[0] as EntrySession).client.post("/auth/sessions/end")).status).toBe(204);
      for (const { token, cookie } of mine) expect([await reads(api(), token), (await refresh(api(), cookie)).status]).toEqual([401, 401]);
      expect(await reads(api(), stranger.token)).toBe(200);
    });
  });
});
