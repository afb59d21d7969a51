import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createEntryToken } from "#api/auth/entry.ts";
import { problem } from "#model/contract/common.ts";
import { organizations } from "#model/contract/organizations.ts";
import { session } from "#model/contract/session.ts";
import type { TestApi } from "../support/api.ts";
import { onEachDatabase, onOneDatabase } from "./databases.ts";
import { cookieOf, createOrganization, expectStatus, organizationForm, refresh } from "./scenario.ts";

const MINUTE = 60_000;

function later(api: TestApi, milliseconds: number): void {
  api.now = new Date(api.now.getTime() + milliseconds);
}

describe("the transport", () => {
  onOneDatabase((api) => {
    it("matches paths without regard to case and to a slash at the end", async () => {
      const client = await api().signIn({ email: "case@team.example" });
      for (const path of ["/P3M3/perspectives", "/p3m3/perspectives", "/P3m3/Perspectives/"])
        expect((await client.get(path)).body).toHaveLength(7);
    });

    it("answers an unknown path with a 404 problem", async () => {
      const answer = await api().anonymous.get("/nothing/here");
      expect(answer.status).toBe(404);
      expect(answer.headers.get("Content-Type")).toBe("application/problem+json");
      expect(problem.parse(answer.body)).toMatchObject({ status: 404, type: "about:blank" });
    });

    it("answers another method at a known address with 405 and says which there are", async () => {
      const answer = await api().anonymous.call("PATCH", "/Organizations/1/");
      expect(answer.status).toBe(405);
      expect(answer.headers.get("Allow")).toBe("GET, PUT");
      expect(problem.parse(answer.body)).toMatchObject({ status: 405 });
      expect((await api().anonymous.delete("/demo/users")).status).toBe(404);
    });

    it("answers an address that is not encoded as it should be with 404", async () => {
      const client = await api().signIn({ email: "encoding@team.example" });
      for (const path of ["/assessments/%E0%A4%A", "/assessments/%ff/lock"]) expect((await client.get(path)).status).toBe(404);
    });

    it("answers a body that is not JSON with 400", async () => {
      const client = await api().signIn({ email: "json@team.example" });
      expect((await client.post("/organizations", "{oops")).status).toBe(400);
      expect((await api().anonymous.post("/auth", "nope")).status).toBe(400);
    });

    it("answers a body over 1 MB with 413, and takes one of just under", async () => {
      const client = await api().signIn({ email: "large@team.example" });
      expect((await client.post("/organizations", JSON.stringify({ name: "x".repeat(1024 * 1024) }))).status).toBe(413);
      expect((await client.post("/organizations", JSON.stringify({ name: "x".repeat(1024 * 1024 - 200) }))).status).toBe(422);
    });

    it("answers a body with more values than any call takes, or deeper ones, with 413 before anything is done for each of them", async () => {
      const client = await api().signIn({ email: "costly@team.example" });
      const lists = {
        answers: "[{},{},",
        "empty lists": "[[],[],",
        numbers: "[1,1,",
        fields: '{"a":1,"a":1,',
        brackets: "[[",
        objects: '{"a":',
      };
      for (const [kind, piece] of Object.entries(lists)) {
        const head = piece.slice(0, piece.startsWith("[") ? 1 : 0);
        const body = (head + piece.slice(head.length).repeat(1024 * 1024)).slice(0, 1024 * 1024 - 10);
        for (const path of ["/ITIL/assessments/1/answer/capability", "/P3M3/assessments/1/answer", "/organizations"])
          expect([kind, path, (await client.post(path, body)).status]).toEqual([kind, path, 413]);
        expect((await api().anonymous.post("/auth", body)).status).toBe(413);
      }
      const update = `{"assessmentType":"P3M3","name":"x","perspectives":[${"1,".repeat(500_000)}1]}`;
      expect((await client.put("/assessments/1", update)).status).toBe(413);
    });

    it("names a hundred wrong entries of a list at most, and none of a list that is too long", async () => {
      const client = await api().signIn({ email: "entries@team.example" });
      const answer = await client.post("/ITIL/assessments/1/answer/capability", Array(150).fill({}));
      expect([answer.status, answer.body.errors.length]).toEqual([422, 100]);
      const longer = Array(201).fill({ questionId: 1, selection: "Fully", score: 1 });
      expect((await client.post("/ITIL/assessments/1/answer/capability", longer)).body.errors).toEqual([
        { path: "", message: expect.any(String) },
      ]);
      expect((await client.get(`/P3M3/benchmarks?perspectiveIds=${Array(201).fill(1)}`)).status).toBe(422);
    });

    it("names every wrong field of a form with its message", async () => {
      const client = await api().signIn({ email: "fields@team.example" });
      const answer = await client.post("/organizations", { ...organizationForm(), name: "  ", benchmarkConsent: "yes" });
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toContainEqual({ path: "name", message: "This Field is required." });
      expect(answer.body.errors.map(({ path }: { path: string }) => path)).toContain("benchmarkConsent");
      const unknown = await client.post(
        "/organizations",
        organizationForm({ country: { id: 9999, name: "Atlantis" }, size: { id: 99, name: "Huge" } }),
      );
      expect(unknown.body.errors.map(({ path }: { path: string }) => path)).toEqual(["country", "size"]);
    });

    it("echoes a request's id, and makes one up for a request without", async () => {
      expect((await api().anonymous.get("/health", { "X-Request-Id": "abc-123" })).headers.get("X-Request-Id")).toBe("abc-123");
      expect((await api().anonymous.get("/health")).headers.get("X-Request-Id")).toMatch(/^[0-9a-f-]{36}$/);
      expect((await api().anonymous.get("/health", { "X-Request-Id": "no good" })).headers.get("X-Request-Id")).not.toBe("no good");
    });

    it("has no demo calls outside the demo", async () => {
      expect((await api().anonymous.get("/demo/users")).status).toBe(404);
      expect((await api().anonymous.post("/demo/entry", { email: "alex@demo.example" })).status).toBe(404);
    });
  });

  onEachDatabase((api) => {
    it("says that it is alive and ready without a token, and which version it is", async () => {
      const { version } = JSON.parse(readFileSync("package.json", "utf8"));
      expect((await api().anonymous.get("/health")).body).toEqual({ status: "ok", version });
      expect((await api().anonymous.get("/ready")).body).toEqual({ status: "ok", version });
    });

    it("takes ids that no row can have for unknown ones", async () => {
      const client = await api().signIn({ email: "ids@team.example" });
      for (const id of ["0", "abc", "1.5", "-1", "2147483648", "99999999999999999999"]) {
        expect((await client.get(`/assessments/${id}`)).status).toBe(404);
        expect((await client.get(`/organizations/${id}`)).status).toBe(404);
      }
    });
  });
});

