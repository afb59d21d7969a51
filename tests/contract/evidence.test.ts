/** Extension `evidence`: what answers rest on. */
import type { KyselyPlugin } from "kysely";
import { describe, expect, it } from "vitest";
import { createApi } from "#api/app.ts";
import { type EvidenceForm, evidenceEntry, evidenceList } from "#model/contract/evidence.ts";
import { history } from "#model/contract/history.ts";
import { p3m3Overview } from "#model/contract/overview.ts";
import { EVIDENCE_MAX, EVIDENCE_PLACES_MAX, EVIDENCE_TEXT_MAX, tooManyPlaces } from "#model/evidence.ts";
import { Client, type TestApi, testConfig } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const at = (place: string, supports: number[] = [], against: number[] = []) => ({ place, supports, against });
const form = (over: Partial<EvidenceForm> = {}): EvidenceForm => ({
  kind: "document",
  what: "Programme mandate",
  where: "https://documents.example/mandate",
  who: "Sponsor",
  date: "2026-03-01",
  goodUntil: "2027-03-01",
  remark: "Signed",
  places: [at("thread/1/2", [1, 2], [3]), at("thread/1/3")],
  ...over,
});

/** The same API on the same store, and the rows that it reads. */
function countRows({ store, catalogue, url, now }: TestApi) {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      counted.count += result.rows.length;
      return result;
    },
  };
  const api = createApi({ store: store.withPlugin(plugin), catalogue, config: testConfig(url), clock: () => now });
  const counted = {
    count: 0,
    get: ({ token }: Client, path: string) => new Client((request) => api.fetch(request), token).get(path),
  };
  return counted;
}

