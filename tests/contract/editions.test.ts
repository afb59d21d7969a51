/** Extension `editions`: corrected editions of completed assessments (docs/rules/editions.md). */
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { assessment, type Edition } from "#model/contract/assessments.ts";
import { comparison, trend } from "#model/contract/comparison.ts";
import { benchmark } from "#model/contract/p3m3.ts";
import { EDITIONS_MAX } from "#model/editions.ts";
import { EDITION_REASON_MAX } from "#model/text.ts";
import type { Client, TestApi } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerAllItil,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
} from "./scenario.ts";

const REASON = "The client's check of facts:\nplanning was rated too low.";
/** What belongs to one assessment alone, and why. */
const NOT_COPIED: Record<string, string> = {
  perspective_score: "worked out on submission",
  lock: "who edits it",
  lock_wish: "who wishes to edit it",
  outbox: "what was requested for it",
  action: "what was agreed, which the list of either edition has",
  review_point: "what colleagues wrote about the one that is corrected",
  review_reply: "their replies",
  review_request: "who was asked to review that one",
  review_decision: "who approved that one",
  rating: "who rated that one apart",
  rating_group: "of what",
  rating_answer: "what they answered",
  rating_departure: "why its verdict departs from that",
  lock_holder: "who edited it",
  review_look: "who has looked at that",
  engagement_member: "it is a member by its first edition",
  voice: "who was asked about the one that is corrected",
  voice_page: "what they said about it",
  voice_setting: "what its result shows of that",
};
/** What the database numbers, and what names another row. */
const NUMBERS = ["id", "assessment_id", "evidence_id"];
/** The columns of an assessment that an edition has of its own. */
const OWN_COLUMNS = [
  "id",
  "created_by",
  "status",
  "certified",
  "endorsed",
  "date_completed",
  "first_edition_id",
  "edition_number",
  "edition_reason",
];

const editionsOf = (client: Client, id: number, reason = REASON) => client.post(`/assessments/${id}/editions`, { reason });
const make = async (client: Client, id: number): Promise<number> => expectStatus(await editionsOf(client, id), 201).body.id;
const read = async (client: Client, id: number) => assessment.parse(expectStatus(await client.get(`/assessments/${id}`), 200).body);
const editionIn = async (client: Client, id: number): Promise<Edition | null | undefined> => (await read(client, id)).edition;
const submit = async (client: Client, id: number) => {
  expectStatus(await client.post(`/assessments/${id}/lock`), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
};

const evidence = (...places: string[]) => ({
  kind: "document",
  what: `Plan for ${places.join()}`,
  where: "https://example.org/plan",
  who: "Planning lead",
  date: "2026-01-05",
  goodUntil: "2030-01-05",
  remark: "Page 3",
  places: places.map((place) => ({ place, supports: [2], against: [3] })),
});

/** A completed P3M3 assessment with rows in every table. */
const TEXT = { part: "summary", body: "In short" };

async function richP3M3(client: Client, organization: number): Promise<number> {
  const id = await createP3M3(client, organization, { perspectiveIds: [1, 2], threadIds: [2, 6, 9] });
  for (const [perspective, thread] of [1, 2].flatMap((p) => [2, 6].map((t) => [p, t] as const)))
    expectStatus(await answerThread(client, id, perspective, thread, perspective === 1 ? "FRNNN" : "FFFRN"), 200);
  for (const perspective of [1, 2])
    expectStatus(await client.post(`/assessments/${id}/${perspective}/9/descope`, { reason: `Not used in ${perspective}` }), 200);
  const [question] = expectStatus(await client.get(`/P3M3/assessments/${id}/questions?p=1&t=2`), 200).body;
  const mark = { diagnosticId: question.diagnostics[0].id, isPositive: true };
  expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, mark), 200);
  expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: "A note\non two lines" }), 200);
  expectStatus(await client.put(`/assessments/${id}/2/6/flag`, { flagged: true }), 200);
  expectStatus(await client.post(`/assessments/${id}/evidence`, evidence("thread/1/2", "thread/2/6")), 201);
  expectStatus(await client.post(`/assessments/${id}/evidence`, evidence("thread/1/6")), 201);
  expectStatus(await client.put(`/assessments/${id}/wording-basis`, { ...TEXT, basis: [{ what: "maturity", value: "2" }] }), 200);
  expectStatus(await client.put(`/assessments/${id}/report-notes`, { notes: [{ place: "thread/1/2", digest: "d", ticked: true }] }), 200);
  expectStatus(await client.post(`/assessments/${id}/report-versions`, { number: "1.0", change: "First issue" }), 201);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