describe("signing in", () => {
  onEachDatabase((api) => {
    it("gives a session for an entry token, once", async () => {
      await api().signIn({ email: "Mia@Team.example", firstName: "Mia", roles: ["P3M3"] });
      const token = await createEntryToken(api().store, "mia@team.example", api().now);
      const first = await api().anonymous.post("/auth", { token });
      expect(session.parse(first.body)).toMatchObject({
        user: { email: "mia@team.example", firstName: "Mia" },
        roles: ["P3M3"],
        redirectURI: null,
        expiry: api().now.getTime() / 1000 + 30 * 60,
      });
      expect((await api().anonymous.post("/auth", { token })).status).toBe(401);
    });

    it("lets one of many parallel uses of an entry token in", async () => {
      await api().signIn({ email: "race@team.example" });
      const token = await createEntryToken(api().store, "race@team.example", api().now);
      const answers = await Promise.all(Array.from({ length: 20 }, () => api().anonymous.post("/auth", { token })));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(19);
    });

    it("refuses an entry token that is unknown, or older than 15 minutes", async () => {
      await api().signIn({ email: "late@team.example" });
      const [first, second] = [
        await createEntryToken(api().store, "late@team.example", api().now),
        await createEntryToken(api().store, "late@team.example", api().now),
      ];
      expect((await api().anonymous.post("/auth", { token: "guess" })).status).toBe(401);
      expect((await api().anonymous.post("/auth", {})).status).toBe(422);
      later(api(), 15 * MINUTE - 1);
      expect((await api().anonymous.post("/auth", { token: first })).status).toBe(200);
      later(api(), 1);
      expect((await api().anonymous.post("/auth", { token: second })).status).toBe(401);
    });

    it("keeps no token in clear in the store", async () => {
      await api().signIn({ email: "hash@team.example" });
      const token = await createEntryToken(api().store, "hash@team.example", api().now);
      const cookie = cookieOf(await api().anonymous.post("/auth", { token }));
      const stored = JSON.stringify([
        await api().store.selectFrom("entry_token").selectAll().execute(),
        await api().store.selectFrom("refresh_token").selectAll().execute(),
      ]);
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(cookie);
    });

    it("sets an HttpOnly refresh cookie for /auth, and refreshes with it after the bearer's end", async () => {
      const entered = await enter(api());
      expect(entered.headers.get("Set-Cookie")).toMatch(/^refresh=[\w-]{43}; Max-Age=43200; Path=\/auth; HttpOnly; SameSite=Lax$/);
      later(api(), 31 * MINUTE);
      const refreshed = await refresh(api(), cookieOf(entered));
      expect(session.parse(refreshed.body).user.email).toBe("enter@team.example");
      const client = await api().anonymous.get("/organizations", { Authorization: `Bearer ${refreshed.body.token}` });
      expect(client.status).toBe(200);
    });

    it("keeps a bearer token valid until its own end, also after a refresh", async () => {
      const entered = await enter(api());
      await refresh(api(), cookieOf(entered));
      const ask = () => api().anonymous.get("/organizations", { Authorization: `Bearer ${entered.body.token}` });
      later(api(), 30 * MINUTE - 1000);
      expect((await ask()).status).toBe(200);
      later(api(), 1000);
      expect((await ask()).status).toBe(401);
    });

    it("refuses a refresh without a cookie, with an unknown one, and after twelve hours", async () => {
      expect((await api().anonymous.post("/auth/refresh")).status).toBe(401);
      expect((await refresh(api(), "guess")).status).toBe(401);
      const cookie = cookieOf(await enter(api()));
      later(api(), 12 * 60 * MINUTE);
      expect((await refresh(api(), cookie)).status).toBe(401);
    });

    it("refuses missing, malformed, forged and expired bearers with 401", async () => {
      const { token = "" } = await api().signIn({ email: "bearer@team.example" });
      const forged = `${token.slice(0, -4)}AAAA`;
      const [head = "", , signature = ""] = token.split(".");
      const otherUser = [head, Buffer.from(JSON.stringify({ sub: "1", exp: 9_999_999_999 })).toString("base64url"), signature].join(".");
      const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${token.split(".")[1]}.`;
      for (const header of ["", "Bearer", `Basic ${token}`, `Bearer ${forged}`, `Bearer ${otherUser}`, `Bearer ${unsigned}`])
        expect((await api().anonymous.get("/organizations", { Authorization: header })).status).toBe(401);
      expect((await api().anonymous.get("/organizations", { Authorization: `bearer ${token}` })).status).toBe(200);
    });
  });

  const enter = async (api: TestApi) => {
    await api.signIn({ email: "enter@team.example" });
    return expectStatus(
      await api.anonymous.post("/auth", { token: await createEntryToken(api.store, "enter@team.example", api.now) }),
      200,
    );
  };
});

describe("a write that is retried", () => {
  onEachDatabase((api) => {
    const countOf = async (client: Awaited<ReturnType<TestApi["signIn"]>>) =>
      organizations.parse((await client.get("/organizations")).body).myOrgnizations.length;

    it("is stored once, and answered alike", async () => {
      const client = await api().signIn({ email: "once@team.example" });
      const key = { "Idempotency-Key": "11111111-aaaa" };
      const first = expectStatus(await client.post("/organizations", organizationForm(), key), 201);
      const second = expectStatus(await client.post("/organizations", organizationForm(), key), 201);
      expect(second.body).toEqual(first.body);
      expect(await countOf(client)).toBe(1);
    });

    it("is stored once when its attempts run at the same time", async () => {
      const client = await api().signIn({ email: "parallel@team.example" });
      const key = { "Idempotency-Key": "22222222-bbbb" };
      const answers = await Promise.all(Array.from({ length: 10 }, () => client.post("/organizations", organizationForm(), key)));
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      expect(await countOf(client)).toBe(1);
    });

    it("replays an answer without a body", async () => {
      const client = await api().signIn({ email: "empty@team.example" });
      const organization = await createOrganization(client);
      const form = { name: "A", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" };
      const { id } = (await client.post(`/organizations/${organization}/assessments`, form)).body;
      for (const _attempt of [1, 2]) {
        const answer = await client.call("DELETE", `/assessments/${id}/lock`, undefined, { "Idempotency-Key": "33333333-cccc" });
        expect([answer.status, answer.body]).toEqual([204, undefined]);
      }
    });

    it("is refused when the key was used for another body or another call", async () => {
      const client = await api().signIn({ email: "reuse@team.example" });
      const key = { "Idempotency-Key": "44444444-dddd" };
      const { id } = expectStatus(await client.post("/organizations", organizationForm(), key), 201).body;
      expect((await client.post("/organizations", organizationForm({ name: "Another" }), key)).status).toBe(422);
      expect((await client.put(`/organizations/${id}`, organizationForm(), key)).status).toBe(422);
      expect(await countOf(client)).toBe(1);
    });

    it("may be repeated after a refusal, which keeps nothing", async () => {
      const client = await api().signIn({ email: "again@team.example" });
      const key = { "Idempotency-Key": "55555555-eeee" };
      expect((await client.post("/organizations", organizationForm({ size: { id: 99, name: "?" } }), key)).status).toBe(422);
      expect((await client.post("/organizations", organizationForm(), key)).status).toBe(201);
    });

    it("has keys of its own for each user, for 24 hours", async () => {
      const [one, two] = [await api().signIn({ email: "one@keys.example" }), await api().signIn({ email: "two@keys.example" })];
      const key = { "Idempotency-Key": "66666666-ffff" };
      expectStatus(await one.post("/organizations", organizationForm(), key), 201);
      expectStatus(await two.post("/organizations", organizationForm(), key), 201);
      expect(await countOf(two)).toBe(1);
      later(api(), 24 * 60 * MINUTE + 1);
      const tomorrow = await api().signIn({ email: "one@keys.example" });
      expectStatus(await tomorrow.post("/organizations", organizationForm(), key), 201);
      expect(await countOf(tomorrow)).toBe(2);
    });

    it("refuses a malformed key", async () => {
      const client = await api().signIn({ email: "badkey@team.example" });
      expect((await client.post("/organizations", organizationForm(), { "Idempotency-Key": "x".repeat(201) })).status).toBe(400);
    });
  });
});

describe("the demo", () => {
  onEachDatabase(
    (api) => {
      it("lets its users in by their address alone, and nobody else", async () => {
        await api().signIn({ email: "alex@demo.example", roles: ["P3M3"] });
        await api().signIn({ email: "real@person.example" });
        const users = (await api().anonymous.get("/demo/users")).body;
        expect(users.map(({ email }: { email: string }) => email)).toEqual(["alex@demo.example"]);
        const { token } = expectStatus(await api().anonymous.post("/demo/entry", { email: "Alex@demo.example" }), 200).body;
        expectStatus(await api().anonymous.post("/auth", { token }), 200);
        expect((await api().anonymous.post("/demo/entry", { email: "real@person.example" })).status).toBe(404);
      });
    },
    { demo: true },
  );
});
