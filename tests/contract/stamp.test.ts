import { beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

const TARGETS = { model: "P3M3", scope: "Project", targets: [{ code: "OG", score: 4, date: "2027-06-30", reason: "Agreed" }] };
const ACTION = { title: "Write a plan", why: "", places: [], owner: "", due: null, effort: null, effect: null, state: "open" };
const EARLIER = {
  ...{ model: "P3M3", scope: "Project", date: "2021-05-03", source: "Report", maturity: null },
  scores: [{ code: "OG", score: 3.25 }],
};

describe("the stamp of a result", () => {
  onEachDatabase((api) => {
    let lead: Client;
    let reader: Client;
    let ids: { organization: number; result: number; other: number; reader: number; maker: number };
    /** The stamps so far: none comes back. */
    const seen = new Set<string>();

    const stampOf = async (client: Client, id = ids.result): Promise<string> =>
      expectStatus(await client.get(`/assessments/${id}/stamp`), 200).body.stamp;

    beforeAll(async () => {
      lead = await api().signIn({ email: "lead@stamp.example", team: "Stamp", permission: "lead" });
      reader = await api().signIn({ email: "reader@stamp.example", team: "Stamp" });
      const organization = await createOrganization(lead);
      const setup = { perspectiveIds: [1], threadIds: [6] };
      const maker = await api().signIn({ email: "maker@stamp.example", team: "Stamp" });
      const result = await completeP3M3(maker, organization, "FFPNN", setup);
      const other = await createP3M3(lead, organization, setup);
      const { people } = (await lead.get("/people")).body;
      const idOf = (name: string) => people.find(({ email }: { email: string }) => email === `${name}@stamp.example`).id;
      ids = { organization, result, other, reader: idOf("reader"), maker: idOf("maker") };
    });

    const address = () => `/organizations/${ids.organization}`;
    let action = 0;

    /** In this order: later ones need what earlier ones have made. */
    const CHANGES: [what: string, change: () => Promise<unknown>][] = [
      ["the organization is renamed", () => lead.put(address(), organizationForm({ name: "Renamed" }))],
      ["a target is set", () => lead.put(`${address()}/targets`, TARGETS)],
      [
        "an action is added",
        async () => {
          const added = await lead.post(`${address()}/actions`, { ...ACTION, assessmentId: ids.result });
          action = added.body.id;
          return added;
        },
      ],
      ["it is changed", () => lead.put(`${address()}/actions/${action}`, { ...ACTION, assessmentId: ids.result, state: "done" })],
      ["somebody remarks on it", () => lead.post(`${address()}/actions/${action}/remarks`, { text: "Agreed by mail." })],
      ["it is removed", () => lead.post(`${address()}/actions/${action}/remove`)],
      ["scores from elsewhere are added", () => lead.post(`${address()}/earlier-scores`, EARLIER)],
      ["the house style changes", () => lead.put("/team/style", { name: "Firm", accent: null, confidentiality: null, footer: null })],
      ["another assessment is renamed", () => lead.put(`/assessments/${ids.other}`, { assessmentType: "P3M3", name: "Another name" })],
      ["it is archived", () => lead.post(`/assessments/${ids.result}/archive`)],
      ["it is taken out again", () => lead.post(`/assessments/${ids.result}/unarchive`)],
      ["an edition of it is begun", () => lead.post(`/assessments/${ids.result}/editions`, { reason: "A figure was wrong" })],
      ["the reader becomes a viewer", () => lead.put(`/people/${ids.reader}`, { permission: "viewer" })],
      ["the reader works with other models", () => lead.put(`/people/${ids.reader}`, { roles: ["P3M3"] })],
      ["the person who made it is removed", () => lead.post(`/people/${ids.maker}/remove`)],
      [
        "a benchmark group is formed",
        () =>
          api()
            .store.insertInto("benchmark_group")
            .values({
              scope: "Project",
              perspective_id: 1,
              state: "live",
              entries: "[]",
              country_id: null,
              industry_id: null,
              size_id: null,
            })
            .execute(),
      ],
      [
        "a day ends",
        async () => {
          api().now = new Date(api().now.getTime() + 24 * 60 * 60_000);
          [lead, reader] = [await api().signIn({ email: "lead@stamp.example" }), await api().signIn({ email: "reader@stamp.example" })];
        },
      ],
    ];

    it("stays the same while nothing changes, and is another for each caller", async () => {
      const stamp = await stampOf(reader);
      expectStatus(await reader.get(`/P3M3/assessments/${ids.result}/results`), 200);
      expect(await stampOf(reader)).toBe(stamp);
      expect(await stampOf(lead)).not.toBe(stamp);
      expect(await stampOf(reader, ids.other)).not.toBe(stamp);
    });

    it.each(CHANGES)("is new after a change: %s", async (what, change) => {
      seen.add(await stampOf(reader));
      const answer = (await change()) as { status?: number } | undefined;
      expect(answer?.status ?? 200, what).toBeLessThan(300);
      expect(seen, what).not.toContain(await stampOf(reader));
    });

    it("is refused to whoever may not read the assessment", async () => {
      const stranger = await api().signIn({ email: "stranger@stamp.example", team: "Strangers" });
      expectStatus(await stranger.get(`/assessments/${ids.result}/stamp`), 404);
      expectStatus(await lead.put(`/people/${ids.reader}`, { roles: ["ITIL"] }), 200);
      expectStatus(await reader.get(`/assessments/${ids.result}/stamp`), 403);
      expectStatus(await lead.post(`/people/${ids.reader}/remove`), 200);
      expectStatus(await reader.get(`/assessments/${ids.result}/stamp`), 401);
    });
  });
});