async function richItil(client: Client, organization: number): Promise<number> {
  const practices = Array.from({ length: 34 }, (_, index) => ({
    id: index + 1,
    selectionMode: index === 18 ? (2 as const) : (1 as const),
  }));
  const id = await createItil(client, organization, { selectedScope: "Comprehensive", practices });
  await answerAllItil(client, id, "F", 3);
  for (const noted of [
    { path: "capability", body: { capabilityId: 19 } },
    { path: "maturity", body: { maturityId: 1 } },
  ])
    expectStatus(await client.post(`/ITIL/notes/${noted.path}`, { assessmentId: id, ...noted.body, body: "A note" }), 200);
  expectStatus(await client.put(`/itil/assessments/${id}/capability/19/flag`, { flagged: true }), 200);
  expectStatus(await client.post(`/assessments/${id}/evidence`, evidence("capability/19", "maturity/1")), 201);
  expectStatus(await client.put(`/assessments/${id}/wording`, { part: "summary", body: "In short" }), 200);
  expectStatus(
    await client.put(`/assessments/${id}/report-notes`, { notes: [{ place: "capability/19", digest: "d", ticked: true }] }),
    200,
  );
  expectStatus(await client.post(`/assessments/${id}/report-versions`, { number: "1.0", change: "First issue" }), 201);
  expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
  expectStatus(await client.post(`/assessments/${id}/complete`), 200);
  return id;
}

