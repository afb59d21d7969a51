/** Extension `history`: who did what when, and that nobody can change it unnoticed (docs/rules/history.md). */
import { type Compilable, CompiledQuery, sql } from "kysely";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { entriesOf as entriesOfChain, listHistory } from "#api/services/history.ts";
import { anchorOf, checkHistory } from "#api/services/history-check.ts";
import { thinNotes } from "#api/services/history-thinning.ts";
import { isPostgres } from "#api/store/open.ts";
import { history } from "#model/contract/history.ts";
import { type Client, HISTORY_KEY } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import {
  answerPractice,
  answerThread,
  completeP3M3,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  organizationForm,
} from "./scenario.ts";

const READER = "reader@internal.example";

describe("the history", () => {
  onEachDatabase(
    (api) => {
      const signIn = () => api().signIn({ email: "history@team.example" });
      /** Lets time pass. Tokens run out meanwhile. */
      const pass = ({ hours = 0, minutes = 0 }) => {
        const { now } = api();
        api().now = new Date(now.getTime() + (hours * 60 + minutes) * 60_000);
        return api().now;
      };
      const entriesOf = async (client: Client, id: number, query = "") =>
        history.parse(expectStatus(await client.get(`/assessments/${id}/history${query}`), 200).body);

      it("says who changed what, from what to what, the newest first", async () => {
        const client = await signIn();
        const id = await createP3M3(client, await createOrganization(client), { selectedLevel: 2 });
        expectStatus(await answerThread(client, id, 1, 2, "FPNNN"), 200);
        expectStatus(await answerThread(client, id, 1, 2, "FFPNN"), 200);
        const [question] = (await client.get(`/P3M3/assessments/${id}/questions?p=1&t=2`)).body;
        const diagnosticId = question.diagnostics[0].id;
        expectStatus(await client.put(`/p3m3/assessments/${id}/diagnostics/${question.id}`, { diagnosticId, isPositive: true }), 200);
        const note = { assessmentId: id, perspectiveId: 1, threadId: 2, body: "Seen the plan" };
        expectStatus(await client.post("/P3M3/notes", note), 200);
        expectStatus(await client.post(`/assessments/${id}/1/2/descope`), 200);
        expectStatus(await client.post(`/assessments/${id}/archive`), 200);
        const { entries, more, people } = await entriesOf(client, id);
        const [archived, descoped, noted, marked, second, first, scope, created] = entries;
        expect(archived).toMatchObject({ kind: "archived", by: "history@team.example", place: "", at: api().now.toISOString() });
        expect(descoped).toMatchObject({
          kind: "descoped",
          place: "thread/1/2",
          before: { answers: "FFPNN", marks: { [diagnosticId]: true } },
        });
        expect(noted).toMatchObject({ kind: "note", place: "thread/1/2", before: "", after: "Seen the plan" });
        expect(marked).toMatchObject({
          kind: "marks",
          before: { diagnosticId, isPositive: null },
          after: { diagnosticId, isPositive: true },
        });
        expect(second).toMatchObject({ kind: "answers", place: "thread/1/2", before: "FPNNN", after: "FFPNN" });
        expect(first).toMatchObject({ kind: "answers", after: "FPNNN" });
        expect(scope).toMatchObject({
          kind: "scope",
          after: { selectedLevel: 2, perspectives: expect.arrayContaining([{ id: 2 }]), threads: expect.arrayContaining([{ id: 2 }]) },
        });
        expect(created).toMatchObject({ kind: "created", after: { name: "Spring review", selectedScope: "Programme" } });
        expect([entries.length, more, people]).toEqual([8, false, ["history@team.example"]]);
      });

      it("tells of ITIL practices, components and validation too", async () => {
        const client = await signIn();
        const id = await createItil(client, await createOrganization(client), { selectedScope: "Maturity" });
        expectStatus(await answerPractice(client, id, 19, "RN"), 200);
        const [component] = (await client.get(`/itil/assessments/${id}/questions/maturity`)).body.filter(
          ({ computed }: { computed: boolean }) => !computed,
        );
        const answer = { questionId: component.id, optionId: component.options[2].id };
        expectStatus(await client.post(`/ITIL/assessments/${id}/answer/maturity`, answer), 200);
        expectStatus(await client.post(`/assessments/${id}/endorse`), 200);
        const { entries } = await entriesOf(client, id);
        expect(entries.map(({ kind, place }) => `${kind} ${place}`)).toEqual([
          "validation ",
          `answers maturity/${component.maturity.id}`,
          "answers capability/19",
          "scope ",
          "created ",
        ]);
        expect(entries[1]).toMatchObject({ after: 3 });
        expect(entries[2]?.after).toMatch(/^RN+$/);
      });

      it("has an entry for a write that changed something, and none for one that did not, or was refused, or was sent again", async () => {
        const client = await signIn();
        const id = await createP3M3(client, await createOrganization(client));
        const count = async () => (await entriesOf(client, id)).entries.length;
        const before = await count();
        const note = { assessmentId: id, perspectiveId: 1, threadId: 2, body: "Once" };
        const key = { "Idempotency-Key": `once-${id}` };
        for (const headers of [key, key, {}]) expectStatus(await client.post("/P3M3/notes", note, headers), 200);
        expect((await client.post("/P3M3/notes", { ...note, body: "Late" }, { "Made-From": "note=0" })).status).toBe(412);
        expect((await client.post(`/assessments/${id}/complete`)).status).toBe(422);
        expect(await count()).toBe(before + 1);
      });

      it("gives 50 at a time, and those that fit", async () => {
        const client = await signIn();
        const id = await createP3M3(client, await createOrganization(client));
        for (let index = 1; index <= 60; index += 1)
          expectStatus(await client.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body: `${index}` }), 200);
        const first = await entriesOf(client, id);
        expect([first.entries.length, first.more]).toEqual([50, true]);
        const rest = await entriesOf(client, id, `?before=${first.entries.at(-1)?.id}`);
        expect(rest.entries.map(({ kind }) => kind)).toEqual([...Array(10).fill("note"), "scope", "created"]);
        expect((await entriesOf(client, id, "?kind=scope")).entries).toHaveLength(1);
        expect((await entriesOf(client, id, "?place=thread/1/1")).entries).toHaveLength(0);
        expect((await entriesOf(client, id, "?by=somebody@else.example")).entries).toHaveLength(0);
        expect((await client.get(`/assessments/${id}/history?kind=colour`)).status).toBe(422);
      });

      it("gives what follows an entry, several kinds at once, and what was done between two moments", async () => {
        const client = await signIn();
        const id = await createP3M3(client, await createOrganization(client));
        const write = async (body: string, by = client) =>
          expectStatus(await by.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body }), 200);
        const started = api().now;
        for (let index = 1; index <= 60; index += 1) await write(`${index}`);
        const later = pass({ hours: 1 });
        const again = await signIn();
        expectStatus(await again.post(`/assessments/${id}/lock`), 200);
        await write("an hour later", again);
        const ids = ({ entries }: z.output<typeof history>) => entries.map((entry) => entry.id);
        // 1 and 2 are the set-up.
        const after = await entriesOf(again, id, "?after=2");
        expect([ids(after).at(0), ids(after).at(-1), after.more]).toEqual([52, 3, true]);
        const rest = await entriesOf(again, id, "?after=52");
        expect([ids(rest).at(0), ids(rest).at(-1), rest.more]).toEqual([63, 53, false]);
        expect(ids(await entriesOf(again, id, "?kind=scope,created"))).toEqual([2, 1]);
        expect(ids(await entriesOf(again, id, `?from=${later.toISOString()}`))).toEqual([63]);
        expect(ids(await entriesOf(again, id, `?to=${later.toISOString()}&after=50`))).toEqual([
          62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51,
        ]);
        expect(ids(await entriesOf(again, id, `?to=${started.toISOString()}`))).toEqual([]);
        expect((await again.get(`/assessments/${id}/history?from=yesterday`)).status).toBe(422);
      });

      it("tells when an account outside the team read, once an hour, and what was taken out; nobody else may ask", async () => {
        const client = await signIn();
        const id = await completeP3M3(client, await createOrganization(client), "FPNNN", { perspectiveIds: [1], threadIds: [1] });
        const reader = await api().signIn({ email: READER });
        const parts = ["", "/overview", "/evidence", "/wording", "/scores"];
        // As a page makes them.
        const reads = await Promise.all(parts.map((part) => reader.get(`/assessments/${id}${part}`)));
        for (const read of reads) expectStatus(read, 200);
        expectStatus(await reader.get(`/assessments/${id}`), 200);
        expectStatus(await client.get(`/assessments/${id}`), 200);
        expectStatus(await client.post(`/assessments/${id}/history/files`, { what: "Excel file" }), 204);
        const { entries } = await entriesOf(client, id);
        expect(entries.slice(0, 3).map(({ kind, by, after }) => [kind, by, after])).toEqual([
          ["file", "history@team.example", "Excel file"],
          ["read", READER, undefined],
          ["submitted", "history@team.example", undefined],
        ]);
        const stranger = await api().signIn({ email: "stranger@elsewhere.example" });
        expect([403, 404]).toContain((await stranger.get(`/assessments/${id}/history`)).status);
      });

      it("tells the team when an account outside it opened an organization, once an hour each", async () => {
        const client = await api().signIn({ email: "opened@team.example", team: "Opened" });
        const [first, second] = [await createOrganization(client), await createOrganization(client)];
        const reader = await api().signIn({ email: READER });
        for (const path of ["", "/assessments"])
          for (const id of [first, second, first]) expectStatus(await reader.get(`/organizations/${id}${path}`), 200);
        const entries = await api()
          .store.selectFrom("history")
          .innerJoin("user", "user.id", "history.user_id")
          .select(["place", "email"])
          .where("kind", "=", "read")
          .where("place", "like", "organization/%")
          .orderBy("history.id")
          .execute();
        expect(entries).toEqual([first, second].map((id) => ({ place: `organization/${id}`, email: READER })));
      });

      it("tells when an account outside the team read scores in a trend", async () => {
        const client = await signIn();
        const organization = await createOrganization(client);
        const id = await completeP3M3(client, organization, "FPNNN", { perspectiveIds: [1], threadIds: [1] });
        const reader = await api().signIn({ email: READER });
        for (const by of [reader, reader, client]) expectStatus(await by.get(`/organizations/${organization}/trend?model=P3M3`), 200);
        const { entries } = await entriesOf(client, id);
        expect(entries.slice(0, 2).map(({ kind, by }) => [kind, by])).toEqual([
          ["read", READER],
          ["submitted", "history@team.example"],
        ]);
      });

      it("keeps organizations, signing in and out for the team", async () => {
        const client = await api().signIn({ email: "leaver@team.example", team: "Leavers" });
        const organization = await createOrganization(client);
        expectStatus(await client.put(`/organizations/${organization}`, organizationForm({ name: "Renamed" })), 200);
        expectStatus(await client.post("/auth/logout"), 204);
        const kinds = await api()
          .store.selectFrom("history")
          .innerJoin("user", "user.id", "history.user_id")
          .select("history.kind")
          .where("user.email", "=", "leaver@team.example")
          .orderBy("history.id")
          .execute();
        expect(kinds.map(({ kind }) => kind)).toEqual(["signedIn", "organization", "organization", "signedOut"]);
      });

      it("keeps one note of each sitting once it is 30 days old, and stays whole", async () => {
        const client = await signIn();
        const id = await createP3M3(client, await createOrganization(client));
        const at = { assessmentId: id, perspectiveId: 1 };
        const write = async (threadId: number, body: string, by = client) =>
          expectStatus(await by.post("/P3M3/notes", { ...at, threadId, body }), 200);
        for (const body of ["S", "Seen", "Seen the plan"]) {
          await write(2, body);
          await write(1, `${body}, elsewhere`);
        }
        expectStatus(await answerThread(client, id, 1, 2, "FPNNN"), 200);
        pass({ minutes: 29 });
        const second = await signIn();
        await write(2, "Seen the plan, and asked", second);
        pass({ minutes: 30 });
        const third = await signIn();
        expectStatus(await third.post(`/assessments/${id}/lock`), 200);
        await write(2, "Seen two plans", third);
        const old = pass({ hours: 30 * 24 });
        const texts = async () =>
          (await entriesOf(await signIn(), id)).entries
            .filter(({ kind }) => kind === "note")
            .map(({ place, after, erased, thinned }) => [place, thinned && erased ? "thinned" : after]);
        const whole = await texts();
        await thinNotes(api().store, new Date(old.getTime() - 2 * 60 * 60_000));
        expect(await texts()).toEqual(whole);
        expect(whole).toHaveLength(8);
        expect(await thinNotes(api().store, old)).toBeGreaterThanOrEqual(5);
        expect(await texts()).toEqual([
          ["thread/1/2", "Seen two plans"],
          ["thread/1/2", "Seen the plan, and asked"],
          ["thread/1/1", "Seen the plan, elsewhere"],
          ["thread/1/2", "thinned"],
          ["thread/1/1", "thinned"],
          ["thread/1/2", "thinned"],
          ["thread/1/1", "thinned"],
          ["thread/1/2", "thinned"],
        ]);
        expect(await thinNotes(api().store, old)).toBe(0);
        const { breaks, thinned } = await checkHistory(api().store, HISTORY_KEY, api().now);
        expect(breaks).toEqual([]);
        expect(thinned).toBeGreaterThanOrEqual(5);
      });

      it("finds 50 of 20,000 entries by an index, whatever is asked for", async () => {
        const { store } = api();
        await signIn();
        const chain = "assessment/999999";
        const { id: user } = await store.selectFrom("user").select("id").orderBy("id").executeTakeFirstOrThrow();
        await sql`
          INSERT INTO history (chain, seq, at, kind, place, user_id, salt, content, commitment, seal)
          WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 20000)
          SELECT ${chain}, n, '2026-01-' || (10 + n / 2000) || 'T00:00:00.000Z', 'note', 'thread/1/' || (n % 13), ${user}, '', NULL, '', ''
          FROM number`.execute(store);
        await sql`ANALYZE`.execute(store);
        const day = { from: "2026-01-13T00:00:00.000Z", to: "2026-01-14T00:00:00.000Z" };
        const filters = [{}, { before: 10_000 }, { after: 10_000 }, { kind: ["note" as const] }, { place: "thread/1/5" }, day];
        for (const filter of [...filters, { by: "nobody@else.example" }, { ...day, place: "thread/1/5" }]) {
          const query = entriesOfChain(store, chain, filter).orderBy("seq", "desc").limit(51);
          const plan = await planOf(query);
          expect(plan, JSON.stringify(filter)).not.toMatch(/SCAN history|Seq Scan on history/);
        }
        const { entries, more } = await listHistory(store, 999_999, { ...day, before: 7_000 });
        expect([entries.length, more, entries[0]?.id]).toEqual([50, true, 6_999]);
        await store.deleteFrom("history").where("chain", "=", chain).execute();
      });

      /** How the database finds what a query asks for. */
      async function planOf(query: Compilable): Promise<string> {
        const { sql: text, parameters } = query.compile();
        const plan = CompiledQuery.raw(`${isPostgres(api().store) ? "EXPLAIN" : "EXPLAIN QUERY PLAN"} ${text}`, [...parameters]);
        return JSON.stringify((await api().store.executeQuery(plan)).rows);
      }

      describe("when somebody tampers with it", () => {
        const broken = async (tamper: (id: number) => Promise<unknown>) => {
          const client = await signIn();
          const id = await createP3M3(client, await createOrganization(client));
          for (const letters of ["FPNNN", "FFPNN", "FFFPN"]) expectStatus(await answerThread(client, id, 1, 2, letters), 200);
          expect(
            (await checkHistory(api().store, HISTORY_KEY, api().now)).breaks.filter(({ chain }) => chain === `assessment/${id}`),
          ).toEqual([]);
          const anchor = await anchorOf(api().store);
          await tamper(id);
          const { breaks, erased } = await checkHistory(api().store, HISTORY_KEY, api().now);
          const isAnchored = (await anchorOf(api().store, anchor.newest)).digest === anchor.digest;
          return { firstBreak: breaks.find(({ chain }) => chain === `assessment/${id}`), erased, isAnchored };
        };
        const someoneElse = async () =>
          (await api().store.selectFrom("user").select("id").where("email", "<>", "history@team.example").executeTakeFirstOrThrow()).id;
        const entry = (id: number, seq: number) => ({ chain: `assessment/${id}`, seq });

        it.each(["at", "kind", "place", "user_id", "content"] as const)("finds an entry whose %s was changed", async (column) => {
          const { firstBreak: fault } = await broken(async (id) => {
            const { chain, seq } = entry(id, 4);
            const [value] = await api()
              .store.selectFrom("history")
              .select(column)
              .where("chain", "=", chain)
              .where("seq", "=", 1)
              .execute();
            const other =
              column === "at"
                ? "2020-01-01T00:00:00.000Z"
                : column === "place"
                  ? "thread/1/1"
                  : column === "user_id"
                    ? await someoneElse()
                    : value?.[column];
            await api()
              .store.updateTable("history")
              .set({ [column]: other })
              .where("chain", "=", chain)
              .where("seq", "=", seq)
              .execute();
          });
          expect(fault).toMatchObject({ seq: 4, what: "changed" });
        });

        it("finds an entry that was taken out", async () => {
          const { firstBreak: fault } = await broken((id) =>
            api().store.deleteFrom("history").where("chain", "=", entry(id, 3).chain).where("seq", "=", 3).execute(),
          );
          expect(fault).toMatchObject({ seq: 3, what: "taken out" });
        });

        it("finds a chain that was cut off, also where the list of ends was cut with it", async () => {
          const cut = (id: number) =>
            api().store.deleteFrom("history").where("chain", "=", `assessment/${id}`).where("seq", ">", 3).execute();
          expect((await broken(cut)).firstBreak).toMatchObject({ seq: 4, what: "cut off the end" });
          const { firstBreak: fault, isAnchored } = await broken(async (id) => {
            await cut(id);
            const [last] = await api()
              .store.selectFrom("history")
              .select("seal")
              .where("chain", "=", `assessment/${id}`)
              .where("seq", "=", 3)
              .execute();
            await api()
              .store.updateTable("history_head")
              .set({ seq: 3, seal: last?.seal ?? "" })
              .where("chain", "=", `assessment/${id}`)
              .execute();
          });
          expect([fault, isAnchored]).toEqual([undefined, false]);
        });

        it.each([
          ["a note of today that was saved again", "Second", 0],
          ["the last note of a sitting", "Third", 31],
          ["a note that somebody saved again later", "Second", 31],
          ["a change of answers", "answers", 31],
        ])("finds an erased text that is called thinned: %s", async (_what, which, days) => {
          const client = await signIn();
          const id = await createP3M3(client, await createOrganization(client));
          const write = async (by: Client, body: string) =>
            expectStatus(await by.post("/P3M3/notes", { assessmentId: id, perspectiveId: 1, threadId: 2, body }), 200);
          expectStatus(await answerThread(client, id, 1, 2, "FPNNN"), 200);
          expectStatus(await answerThread(client, id, 1, 2, "FFPNN"), 200);
          await write(client, "First");
          await write(client, "Second");
          if (days > 0) pass({ hours: 1 });
          const later = await signIn();
          expectStatus(await later.post(`/assessments/${id}/lock`), 200);
          await write(later, "Third");
          pass({ hours: days * 24 });
          const { entries } = await entriesOf(await signIn(), id);
          const seq = entries.find(({ kind, after }) => (which === "answers" ? kind === "answers" : after === which))?.id ?? 0;
          const chain = `assessment/${id}`;
          const erase = (erased: "thinned" | null) =>
            api().store.updateTable("history").set({ content: null, erased }).where("chain", "=", chain).where("seq", "=", seq).execute();
          const firstBreak = async () =>
            (await checkHistory(api().store, HISTORY_KEY, api().now)).breaks.find((each) => each.chain === chain);
          await erase("thinned");
          expect(await firstBreak()).toEqual({ chain, seq, what: "wrongly called thinned" });
          await erase(null);
          expect(await firstBreak()).toBeUndefined();
        });

        it("calls what was erased erased, and the chain whole", async () => {
          const {
            firstBreak: fault,
            erased,
            isAnchored,
          } = await broken((id) =>
            api().store.updateTable("history").set({ content: null }).where("chain", "=", `assessment/${id}`).execute(),
          );
          expect(fault).toBeUndefined();
          expect(erased).toBeGreaterThan(0);
          expect(isAnchored).toBe(true);
        });
      });
    },
    { internalAccounts: [READER] },
  );
});
