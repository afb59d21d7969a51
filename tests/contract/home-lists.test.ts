/** Pages of organizations and of their assessments, instead of all of them (docs/upstream-contract.md#organizations). */
import { expect, it } from "vitest";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createItil, createOrganization, createP3M3, expectStatus } from "./scenario.ts";

const names = (entries: { organization: { name: string } }[]) => entries.map(({ organization: { name } }) => name);
const range = (length: number) => Array.from({ length }, (_, index) => index);

onEachDatabase(
  (api) => {
    it("a page of organizations is in the order of all, with its figures, and tells how many there are", async () => {
      const client = await api().signIn({ email: "pages@lists.example", team: "Pages" });
      const ids: number[] = [];
      for (const index of range(52)) ids.push(await createOrganization(client, { name: `${index % 2 ? "client" : "Client"} ${index}` }));
      await createP3M3(client, ids[0] ?? 0);
      const all = expectStatus(await client.get("/organizations"), 200).body;
      expect(all).not.toHaveProperty("shown");
      const read = async (query: string) => expectStatus(await client.get(`/organizations?${query}`), 200).body;
      const [first, second] = [await read("page=1"), await read("page=7")];
      expect([...first.myOrgnizations, ...second.myOrgnizations]).toEqual(all.myOrgnizations);
      expect(first.shown).toEqual({ page: 1, pages: 2, found: 52, total: 52, hasOpen: false });
      expect(second.shown.page).toBe(2);
      const last = all.myOrgnizations[51].organization;
      expect((await read(`page=1&open=${last.id}`)).shown).toEqual({ page: 2, pages: 2, found: 52, total: 52, hasOpen: true });
      const page = await read(`page=1&search=CLIENT%205&open=${last.id}`);
      expect([names(page.myOrgnizations), page.shown]).toEqual([
        ["client 5", "Client 50", "client 51"],
        { page: 1, pages: 1, found: 3, total: 52, hasOpen: true },
      ]);
      expect((await read("page=1&search=united%20kingdom")).shown.found).toBe(52);
      expect((await read("page=1&whose=others")).myOrgnizations).toEqual([]);
      expectStatus(await client.get("/organizations?page=0"), 422);
    });

    it("an internal account gets pages of the organizations of others, with their roles", async () => {
      const [owner, internal] = [
        await api().signIn({ email: "owner@lists.example", team: "Owners" }),
        await api().signIn({ email: "all@internal.example", team: "Internal" }),
      ];
      const organization = await createOrganization(owner, { name: "Only to be found here" });
      const read = await internal.get("/organizations?page=1&whose=others&search=only%20to%20be");
      const { otherUserOrgnizations = [], myOrgnizations } = expectStatus(read, 200).body;
      expect(myOrgnizations).toEqual([]);
      const all: { organization: { id: number } }[] = expectStatus(await internal.get("/organizations"), 200).body.otherUserOrgnizations;
      expect(otherUserOrgnizations).toEqual(all.filter((each) => each.organization.id === organization));
      expect(otherUserOrgnizations).toHaveLength(1);
    });

    it("a page of a tab has what the tab has, in its order, and tells what is in each", async () => {
      const client = await api().signIn({ email: "tabs@lists.example", team: "Tabs" });
      const organization = await createOrganization(client);
      const completed = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      const scope = { perspectiveIds: [1], threadIds: [2] };
      const started: number[] = [];
      for (const _ of range(3)) started.push(await createP3M3(client, organization, scope));
      const archived = started.pop() ?? 0;
      expectStatus(await client.post(`/assessments/${archived}/archive`), 200);
      const itil = await createItil(client, organization, { selectedScope: "Maturity" });
      const path = `/organizations/${organization}/assessments`;
      const all = expectStatus(await client.get(path), 200).body;
      expect(all).not.toHaveProperty("shown");
      const read = async (query: string) => expectStatus(await client.get(`${path}?${query}`), 200).body;
      const active = await read("tab=active&size=1");
      const counts = { active: 2, completed: 1, archive: 1 };
      expect(active.shown).toEqual({
        P3M3: { page: 1, pages: 2, found: 2, counts },
        ITIL: { page: 1, pages: 1, found: 1, counts: { active: 1, completed: 0, archive: 0 } },
      });
      expect([active.P3M3.drafted, active.P3M3.completed, active.ITIL.drafted]).toEqual([
        [all.P3M3.drafted[0]],
        [],
        [expect.objectContaining({ id: itil })],
      ]);
      expect((await read("tab=active&size=1&P3M3=2")).P3M3.drafted).toEqual([all.P3M3.drafted[1]]);
      const holding = await read(`tab=active&size=1&open=${started[0]}`);
      expect([holding.shown.P3M3.page, holding.P3M3.drafted[0].id]).toEqual([2, started[0]]);
      expect((await read("tab=completed")).P3M3.completed).toEqual([expect.objectContaining({ id: completed })]);
      expect((await read("tab=archive")).P3M3.archived).toEqual(all.P3M3.archived);
      for (const [find, page] of Object.entries({
        "SPRING review": 2,
        "tabs@LISTS": 2,
        [String(started[0])]: 1,
        programme: 2,
        nothing: 0,
      }))
        expect([find, (await read(`tab=active&find=${encodeURIComponent(find)}`)).shown.P3M3.found]).toEqual([find, page]);
      expectStatus(await client.get(`${path}?tab=active&size=101`), 422);
    });
  },
  { internalAccounts: ["all@internal.example"] },
);