describe("editions", () => {
  onEachDatabase((api) => {
    let client: Client;
    let organization: number;
    beforeAll(async () => {
      client = await api().signIn({ email: "editor@editions.example", team: "Editors" });
      organization = await createOrganization(client);
    });

    /** Every table with a column `assessment_id`, as the database itself names them, and its rows for an assessment. */
    async function rowsByTable(id: number): Promise<Record<string, Record<string, unknown>[]>> {
      const tables = (await api().store.introspection.getTables()).filter(({ columns }) =>
        columns.some(({ name }) => name === "assessment_id"),
      );
      const byTable: Record<string, Record<string, unknown>[]> = {};
      for (const { name } of tables) {
        const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)} where assessment_id = ${id}`.execute(
          api().store,
        );
        byTable[name] = rows;
      }
      return byTable;
    }

    const without = (row: Record<string, unknown>, names: readonly string[]) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
    const comparable = (rows: readonly Record<string, unknown>[] = []) => rows.map((row) => JSON.stringify(without(row, NUMBERS))).sort();

    it("nobody certifies or validates an assessment that another edition has replaced", async () => {
      const own = await createOrganization(client);
      const p3m3 = await completeP3M3(client, own, "FRNNN", { threadIds: [6, 9, 11, 12] });
      const itil = await createItil(client, own);
      await answerAllItil(client, itil, "F", 3);
      expectStatus(await client.post(`/assessments/${itil}/complete`), 200);
      const isRequested = async (id: number) => {
        const { certified, endorsed } = expectStatus(await client.get(`/assessments/${id}`), 200).body;
        return Boolean(certified || endorsed);
      };
      for (const [id, act] of [
        [p3m3, "certify"],
        [itil, "endorse"],
      ] as const) {
        const made = await make(client, id);
        await submit(client, made);
        const { body } = expectStatus(await client.post(`/assessments/${id}/${act}`), 422);
        expect([JSON.stringify(body), await isRequested(id)]).toEqual([expect.stringContaining("Another edition"), false]);
        expectStatus(await client.post(`/assessments/${made}/${act}`), 200);
        expect(await isRequested(made)).toBe(true);
      }
    });

    it("an edition keeps whether it is a test, and takes nothing newer for the assessment before", async () => {
      const setup = { perspectiveIds: [1], threadIds: [2] };
      const own = await createOrganization(client);
      const earlier = await completeP3M3(client, own, "FRNNN", setup);
      api().now = new Date(api().now.getTime() + 60_000);
      const id = await completeP3M3(client, own, "FRNNN", setup);
      api().now = new Date(api().now.getTime() + 60_000);
      const later = await completeP3M3(client, own, "FRNNN", setup);
      const made = await make(client, id);
      expectStatus(await client.post(`/assessments/${made}/lock`), 200);
      const change = (changed: object) => client.put(`/assessments/${made}`, { assessmentType: "P3M3", name: "Spring review", ...changed });
      const refusedAt = async (changed: object) => {
        const { status, body } = await change(changed);
        return [status, body.errors?.[0]?.path];
      };
      expect(await refusedAt({ isTestAssessment: true })).toEqual([422, "isTestAssessment"]);
      expectStatus(await change({ isTestAssessment: false }), 200);
      for (const previousId of [later, id, made]) expect(await refusedAt({ previousId })).toEqual([422, "previousId"]);
      expectStatus(await change({ previousId: earlier }), 200);
      // The correction of an earlier one is still earlier.
      const corrected = await make(client, earlier);
      expectStatus(await client.post(`/assessments/${corrected}/lock`), 200);
      expectStatus(await client.post(`/assessments/${corrected}/complete`), 200);
      expectStatus(await change({ previousId: corrected }), 200);
    });

    it.each([
      { model: "P3M3", complete: richP3M3, empty: ["practice_answer", "component_answer"] },
      { model: "ITIL", complete: richItil, empty: ["thread_answer", "diagnostic_mark"] },
    ])("an edition of $model loses nothing, table by table and field by field", async ({ complete, empty }) => {
      const id = await complete(client, organization);
      const made = await make(client, id);
      const [before, after] = [await rowsByTable(id), await rowsByTable(made)];
      expect(Object.keys(before).length).toBeGreaterThan(10);
      for (const [table, rows] of Object.entries(before)) {
        if (table in NOT_COPIED) {
          expect([table, after[table]]).toEqual([table, []]);
          continue;
        }
        // Nothing is compared with nothing: a table that neither model fills would make this test blind.
        if (!empty.includes(table)) expect([table, rows.length > 0]).toEqual([table, true]);
        expect([table, comparable(after[table])]).toEqual([table, comparable(rows)]);
      }
      const row = (of: number) => api().store.selectFrom("assessment").selectAll().where("id", "=", of).executeTakeFirstOrThrow();
      expect(without({ ...(await row(made)) }, OWN_COLUMNS)).toEqual(without({ ...(await row(id)) }, OWN_COLUMNS));
      // The same once more as a caller sees it, which also says what is evidence for what.
      const seen = async (of: number) => ({
        overview: (await client.get(`/assessments/${of}/overview`)).body,
        progress: (await client.get(`/assessments/${of}/progress`)).body,
        scores: (await client.get(`/assessments/${of}/scores`)).body,
        wording: (await client.get(`/assessments/${of}/wording-basis`)).body.texts.map((text: Record<string, unknown>) =>
          without(text, ["versions"]),
        ),
        evidence: (await client.get(`/assessments/${of}/evidence`)).body.entries.map((entry: Record<string, unknown>) =>
          without(entry, ["id", "versions"]),
        ),
      });
      // Versions, and the numbers of stored answers, are those of the new assessment.
      const plain = (value: unknown) =>
        JSON.parse(
          JSON.stringify(value, (name, each) => (name === "versions" ? undefined : name === "answer" && each ? { ...each, id: 0 } : each)),
        );
      expect(plain(await seen(made))).toEqual(plain(await seen(id)));
      expect(await read(client, made)).toMatchObject({ status: "Active", dateCompleted: null, createdBy: "editor@editions.example" });
      expectStatus(await client.get(`/assessments/${made}/lock`), 404);
    });

    it("begins with the cover of what it corrects, without a reviewer: nobody has reviewed the correction", async () => {
      const id = await completeP3M3(client, organization, "FRNNN");
      const cover = { "cover-authors": "Kim Alder", "cover-version": "1.0" };
      for (const [part, body] of Object.entries({ ...cover, "cover-reviewer": "Robin Vale" }))
        expectStatus(await client.put(`/assessments/${id}/wording`, { part, body }), 200);
      const { texts } = expectStatus(await client.get(`/assessments/${await make(client, id)}/wording`), 200).body;
      expect(Object.fromEntries(texts.map(({ part, body }: { part: string; body: string }) => [part, body]))).toEqual(cover);
    });

    it("takes over neither certification nor endorsement, and requests nothing", async () => {
      const itil = await richItil(client, organization);
      expect(await read(client, itil)).toMatchObject({ endorsed: true });
      const p3m3 = await completeP3M3(client, organization, "FRNNN", { certified: true });
      expect(await read(client, p3m3)).toMatchObject({ certified: true });
      const requests = async () => (await api().store.selectFrom("outbox").select("id").execute()).length;
      const before = await requests();
      for (const [id, expected] of [
        [itil, { endorsed: false }],
        [p3m3, { certified: false }],
      ] as const) {
        const made = await make(client, id);
        expect(await read(client, made)).toMatchObject(expected);
        await submit(client, made);
        expect(await read(client, made)).toMatchObject({ status: "Completed", ...expected });
      }
      expect(await requests()).toBe(before);
    });

    it("says which edition it is, what is being made of it, and what has replaced it and why", async () => {
      const first = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      expect(await editionIn(client, first)).toBeUndefined();
      const firstCompleted = (await read(client, first)).dateCompleted;
      const second = await make(client, first);
      const shared = { firstId: first, firstCompleted };
      expect(await editionIn(client, first)).toEqual({ number: 1, ...shared, openId: second });
      expect(await editionIn(client, second)).toEqual({ number: 2, ...shared, ofId: first, reason: REASON });
      await submit(client, second);
      const { dateCompleted } = await read(client, second);
      expect(await editionIn(client, first)).toEqual({
        number: 1,
        ...shared,
        replacedBy: { id: second, reason: REASON, date: dateCompleted },
      });
      const third = await make(client, second);
      expect(await editionIn(client, third)).toEqual({ number: 3, ...shared, ofId: second, reason: REASON });
      const listed = expectStatus(await client.get(`/organizations/${organization}/assessments`), 200).body.P3M3;
      expect(listed.completed.find((each: { id: number }) => each.id === second).edition).toMatchObject({ number: 2, openId: third });
      // The first stays as it was.
      expect(await read(client, first)).toMatchObject({ status: "Completed", dateCompleted: firstCompleted });
      expectStatus(await client.get(`/P3M3/assessments/${first}/results`), 200);
    });

    it("is refused without a reason, and from what is open, archived or replaced; one is open at a time", async () => {
      const small = { perspectiveIds: [1], threadIds: [2] };
      const id = await completeP3M3(client, organization, "FRNNN", small);
      for (const reason of ["", "  ", "x".repeat(EDITION_REASON_MAX + 1)]) expectStatus(await editionsOf(client, id, reason), 422);
      expectStatus(await editionsOf(client, await createP3M3(client, organization, small)), 422);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expectStatus(await editionsOf(client, id), 422);
      expectStatus(await client.post(`/assessments/${id}/unarchive`), 200);

      const answers = await Promise.all([editionsOf(client, id), editionsOf(client, id), editionsOf(client, id)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
      const made = answers.find(({ status }) => status === 201)?.body.id;
      expectStatus(await editionsOf(client, made), 422);
      await submit(client, made);
      expectStatus(await editionsOf(client, id), 422);
      expectStatus(await editionsOf(client, made), 201);
    });

    it("an assessment has at most 20; one that has more keeps them", async () => {
      const small = { perspectiveIds: [1], threadIds: [2] };
      const id = await completeP3M3(client, organization, "FRNNN", small);
      const last = await make(client, id);
      await submit(client, last);
      const number = (edition_number: number) =>
        api().store.updateTable("assessment").set({ edition_number }).where("id", "=", last).execute();
      await number(EDITIONS_MAX - 1);
      const twentieth = await make(client, last);
      await submit(client, twentieth);
      const refused = expectStatus(await editionsOf(client, twentieth), 422);
      expect(refused.body.title).toBe("An assessment has at most 20 editions, so this one is the last.");
      await api().store.updateTable("assessment").set({ edition_number: 25 }).where("id", "=", twentieth).execute();
      expect(await editionIn(client, twentieth)).toMatchObject({ number: 25 });
      expectStatus(await client.get(`/P3M3/assessments/${twentieth}/results`), 200);
      expectStatus(await editionsOf(client, twentieth), 422);
    });

    it("the rows of copies count, up to 3,000 within a minute; saving goes on, and nobody else waits", async () => {
      const own = await api().signIn({ email: "copier@copies.example", team: "Copiers" });
      const colleague = await api().signIn({ email: "other@copies.example", team: "Copiers" });
      const small = { perspectiveIds: [1], threadIds: [2] };
      const id = await completeP3M3(own, await createOrganization(own), "FRNNN", small);
      const { insertId } = await api()
        .store.insertInto("evidence")
        .values({
          ...{ assessment_id: id, kind: "document" as const, what: "Plan", found_at: "", who: "" },
          ...{ date: null, good_until: null, remark: "" },
        })
        .returning("id as insertId")
        .executeTakeFirstOrThrow();
      const places = Array.from({ length: 3_000 }, (_, at) => ({
        ...{ assessment_id: id, evidence_id: insertId, place: `thread/1/${at}`, supports: "[]", against: "[]" },
      }));
      for (let from = 0; from < places.length; from += 500)
        await api()
          .store.insertInto("evidence_place")
          .values(places.slice(from, from + 500))
          .execute();
      const made = await make(own, id);
      await submit(own, made);
      const late = expectStatus(await editionsOf(own, made), 429);
      expect([late.body.title, late.headers.get("Retry-After")]).toEqual(["You have copied a lot within a minute.", "60"]);
      expect(await editionIn(own, made)).toMatchObject({ number: 2 });
      expect(await editionIn(own, made)).not.toHaveProperty("openId");
      expectStatus(await own.post("/organizations", organizationForm()), 201);
      await submit(colleague, await make(colleague, made));
      api().now = new Date(api().now.getTime() + 60_000);
      const id2 = await completeP3M3(own, await createOrganization(own), "FRNNN", small);
      expect(await make(own, id2)).toBeGreaterThan(id2);
    });

    it("tells in the history of both what was made from what, and why", async () => {
      const id = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      const made = await make(client, id);
      await submit(client, made);
      const editionsOf = async (of: number) =>
        expectStatus(await client.get(`/assessments/${of}/history?kind=edition`), 200).body.entries.map(
          ({ after }: { after: unknown }) => after,
        );
      expect(await editionsOf(made)).toEqual([{ number: 2, reason: REASON, of: id }]);
      expect(await editionsOf(id)).toEqual([
        { number: 2, reason: REASON, by: made, submitted: true },
        { number: 2, reason: REASON, by: made },
      ]);
    });
  });
});

describe("which edition counts", () => {
  onEachDatabase((api) => {
    const small = { perspectiveIds: [1], threadIds: [1] };
    const goTo = (month: number) => {
      api().now = new Date(Date.UTC(2026, month - 1, 5, 9));
    };
    const of = (held: TestApi, team: string) => held.signIn({ email: `${team}@counting.example`, team });
    const correct = async (client: Client, id: number, letters: string) => {
      const made = await make(client, id);
      expectStatus(await client.post(`/assessments/${made}/lock`), 200);
      expectStatus(await answerThread(client, made, 1, 1, letters), 200);
      expectStatus(await client.post(`/assessments/${made}/complete`), 200);
      return made;
    };
    const ask = async (client: Client, id: number) =>
      benchmark.parse(expectStatus(await client.get(`/P3M3/benchmarks?perspectiveIds=1&assessmentId=${id}`), 200).body);

    it("the team's other organizations count the latest edition once, where the first one stood", async () => {
      goTo(3);
      let client = await of(api(), "own");
      const mine = await completeP3M3(client, await createOrganization(client), "FRNNN", small);
      const others = [];
      for (let each = 0; each < 5; each += 1) {
        const organization = await createOrganization(client);
        others.push({ organization, id: await completeP3M3(client, organization, "RNNNN", small) });
      }
      const figures = async () => (await ask(client, mine)).otherOrganizations;
      expect(await figures()).toEqual({ organizations: 5, perspectivesAndScores: [{ perspectiveId: 1, score: 0, sampleSize: 5 }] });
      const [{ id = 0, organization = 0 } = {}] = others;
      const corrected = await correct(client, id, "FFFFF");
      // One of five organizations has 5 points now.
      expect(await figures()).toEqual({ organizations: 5, perspectivesAndScores: [{ perspectiveId: 1, score: 1, sampleSize: 5 }] });
      // A later year counts, and a correction of the former year does not overtake it.
      goTo(4);
      client = await of(api(), "own");
      await completeP3M3(client, organization, "FFRNN", small);
      goTo(5);
      client = await of(api(), "own");
      await correct(client, corrected, "FFFFR");
      expect(await figures()).toEqual({ organizations: 5, perspectivesAndScores: [{ perspectiveId: 1, score: 0.4, sampleSize: 5 }] });
    });

    it("comparison and trend have the latest edition of each assessment, where the first one stood", async () => {
      goTo(3);
      let client = await of(api(), "compared");
      const organization = await createOrganization(client);
      const first = await completeP3M3(client, organization, "FRNNN", small);
      goTo(4);
      client = await of(api(), "compared");
      const next = await completeP3M3(client, organization, "FFRNN", small);
      goTo(5);
      client = await of(api(), "compared");
      const corrected = await make(client, first);
      const comparedWith = async (id: number) => {
        const { status, body } = await client.get(`/assessments/${id}/comparison`);
        return status === 404 ? [] : comparison.parse(body).choices.map((each) => [each.id, each.name]);
      };
      // Neither the corrected assessment nor that of the later year is an earlier one.
      expect(await comparedWith(corrected)).toEqual([]);
      expect(await comparedWith(next)).toEqual([[first, "Spring review"]]);
      await submit(client, corrected);
      expect(await comparedWith(corrected)).toEqual([]);
      expect(await comparedWith(first)).toEqual([]);
      expect(await comparedWith(next)).toEqual([[corrected, "Spring review, edition 2"]]);
      expect((await read(client, next)).hasEarlier).toBe(true);
      const { points } = trend.parse(expectStatus(await client.get(`/organizations/${organization}/trend?model=P3M3`), 200).body);
      expect(points.map((point) => [point.of.id, point.of.name])).toEqual([
        [corrected, "Spring review, edition 2"],
        [next, "Spring review"],
      ]);
    });

    it("the benchmark takes an edition for a newer assessment: no group changes, and no two editions count", async () => {
      goTo(13);
      const setup = { ...small, selectedScope: "Portfolio" as const };
      const complete = async (team: string, letters: string) => {
        const client = await of(api(), team);
        const organization = await createOrganization(client, { benchmarkConsent: true });
        return { client, organization, id: await completeP3M3(client, organization, letters, setup) };
      };
      const teams = [];
      for (const letters of ["RNNNN", "FRNNN", "FFRNN", "FFFRN", "FFFFR", "FFFFF", "FFFFF"])
        teams.push(await complete(`team-${teams.length}`, letters));
      const [first, reader] = [teams[0], teams[6]];
      if (!first || !reader) throw new Error("no teams");
      goTo(14);
      const asking = () => of(api(), "team-6");
      const before = await ask(await asking(), reader.id);
      expect(before.perspectivesAndScores).toMatchObject([{ sampleSize: 6 }]);
      const groups = async () =>
        (await api().store.selectFrom("benchmark_group").selectAll().where("scope", "=", "Portfolio").orderBy("id").execute()).filter(
          ({ state }) => state !== "waiting",
        );
      const grouped = await groups();
      await correct(await of(api(), "team-0"), first.id, "FFFFF");
      goTo(15);
      // The correction waits for others. Until then the first edition counts.
      expect((await ask(await asking(), reader.id)).perspectivesAndScores).toEqual(before.perspectivesAndScores);
      expect(await groups()).toEqual(grouped);

      for (let each = 1; each <= 6; each += 1) {
        const team = teams[each];
        if (team) await correct(await of(api(), `team-${each}`), team.id, "FFFFF");
      }
      goTo(16);
      await ask(await asking(), reader.id);
      // All seven are in a new group now. The former one is unchanged, and counts no longer.
      const entries = (rows: { entries: string }[]) => rows.flatMap((row) => JSON.parse(row.entries) as number[][]);
      const now = entries(await groups());
      const scores = (rows: number[][]) => rows.map((entry) => entry.slice(0, 4)).sort();
      expect(scores(now.slice(0, 7))).toEqual(scores(entries(grouped)));
      const counting = now.filter((entry) => entry.at(-1) === 1);
      expect(counting.map(([organization]) => organization).sort()).toEqual(teams.map(({ organization }) => organization).sort());
      expect(new Set(counting.map(([organization]) => organization)).size).toBe(counting.length);
    });
  });
});