describe("evidence", () => {
  onEachDatabase((api) => {
    const signIn = () => api().signIn({ email: "evidence@team.example" });
    const listOf = async (client: Client, id: number, query = "") =>
      evidenceList.parse(expectStatus(await client.get(`/assessments/${id}/evidence${query}`), 200).body).entries;
    const add = async (client: Client, id: number, over: Partial<EvidenceForm> = {}) =>
      evidenceEntry.parse(expectStatus(await client.post(`/assessments/${id}/evidence`, form(over)), 201).body);
    const put = (client: Client, id: number, entry: { id: number | string }, over: Partial<EvidenceForm>, from?: number) =>
      client.put(`/assessments/${id}/evidence/${entry.id}`, form(over), from === undefined ? {} : { "Made-From": `evidence=${from}` });
    const remove = (client: Client, id: number, entry: { id: number | string }, from?: number) =>
      client.post(`/assessments/${id}/evidence/${entry.id}/remove`, {}, from === undefined ? {} : { "Made-From": `evidence=${from}` });
    const p3m3 = async (client: Client) =>
      createP3M3(client, await createOrganization(client), { perspectiveIds: [1], threadIds: [2, 3, 6] });

    it("an entry is added, read, changed and removed, and one serves several threads", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      expect(await listOf(client, id)).toEqual([]);
      const entry = await add(client, id, { what: "  Programme\u200b mandate ", remark: "Signed\nand sealed" });
      expect(entry).toEqual({ id: entry.id, ...form({ remark: "Signed\nand sealed" }), versions: { evidence: 1 } });
      expect(await listOf(client, id)).toEqual([entry]);
      const other = await add(client, id, { what: "Interview", kind: "interview", where: "Room 3: shelf 2", places: [at("thread/1/6")] });
      expect(await listOf(client, id, "?place=thread/1/3")).toEqual([entry]);
      expect(await listOf(client, id, "?place=thread/1/6")).toEqual([other]);
      const changed = expectStatus(await put(client, id, entry, { what: "Mandate", places: [at("thread/1/6", [5])] }, 1), 200).body;
      expect(changed).toEqual({ id: entry.id, ...form({ what: "Mandate", places: [at("thread/1/6", [5])] }), versions: { evidence: 2 } });
      expect(await listOf(client, id)).toEqual([changed, other]);
      expectStatus(await remove(client, id, other, 1), 204);
      expect(await listOf(client, id)).toEqual([changed]);
    });

    it("is counted in the overview and in the progress, and starts no assessment", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      await add(client, id);
      await add(client, id, { places: [at("thread/1/3")] });
      expect((await client.get(`/assessments/${id}`)).body.status).toBe("Drafted");
      const { threads } = p3m3Overview.parse((await client.get(`/assessments/${id}/overview`)).body);
      expect(threads.map(({ evidence }) => evidence)).toEqual([1, 2, 0]);
      const counts = (progress: { perspectivesProgress: { threads: { evidence: number }[] }[] }) =>
        progress.perspectivesProgress.flatMap(({ threads }) => threads.map(({ evidence }) => evidence));
      expect(counts((await client.get(`/assessments/${id}/progress`)).body)).toEqual([1, 2, 0]);
      expect(counts((await answerThread(client, id, 1, 2, "FPNNN")).body.progress)).toEqual([1, 2, 0]);
    });

    it("serves practices and components of ITIL, at the levels they have", async () => {
      const client = await signIn();
      const practices = Array.from({ length: 4 }, (_, index) => ({ id: index + 1, selectionMode: 1 as const }));
      const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity", practices });
      const post = (place: string, level: number) => client.post(`/assessments/${id}/evidence`, form({ places: [at(place, [level])] }));
      expectStatus(await post("capability/2", 2), 201);
      expectStatus(await post("maturity/1", 1), 201);
      expect((await post("capability/2", 1)).status).toBe(422);
      const { capabilityProgress, maturityProgress } = (await client.get(`/assessments/${id}/progress`)).body;
      expect(capabilityProgress.find((item: { id: number }) => item.id === 2).evidence).toBe(1);
      expect(maturityProgress.map(({ evidence }: { evidence: number }) => evidence)).toEqual([1, 0, 0, 0, 0]);
      const overview = (await client.get(`/assessments/${id}/overview`)).body;
      expect(overview.maturities[0].evidence).toBe(1);
    });

    it.each<[string, Partial<Record<keyof EvidenceForm, unknown>>, string]>([
      ["no words for what it is", { what: " \u200b" }, "what"],
      ["a kind that there is not", { kind: "rumour" }, "kind"],
      ["too long a text", { remark: "x".repeat(EVIDENCE_TEXT_MAX.remark + 1) }, "remark"],
      ["a control character", { who: "a\u0000b" }, "who"],
      ["a day that does not exist", { date: "2026-02-30" }, "date"],
      ["a day before the evidence itself", { date: "2026-02-02", goodUntil: "2026-02-01" }, "goodUntil"],
      ["an address that is not https", { where: "http://documents.example" }, "where"],
      ["an address that is a script", { where: "javascript:alert(1)" }, "where"],
      ["an address with a password", { where: "https://bank.example@evil.example/" }, "where"],
      ["nothing that it is evidence for", { places: [] }, "places"],
      ["a thread outside the scope", { places: [at("thread/1/9")] }, "places.0.place"],
      ["a practice, where there are threads", { places: [at("capability/2")] }, "places.0.place"],
      ["a place twice", { places: [at("thread/1/2"), at("thread/1/2")] }, "places.1.place"],
      ["a level for and against", { places: [at("thread/1/2", [1], [1])] }, "places.0"],
      ["a level that there is not", { places: [at("thread/1/2", [6])] }, "places.0.supports.0"],
    ])("is refused with %s", async (_, wrong, path) => {
      const client = await signIn();
      const id = await p3m3(client);
      const answer = expectStatus(await client.post(`/assessments/${id}/evidence`, { ...form(), ...wrong }), 422);
      expect(answer.body.errors.map((error: { path: string }) => error.path)).toContain(path);
      expect(await listOf(client, id)).toEqual([]);
    });

    it("two who write at once: the second is refused, and gets what is stored; what is wanted already is no conflict", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const entry = await add(client, id);
      expectStatus(await put(client, id, entry, { what: "First" }, 1), 200);
      const late = expectStatus(await put(client, id, entry, { what: "Second" }, 1), 412);
      expect(late.body.present).toMatchObject({ id: entry.id, what: "First", versions: { evidence: 2 } });
      expectStatus(await put(client, id, entry, { what: "First" }, 1), 200);
      expect(expectStatus(await remove(client, id, entry, 1), 412).body.present.what).toBe("First");
      expectStatus(await remove(client, id, entry, 2), 204);
      // A colleague who still has it open learns that it is gone, and may put it back.
      expect(expectStatus(await put(client, id, entry, { what: "Third" }, 2), 412).body.present).toBeUndefined();
      expectStatus(await remove(client, id, entry, 1), 204);
      const back = expectStatus(await put(client, id, entry, { what: "Third" }, 3), 200).body;
      expect(await listOf(client, id)).toEqual([{ ...back, what: "Third", versions: { evidence: 4 } }]);
    });

    it("a repeated request adds one entry", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const twice = [1, 2].map(() => client.post(`/assessments/${id}/evidence`, form(), { "Idempotency-Key": "evidence-once" }));
      const [one, other] = await Promise.all(twice);
      expect(one?.body).toEqual(other?.body);
      expect(await listOf(client, id)).toHaveLength(1);
    });

    it("the history of a thread has the evidence for it, also what was for it once", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const here = await add(client, id, { what: "Here" });
      const moved = await add(client, id, { what: "Moved", places: [at("thread/1/2")] });
      await add(client, id, { what: "Elsewhere", places: [at("thread/1/6")] });
      expectStatus(await put(client, id, moved, { what: "Moved", places: [at("thread/1/6")] }), 200);
      expectStatus(await remove(client, id, here), 204);
      const textsOf = async (query: string) =>
        history
          .parse(expectStatus(await client.get(`/assessments/${id}/history?${query}`), 200).body)
          .entries.map(({ before, after }) => ((after ?? before) as EvidenceForm | undefined)?.what ?? "");
      expect(await textsOf("place=thread/1/2")).toEqual(["Here", "Moved", "Moved", "Here"]);
      expect(await textsOf("place=thread/1/3&kind=evidence")).toEqual(["Here", "Here"]);
      expect(await textsOf("place=thread/1/6&kind=answers")).toEqual([]);
      expect(await textsOf("place=thread/1/6")).toEqual(["Moved", "Elsewhere", "Moved"]);
    });

    it("the history tells of each change, with before and after", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const entry = await add(client, id);
      expectStatus(await put(client, id, entry, { what: "Mandate" }), 200);
      expectStatus(await put(client, id, entry, { what: "Mandate" }), 200);
      expectStatus(await remove(client, id, entry), 204);
      const { entries } = history.parse((await client.get(`/assessments/${id}/history?kind=evidence&place=evidence/${entry.id}`)).body);
      expect(entries.map(({ before, after }) => [before, after])).toEqual([
        [form({ what: "Mandate" }), undefined],
        [form(), form({ what: "Mandate" })],
        [undefined, form()],
      ]);
    });

    it("is written with the lock, while the assessment is open, and by nobody else", async () => {
      const client = await signIn();
      const organization = await createOrganization(client);
      const id = await createP3M3(client, organization, { perspectiveIds: [1], threadIds: [2, 3] });
      const entry = await add(client, id);
      expectStatus(await client.delete(`/assessments/${id}/lock`), 204);
      const colleague = await api().signIn({ email: "evidence@team.example" });
      const statuses = async (by: Client) => [
        (await by.post(`/assessments/${id}/evidence`, form())).status,
        (await put(by, id, entry, { what: "x" })).status,
        (await remove(by, id, entry)).status,
      ];
      expect(await statuses(colleague)).toEqual([409, 409, 409]);
      const stranger = await api().signIn({ email: "stranger@evidence.example" });
      expect(await statuses(stranger)).toEqual([404, 404, 404]);
      expect((await stranger.get(`/assessments/${id}/evidence`)).status).toBe(404);
      expectStatus(await client.post(`/assessments/${id}/archive`), 200);
      expect(await statuses(client)).toEqual([422, 422, 422]);
      expect(await listOf(client, id)).toEqual([entry]);
      const done = await completeP3M3(client, organization, "FFFFF", { perspectiveIds: [1], threadIds: [2] });
      expect((await client.post(`/assessments/${done}/evidence`, form({ places: [at("thread/1/2")] }))).status).toBe(422);
    });

    it("belongs to its own assessment", async () => {
      const client = await signIn();
      const [id, other] = [await p3m3(client), await p3m3(client)];
      const entry = await add(client, id);
      expect((await put(client, other, entry, { what: "x" })).status).toBe(404);
      expect((await remove(client, other, entry)).status).toBe(404);
      expect(await listOf(client, id)).toEqual([entry]);
    });

    it("stays where it was when a thread leaves the scope, and nothing new comes there", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const entry = await add(client, id);
      const stored = (await client.get(`/assessments/${id}`)).body;
      const threads = stored.threads.filter((thread: { id: number }) => thread.id !== 3);
      expectStatus(await client.put(`/assessments/${id}`, { ...stored, threads }), 200);
      expect(expectStatus(await put(client, id, entry, { what: "Kept" }), 200).body.places).toEqual(form().places);
      expect((await client.post(`/assessments/${id}/evidence`, form())).status).toBe(422);
    });

    it(`holds at most ${EVIDENCE_MAX} entries`, async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const row = { assessment_id: id, kind: "data", what: "x", found_at: "", who: "", remark: "" } as const;
      await api()
        .store.insertInto("evidence")
        .values(Array.from({ length: EVIDENCE_MAX }, () => row))
        .execute();
      expect((await client.post(`/assessments/${id}/evidence`, form())).status).toBe(422);
    });

    const range = (length: number) => Array.from({ length }, (_, index) => index + 100);

    /** Entries that serve these threads, put in without asking, as those of former times are. */
    async function fill(id: number, entries: number, threads: readonly number[]) {
      const row = { assessment_id: id, kind: "data", what: "x", found_at: "", who: "", remark: "" } as const;
      const { store } = api();
      const rows = Array.from({ length: entries }, () => row);
      const stored = await store.insertInto("evidence").values(rows).returning("id").execute();
      const places = stored.flatMap(({ id: evidence_id }) =>
        threads.map((thread) => ({ assessment_id: id, evidence_id, place: `thread/1/${thread}`, supports: "[]", against: "[]" })),
      );
      for (let index = 0; index < places.length; index += 1_000)
        await store
          .insertInto("evidence_place")
          .values(places.slice(index, index + 1_000))
          .execute();
    }

    it(`serves at most ${EVIDENCE_PLACES_MAX} places with all entries together, and says so at the field`, async () => {
      const client = await signIn();
      const id = await p3m3(client);
      const threads = (...numbers: number[]) => ({ places: numbers.map((thread) => at(`thread/1/${thread}`)) });
      const last = await add(client, id, threads(2));
      await fill(id, 1, range(EVIDENCE_PLACES_MAX - 3));
      expectStatus(await put(client, id, last, threads(2, 3, 6)), 200);
      const full = expectStatus(await client.post(`/assessments/${id}/evidence`, form(threads(2))), 422);
      expect(full.body.errors).toEqual([{ path: "places", message: tooManyPlaces(0) }]);
      // Where there are too many already, an entry can still be changed, and serve fewer.
      await fill(id, 1, [2]);
      expectStatus(await put(client, id, last, { what: "Changed", ...threads(2, 3, 6) }), 200);
      expectStatus(await put(client, id, last, { what: "Changed", ...threads(2) }), 200);
      const tight = expectStatus(await put(client, id, last, threads(2, 3, 6)), 422);
      expect(tight.body.errors).toEqual([{ path: "places", message: tooManyPlaces(1) }]);
    });

    it("is given one entry at a time, or the newest for a place, and no more of it is read from the store", async () => {
      const client = await signIn();
      const id = await p3m3(client);
      await fill(id, 40, [2, 3, ...range(90)]);
      const here = [await add(client, id, { what: "First", places: [at("thread/1/2")] }), await add(client, id, { what: "Second" })];
      const rows = countRows(api());
      const read = async (query: string) => {
        rows.count = 0;
        const answer = expectStatus(await rows.get(client, `/assessments/${id}/evidence?${query}`), 200).body;
        return { ...evidenceList.parse(answer), rows: rows.count };
      };
      const one = await read(`entry=${here[0]?.id}`);
      expect(one).toMatchObject({ entries: [here[0]], total: 1 });
      expect(await read("place=thread/1/3")).toMatchObject({ entries: expect.arrayContaining([here[1]]), total: 41 });
      const newest = await read("place=thread/1/2&newest=3");
      expect(newest.entries.slice(1)).toEqual(here);
      expect([newest.entries.length, newest.total]).toEqual([3, 42]);
      expect(await read("entry=999999")).toMatchObject({ entries: [], total: 0 });
      expect((await client.get(`/assessments/${id}/evidence?newest=0`)).status).toBe(422);
      // Each entry with its version and its places; and who asks, and whether they may.
      expect([one.rows, newest.rows]).toEqual([expect.toSatisfy((rows) => rows < 20), expect.toSatisfy((rows) => rows < 120)]);
    });
  });
});
