/** Everything of a team that is in progress, in one list (docs/rules/in-progress.md). */
import { beforeEach, describe, expect, it } from "vitest";
import { inProgress } from "#model/contract/in-progress.ts";
import { IN_PROGRESS_AT_ONCE } from "#model/in-progress.ts";
import { type Client, statementsFor } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { answerThread, completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const INTERNAL = "audit@progress.example";

describe("what a team has in progress", () => {
  onEachDatabase(
    (api) => {
      let teams = 0;
      let lead: Client;
      let sam: Client;
      let harbour: number;
      let mill: number;

      const at = (who: string) => `${who}@progress${teams}.example`;
      const signIn = (who: string, permission: "lead" | "assessor" | "viewer", more = {}) =>
        api().signIn({ email: at(who), firstName: who, team: `Progress ${teams}`, permission, ...more });
      const list = async (query = "", client = sam) => inProgress.parse(expectStatus(await client.get(`/in-progress${query}`), 200).body);
      const ids = async (query = "", client = sam) => (await list(query, client)).rows.map(({ assessment }) => assessment.id);
      const rename = async (client: Client, id: number, assessmentType: string, name: string) =>
        expectStatus(await client.put(`/assessments/${id}`, { assessmentType, name }), 200);
      const minutes = (count: number) => {
        api().now = new Date(Date.parse("2026-11-05T09:00:00.000Z") + count * 60_000);
      };

      beforeEach(async () => {
        minutes(0);
        teams += 1;
        lead = await signIn("lead", "lead");
        sam = await signIn("sam", "assessor");
        harbour = await createOrganization(sam, { name: "Harbour" });
        mill = await createOrganization(sam, { name: "mill" });
      });

      it("has what is open in all organizations, with progress, who edits and the last change", async () => {
        const p3m3 = await createP3M3(sam, harbour, { threadIds: [2, 6] });
        minutes(1);
        const itil = await createItil(sam, mill);
        const done = await completeP3M3(sam, harbour, "FFFPN", { threadIds: [2] });
        minutes(2);
        expectStatus(await answerThread(sam, p3m3, 1, 2, "FFFFF"), 200);
        expectStatus(await sam.delete(`/assessments/${itil}/lock`), 204);
        minutes(3);
        const viewer = await signIn("viewer", "viewer");
        for (const client of [sam, lead, viewer]) {
          const { rows, ...page } = await list("", client);
          expect(rows).toMatchObject([
            {
              assessment: { id: p3m3, assessmentType: "P3M3", lock: { holder: { name: at("sam") }, mine: client === sam } },
              organization: { id: harbour, name: "Harbour" },
              changedAt: "2026-11-05T09:02:00.000Z",
            },
            {
              assessment: { id: itil, assessmentType: "ITIL", lock: null },
              organization: { id: mill, name: "mill" },
              changedAt: "2026-11-05T09:01:00.000Z",
            },
          ]);
          expect(page).toEqual({
            ...{ page: 1, pages: 1, matches: 2, total: 2, editors: [at("sam")] },
            organizations: [
              { id: harbour, name: "Harbour" },
              { id: mill, name: "mill" },
            ],
          });
        }
        // The progress is that of the list of its organization.
        const { P3M3 } = expectStatus(await sam.get(`/organizations/${harbour}/assessments`), 200).body;
        const [row] = (await list()).rows;
        expect(row?.assessment).toMatchObject({ perspectives: P3M3.active[0].perspectives });
        expect(P3M3.active[0].perspectives[0].answeredQuestions).toBe(5);
        expect(await ids()).not.toContain(done);
      });

      it("is narrowed by client, model, who edits and words, and comes in an order", async () => {
        const first = await createP3M3(sam, harbour, { threadIds: [2] });
        await rename(sam, first, "P3M3", "Zebra 10");
        minutes(1);
        const second = await createItil(lead, mill);
        await rename(lead, second, "ITIL", "Zebra 9");
        minutes(2);
        const third = await createP3M3(sam, mill, { threadIds: [2] });
        await rename(sam, third, "P3M3", "Ärmel");
        expectStatus(await sam.delete(`/assessments/${third}/lock`), 204);
        expect(await ids()).toEqual([third, second, first]);
        expect(await ids("?order=oldest")).toEqual([first, second, third]);
        expect(await ids("?order=client")).toEqual([first, third, second]);
        expect(await ids("?order=name")).toEqual([third, second, first]);
        expect(await ids(`?organization=${mill}`)).toEqual([third, second]);
        expect(await ids("?model=P3M3")).toEqual([third, first]);
        expect(await ids(`?by=${at("lead")}`)).toEqual([second]);
        expect(await ids("?by=nobody")).toEqual([third]);
        expect(await ids("?q=%C3%A4RM")).toEqual([third]);
        expect(await ids("?q=harbOUR")).toEqual([first]);
        expect(await ids(`?q=zebra&organization=${mill}&model=ITIL`)).toEqual([second]);
        // Filters do not narrow what they offer.
        expect(await list("?q=nothing+like+that")).toMatchObject({ rows: [], matches: 0, total: 3, editors: [at("lead"), at("sam")] });
        for (const query of ["order=x", "model=x", "page=0", "organization=x", "tests=2"])
          expect([query, (await sam.get(`/in-progress?${query}`)).status]).toEqual([query, 422]);
      });

      it("leaves out tests and what is archived unless asked for, and reading is no change", async () => {
        const test = await createP3M3(sam, harbour, { threadIds: [2], isTestAssessment: true });
        const archived = await createP3M3(sam, harbour, { threadIds: [2] });
        expectStatus(await sam.post(`/assessments/${archived}/archive`), 200);
        const open = await createP3M3(sam, harbour, { threadIds: [2] });
        expect(await ids()).toEqual([open]);
        expect(await ids("?tests=1&order=oldest")).toEqual([test, open]);
        expect(await ids("?archived=1&order=oldest")).toEqual([archived, open]);
        minutes(5);
        expectStatus(await sam.post(`/assessments/${open}/history/files`, { what: "Excel file" }), 204);
        expect((await list()).rows[0]?.changedAt).toBe("2026-11-05T09:00:00.000Z");
      });

      it("shows nobody what they may not see: behind a wall, of another model, or of another team", async () => {
        const p3m3 = await createP3M3(sam, harbour, { threadIds: [2] });
        const itil = await createItil(sam, harbour);
        const hidden = await createP3M3(sam, mill, { threadIds: [2] });
        const [me] = expectStatus(await lead.get("/people"), 200).body.people.filter((each: { email: string }) => each.email === at("sam"));
        expectStatus(await lead.put(`/organizations/${mill}/access`, { access: "named", people: [me.id], reason: "As agreed" }), 200);
        expect((await ids()).sort()).toEqual([p3m3, itil, hidden].sort());
        const viewer = await signIn("viewer", "viewer", { roles: ["ITIL"] });
        expect(await ids("", viewer)).toEqual([itil]);
        expect(await ids("?model=P3M3", viewer)).toEqual([]);
        expect(await ids("", await signIn("none", "viewer", { roles: [] }))).toEqual([]);
        expect((await ids("", lead)).sort()).toEqual([p3m3, itil].sort());
        expect(JSON.stringify(await list(`?q=mill`, lead))).not.toContain("mill");
        // An organization that somebody does not see is as one that does not exist.
        const [theirs, nobodys] = [await list(`?organization=${mill}`, lead), await list("?organization=2000000000", lead)];
        expect(theirs).toEqual(nobodys);
        // An internal account has the list of its own team.
        expect(await ids("", await api().signIn({ email: INTERNAL, permission: "lead" }))).toEqual([]);
        expect((await api().anonymous.get("/in-progress")).status).toBe(401);
      });

      it("takes as many statements for 500 assessments as for a page of them", async () => {
        const p3m3 = await createP3M3(sam, harbour, { threadIds: [2, 6] });
        expectStatus(await answerThread(sam, p3m3, 1, 2, "FFFFF"), 200);
        const itil = await createItil(sam, harbour);
        const { store } = api();
        const stored = await store.selectFrom("assessment").selectAll().where("id", "in", [p3m3, itil]).execute();
        const rows = stored.map(({ id: _id, ...row }) => row);
        const add = (count: number) => {
          const values = Array.from({ length: count }, (_, index) =>
            rows.map((row) => ({ ...row, organization_id: index % 2 ? harbour : mill })),
          );
          return store.insertInto("assessment").values(values.flat()).execute();
        };
        const count = (query: string) => statementsFor(api(), sam, `/in-progress${query}`);
        const few = await count("");
        expect(few).toBeLessThanOrEqual(14);
        for (const _ of [1, 2, 3, 4, 5]) await add(50);
        expect(await count("")).toBe(few);
        const { rows: shown, ...page } = await list();
        expect([shown.length, page.page, page.pages, page.matches]).toEqual([IN_PROGRESS_AT_ONCE, 1, 6, 502]);
        const seen = new Set<unknown>();
        for (let number = 1; number <= 6; number += 1) for (const id of await ids(`?page=${number}`)) seen.add(id);
        expect(seen.size).toBe(502);
        // A page beyond the last is the last.
        expect(await list("?page=99")).toMatchObject({ page: 6, rows: [{}, {}] });
      });
    },
    { internalAccounts: [INTERNAL] },
  );
});
