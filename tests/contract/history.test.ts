/** Extension `history`: who did what when, and that nobody can change it unnoticed (docs/rules/history.md). */
import { createSecretKey } from "node:crypto";
import { describe, expect, it } from "vitest";
import { anchorOf, checkHistory } from "#api/services/history-check.ts";
import { history } from "#model/contract/history.ts";
import { type Client, testConfig } from "../support/api.ts";
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

const KEY = createSecretKey(testConfig("").historyKey, "utf8");
const READER = "reader@internal.example";

describe("the history", () => {
  onEachDatabase(
    (api) => {
      const signIn = () => api().signIn({ email: "history@team.example" });
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
        expect(scope).toMatchObject({ kind: "scope", after: { selected_level: 2 } });
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
        expect((await entriesOf(client, id, `?day=${api().now.toISOString().slice(0, 10)}&kind=created`)).entries).toHaveLength(1);
        expect((await entriesOf(client, id, "?day=2020-01-01")).entries).toHaveLength(0);
        expect((await client.get(`/assessments/${id}/history?kind=colour`)).status).toBe(422);
      });

      it("tells when an account outside the team read, once an hour, and what was taken out; nobody else may ask", async () => {
        const client = await signIn();
        const id = await completeP3M3(client, await createOrganization(client), "FPNNN", { perspectiveIds: [1], threadIds: [1] });
        const reader = await api().signIn({ email: READER });
        for (let reads = 0; reads < 3; reads += 1) expectStatus(await reader.get(`/assessments/${id}`), 200);
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

      describe("when somebody tampers with it", () => {
        const broken = async (tamper: (id: number) => Promise<unknown>) => {
          const client = await signIn();
          const id = await createP3M3(client, await createOrganization(client));
          for (const letters of ["FPNNN", "FFPNN", "FFFPN"]) expectStatus(await answerThread(client, id, 1, 2, letters), 200);
          expect((await checkHistory(api().store, KEY)).breaks.filter(({ chain }) => chain === `assessment/${id}`)).toEqual([]);
          const anchor = await anchorOf(api().store);
          await tamper(id);
          const { breaks, erased } = await checkHistory(api().store, KEY);
          const isAnchored = (await anchorOf(api().store, anchor.newest)).digest === anchor.digest;
          return { found: breaks.find(({ chain }) => chain === `assessment/${id}`), erased, isAnchored };
        };
        const someoneElse = async () =>
          (await api().store.selectFrom("user").select("id").where("email", "<>", "history@team.example").executeTakeFirstOrThrow()).id;
        const entry = (id: number, seq: number) => ({ chain: `assessment/${id}`, seq });

        it.each(["at", "kind", "place", "user_id", "content"] as const)("finds an entry whose %s was changed", async (column) => {
          const { found } = await broken(async (id) => {
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
          expect(found).toMatchObject({ seq: 4, what: "changed" });
        });

        it("finds an entry that was taken out", async () => {
          const { found } = await broken((id) =>
            api().store.deleteFrom("history").where("chain", "=", entry(id, 3).chain).where("seq", "=", 3).execute(),
          );
          expect(found).toMatchObject({ seq: 3, what: "taken out" });
        });

        it("finds a chain that was cut off, also where the list of ends was cut with it", async () => {
          const cut = (id: number) =>
            api().store.deleteFrom("history").where("chain", "=", `assessment/${id}`).where("seq", ">", 3).execute();
          expect((await broken(cut)).found).toMatchObject({ seq: 4, what: "cut off the end" });
          const { found, isAnchored } = await broken(async (id) => {
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
          expect([found, isAnchored]).toEqual([undefined, false]);
        });

        it("calls what was erased erased, and the chain whole", async () => {
          const { found, erased, isAnchored } = await broken((id) =>
            api().store.updateTable("history").set({ content: null }).where("chain", "=", `assessment/${id}`).execute(),
          );
          expect(found).toBeUndefined();
          expect(erased).toBeGreaterThan(0);
          expect(isAnchored).toBe(true);
        });
      });
    },
    { internalAccounts: [READER] },
  );
});
