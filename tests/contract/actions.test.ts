/** Extension `actions`: what was agreed after assessments (docs/rules/actions.md). */
import { describe, expect, it } from "vitest";
import { ACTION_REMARKS_MAX, ACTION_TEXT_MAX, ACTIONS_MAX } from "#model/actions.ts";
import { type ActionList, actionList, actionWithRemarks, dueActions } from "#model/contract/actions.ts";
import { daysAfter } from "#model/days.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const FORM = {
  ...{ title: "Write a benefits register", why: "Nobody knows what was promised", assessmentId: null as number | null },
  ...{ places: [] as string[], owner: "Head of PMO", due: null as string | null, effort: null, effect: null, state: "open" },
};
type Form = { [Name in keyof typeof FORM]?: unknown };

describe("actions", () => {
  onEachDatabase((api) => {
    const signIn = (email = "agrees@team.example", roles?: ("P3M3" | "ITIL")[]) =>
      api().signIn({ email, team: "Agreers", ...(roles ? { roles } : {}) });
    const today = () => api().now.toISOString().slice(0, 10);
    const list = async (client: Client, organization: number, query = ""): Promise<ActionList> =>
      actionList.parse(expectStatus(await client.get(`/organizations/${organization}/actions${query}`), 200).body);
    const titles = async (client: Client, organization: number, query = "") =>
      (await list(client, organization, query)).actions.map(({ title }) => title);
    const add = async (client: Client, organization: number, changed: Form = {}): Promise<number> =>
      expectStatus(await client.post(`/organizations/${organization}/actions`, { ...FORM, ...changed }), 201).body.id;
    const read = async (client: Client, organization: number, id: number) =>
      actionWithRemarks.parse(expectStatus(await client.get(`/organizations/${organization}/actions/${id}`), 200).body);

    it("are added, changed, remarked on and removed, with what they were in the chain of the organization", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const assessmentId = await createP3M3(client, organization, { perspectiveIds: [1, 4], threadIds: [2], selectedScope: "Project" });
      const created = api().now.toISOString();
      const places = ["thread/4/2", "thread/1/2"];
      const id = await add(client, organization, { assessmentId, places });
      const at = `/organizations/${organization}/actions/${id}`;
      const from = { assessmentId, model: "P3M3", scope: "Project", name: "Spring review" };
      const { assessmentId: _, ...said } = FORM;
      const stored = { id, ...said, from, places: places.toReversed(), remarks: 0, createdAt: created, stateSince: created };
      expect((await list(client, organization)).actions).toEqual([{ ...stored, versions: { action: 1 } }]);
      api().now = new Date(api().now.getTime() + 60_000);
      const changed = { ...FORM, assessmentId, places: ["thread/1/2"], state: "underWay" };
      const { body } = expectStatus(await client.put(at, changed, { "Made-From": "action=1" }), 200);
      expect([body.state, body.stateSince, body.createdAt, body.versions]).toEqual([
        "underWay",
        api().now.toISOString(),
        created,
        { action: 2 },
      ]);
      // The same again needs no version, and leaves no entry.
      expectStatus(await client.put(at, changed, { "Made-From": "action=1" }), 200);
      expectStatus(await client.post(`${at}/remarks`, { text: "Draft is with the board" }), 201);
      for (const refused of [
        await client.put(at, { ...changed, title: "Other" }, { "Made-From": "action=1" }),
        await client.post(`${at}/remove`, {}, { "Made-From": "action=1" }),
      ])
        expect([refused.status, refused.body.present]).toEqual([412, { ...body, remarks: 1 }]);
      const action = await read(client, organization, id);
      expect(action.saidAbout.map(({ by, text }) => [by, text])).toEqual([["agrees@team.example", "Draft is with the board"]]);
      expect(action.changes.map(({ by, before, after }) => [by, (before as Form)?.state, (after as Form)?.state])).toEqual([
        ["agrees@team.example", undefined, "open"],
        ["agrees@team.example", "open", "underWay"],
      ]);
      expectStatus(await client.post(`${at}/remove`, {}, { "Made-From": "action=2" }), 204);
      expect((await list(client, organization)).found).toBe(0);
      for (const gone of [await client.get(at), await client.put(at, changed), await client.post(`${at}/remarks`, { text: "Late" })])
        expectStatus(gone, 404);
      const recorded = await api()
        .store.selectFrom("history")
        .select(["kind", "place"])
        .where("chain", "=", `organization/${organization}`)
        .orderBy("seq")
        .execute();
      expect(recorded.map(({ kind }) => kind)).toEqual(["action", "action", "actionRemark", "action"]);
      expect(new Set(recorded.map(({ place }) => place))).toEqual(new Set([`action/${id}`]));
    });

    it("wait in the assessment that they come from once they are overdue, also in its corrected edition", async () => {
      const client = await api().signIn({ email: "waits@waiting.example", team: "Waiters" });
      const organization = await createOrganization(client);
      const first = await completeP3M3(client, organization, "FFPNN");
      const other = await completeP3M3(client, organization, "FFPNN");
      const waiting = async (id: number) => expectStatus(await client.get(`/assessments/${id}`), 200).body.waiting;
      const id = await add(client, organization, { assessmentId: first, due: today() });
      await add(client, organization, { assessmentId: other, due: daysAfter(today(), -1), state: "done" });
      await add(client, organization, { due: daysAfter(today(), -1) });
      expect(await waiting(first)).toEqual({ reviewPoints: 0, overdueActions: 0 });
      const form = { ...FORM, assessmentId: first, due: daysAfter(today(), -1) };
      expectStatus(await client.put(`/organizations/${organization}/actions/${id}`, form), 200);
      const edition = expectStatus(await client.post(`/assessments/${first}/editions`, { reason: "A figure was wrong" }), 201).body.id;
      expect([await waiting(first), await waiting(edition), await waiting(other)]).toEqual([
        { reviewPoints: 0, overdueActions: 1 },
        { reviewPoints: 0, overdueActions: 1 },
        { reviewPoints: 0, overdueActions: 0 },
      ]);
    });

    it.each<[string, Form]>([
      ["no title", { title: " " }],
      ["a title that is too long", { title: "x".repeat(ACTION_TEXT_MAX.title + 1) }],
      ["a state that there is not", { state: "closed" }],
      ["a size that there is not", { effort: "huge" }],
      ["no such day", { due: "2027-02-30" }],
      ["places without an assessment", { places: ["thread/1/2"] }],
      ["an assessment of nobody", { assessmentId: 999_999_999 }],
    ])("refuse %s", async (_, wrong) => {
      const client = await signIn();
      const organization = await createOrganization(client);
      expectStatus(await client.post(`/organizations/${organization}/actions`, { ...FORM, ...wrong }), 422);
      expect((await list(client, organization)).found).toBe(0);
    });

    it("are about places of their own assessment, which stays", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const [one, other] = [
        await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2, 6] }),
        await createP3M3(client, organization),
      ];
      const elsewhere = await createP3M3(client, await createOrganization(client));
      const post = (form: Form) => client.post(`/organizations/${organization}/actions`, { ...FORM, ...form });
      for (const wrong of [
        { assessmentId: elsewhere },
        { assessmentId: one, places: ["thread/2/2"] },
        { assessmentId: one, places: ["capability/19"] },
        { assessmentId: one, places: ["thread/1/2", "thread/1/2"] },
      ])
        expectStatus(await post(wrong), 422);
      const id = await add(client, organization, { assessmentId: one, places: ["thread/1/6"] });
      const at = `/organizations/${organization}/actions/${id}`;
      for (const assessmentId of [other, null]) expectStatus(await client.put(at, { ...FORM, assessmentId }), 422);
      // Places that have left the scope stay.
      const scope = { perspectives: [{ id: 1, code: "x", name: "x" }], threads: [{ id: 2, code: "x", name: "x" }], selectedLevel: 2 };
      expectStatus(await client.put(`/assessments/${one}`, { assessmentType: "P3M3", name: "Spring review", ...scope }), 200);
      const changed = { ...FORM, assessmentId: one, places: ["thread/1/6"], title: "Renamed" };
      expectStatus(await client.put(at, changed), 200);
      expectStatus(await client.put(at, { ...changed, places: [] }), 200);
      expectStatus(await client.put(at, changed), 422);
    });

    it("are hidden from those who do not work with their model", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const itil = await createItil(client, organization);
      const id = await add(client, organization, { title: "Of ITIL", assessmentId: itil, places: ["capability/19"], due: today() });
      await add(client, organization, { title: "Of nothing", owner: "Anna" });
      const colleague = await signIn("p3m3-agrees@team.example", ["P3M3"]);
      expect(await titles(colleague, organization)).toEqual(["Of nothing"]);
      expect((await list(colleague, organization)).owners).toEqual(["Anna"]);
      const at = `/organizations/${organization}/actions/${id}`;
      for (const refused of [
        await colleague.get(at),
        await colleague.put(at, { ...FORM, assessmentId: itil }),
        await colleague.post(`${at}/remove`),
        await colleague.post(`${at}/remarks`, { text: "Hello" }),
        await colleague.post(`/organizations/${organization}/actions`, { ...FORM, assessmentId: itil }),
      ])
        expectStatus(refused, 403);
      const due = async (reader: Client) => dueActions.parse((await reader.get("/actions/due")).body).actions.map(({ title }) => title);
      expect([await due(client), await due(colleague)]).toEqual([["Of ITIL"], []]);
    });

    it("are filtered, put in order and shown by the page", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const assessmentId = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2] });
      await add(client, organization, { title: "Late", due: daysAfter(today(), -1), owner: "Béla", effect: "small" });
      await add(client, organization, { title: "Today", due: today(), effect: "large", effort: "small", assessmentId });
      await add(client, organization, { title: "Done", due: daysAfter(today(), -9), state: "done", why: "Naïve plans" });
      await add(client, organization, { title: "Dropped", state: "dropped", effect: "large", effort: "large" });
      expect(await titles(client, organization)).toEqual(["Late", "Today", "Done", "Dropped"]);
      expect(await titles(client, organization, "?order=newest")).toEqual(["Dropped", "Done", "Today", "Late"]);
      expect(await titles(client, organization, "?order=effect")).toEqual(["Today", "Dropped", "Late", "Done"]);
      expect(await titles(client, organization, "?state=done,dropped")).toEqual(["Done", "Dropped"]);
      expect(await titles(client, organization, "?overdue=1")).toEqual(["Late"]);
      expect(await titles(client, organization, `?owner=${encodeURIComponent("Béla")}`)).toEqual(["Late"]);
      expect(await titles(client, organization, `?assessmentId=${assessmentId}`)).toEqual(["Today"]);
      expect(await titles(client, organization, "?q=naive%20plan")).toEqual(["Done"]);
      const { actions, found: matches, counts, owners } = await list(client, organization, "?order=title&size=2&page=2");
      expect([actions.map(({ title }) => title), matches, owners]).toEqual([["Late", "Today"], 4, ["Béla", "Head of PMO"]]);
      expect(counts).toEqual({ open: 2, underWay: 0, done: 1, dropped: 1, overdue: 1 });
      expect(await titles(client, organization, "?size=2&page=9")).toEqual(["Done", "Dropped"]);
      for (const wrong of ["state=closed", "order=size", "size=501", "page=0", "overdue=yes"])
        expectStatus(await client.get(`/organizations/${organization}/actions?${wrong}`), 422);
    });

    it("are seen again next time, in the same model and scope", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const setup = { perspectiveIds: [1], threadIds: [2], selectedScope: "Project" as const };
      const first = await completeP3M3(client, organization, "FRNNN", setup);
      await add(client, organization, { title: "Agreed", assessmentId: first, places: ["thread/1/2"] });
      await add(client, organization, { title: "By hand" });
      const seen = async (id: number) =>
        (await client.get(`/assessments/${id}/actions`)).body.actions.map(({ title }: { title: string }) => title);
      api().now = new Date(api().now.getTime() + 60_000);
      const second = await createP3M3(client, organization, setup);
      expect(await seen(second)).toEqual(["Agreed"]);
      // What came of the second is no news for the first, nor for a correction of it.
      await add(client, organization, { title: "Later", assessmentId: second });
      const edition = expectStatus(await client.post(`/assessments/${first}/editions`, { reason: "Facts" }), 201).body.id;
      for (const id of [first, edition]) expect(await seen(id)).toEqual(["Agreed"]);
      expect(await seen(second)).toEqual(["Agreed", "Later"]);
      expect(await seen(await createP3M3(client, organization, { ...setup, selectedScope: "Portfolio" }))).toEqual([]);
      expect(await seen(await createItil(client, organization))).toEqual([]);
      const about = async (place: string) => (await client.get(`/assessments/${first}/actions?place=${place}`)).body.actions.length;
      expect([await about("thread/1/2"), await about("thread/1/6")]).toEqual([1, 0]);
    });

    it("of ITIL are seen in every scope, and follow their assessment into another one", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const seen = async (id: number) => (await client.get(`/assessments/${id}/actions`)).body.actions.length;
      const itil = await createItil(client, organization, { selectedScope: "Capability" });
      await add(client, organization, { assessmentId: itil, places: ["capability/19"] });
      expect(await seen(await createItil(client, organization, { selectedScope: "Maturity", practices: [] }))).toBe(1);
      const p3m3 = await createP3M3(client, organization, { selectedScope: "Project" });
      await add(client, organization, { assessmentId: p3m3 });
      expectStatus(await client.put(`/assessments/${p3m3}`, { assessmentType: "P3M3", name: "Review", selectedScope: "Portfolio" }), 200);
      expect(await seen(p3m3)).toBe(1);
      expect((await list(client, organization, `?assessmentId=${p3m3}`)).actions[0]?.from?.scope).toBe("Portfolio");
    });

    it("from a test are seen in that test alone", async () => {
      const client = await api().signIn({ email: "tests@tests.example", team: "Testers" });
      const organization = await createOrganization(client);
      const setup = { perspectiveIds: [1], threadIds: [2], selectedScope: "Project" as const };
      const test = await createP3M3(client, organization, { ...setup, isTestAssessment: true });
      await add(client, organization, { assessmentId: test, due: today() });
      const real = await createP3M3(client, organization, setup);
      const seen = async (id: number) => (await client.get(`/assessments/${id}/actions`)).body.actions.length;
      expect([await seen(test), await seen(real)]).toEqual([1, 0]);
      expect(dueActions.parse((await client.get("/actions/due")).body)).toEqual({ actions: [], overdue: 0, soon: 0 });
    });

    it("go on with a corrected edition", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const first = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      await add(client, organization, { assessmentId: first });
      const edition = expectStatus(await client.post(`/assessments/${first}/editions`, { reason: "Facts" }), 201).body.id;
      await add(client, organization, { assessmentId: edition });
      for (const id of [first, edition]) expect((await list(client, organization, `?assessmentId=${id}`)).found).toBe(2);
    });

    it("keep their last fifty changes at hand", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await add(client, organization);
      const change = async (number: number) =>
        expectStatus(await client.put(`/organizations/${organization}/actions/${id}`, { ...FORM, owner: `Owner ${number}` }), 200);
      for (let number = 1; number < 50; number += 1) await change(number);
      expect([(await read(client, organization, id)).changes.length, (await read(client, organization, id)).moreChanges]).toEqual([
        50,
        false,
      ]);
      await change(50);
      const { changes, moreChanges } = await read(client, organization, id);
      expect([changes.length, (changes.at(-1)?.after as Form | undefined)?.owner, moreChanges]).toEqual([50, "Owner 50", true]);
    });

    it("are due in the team's organizations: late ones, and those of the next fourteen days", async () => {
      const client = await api().signIn({ email: "due@due.example", team: "Due" });
      const organization = await createOrganization(client, { name: "Alder" });
      const due = async () => dueActions.parse(expectStatus(await client.get("/actions/due"), 200).body);
      expect(await due()).toEqual({ actions: [], overdue: 0, soon: 0 });
      for (const days of [15, 14, 0, -1]) await add(client, organization, { title: `In ${days} days`, due: daysAfter(today(), days) });
      await add(client, organization, { title: "Done", due: daysAfter(today(), -1), state: "done" });
      const stranger = await api().signIn({ email: "due@others.example", team: "Others" });
      await add(stranger, await createOrganization(stranger), { due: today() });
      const { actions, ...totals } = await due();
      expect(actions.map(({ title, isOverdue }) => [title, isOverdue])).toEqual([
        ["In -1 days", true],
        ["In 0 days", false],
        ["In 14 days", false],
      ]);
      expect([totals, actions[0]?.organization]).toEqual([
        { overdue: 1, soon: 2 },
        { id: organization, name: "Alder" },
      ]);
    });

    it(`are at most ${ACTIONS_MAX} of an organization, with at most ${ACTION_REMARKS_MAX} remarks each, also where several ask for the last place at once`, async () => {
      const client = await signIn("many@many.example");
      const organization = await createOrganization(client);
      const id = await add(client, organization);
      const row = await api().store.selectFrom("action").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      const { id: _, ...values } = row;
      await api()
        .store.insertInto("action")
        .values(Array.from({ length: ACTIONS_MAX - 2 }, () => values))
        .execute();
      const colleague = await api().signIn({ email: "as-many@many.example", team: "Agreers" });
      const atOnce = async (path: string, body: object) => {
        const answers = await Promise.all([client, colleague, client, colleague].map((each) => each.post(path, body)));
        return answers.map(({ status }) => status).sort();
      };
      expect(await atOnce(`/organizations/${organization}/actions`, FORM)).toEqual([201, 422, 422, 422]);
      expect((await list(client, organization, "?size=500")).actions).toHaveLength(ACTIONS_MAX);
      const { user_id } = await api().store.selectFrom("history").select("user_id").orderBy("id", "desc").executeTakeFirstOrThrow();
      const remark = { action_id: id, user_id, at: api().now.toISOString(), body: "Said" };
      await api()
        .store.insertInto("action_remark")
        .values(Array.from({ length: ACTION_REMARKS_MAX - 1 }, () => remark))
        .execute();
      expect(await atOnce(`/organizations/${organization}/actions/${id}/remarks`, { text: "One more" })).toEqual([201, 422, 422, 422]);
      expect((await read(client, organization, id)).saidAbout).toHaveLength(ACTION_REMARKS_MAX);
    });
  });
});

describe("the day of actions", () => {
  onEachDatabase(
    (api) => {
      it("is that of the time zone", async () => {
        const at = async (moment: string) => {
          api().now = new Date(moment);
          return api().signIn({ email: "zone@team.example" });
        };
        // Kiritimati is fourteen hours ahead of Greenwich.
        const client = await at("2026-11-05T09:59:59Z");
        const organization = await createOrganization(client);
        expectStatus(await client.post(`/organizations/${organization}/actions`, { ...FORM, due: "2026-11-05" }), 201);
        const overdue = async (reader: Client) =>
          actionList.parse((await reader.get(`/organizations/${organization}/actions`)).body).counts.overdue;
        expect(await overdue(client)).toBe(0);
        expect(await overdue(await at("2026-11-05T10:00:00Z"))).toBe(1);
      });
    },
    { timeZone: "Pacific/Kiritimati" },
  );
});
