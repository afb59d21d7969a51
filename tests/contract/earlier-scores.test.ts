/** Extension `again`: scores of assessments that were made elsewhere (docs/rules/earlier-scores.md). */
import { describe, expect, it } from "vitest";
import { type Comparison, comparison, type ItilComparison, type P3m3Comparison, trend } from "#model/contract/comparison.ts";
import { EARLIER_SCORES_MAX } from "#model/earlier-scores.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const FORM = {
  ...{ model: "P3M3", scope: "Project", date: "2021-05-03", source: "Report by Alder & Partners", maturity: 2 },
  scores: [
    { code: "OG", score: 3.25 },
    { code: "BM", score: 1.5 },
  ],
};

describe("earlier scores", () => {
  onEachDatabase((api) => {
    const signIn = (email = "enters@team.example", team = "Enterers") => api().signIn({ email, team });
    const list = async (client: Client, organization: number) =>
      expectStatus(await client.get(`/organizations/${organization}/earlier-scores`), 200).body.rows;
    const add = async (client: Client, organization: number, changed: object = {}): Promise<number> =>
      expectStatus(await client.post(`/organizations/${organization}/earlier-scores`, { ...FORM, ...changed }), 201).body.id;

    it("are added, changed and removed, with what they were in the chain of the organization", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await add(client, organization);
      const at = `/organizations/${organization}/earlier-scores/${id}`;
      const inOrder = FORM.scores.toReversed();
      expect(await list(client, organization)).toEqual([{ id, ...FORM, scores: inOrder, versions: { earlier: 1 } }]);
      const changed = { ...FORM, maturity: null, scores: [{ code: "OG", score: 4 }] };
      const { body } = expectStatus(await client.put(at, changed, { "Made-From": "earlier=1" }), 200);
      expect(body).toEqual({ id, ...changed, versions: { earlier: 2 } });
      // The same again needs no version, and leaves no entry.
      expectStatus(await client.put(at, changed, { "Made-From": "earlier=1" }), 200);
      for (const refused of [
        await client.put(at, FORM, { "Made-From": "earlier=1" }),
        await client.post(`${at}/remove`, {}, { "Made-From": "earlier=1" }),
      ])
        expect([refused.status, refused.body.present]).toEqual([412, body]);
      expectStatus(await client.post(`${at}/remove`, {}, { "Made-From": "earlier=2" }), 204);
      expect(await list(client, organization)).toEqual([]);
      expectStatus(await client.put(at, FORM), 404);
      const chain = `organization/${organization}`;
      const recorded = await api()
        .store.selectFrom("history")
        .select(["kind", "place"])
        .where("chain", "=", chain)
        .orderBy("seq")
        .execute();
      expect(recorded).toEqual(Array.from({ length: 3 }, () => ({ kind: "earlier", place: `earlier/${id}` })));
    });

    it("are the newest first, of the models that the reader works with", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const [old, itil, recent] = [
        await add(client, organization),
        await add(client, organization, { model: "ITIL", scope: null, date: "2022-05-03", scores: [{ code: "CI", score: 2 }] }),
        await add(client, organization, { date: "2023-05-03" }),
      ];
      const ids = async (reader: Client) => (await list(reader, organization)).map(({ id }: { id: number }) => id);
      expect(await ids(client)).toEqual([recent, itil, old]);
      const colleague = await api().signIn({ email: "p3m3-only@team.example", team: "Enterers", roles: ["P3M3"] });
      expect(await ids(colleague)).toEqual([recent, old]);
      const at = `/organizations/${organization}/earlier-scores/${itil}`;
      expectStatus(await colleague.put(at, FORM), 403);
      expectStatus(await colleague.post(`${at}/remove`), 403);
      // They keep their model.
      expectStatus(await client.put(at, FORM), 422);
    });

    it("belong to one organization, are of the past, and at most so many", async () => {
      const client = await signIn();
      const [organization, other] = [await createOrganization(client), await createOrganization(client)];
      const id = await add(client, organization);
      expectStatus(await client.put(`/organizations/${other}/earlier-scores/${id}`, FORM), 404);
      expectStatus(await client.post(`/organizations/${other}/earlier-scores/${id}/remove`), 404);
      const tomorrow = new Date(api().now.getTime() + 24 * 3_600_000).toISOString().slice(0, 10);
      const refused = await client.post(`/organizations/${organization}/earlier-scores`, { ...FORM, date: tomorrow });
      expect([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, ["date"]]);
      await add(client, organization, { date: api().now.toISOString().slice(0, 10) });
      for (let count = 2; count < EARLIER_SCORES_MAX; count += 1) await add(client, organization);
      expectStatus(await client.post(`/organizations/${organization}/earlier-scores`, FORM), 422);
      // Users of the other model see none of these.
      await add(client, organization, { model: "ITIL", scope: null, scores: [{ code: "CI", score: 2 }] });
    });

    const compare = async (client: Client, id: number, query = ""): Promise<Comparison> =>
      comparison.parse(expectStatus(await client.get(`/assessments/${id}/comparison${query}`), 200).body);

    it("are compared with, by default where there is nothing else, and are in the trend", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup = { perspectiveIds: [1, 4], threadIds: [2], selectedScope: "Project" as const };
      const first = await completeP3M3(client, organization, "FFRNN", setup);
      expectStatus(await client.get(`/assessments/${first}/comparison`), 404);
      const id = await add(client, organization);
      expect(expectStatus(await client.get(`/assessments/${first}`), 200).body.hasEarlier).toBe(true);
      const name = `earlier-${id}`;
      const comparison = (await compare(client, first)) as P3m3Comparison;
      const entered = { id: name, name: null, scope: "Project", date: FORM.date, enteredByHand: FORM.source };
      expect([comparison.before, comparison.choices]).toEqual([entered, [entered]]);
      expect(comparison.perspectives.map(({ code, before, now, outcome, threads }) => [code, before, now, outcome, threads])).toEqual([
        ["BM", 1.5, 2, "risen", []],
        ["OG", 3.25, 2, "fallen", []],
      ]);
      expect([comparison.maturity.before, comparison.maturity.now, comparison.maturity.outcome]).toEqual([2, 2, "unchanged"]);
      api().now = new Date(api().now.getTime() + 60_000);
      const second = await completeP3M3(client, organization, "FFFRN", setup);
      expect([(await compare(client, second)).before.id, (await compare(client, second, `?with=${name}`)).before.id]).toEqual([
        first,
        name,
      ]);
      const { points } = trend.parse((await client.get(`/organizations/${organization}/trend?model=P3M3&scope=Project`)).body);
      expect(points.map(({ source, of, overall, maturity }) => [source, of.id, overall, maturity])).toEqual([
        ["entered by hand", name, 2.375, 2],
        ["assessment", first, 2, 2],
        ["assessment", second, 3, 3],
      ]);
      const until = trend.parse((await client.get(`/organizations/${organization}/trend?model=P3M3&until=${first}`)).body).points;
      expect(until.map(({ of }) => of.id)).toEqual([name, first]);
      expect((await client.get(`/organizations/${organization}/trend?model=P3M3&scope=Portfolio`)).body.points).toEqual([]);
    });

    it("are compared with an ITIL assessment in progress", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const open = await createItil(client, organization, { selectedScope: "Capability", practices: [{ id: 19, selectionMode: 1 }] });
      await add(client, organization, { model: "ITIL", scope: null, scores: [{ code: "INM", score: 2.5 }] });
      const comparison = (await compare(client, open)) as ItilComparison;
      expect(comparison.capabilities.map(({ code, before, outcome }) => [code, before, outcome])).toContainEqual([
        "INM",
        2.5,
        "not answered yet",
      ]);
      expect(comparison.samePractices).toBe(false);
    });

    it("are refused where they are newer, of the other model, or of another organization", async () => {
      const former = await signIn();
      const organization = await createOrganization(former);
      const done = await completeP3M3(former, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      api().now = new Date(api().now.getTime() + 2 * 24 * 3_600_000);
      const client = await signIn();
      const newer = await add(client, organization, { date: api().now.toISOString().slice(0, 10) });
      const elsewhere = await add(client, await createOrganization(client));
      const itil = await add(client, organization, { model: "ITIL", scope: null, scores: [{ code: "CI", score: 2 }] });
      expectStatus(await client.get(`/assessments/${done}/comparison`), 404);
      await add(client, organization);
      for (const other of [newer, elsewhere, itil, 999_999_999, 9_999_999_999])
        expectStatus(await client.get(`/assessments/${done}/comparison?with=earlier-${other}`), 422);
      for (const other of ["earlier-", "earlier-1e1", "earlier--1", "before-1"])
        expectStatus(await client.get(`/assessments/${done}/comparison?with=${other}`), 422);
      const open = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2] });
      expect((await compare(client, open, `?with=earlier-${newer}`)).before.id).toBe(`earlier-${newer}`);
    });

    it("count nowhere else", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const read = async () => [
        (await client.get("/organizations")).body,
        (await client.get(`/organizations/${organization}/assessments`)).body,
      ];
      const before = await read();
      const id = await add(client, organization);
      expect(await read()).toEqual(before);
      const open = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2] });
      const form = { assessmentType: "P3M3", name: "Again" };
      for (const previousId of [`earlier-${id}`, 999_999])
        expectStatus(await client.put(`/assessments/${open}`, { ...form, previousId }), 422);
    });
  });
});
