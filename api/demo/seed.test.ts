import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { comparison, type ItilComparison, type P3m3Comparison, trend } from "#model/contract/comparison.ts";
import type { Engagements } from "#model/contract/engagements.ts";
import { organizationAssessments, organizations } from "#model/contract/organizations.ts";
import type { Rating, RatingDifferences } from "#model/contract/ratings.ts";
import { logo, styleForm } from "#model/contract/style.ts";
import { voiceAnswers, voiceList, voiceViews } from "#model/contract/voices.ts";
import { editionNumber, latestEditions } from "#model/editions.ts";
import { groupBy } from "#model/group-by.ts";
import { spreadOf } from "#model/voices.ts";
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

  it("has a lead, two assessors and a viewer of one team, one person for each model, a team of one, and an internal account", async () => {
    expect(await call("GET", "/demo/users")).toEqual(DEMO_USERS);
    const [alex, sam, internal] = [
      await signIn("alex@demo.example"),
      await signIn("sam@demo.example"),
      await signIn("internal@demo.example"),
    ];
    expect(await ownOrganizations(sam)).toEqual(await ownOrganizations(alex));
    const permissions = ["alex", "sam", "noor", "vera", "mira"].map(async (name) => {
      const { permission, leads } = await call("GET", "/me", undefined, await signIn(`${name}@demo.example`));
      return [name, permission, leads.map(({ firstName }: { firstName: string }) => firstName)];
    });
    expect(await Promise.all(permissions)).toEqual([
      ["alex", "lead", ["Alex"]],
      ["sam", "assessor", ["Alex"]],
      ["noor", "assessor", ["Alex"]],
      ["vera", "viewer", ["Alex"]],
      ["mira", "lead", ["Mira"]],
    ]);
    const others = organizations.parse(await call("GET", "/organizations", undefined, internal)).otherUserOrgnizations ?? [];
    expect(others.length).toBeGreaterThan((await ownOrganizations(alex)).length);
  });

  it("has a team with a house style that its screen would accept", async () => {
    const read = async (email: string) => call("GET", "/team/style", undefined, await signIn(email));
    const { versions: _, logo: digest, ...texts } = await read("alex@demo.example");
    expect(styleForm.parse(texts)).toEqual(texts);
    expect(Object.values(texts).filter((text) => !text)).toEqual([]);
    expect(digest).toMatch(/\S/);
    const { png } = logo.parse(await call("GET", "/team/style/logo", undefined, await signIn("sam@demo.example")));
    const bytes = Buffer.from(png, "base64");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([640, 160]);
    expect((await read("jonas@demo.example")).name).toBeNull();
  });

  it("shows assessments in every state, of both models", async () => {
    const token = await signIn("alex@demo.example");
    const states = new Set<string>();
    for (const { organization } of await ownOrganizations(token)) {
      const groups = organizationAssessments.parse(await call("GET", `/organizations/${organization.id}/assessments`, undefined, token));
      for (const [model, group] of Object.entries(groups))
        for (const [state, list] of Object.entries(group ?? {})) if (list.length > 0) states.add(`${model} ${state}`);
    }
    const all = (model: string) => ["created", "drafted", "active", "completed", "archived"].map((state) => `${model} ${state}`);
    expect([...states]).toEqual(expect.arrayContaining(all("P3M3")));
    expect([...states]).toEqual(expect.arrayContaining(["ITIL created", "ITIL active", "ITIL completed"]));
    const jonas = await signIn("jonas@demo.example");
    const [own] = await ownOrganizations(jonas);
    const { ITIL } = organizationAssessments.parse(
      await call("GET", `/organizations/${own?.organization.id}/assessments`, undefined, jonas),
    );
    expect([ITIL?.drafted.length, ITIL?.archived.length]).toEqual([1, 1]);
  });

  it("has an organization that was assessed three years running in each model, with a corrected edition and another scope in between", async () => {
    const token = await signIn("alex@demo.example");
    const { organization } = (await ownOrganizations(token)).find((entry) => entry.organization.name === "Wrenfield Water") ?? {};
    const groups = organizationAssessments.parse(await call("GET", `/organizations/${organization?.id}/assessments`, undefined, token));
    const completed = (model: "P3M3" | "ITIL") =>
      latestEditions(groups[model]?.completed ?? []).map((each) => [each.name, each.selectedScope, editionNumber(each)]);
    expect(completed("P3M3")).toEqual([
      ["Treatment works, third year", "Project", 1],
      ["Investment review", "Portfolio", 1],
      ["Treatment works, second year", "Project", 2],
      ["Treatment works, first year", "Project", 1],
    ]);
    expect(completed("ITIL").map(([name]) => name)).toEqual(
      ["third", "second", "first"].map((year) => `Control room services, ${year} year`),
    );
    const scoresOf = async (id: unknown) => (await call("GET", `/assessments/${id}/scores`, undefined, token)).overall.decimal;
    const editions = (groups.P3M3?.completed ?? []).filter(({ name }) => name === "Treatment works, second year");
    const [corrected, first] = await Promise.all(editions.map(({ id }) => scoresOf(id)));
    expect(corrected).not.toBe(first);
    expect(latestEditions(groups.ITIL?.completed ?? []).map(editionNumber)).toEqual([1, 2, 1]);
  });

  it("has scores of others before that, and statements that changed after the first year", async () => {
    const token = await signIn("alex@demo.example");
    const { organization } = (await ownOrganizations(token)).find((entry) => entry.organization.name === "Wrenfield Water") ?? {};
    const groups = organizationAssessments.parse(await call("GET", `/organizations/${organization?.id}/assessments`, undefined, token));
    const trendOf = async (model: string, scope = "") =>
      trend
        .parse(await call("GET", `/organizations/${organization?.id}/trend?model=${model}${scope}`, undefined, token))
        .points.map(({ source }) => source);
    const years = ["entered by hand", "assessment", "assessment", "assessment"];
    expect([await trendOf("P3M3", "&scope=Project"), await trendOf("ITIL")]).toEqual([years, years]);
    const compared = async (model: "P3M3" | "ITIL", year: string) => {
      const assessment = latestEditions(groups[model]?.completed ?? []).find(({ name }) => name?.includes(year));
      return comparison.parse(await call("GET", `/assessments/${assessment?.id}/comparison`, undefined, token));
    };
    const changed = (moves: readonly { code: string; outcome: string | null }[]) =>
      moves.filter(({ outcome }) => outcome === "statements changed").map(({ code }) => code);
    const [p3m3, itil] = [
      (await compared("P3M3", "second year")) as P3m3Comparison,
      (await compared("ITIL", "second year")) as ItilComparison,
    ];
    expect(p3m3.perspectives.flatMap(({ code, threads }) => changed(threads).map((thread) => `${code}/${thread}`))).toEqual([
      "BM/PL",
      "FM/PR",
      "MC/OR",
      "OG/ST",
    ]);
    expect(changed(itil.capabilities)).toEqual(["INM"]);
    // Whatever was set up later has the newest statements.
    const [thirdP3m3, thirdItil] = [
      (await compared("P3M3", "third year")) as P3m3Comparison,
      (await compared("ITIL", "third year")) as ItilComparison,
    ];
    expect([...thirdP3m3.perspectives.flatMap(({ threads }) => changed(threads)), ...changed(thirdItil.capabilities)]).toEqual([]);
  });

  it("has views of the clients' people: sheets that are open and closed, a reminder, a check of facts, and counts by role in a result", async () => {
    const token = await signIn("alex@demo.example");
    const idOf = async (client: string, model: "P3M3" | "ITIL", state: "active" | "completed", name: string) => {
      const { organization } = (await ownOrganizations(token)).find((entry) => entry.organization.name === client) ?? {};
      const groups = organizationAssessments.parse(await call("GET", `/organizations/${organization?.id}/assessments`, undefined, token));
      return groups[model]?.[state].find((each) => each.name === name)?.id;
    };
    const draft = await idOf("Alderbrook County Council", "P3M3", "active", "Town centre regeneration");
    const { voices } = voiceList.parse(await call("GET", `/assessments/${draft}/voices`, undefined, token));
    expect([...groupBy(voices, ({ role }) => role)].map(([role, { length }]) => [role, length])).toEqual([
      ["Executive", 3],
      ["Manager", 3],
      ["Specialist", 3],
    ]);
    expect(voices.flatMap(({ name, state, remindedAt }) => (state === "open" ? [[name, remindedAt !== null]] : []))).toEqual([
      ["Piotr Nowak", false],
      ["Hannah Weekes", true],
    ]);
    const { places } = voiceAnswers.parse(await call("GET", `/assessments/${draft}/voices/answers`, undefined, token));
    expect(places.flatMap(({ checks }) => checks.filter(({ agrees }) => !agrees))).toHaveLength(1);
    const statements = places.flatMap((each) => each.statements);
    const apart = statements.map(({ choices, said }) =>
      spreadOf(
        choices.map(({ key }) => key),
        said,
      ),
    );
    expect([Math.max(...apart.map(({ span }) => span)), apart.some(({ cannotTell }) => cannotTell > 0)]).toEqual([2, true]);
    expect(statements.some(({ answers }) => answers.some(({ comment, seen }) => comment !== "" && seen !== ""))).toBe(true);
    const itil = await idOf("Meridian Coastal Railways", "ITIL", "active", "Whole of IT");
    expect((await call("GET", `/assessments/${itil}/voices`, undefined, token)).voices).toHaveLength(4);
    const completed = await idOf("Wrenfield Water", "P3M3", "completed", "Treatment works, third year");
    const opinions = voiceViews.parse(
      await call("GET", `/assessments/${completed}/voices/views`, undefined, await signIn("vera@demo.example")),
    );
    const rolesIn = opinions.places.flatMap((place) => place.statements.map(({ byRole }) => byRole.map(({ voices: count }) => count)));
    expect(rolesIn).toContainEqual([3, 3, 3]);
    // The demo's page of mails still has room for the invitations.
    const subjects: string[] = (await call("GET", "/demo/mails")).map(({ subject }: { subject: string }) => subject);
    expect(subjects.map((subject) => subject.split(" of ")[0])).toEqual([
      ...["Who may see an organization has changed", "Your view", "You are asked for a peer review", "Reminder: your view", "Your view"],
      ...["Invitation to the Maturity Assessment Tool", "Invitation to the Maturity Assessment Tool"],
    ]);
  });

  it("has an organization behind a wall: two people see it, the lead reads its name and the list, and who is named hears of the change", async () => {
    const [alex, noor, vera, sam] = await Promise.all(["alex", "noor", "vera", "sam"].map((name) => signIn(`${name}@demo.example`)));
    const namesFor = async (token: string) => (await ownOrganizations(token)).map(({ organization: { name } }) => name);
    const bank = "Stonegate Savings Bank";
    for (const token of [noor, vera]) expect(await namesFor(token ?? "")).toContain(bank);
    for (const token of [alex, sam]) expect(await namesFor(token ?? "")).not.toContain(bank);
    const { organizations: walled } = await call("GET", "/team/access?unseen=1", undefined, alex);
    expect(walled).toMatchObject([{ name: bank, people: [{ firstName: "Noor" }, { firstName: "Vera" }] }]);
    const { items } = await call("GET", "/for-you", undefined, noor);
    expect(items).toMatchObject([{ by: "alex@demo.example", access: { named: ["vera@demo.example"], takenOff: [] } }]);
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

  it("has enough to compare with for one completed assessment, and too few for another, where a wider cohort is offered", async () => {
    const token = await signIn("alex@demo.example");
    const benchmarkOf = async (name: string) => {
      const { organization } = (await ownOrganizations(token)).find((entry) => entry.organization.name === name) ?? {};
      const { P3M3 } = organizationAssessments.parse(await call("GET", `/organizations/${organization?.id}/assessments`, undefined, token));
      const own = P3M3?.completed.find(({ selectedScope }) => selectedScope === "Programme");
      const cohort = `countryId=${organization?.country?.id}&industryId=${organization?.industry?.id}&sizeId=${organization?.size?.id}`;
      return call("GET", `/P3M3/benchmarks?perspectiveIds=1,2,3,4,5,6,7&assessmentId=${own?.id}&${cohort}`, undefined, token);
    };
    const enough = await benchmarkOf("Alderbrook County Council");
    expect(enough.perspectivesAndScores).toHaveLength(7);
    expect(enough.perspectivesAndScores[0].sampleSize).toBeGreaterThan(5);
    expect(enough.message).toBeNull();
    expect(enough.otherOrganizations.organizations).toBeGreaterThan(0);
    const tooFew = await benchmarkOf("Meridian Coastal Railways");
    expect(tooFew).toMatchObject({
      perspectivesAndScores: [],
      message: "5 teams are needed; there is 1.",
      suggestion: { industryId: expect.any(Number) },
    });
    const everybody = await call("GET", "/P3M3/benchmarks?perspectiveIds=1&assessmentId=1", undefined, token);
    expect(everybody.perspectivesAndScores[0]).toMatchObject({ sampleSize: 24, lowerQuartile: expect.any(Number) });
  });

  it("is the same in every demo", async () => {
    const other = mkdtempSync(join(tmpdir(), "demo-"));
    const again = await openEmbeddedApi({ ...env, DATABASE_URL: `file:${join(other, "demo.db")}` });
    const ask = async (api: EmbeddedApi, path: string, token?: string) => {
      const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
      return (await api.fetch(new Request(`http://api.test${path}`, { headers }))).json();
    };
    const enter = async (api: EmbeddedApi) => {
      const post = async (path: string, body: unknown) =>
        (await api.fetch(new Request(`http://api.test${path}`, { method: "POST", body: JSON.stringify(body) }))).json();
      return (await post("/auth", await post("/demo/entry", { email: "alex@demo.example" }))).token as string;
    };
    const [token, otherToken] = [await enter(api), await enter(again)];
    for (const path of ["/P3M3/assessments/1/results", "/assessments/1/scores", "/assessments/3/scores"])
      expect(await ask(again, path, otherToken)).toEqual(await ask(api, path, token));
    await again.close();
    rmSync(other, { recursive: true, force: true });
  });

  it("is seeded once, also when it is opened again", async () => {
    const token = await signIn("alex@demo.example");
    const before = await ownOrganizations(token);
    await api.close();
    api = await openEmbeddedApi(env);
    expect(await ownOrganizations(await signIn("alex@demo.example"))).toEqual(before);
  });

  it("shows a peer review: points open and settled, a request that waits, and an approval since which something has changed", async () => {
    const token = await signIn("vera@demo.example");
    const { organization } = (await ownOrganizations(token)).find((entry) => entry.organization.name === "Alderbrook County Council") ?? {};
    const { P3M3, ITIL } = organizationAssessments.parse(
      await call("GET", `/organizations/${organization?.id}/assessments`, undefined, token),
    );
    const draft = P3M3?.active.find(({ name }) => name === "Town centre regeneration")?.id;
    const result = ITIL?.completed.find(({ name }) => name === "Corporate IT services")?.id;
    const counts = await call("GET", `/assessments/${draft}/review-points/counts`, undefined, token);
    expect([counts.open, counts.settled]).toEqual([2, 1]);
    const kinds = "reviewPoint,reviewReply,reviewPointSettled,reviewAsked,reviewSentBack";
    const { entries } = await call("GET", `/assessments/${draft}/history?kind=${kinds}`, undefined, token);
    const moments = entries.map(({ at }: { at: string }) => at);
    expect([moments.length, moments]).toEqual([8, [...moments].sort().reverse()]);
    const waiting = await call("GET", "/for-you", undefined, token);
    expect(waiting.items).toContainEqual(expect.objectContaining({ kind: "review" }));
    const { decisions, fourEyes } = await call("GET", `/assessments/${result}/peer-review`, undefined, token);
    expect([decisions[0].decision, decisions[0].changed]).toEqual(["approved", [{ part: "actions", count: 1 }]]);
    expect(fourEyes.isOn).toBe(false);
  });

  it("shows second ratings: one in charge that is partly done, and a blind second opinion with figures of agreement and differences", async () => {
    const token = await signIn("alex@demo.example");
    const { organization } = (await ownOrganizations(token)).find((entry) => entry.organization.name === "Alderbrook County Council") ?? {};
    const { P3M3 } = organizationAssessments.parse(await call("GET", `/organizations/${organization?.id}/assessments`, undefined, token));
    const draft = P3M3?.active.find(({ name }) => name === "Town centre regeneration")?.id;
    const { ratings } = await call("GET", `/assessments/${draft}/ratings`, undefined, token);
    const counts = ({ groups }: Rating) => groups.map(({ answered, total, isBlind }) => [answered, total, isBlind]);
    expect(ratings.map((each: Rating) => [each.kind, each.state, ...counts(each)])).toEqual([
      ["opinion", "done", [6, 6, true], [6, 6, true], [6, 6, true], [6, 6, true]],
      ["charge", "begun", [6, 6, false], [1, 6, false]],
    ]);
    const { agreement, places }: RatingDifferences = await call("GET", `/assessments/${draft}/rating-differences`, undefined, token);
    expect(agreement).toMatchObject({ count: 21, raters: 2 });
    expect(agreement?.sameLevel).toBeLessThan(1);
    expect(agreement?.kappa).toBeGreaterThan(0.4);
    expect(places.filter(({ difference }) => (difference ?? 0) >= 1).length).toBeGreaterThan(1);
    const waiting = await call("GET", "/for-you", undefined, await signIn("sam@demo.example"));
    expect(waiting.items).toMatchObject([{ kind: "rating", rating: { state: "begun" } }]);
  });

  it("shows one engagement that is running, with its plan half done, and one that was delivered", async () => {
    const token = await signIn("vera@demo.example");
    const { engagements } = await call("GET", "/engagements", undefined, token);
    expect(
      engagements.map(({ state, members, submitted, plan }: Engagements["engagements"][number]) => ({ state, members, submitted, plan })),
    ).toEqual([
      { state: "delivered", members: 3, submitted: 3, plan: { rows: 4, done: 4, late: 0 } },
      { state: "running", members: 3, submitted: 2, plan: { rows: 8, done: 4, late: 1 } },
    ]);
    const { units, members } = await call("GET", `/engagements/${engagements[1].id}`, undefined, token);
    expect(units).toHaveLength(2);
    expect(new Set(members.map(({ assessment }: { assessment: { selectedScope: string } }) => assessment.selectedScope)).size).toBe(3);
  });

  it("leaves out whom its lead has suspended or removed, until it starts again", async () => {
    const token = await signIn("alex@demo.example");
    const { people } = await call("GET", "/people", undefined, token);
    const idOf = (name: string) => people.find(({ email }: { email: string }) => email === `${name}@demo.example`).id;
    await call("POST", `/people/${idOf("sam")}/suspend`, {}, token);
    await call("POST", `/people/${idOf("noor")}/remove`, {}, token);
    const names = async () => (await call("GET", "/demo/users")).map(({ firstName }: { firstName: string }) => firstName);
    expect(await names()).toEqual(["Alex", "Vera", "Priya", "Jonas", "Mira", "Robin"]);
    for (const name of ["sam", "noor"])
      expect(await call("POST", "/demo/entry", { email: `${name}@demo.example` })).toMatchObject({
        status: 404,
        title: "This person of the demo is suspended or removed until the demo starts again.",
      });
    await api.close();
    api = await openEmbeddedApi(env);
    expect(await names()).toEqual(["Alex", "Sam", "Noor", "Vera", "Priya", "Jonas", "Mira", "Robin"]);
    expect(await signIn("sam@demo.example")).toBeDefined();
  });
});
