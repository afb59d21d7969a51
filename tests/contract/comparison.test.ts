/** Extension `again`: what moved since an earlier assessment, and the scores over the years (docs/rules/comparison.md). */
import { describe, expect, it } from "vitest";
import { importPack } from "#api/content/catalogue.ts";
import { packOf } from "#api/content/pack.ts";
import {
  type Comparison,
  comparison,
  type FigureChange,
  type ItilComparison,
  type P3m3Comparison,
  TREND_MAX,
  trend,
} from "#model/contract/comparison.ts";
import { PRACTICES } from "#model/itil/catalogue.ts";
import type { Client } from "../support/api.ts";
import { fullItilContent, fullP3m3Content } from "../support/content-pack.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerAllItil,
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  type P3M3Setup,
} from "./scenario.ts";

const inShort = ({ before, now, difference, outcome }: FigureChange) => [before, now, difference, outcome];

describe("comparison", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "compares@team.example" });
    const compare = async (client: Client, id: number, query = ""): Promise<Comparison> =>
      comparison.parse(expectStatus(await client.get(`/assessments/${id}/comparison${query}`), 200).body);
    const p3m3 = async (client: Client, id: number, query = "") => (await compare(client, id, query)) as P3m3Comparison;

    it("compares with the newest earlier one, or with another that is named", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const first = await completeP3M3(client, organization, "RNNNN", { perspectiveIds: [1], threadIds: [2, 6] });
      expectStatus(await client.get(`/assessments/${first}/comparison`), 404);
      const second = await completeP3M3(client, organization, "FFRNN", { perspectiveIds: [1, 2], threadIds: [2] });
      const third = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2, 9] });
      const comparison = await p3m3(client, third);
      expect([comparison.before.id, comparison.now.id, comparison.choices.map(({ id }) => id)]).toEqual([second, third, [second, first]]);
      expect(comparison.perspectives.map((each) => [each.code, ...inShort(each), each.printed])).toEqual([
        ["BM", 2, 1, -1, "fallen", { before: 2, now: 1 }],
        ["FM", 2, null, null, "no longer covered", { before: 2, now: null }],
      ]);
      expect(comparison.perspectives[0]?.threads.map((each) => [each.code, ...inShort(each)])).toEqual([
        ["AS", 2, 1, -1, "fallen"],
        ["OR", null, 1, null, "newly covered"],
      ]);
      const other = await p3m3(client, third, `?with=${first}`);
      expect([other.before.id, inShort(other.overall)]).toEqual([first, [0, 1, 1, "risen"]]);
      expect([comparison.byDefault, other.byDefault]).toEqual([second, second]);
      expect((await compare(client, second)).choices.map(({ id }) => id)).toEqual([first]);
    });

    it("compares with the newest of its own scope, and with another scope where there is no other", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const of = (selectedScope: "Programme" | "Portfolio") =>
        completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2], selectedScope });
      const [programme, portfolio] = [await of("Programme"), await of("Portfolio")];
      expect((await compare(client, portfolio)).before.id).toBe(programme);
      const { before, byDefault, choices } = await compare(client, await of("Programme"));
      expect([before.id, byDefault, choices.map(({ id }) => id)]).toEqual([programme, programme, [portfolio, programme]]);
    });

    it("compares a team's service management with that of the same scope, however new the whole is", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const complete = async (selectedScope: "Maturity" | "Comprehensive") => {
        const ids = selectedScope === "Maturity" ? [2, 3] : [2, 3, 4, 5, 6, 7, 8];
        const id = await createItil(client, organization, {
          selectedScope,
          practices: ids.map((each) => ({ id: each, selectionMode: 1 })),
        });
        await answerAllItil(client, id, "F", 3);
        expectStatus(await client.post(`/assessments/${id}/complete`), 200);
        return id;
      };
      const team = await complete("Maturity");
      await complete("Comprehensive");
      expect((await compare(client, await complete("Maturity"))).before.id).toBe(team);
    });

    it("compares an assessment in progress by what it has answered", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2, 6] });
      const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2, 6] });
      expectStatus(await answerThread(client, id, 1, 2, "FFPNN"), 200);
      const { perspectives, now, overall } = await p3m3(client, id);
      expect(now.date).toBeNull();
      expect(inShort(overall)).toEqual([1, 2.5, 1.5, "risen"]);
      expect(perspectives[0]?.threads.map(inShort)).toEqual([
        [1, 2.5, 1.5, "risen"],
        [1, null, null, "not answered yet"],
      ]);
    });

    it("says of one assessment, not of those in a list, whether there is an earlier one", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup: P3M3Setup = { perspectiveIds: [1], threadIds: [2] };
      const hasEarlier = async (id: number) => expectStatus(await client.get(`/assessments/${id}`), 200).body.hasEarlier;
      const first = await completeP3M3(client, organization, "FRNNN", setup);
      const second = await createP3M3(client, organization, setup);
      expect([await hasEarlier(first), await hasEarlier(second)]).toEqual([false, true]);
      const { P3M3 } = (await client.get(`/organizations/${organization}/assessments`)).body;
      expect(P3M3.active.concat(P3M3.drafted)[0]).not.toHaveProperty("hasEarlier");
    });

    it("leaves out tests, archived ones, the other model and other organizations, and refuses them", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup: P3M3Setup = { perspectiveIds: [1], threadIds: [2] };
      const archived = await completeP3M3(client, organization, "FRNNN", setup);
      expectStatus(await client.post(`/assessments/${archived}/archive`), 200);
      const test = await completeP3M3(client, organization, "FRNNN", { ...setup, isTestAssessment: true });
      const elsewhere = await completeP3M3(client, await createOrganization(client), "FRNNN", setup);
      const open = await createP3M3(client, organization, setup);
      const earlier = await completeP3M3(client, organization, "FRNNN", setup);
      const id = await completeP3M3(client, organization, "FRNNN", setup);
      expect((await compare(client, id)).choices.map((choice) => choice.id)).toEqual([earlier]);
      for (const other of [archived, test, elsewhere, open, id, 2_000_000_000])
        expectStatus(await client.get(`/assessments/${id}/comparison?with=${other}`), 422);
    });

    it("compares with the one before by default, where the assessment names one", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup: P3M3Setup = { perspectiveIds: [1], threadIds: [2] };
      const first = await completeP3M3(client, organization, "FRNNN", setup);
      await completeP3M3(client, organization, "FFRNN", setup);
      const id = await createP3M3(client, organization, setup);
      expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Again", previousId: first }), 200);
      expect((await compare(client, id)).before.id).toBe(first);
    });

    it("compares with the latest edition of the one before, whichever edition the assessment names", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup: P3M3Setup = { perspectiveIds: [1], threadIds: [2] };
      const correct = async (of: number): Promise<number> => {
        const { id } = expectStatus(await client.post(`/assessments/${of}/editions`, { reason: "Facts" }), 201).body;
        expectStatus(await client.post(`/assessments/${id}/lock`), 200);
        expectStatus(await client.post(`/assessments/${id}/complete`), 200);
        return id;
      };
      const second = await correct(await completeP3M3(client, organization, "FRNNN", setup));
      api().now = new Date(api().now.getTime() + 60_000);
      await completeP3M3(client, organization, "FFRNN", setup);
      const id = await createP3M3(client, organization, setup);
      expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Again", previousId: second }), 200);
      const third = await correct(second);
      expect((await compare(client, id)).before.id).toBe(third);
      const { before } = (await client.get(`/assessments/${id}/comparison?with=${second}`)).body;
      expect([before.id, before.name, before.date < new Date(api().now).toISOString()]).toEqual([third, "Spring review, edition 3", true]);
    });

    it("has each assessment once, in its latest edition, and none with an edition of itself", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup: P3M3Setup = { perspectiveIds: [1], threadIds: [2] };
      const first = await completeP3M3(client, organization, "FRNNN", setup);
      api().now = new Date(api().now.getTime() + 60_000);
      const second = await completeP3M3(client, organization, "FFRNN", setup);
      const { id: corrected } = expectStatus(await client.post(`/assessments/${first}/editions`, { reason: "Facts" }), 201).body;
      expectStatus(await client.get(`/assessments/${corrected}/comparison`), 404);
      expectStatus(await client.post(`/assessments/${corrected}/lock`), 200);
      expectStatus(await client.post(`/assessments/${corrected}/complete`), 200);
      const { before, choices } = await compare(client, second);
      expect([choices.map(({ id }) => id), before.name]).toEqual([[corrected], "Spring review, edition 2"]);
      for (const edition of [first, corrected]) expectStatus(await client.get(`/assessments/${edition}/comparison`), 404);
      // A report of the correction names the edition that it replaces; nothing else is compared with it.
      const correction = await compare(client, corrected, `?with=${first}`);
      expect([correction.before.id, correction.now.id, correction.choices, correction.byDefault]).toEqual([
        first,
        corrected,
        [],
        undefined,
      ]);
      expectStatus(await client.get(`/assessments/${first}/comparison?with=${corrected}`), 404);
      expectStatus(await client.get(`/assessments/${corrected}/comparison?with=${corrected}`), 404);
      const points = trend.parse((await client.get(`/organizations/${organization}/trend?model=P3M3`)).body).points;
      expect(points.map(({ of }) => of.id)).toEqual([corrected, second]);
    });

    it("compares practices, and the whole only where practices and ranks are the same", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const complete = async (practices: { id: number; selectionMode: 1 | 2 }[], level: number) => {
        const id = await createItil(client, organization, { selectedScope: "Maturity", practices });
        await answerAllItil(client, id, "F", level);
        expectStatus(await client.post(`/assessments/${id}/complete`), 200);
        return id;
      };
      await complete([{ id: 19, selectionMode: 1 }], 2);
      const same = (await compare(client, await complete([{ id: 19, selectionMode: 1 }], 3))) as ItilComparison;
      expect(same.samePractices).toBe(true);
      expect(same.capabilities.map((each) => [each.code, ...inShort(each)])).toEqual([
        ["CI", 5, 5, 0, "unchanged"],
        ["INM", 5, 5, 0, "unchanged"],
      ]);
      expect(inShort(same.maturity)).toEqual([2, 3, 1, "risen"]);
      const other = (await compare(client, await complete([{ id: 20, selectionMode: 1 }], 3))) as ItilComparison;
      expect([other.samePractices, ...inShort(other.maturity)]).toEqual([false, 3, 3, null, null]);
      expect(other.capabilities.map(({ code, outcome }) => [code, outcome])).toEqual([
        ["CI", "unchanged"],
        ["INM", "no longer covered"],
        ["ITAM", "newly covered"],
      ]);
    });

    it("follows other words that the newer pack names, and holds a difference to be of the statements where it names none", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const first = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2, 6] });
      const practices = [2, 3].map((id) => ({ id, selectionMode: 1 as const }));
      const completeItil = async (letters: string) => {
        const id = await createItil(client, organization, { practices });
        for (const practice of practices) expectStatus(await answerPractice(client, id, practice.id, letters), 200);
        expectStatus(await client.post(`/assessments/${id}/complete`), 200);
        return id;
      };
      await completeItil("FFRRRRN");
      const [p3m3Pack, itilPack] = [fullP3m3Content(), fullItilContent()];
      for (const [thread, names] of [["AS", true] as const, ["IK", false] as const]) {
        const cell = p3m3Pack.perspectives.BM?.[thread]?.["2"]?.Programme;
        if (cell) Object.assign(cell, { statement: `Anew: ${cell.statement}`, ...(names ? { sameAs: [cell.statement] } : {}) });
      }
      const [named, unnamed] = practices.map(({ id }) => PRACTICES.find((each) => each.id === id)?.code ?? "");
      for (const code of [named, unnamed])
        for (const each of itilPack.practices[code ?? ""]?.criteria ?? [])
          Object.assign(each, { statement: `Anew: ${each.statement}`, ...(code === named ? { sameAs: [each.statement] } : {}) });
      for (const content of [p3m3Pack, itilPack]) {
        content.heading.version = "2.0.0";
        await importPack(api().store, packOf(content), api().now);
      }
      const second = await completeP3M3(client, organization, "FFRNN", { perspectiveIds: [1], threadIds: [2, 6] });
      const { perspectives, before } = await p3m3(client, second);
      expect(before.id).toBe(first);
      expect(perspectives[0]?.threads.map((each) => [each.code, each.outcome, each.reworded?.map(({ before }) => before)])).toEqual([
        ["AS", "risen", ["Statement of Programme BM AS 2."]],
        ["IK", "statements changed", undefined],
      ]);
      const { capabilities } = (await compare(client, await completeItil("FFFFFFRRN"))) as ItilComparison;
      expect(capabilities.map((each) => [each.code, each.before, each.now, each.outcome, each.reworded?.length])).toEqual([
        [named, 2, 3, "risen", 4],
        [unnamed, 2, 3, "statements changed", undefined],
      ]);
    });

    it("gives the scores of completed assessments in order, of one scope or of all", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup: P3M3Setup = { perspectiveIds: [1], threadIds: [2] };
      const first = await completeP3M3(client, organization, "FRNNN", { ...setup, selectedScope: "Project" });
      const second = await completeP3M3(client, organization, "FFPNN", { ...setup, selectedScope: "Portfolio" });
      await createP3M3(client, organization, setup);
      const read = async (query: string) =>
        trend
          .parse(expectStatus(await client.get(`/organizations/${organization}/trend?${query}`), 200).body)
          .points.map(({ of, overall, maturity, items }) => [of.id, overall, maturity, items.map(({ code, score }) => `${code} ${score}`)]);
      expect(await read("model=P3M3")).toEqual([
        [first, 1, 1, ["BM 1"]],
        [second, 2.5, 2, ["BM 2.5"]],
      ]);
      expect(await read("model=P3M3&scope=Project")).toEqual([[first, 1, 1, ["BM 1"]]]);
      expect(await read("model=ITIL")).toEqual([]);
      expectStatus(await client.get(`/organizations/${organization}/trend`), 422);
    });

    it("ends a trend with an assessment, if that is completed, and has no test but that one", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup: P3M3Setup = { perspectiveIds: [1], threadIds: [2] };
      const later = () => {
        api().now = new Date(api().now.getTime() + 60_000);
      };
      const first = await completeP3M3(client, organization, "FRNNN", setup);
      later();
      const second = await completeP3M3(client, organization, "FRNNN", setup);
      later();
      const test = await completeP3M3(client, organization, "FRNNN", { ...setup, isTestAssessment: true });
      later();
      const third = await completeP3M3(client, organization, "FRNNN", setup);
      const open = await createP3M3(client, organization, setup);
      const until = async (id: number) =>
        trend
          .parse(expectStatus(await client.get(`/organizations/${organization}/trend?model=P3M3&until=${id}`), 200).body)
          .points.map(({ of, source }) => [of.id, source]);
      const named = (...ids: number[]) => ids.map((id) => [id, "assessment"]);
      expect(await until(second)).toEqual(named(first, second));
      expect(await until(test)).toEqual(named(first, second, test));
      expect(await until(third)).toEqual(named(first, second, third));
      expect(await until(open)).toEqual(named(first, second, third));
      expect(await until(await createP3M3(client, organization, setup))).toEqual(named(first, second, third));
      const other = await completeP3M3(client, await createOrganization(client), "FRNNN", setup);
      expectStatus(await client.get(`/organizations/${organization}/trend?model=P3M3&until=${other}`), 422);
      expectStatus(await client.get(`/organizations/${organization}/trend?model=ITIL&until=${first}`), 422);
    });

    it("ends a trend with the latest hundred, and takes the latest scores from them", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const first = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      const other = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [2], threadIds: [2] });
      const latestScores = async () =>
        (await client.get(`/organizations/${organization}/targets?model=P3M3&scope=Programme&with=latest`)).body.sets[0].latest;
      expect(await latestScores()).toHaveLength(2);
      const { id: _, ...row } = await api().store.selectFrom("assessment").selectAll().where("id", "=", other).executeTakeFirstOrThrow();
      const later = Array.from({ length: TREND_MAX }, (_, index) => ({ ...row, date_completed: `2099-01-01T00:00:00.${100 + index}Z` }));
      await api().store.insertInto("assessment").values(later).execute();
      const { points } = trend.parse(expectStatus(await client.get(`/organizations/${organization}/trend?model=P3M3`), 200).body);
      expect(points).toHaveLength(TREND_MAX);
      expect(points.map(({ of }) => of.id)).not.toContain(first);
      expect(points.map(({ of }) => of.date)).toEqual(points.map(({ of }) => of.date).sort());
      expect(await latestScores()).toHaveLength(1);
    });

    it("has practices and components of ITIL in a trend", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await createItil(client, organization, { selectedScope: "Maturity", practices: [{ id: 19, selectionMode: 1 }] });
      await answerAllItil(client, id, "F", 2);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      const points = trend.parse((await client.get(`/organizations/${organization}/trend?model=ITIL`)).body).points;
      expect(points.map(({ overall, maturity, items }) => [overall, maturity, items.map(({ code, score }) => `${code} ${score}`)])).toEqual(
        [[null, 2, ["M-GP 2", "M-G 2", "M-SVC 2", "M-P 5", "M-CI 5", "CI 5", "INM 5"]]],
      );
    });
  });
});
