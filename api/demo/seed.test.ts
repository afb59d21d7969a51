import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assessment } from "#model/contract/assessments.ts";
import { organizationAssessments, organizations } from "#model/contract/organizations.ts";
import { type EmbeddedApi, openEmbeddedApi } from "../embedded.ts";
import { DEMO_USERS } from "./users.ts";

describe("the demo", () => {
  const folder = mkdtempSync(join(tmpdir(), "demo-"));
  const env = { DATABASE_URL: `file:${join(folder, "demo.db")}`, DEMO: "1" };
  let api: EmbeddedApi;

  beforeAll(async () => {
    api = await openEmbeddedApi(env);
  });
  afterAll(async () => {
    await api.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const call = async (method: string, path: string, body?: unknown, token?: string) => {
    const headers = { ...(token ? { Authorization: `Bearer ${token}` } : {}) };
    const response = await api.fetch(
      new Request(`http://api.test${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
    );
    return response.json();
  };
  const signIn = async (email: string): Promise<string> => {
    const { token } = await call("POST", "/demo/entry", { email });
    return (await call("POST", "/auth", { token })).token;
  };
  const ownOrganizations = async (token: string) =>
    organizations.parse(await call("GET", "/organizations", undefined, token)).myOrgnizations;

  it("has two colleagues, one person for each model, and an internal account", async () => {
    expect(await call("GET", "/demo/users")).toEqual(DEMO_USERS);
    const [alex, sam, internal] = [
      await signIn("alex@demo.example"),
      await signIn("sam@demo.example"),
      await signIn("internal@demo.example"),
    ];
    expect(await ownOrganizations(sam)).toEqual(await ownOrganizations(alex));
    const others = organizations.parse(await call("GET", "/organizations", undefined, internal)).otherUserOrgnizations ?? [];
    expect(others.length).toBeGreaterThan((await ownOrganizations(alex)).length);
  });

  it("shows assessments in every state, of both models", async () => {
    const token = await signIn("alex@demo.example");
    const states = new Set<string>();
    for (const { organization } of await ownOrganizations(token)) {
      const groups = organizationAssessments.parse(await call("GET", `/organizations/${organization.id}/assessments`, undefined, token));
      for (const [model, group] of Object.entries(groups))
        for (const [state, list] of Object.entries(group ?? {})) if (list.length > 0) states.add(`${model} ${state}`);
    }
    expect([...states]).toEqual(
      expect.arrayContaining([
        "P3M3 created",
        "P3M3 drafted",
        "P3M3 active",
        "P3M3 completed",
        "P3M3 archived",
        "ITIL active",
        "ITIL completed",
      ]),
    );
  });

  it("leaves nothing locked, so that the first visitor may edit", async () => {
    const token = await signIn("alex@demo.example");
    for (const { organization } of await ownOrganizations(token)) {
      const { P3M3, ITIL } = organizationAssessments.parse(
        await call("GET", `/organizations/${organization.id}/assessments`, undefined, token),
      );
      for (const { id } of [...(P3M3?.active ?? []), ...(ITIL?.active ?? [])])
        expect((await call("GET", `/assessments/${id}/lock`, undefined, token)).status).toBe(404);
    }
  });

  it("has enough participants to compare a completed assessment with", async () => {
    const token = await signIn("alex@demo.example");
    const completed = (await ownOrganizations(token)).find(
      ({ completedAssessments, organization }) => completedAssessments > 0 && organization.benchmarkConsent,
    );
    const { P3M3 } = organizationAssessments.parse(
      await call("GET", `/organizations/${completed?.organization.id}/assessments`, undefined, token),
    );
    const own = assessment.parse(P3M3?.completed[0]);
    const benchmark = await call("GET", `/P3M3/benchmarks?perspectiveIds=1,2,3,4,5,6,7&assessmentId=${own.id}`, undefined, token);
    expect(benchmark.perspectivesAndScores).toHaveLength(7);
  });

  it("is seeded once, also when it is opened again", async () => {
    const token = await signIn("alex@demo.example");
    const before = await ownOrganizations(token);
    await api.close();
    api = await openEmbeddedApi(env);
    expect(await ownOrganizations(await signIn("alex@demo.example"))).toEqual(before);
  });
});
