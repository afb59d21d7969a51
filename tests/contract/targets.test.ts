/** Extension `targets`: the scores that an organization wants to reach (docs/rules/targets.md). */
import { describe, expect, it } from "vitest";
import { type TargetSet, targetSets } from "#model/contract/targets.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerAllItil, completeP3M3, createItil, createOrganization, expectStatus } from "./scenario.ts";

const target = (code: string, score = 3.5) => ({ code, score, date: "2027-06-30", reason: "The board asked for it" });
const FORM = { model: "P3M3", scope: "Project", targets: [target("OG", 4), target("BM")] };

describe("targets", () => {
  onEachDatabase((api) => {
    const signIn = (email = "aims@team.example") => api().signIn({ email, team: "Aimers" });
    const list = async (client: Client, organization: number, query = ""): Promise<TargetSet[]> =>
      targetSets.parse(expectStatus(await client.get(`/organizations/${organization}/targets${query}`), 200).body).sets;
    const put = (client: Client, organization: number, form: object, madeFrom?: number) =>
      client.put(`/organizations/${organization}/targets`, form, madeFrom === undefined ? {} : { "Made-From": `targets=${madeFrom}` });

    it("are written together, in the order of the model, with what they were in the chain of the organization", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      expect(await list(client, organization)).toEqual([]);
      const inOrder = { ...FORM, targets: FORM.targets.toReversed() };
      expect(expectStatus(await put(client, organization, FORM, 0), 200).body).toEqual({ ...inOrder, versions: { targets: 1 } });
      // The same again needs no version, and leaves no entry.
      expect(expectStatus(await put(client, organization, FORM, 0), 200).body.versions).toEqual({ targets: 1 });
      const fewer = { ...FORM, targets: [target("OG", 4.25)] };
      const refused = await put(client, organization, fewer, 0);
      expect([refused.status, refused.body.present]).toEqual([412, { ...inOrder, versions: { targets: 1 } }]);
      expectStatus(await put(client, organization, fewer, 1), 200);
      expectStatus(await put(client, organization, { ...FORM, scope: "Portfolio" }, 0), 200);
      expect((await list(client, organization)).map(({ scope, targets }) => [scope, targets.length])).toEqual([
        ["Portfolio", 2],
        ["Project", 1],
      ]);
      expect(await list(client, organization, "?model=P3M3&scope=Project")).toEqual([{ ...fewer, versions: { targets: 2 } }]);
      expectStatus(await put(client, organization, { ...FORM, targets: [] }, 2), 200);
      expect(await list(client, organization, "?model=P3M3&scope=Project")).toEqual([{ ...FORM, targets: [], versions: { targets: 3 } }]);
      const recorded = await api()
        .store.selectFrom("history")
        .select(["kind", "place"])
        .where("chain", "=", `organization/${organization}`)
        .orderBy("seq")
        .execute();
      expect(recorded.map(({ kind, place }) => `${kind} ${place}`)).toEqual([
        "targets targets/P3M3/Project",
        "targets targets/P3M3/Project",
        "targets targets/P3M3/Portfolio",
        "targets targets/P3M3/Project",
      ]);
    });

    it("of a scope without any are set by one of two who do so at once, and the other sees them", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const colleague = await signIn("aims-too@team.example");
      const wanted = [
        { ...FORM, targets: [target("OG", 4)] },
        { ...FORM, targets: [target("BM", 2)] },
      ];
      const answers = await Promise.all([client, colleague].map((each, index) => put(each, organization, wanted[index] ?? FORM, 0)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
      const [set, refused] = answers.toSorted((a, b) => a.status - b.status);
      expect(await list(client, organization)).toEqual([set?.body]);
      expect(refused?.body.present).toEqual(set?.body);
    });

    it.each([
      ["an unknown perspective", { targets: [target("XX")] }],
      ["one that is named twice", { targets: [target("OG"), target("OG")] }],
      ["a score above 5", { targets: [target("OG", 5.01)] }],
      ["three decimals", { targets: [target("OG", 3.125)] }],
      ["no reason", { targets: [{ ...target("OG"), reason: " " }] }],
      ["no such day", { targets: [{ ...target("OG"), date: "2027-02-30" }] }],
      ["no scope", { scope: null }],
      ["another model's scope", { scope: "Capability" }],
      ["ITIL with a scope", { model: "ITIL", targets: [target("INM")] }],
    ])("refuse %s", async (_, wrong) => {
      const client = await signIn();
      const organization = await createOrganization(client);
      expectStatus(await put(client, organization, { ...FORM, ...wrong }), 422);
      expect(await list(client, organization)).toEqual([]);
    });

    it("are read and written by those who work with the model", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      expectStatus(await put(client, organization, FORM), 200);
      expectStatus(await put(client, organization, { model: "ITIL", scope: null, targets: [target("INM"), target("M-GP", 3)] }), 200);
      const colleague = await api().signIn({ email: "p3m3-aims@team.example", team: "Aimers", roles: ["P3M3"] });
      expect((await list(colleague, organization)).map(({ model }) => model)).toEqual(["P3M3"]);
      expect(await list(colleague, organization, "?model=ITIL")).toEqual([]);
      expectStatus(await put(colleague, organization, { model: "ITIL", scope: null, targets: [] }), 403);
      expect(await list(client, organization, "?model=ITIL")).toHaveLength(1);
    });

    it("stand next to the scores of the latest completed assessment of their scope, in its latest edition", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      expectStatus(await put(client, organization, FORM), 200);
      expectStatus(await put(client, organization, { model: "ITIL", scope: null, targets: [target("INM")] }), 200);
      const latest = async () =>
        (await list(client, organization, "?with=latest")).map((set) => set.latest?.map(({ code, score, from }) => [code, score, from.id]));
      expect(await latest()).toEqual([[], []]);
      const setup = { perspectiveIds: [1, 4], threadIds: [2], selectedScope: "Project" as const };
      await completeP3M3(client, organization, "FRNNN", setup);
      const itil = await createItil(client, organization, { selectedScope: "Capability", practices: [{ id: 19, selectionMode: 1 }] });
      await answerAllItil(client, itil, "F", 3);
      expectStatus(await client.post(`/assessments/${itil}/complete`), 200);
      api().now = new Date(api().now.getTime() + 60_000);
      const newest = await completeP3M3(client, organization, "FFFRN", setup);
      await completeP3M3(client, organization, "FFFFF", { ...setup, selectedScope: "Portfolio" });
      await completeP3M3(client, organization, "FFFFF", { ...setup, isTestAssessment: true });
      expect(await latest()).toEqual([
        [
          ["BM", 3, newest],
          ["OG", 3, newest],
        ],
        [["INM", 5, itil]],
      ]);
      // A scope that is named tells them before anything was set.
      const [unset] = await list(client, organization, "?model=P3M3&scope=Portfolio&with=latest");
      expect([unset?.targets, unset?.versions, unset?.latest?.map(({ score }) => score)]).toEqual([[], { targets: 0 }, [5, 5]]);
      // A later assessment of less takes no score away.
      api().now = new Date(api().now.getTime() + 60_000);
      const less = await completeP3M3(client, organization, "FRNNN", { ...setup, perspectiveIds: [1] });
      expect((await latest())[0]).toEqual([
        ["BM", 1, less],
        ["OG", 3, newest],
      ]);
    });
  });
});
