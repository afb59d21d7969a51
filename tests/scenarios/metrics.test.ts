/** What an operator can measure (docs/operating.md#measure). */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forwarded, status } from "../support/misbehaving-upstream.ts";
import { raw } from "../support/raw.ts";
import { type AppWithFaults, startAppWithFaults } from "../support/seed.ts";
import { startApp } from "../support/server.ts";
import { sharedApp } from "../support/shared.ts";
import { answer, start } from "./questions.ts";

const TOKEN = "the-bearer-of-the-one-that-measures";
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

test("without METRICS_TOKEN there is no such address, with a bearer either", async () => {
  const app = await sharedApp();
  expect((await raw(app.url, "/metrics")).status).toBe(404);
  expect((await raw(app.url, "/metrics", bearer(TOKEN))).status).toBe(404);
  expect((await raw(app.url, "/metrics", bearer("undefined"))).status).toBe(404);
  await app.stop();
});

test("with the API in the same process, its figures are there as well", async () => {
  const app = await startApp({ env: { METRICS_TOKEN: TOKEN } });
  try {
    const { status, body } = await raw(app.url, "/metrics", bearer(TOKEN));
    expect(status).toBe(200);
    for (const figure of [
      'mails{state="waiting"} ',
      'outbox_requests{state="waiting"} ',
      "backup_age_seconds ",
      "store_bytes ",
      "nodejs_eventloop_lag_p99_seconds ",
    ])
      expect(body).toContain(`\n${figure}`);
  } finally {
    await app.stop();
  }
});

describe("with METRICS_TOKEN", () => {
  let app: AppWithFaults;
  beforeAll(async () => {
    app = await startAppWithFaults({ METRICS_TOKEN: TOKEN });
  });
  afterAll(() => app.stop());

  /** The figures, by name and labels. */
  async function figures(): Promise<Map<string, number>> {
    const { body } = await raw(app.url, "/metrics", bearer(TOKEN));
    const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ") + 1))]));
  }

  test.each([undefined, "", "Bearer", `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`])(
    "%s opens nothing",
    async (authorization) => {
      const answer = await raw(app.url, "/metrics", authorization === undefined ? {} : { headers: { Authorization: authorization } });
      expect([answer.status, answer.headers["www-authenticate"], answer.body]).toEqual([401, "Bearer", "A bearer is needed."]);
    },
  );

  test("the bearer opens text that Prometheus reads, which nobody keeps", async () => {
    const { status, headers, body } = await raw(app.url, "/metrics", bearer(TOKEN));
    expect(status).toBe(200);
    expect(headers["content-type"]).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(headers["cache-control"]).toBe("no-store");
    expect(body).toContain("# TYPE http_request_duration_seconds histogram");
  });

  test("requests and their duration by route, saves, calls and faults of the API, waiting tasks, the delay of the event loop", async () => {
    const { visitor, at, id, email } = await start(app);
    await visitor.get(at("MC", "PL"));
    await visitor.get("/nothing/here");
    app.upstream.on("GET", "/organizations", status(500), status(500), forwarded());
    await visitor.get("/");
    expect(visitor.status).toBe(200);
    app.upstream.reset();
    await answer(await visitor.get(at("MC", "PL")), { 3: "Fully" });
    const values = await figures();
    const route = "/assessments/:assessmentId/view?/rating?/:rating?/questions/:perspectiveCode/:threadCode";
    expect(values.get(`http_request_duration_seconds_count{method="GET",route="${route}",status="200"}`)).toBeGreaterThan(0);
    expect(values.get(`http_request_duration_seconds_sum{method="GET",route="${route}",status="200"}`)).toBeGreaterThan(0);
    expect(values.get('http_request_duration_seconds_count{method="GET",route="/entry/:token",status="302"}')).toBe(1);
    expect(values.get('http_request_duration_seconds_count{method="GET",route="/*",status="404"}')).toBe(1);
    expect(values.get('upstream_faults_total{call="GET /organizations",status="500"}')).toBe(2);
    expect(values.get('upstream_call_duration_seconds_count{call="GET /organizations",outcome="ok"}')).toBeGreaterThan(0);
    expect(values.get('saves_total{outcome="saved"}')).toBe(1);
    expect(values.get('worker_tasks{lane="files",state="waiting"}')).toBe(0);
    expect(values.get("nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
    const text = [...values.keys()].join("\n");
    // Those of an upstream are its own.
    expect(text).not.toContain("store_bytes");
    for (const one of [email, `/assessments/${id}`, "nothing", TOKEN]) expect(text).not.toContain(one);
  });

  test("what scrapes and what checks are not counted as requests", async () => {
    await raw(app.url, "/health");
    await figures();
    expect([...(await figures()).keys()].filter((name) => /route="\/(metrics|health)"/.test(name))).toEqual([]);
  });
});
