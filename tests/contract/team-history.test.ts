/** The history of a team in one list (docs/rules/history.md#of-a-team). */
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { checkHistory } from "#api/services/history-check.ts";
import { firstEntries, firstStreams, openStreams } from "#api/services/team-history.ts";
import { inTransaction, isPostgres } from "#api/store/open.ts";
import type { TeamHistoryEntry } from "#model/contract/team-history.ts";
import { entryAddress } from "#model/history.ts";
import { type Client, HISTORY_KEY } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const note = (id: number, body: string, threadId = 2) => ({ assessmentId: id, perspectiveId: 1, threadId, body });
const REASON = "As the client asks";

describe("the history of a team", () => {
  onEachDatabase((api) => {
    let teams = 0;
    let lead: Client;
    let kim: Client;
    let sam: Client;
    let ids: Record<string, number>;
    let harbour: number;
    let mill: number;

    const at = (who: string) => `${who}@history${teams}.example`;
    const signIn = (who: string, permission: "lead" | "assessor", more = {}) =>
      api().signIn({ email: at(who), firstName: who, team: `History ${teams}`, permission, ...more });
    const page = async (query = "", client = lead) =>
      expectStatus(await client.get(`/history${query}`), 200).body as {
        entries: TeamHistoryEntry[];
        more: boolean;
        people: string[];
        organizations: { id: number; name: string }[];
      };
    const kinds = async (query = "", client = lead) => (await page(query, client)).entries.map(({ kind }) => kind);
    /** All entries of the list, page by page. */
    async function all(query: string, client = lead): Promise<TeamHistoryEntry[]> {
      const entries: TeamHistoryEntry[] = [];
      for (let before = ""; ; ) {
        const next = await page(`?${query}${before}`, client);
        entries.push(...next.entries);
        if (!next.more) return entries;
        before = `&before=${next.entries.at(-1)?.cursor}`;
      }
    }
    async function exported(query = "", client = lead): Promise<TeamHistoryEntry[]> {
      const entries: TeamHistoryEntry[] = [];
      for (let after = ""; ; ) {
        const part = expectStatus(await client.get(`/history/export?${query}${after}`), 200).body;
        entries.push(...part.entries);
        if (part.next === null) return entries;
        after = `&after=${part.next}`;
      }
    }
    const wall = (id: number, ...people: string[]) =>
      lead.put(`/organizations/${id}/access`, { access: "named", people: people.map((who) => ids[who]), reason: REASON });

    beforeEach(async () => {
      api().now = new Date("2026-11-05T09:00:00.000Z");
      teams += 1;
      lead = await signIn("lead", "lead");
      kim = await signIn("kim", "lead");
      sam = await signIn("sam", "assessor");
      const { people } = expectStatus(await lead.get("/people"), 200).body as { people: { id: number; email: string }[] };
      ids = Object.fromEntries(people.map((each) => [each.email.split("@")[0], each.id]));
      harbour = await createOrganization(sam, { name: "Harbour" });
      mill = await createOrganization(sam, { name: "Mill" });
    });

    it("has all chains in one list, the newest first, with what each entry is about", async () => {
      const assessment = await createP3M3(sam, harbour, { threadIds: [2] });
      api().now = new Date("2026-11-05T09:01:00.000Z");
      expectStatus(await sam.post("/P3M3/notes", note(assessment, "Seen the plan")), 200);
      api().now = new Date("2026-11-05T09:02:00.000Z");
      expectStatus(await wall(mill, "lead", "sam"), 200);
      const { entries, more, people, organizations } = await page();
      expect(entries.slice(0, 3)).toMatchObject([
        { kind: "read", place: "history", by: at("lead"), organization: null, assessment: null },
        {
          ...{ kind: "access", by: at("lead"), organization: { id: mill, name: "Mill" }, assessment: null },
          after: { access: "named", people: [at("lead"), at("sam")], reason: REASON },
        },
        {
          ...{ kind: "note", place: "thread/1/2", by: at("sam"), organization: { id: harbour, name: "Harbour" } },
          ...{ assessment: { id: assessment, model: "P3M3" }, before: "", after: "Seen the plan" },
        },
      ]);
      expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["organization", "created", "signedIn"]));
      expect([more, people, organizations]).toEqual([
        false,
        [at("kim"), at("lead"), at("sam")],
        [
          { id: harbour, name: "Harbour" },
          { id: mill, name: "Mill" },
        ],
      ]);
      expect([(await sam.get("/history")).status, (await sam.get("/history/export")).status]).toEqual([403, 403]);
    });

    it("shows a lead nothing of an organization that the lead does not see, in no list, page, choice or file", async () => {
      const open = await createP3M3(sam, harbour, { threadIds: [2] });
      const hidden = await createP3M3(sam, mill, { threadIds: [2] });
      for (let number = 0; number < 60; number += 1) {
        api().now = new Date(Date.UTC(2026, 10, 5, 9, 1, number));
        expectStatus(await sam.post("/P3M3/notes", note(number % 3 === 0 ? open : hidden, `Note ${number}`)), 200);
      }
      const seen = (await all("", kim)).filter(({ kind }) => kind === "note");
      expect(seen.length).toBe(60);
      expectStatus(await wall(mill, "lead"), 200);
      const ofKim = await all("", kim);
      expect(ofKim.filter(({ kind }) => kind === "note").length).toBe(20);
      expect(JSON.stringify([ofKim, await page("", kim), await exported("", kim)])).not.toContain("Mill");
      expect((await kim.get(`/history?organization=${mill}`)).status).toBe(404);
      expect((await all("", lead)).filter(({ kind }) => kind === "note").length).toBe(60);
      // Where a cursor points to what the reader does not see, it tells nothing of it.
      const [newest] = (await all("kind=note", lead)).filter(({ organization }) => organization?.id === mill);
      const same = await page(`?kind=note&before=${newest?.cursor}`, kim);
      expect(same.entries.every(({ organization }) => organization?.id === harbour)).toBe(true);
    });

    it("goes on in pages that leave nothing out and repeat nothing, in both directions and with each filter", async () => {
      const assessments = [await createP3M3(sam, harbour, { threadIds: [2] }), await createP3M3(kim, mill, { threadIds: [2] })] as const;
      for (let number = 0; number < 130; number += 1) {
        // Many in one moment, too.
        api().now = new Date(Date.UTC(2026, 10, 5, 9, 1, Math.floor(number / 40)));
        const [client, id] = number % 2 === 0 ? [sam, assessments[0]] : [kim, assessments[1]];
        expectStatus(await client.post("/P3M3/notes", note(id, `Note ${number}`)), 200);
      }
      await page();
      const filters = [
        "",
        `organization=${harbour}`,
        `by=${encodeURIComponent(at("kim"))}`,
        "kind=note",
        "kind=note,created,signedIn",
        `by=${encodeURIComponent(at("sam"))}&kind=note`,
        `from=2026-11-05T09:01:01.000Z&to=2026-11-05T09:01:03.000Z`,
      ];
      for (const filter of filters) {
        const entries = await all(filter);
        const places = entries.map(({ cursor }) => cursor.split(".").map(Number) as [number, number]);
        expect([filter, places]).toEqual([filter, places.toSorted((one, other) => other[0] - one[0] || other[1] - one[1])]);
        expect([filter, new Set(entries.map(({ cursor }) => cursor)).size]).toEqual([filter, entries.length]);
        expect([filter, (await exported(filter)).map(({ cursor }) => cursor).toSorted()]).toEqual([
          filter,
          entries.map(({ cursor }) => cursor).toSorted(),
        ]);
      }
      expect((await all("kind=note")).length).toBe(130);
      expect((await all(filters[5] ?? "")).length).toBe(65);
      expect((await all(filters[6] ?? "")).length).toBe(80);
      expect(await kinds(`?by=${encodeURIComponent("nobody@x.example")}`)).toEqual([]);
      const older = await page("?kind=note");
      const next = await page(`?kind=note&before=${older.entries.at(-1)?.cursor}`);
      const back = await page(`?kind=note&after=${next.entries[0]?.cursor}`);
      expect(back.entries).toEqual(older.entries);
      for (const wrong of ["before=now", "from=monday", "kind=nonsense", "organization=x"])
        expect([wrong, (await lead.get(`/history?${wrong}`)).status]).toEqual([wrong, 422]);
    });

    it("records its reading once an hour: for the team, and of one organization there alone", async () => {
      const reads = async (chain: string) =>
        (await api().store.selectFrom("history").select("place").where("chain", "=", chain).where("kind", "=", "read").execute()).length;
      const team = (await api().store.selectFrom("user").select("team_id").where("email", "=", at("lead")).executeTakeFirstOrThrow())
        .team_id;
      expectStatus(await wall(mill, "lead"), 200);
      await page();
      await page("?kind=note");
      await exported();
      await page(`?organization=${mill}`);
      await exported(`organization=${mill}`);
      expect([await reads(`team/${team}`), await reads(`organization/${mill}`)]).toEqual([1, 1]);
      api().now = new Date("2026-11-05T10:01:00.000Z");
      lead = await signIn("lead", "lead");
      await page();
      expect(await reads(`team/${team}`)).toBe(2);
      // Whoever does not see the organization reads nothing of who read there.
      kim = await signIn("kim", "lead");
      expect((await all("kind=read", kim)).map(({ by, organization }) => [by, organization])).toEqual([
        [at("kim"), null],
        [at("lead"), null],
        [at("lead"), null],
      ]);
    });

    it("notes a file that was taken out, unless somebody is taken off meanwhile who asked for it", async () => {
      const what = "Excel file";
      const inFile = async (client: Client) => [
        ...new Set((await exported("", client)).flatMap(({ organization }) => organization?.id ?? [])),
      ];
      const organizations = await inFile(kim);
      expect(organizations.toSorted()).toEqual([harbour, mill].toSorted());
      expectStatus(await wall(mill, "lead"), 200);
      expect((await kim.post("/history/files", { what, organizations })).status).toBe(404);
      expect((await kim.post("/history/files", { what, organization: mill })).status).toBe(404);
      expectStatus(await kim.post("/history/files", { what, organizations: await inFile(kim) }), 204);
      expectStatus(await lead.post("/history/files", { what, organization: mill, organizations: [mill] }), 204);
      const files = (entries: TeamHistoryEntry[]) => entries.filter(({ kind }) => kind === "file").map(({ by, place }) => [by, place]);
      expect(files(await all("", kim))).toEqual([[at("kim"), "history"]]);
      expect(files(await all("", lead))).toEqual([
        [at("lead"), "history"],
        [at("kim"), "history"],
      ]);
    });

    it("tells of an assessment whose model is closed to the reader only that something was done", async () => {
      const service = await createItil(sam, harbour, { selectedScope: "Maturity" });
      expectStatus(await sam.post("/itil/notes/maturity", { assessmentId: service, maturityId: 1, body: "A secret" }), 200);
      const max = await signIn("max", "lead", { roles: ["P3M3"] });
      const text = JSON.stringify([await all("", max), await exported("", max)]);
      expect(text).not.toContain("A secret");
      const [entry] = (await all("kind=note", max)).map(({ closed, place, assessment, before, after }) => [
        ...[closed, place, assessment?.model, before, after],
      ]);
      expect(entry).toEqual([true, "", "ITIL", undefined, undefined]);
      expect((await all("kind=note")).map(({ after }) => after)).toEqual(["A secret"]);
    });

    it("goes with an organization into another team, and leaves chains and seals as they were", async () => {
      const alone = await api().signIn({ email: at("alone") });
      const brought = await createOrganization(alone, { name: "Quarry" });
      const invited = { people: [{ email: at("alone") }], permission: "assessor", roles: ["P3M3"] };
      const { people } = expectStatus(await lead.post("/invitations", invited), 200).body;
      expectStatus(await alone.post(`/me/invitations/${people[0].invitation}/accept`), 204);
      expect((await all(`organization=${brought}&kind=organization`)).map(({ by, organization }) => [by, organization?.name])).toEqual([
        [at("alone"), "Quarry"],
      ]);
      const check = await inTransaction(api().store, (db) => checkHistory(db, HISTORY_KEY, api().now));
      expect(check.breaks).toEqual([]);
    });

    it("looks at no more than the index gives, whatever is stored", async () => {
      const work = { db: api().store, user: { id: ids.lead ?? 0, teamId: 1 } } as Parameters<typeof openStreams>[0];
      const cut = { direction: "desc" as const, point: { at: "2026-11-05T09:00:00.000Z", id: 1_000 }, count: 51 };
      const plans: string[] = [];
      for (const filter of [
        {},
        { by: at("lead") },
        { kind: ["note" as const, "access" as const] },
        { by: at("lead"), kind: ["note" as const] },
      ]) {
        const streams = await openStreams(work, filter);
        const kind = filter.kind?.[0] ?? null;
        for (const query of [firstStreams(streams, cut), firstEntries(streams, [{ scope: 1, kind }], cut)]) {
          const explain = isPostgres(api().store) ? sql`explain (format text)` : sql`explain query plan`;
          const plan = await inTransaction(api().store, async (db) => {
            // Few rows are read through and sorted, which is no plan for many.
            for (const way of isPostgres(db) ? ["seqscan", "sort"] : []) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(db);
            return sql<Record<string, unknown>>`${explain} ${query}`.execute(db);
          });
          plans.push(plan.rows.map((row) => row.detail ?? row["QUERY PLAN"]).join("\n"));
        }
      }
      for (const plan of plans) {
        expect(plan).toMatch(/history_of_team/);
        // Neither a scan of the history nor a sort of what one stream holds.
        expect(plan).not.toMatch(/SCAN (history|entry)\b|Seq Scan on history/);
      }
      expect(plans.map((plan) => /history_of_team(\w*)/.exec(plan)?.[1])).toEqual(
        isPostgres(api().store)
          ? expect.anything()
          : ["", "", "_by_person", "_by_person", "_by_kind", "_by_kind", "_by_person_and_kind", "_by_person_and_kind"],
      );
    });

    it("has cursors that say where an entry is", () => {
      expect(entryAddress({ at: "2026-11-05T09:00:00.123Z", id: 7 })).toBe("1793869200123.7");
    });
  });
});
