/** How much there may be of what somebody creates (docs/rules/rights.md#room). */
import { describe, expect, it } from "vitest";
import { ASSESSMENTS_MAX, ORGANIZATIONS_MAX } from "#model/room.ts";
import { onEachDatabase } from "./databases.ts";
import { completeP3M3, createOrganization, expectStatus, organizationForm } from "./scenario.ts";

const AT_ONCE = 500;
const PROFILE = { name: "One more", assessmentType: "P3M3", isTestAssessment: false, selectedScope: "Project" };

describe("room", () => {
  onEachDatabase((api) => {
    it("a team has at most 5,000 organizations, and two at once do not exceed it", async () => {
      const client = await api().signIn({ email: "many@room.example", team: "Many" });
      const first = await createOrganization(client);
      const { id: _, ...row } = await api().store.selectFrom("organization").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
      for (let made = 1; made < ORGANIZATIONS_MAX - 1; made += AT_ONCE)
        await api()
          .store.insertInto("organization")
          .values(Array.from({ length: Math.min(AT_ONCE, ORGANIZATIONS_MAX - 1 - made) }, () => row))
          .execute();
      const create = () => client.post("/organizations", organizationForm());
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      expect(answers.find(({ status }) => status === 422)?.body.title).toBe(
        "Your team has no room for another organization. An operator can delete one.",
      );
      const other = await api().signIn({ email: "few@room.example", team: "Few" });
      expectStatus(await other.post("/organizations", organizationForm()), 201);
    });

    it("an organization has at most 2,000 assessments, with archived ones and editions", async () => {
      const client = await api().signIn({ email: "full@room.example", team: "Full" });
      const organization = await createOrganization(client);
      const id = await completeP3M3(client, organization, "FRNNN", { perspectiveIds: [1], threadIds: [2] });
      const { id: _, ...row } = await api().store.selectFrom("assessment").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
      const copies = Array.from({ length: ASSESSMENTS_MAX - 2 }, () => ({ ...row, is_archived: 1 as const }));
      for (let from = 0; from < copies.length; from += AT_ONCE)
        await api()
          .store.insertInto("assessment")
          .values(copies.slice(from, from + AT_ONCE))
          .execute();
      const create = () => client.post(`/organizations/${organization}/assessments`, PROFILE);
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
      const message = "An organization has at most 2,000 assessments, and this one has as many. Create another organization for more.";
      expect(answers.find(({ status }) => status === 422)?.body.title).toBe(message);
      expect(expectStatus(await client.post(`/assessments/${id}/editions`, { reason: "Corrected" }), 422).body.title).toBe(message);
      const elsewhere = await createOrganization(client);
      expectStatus(await client.post(`/organizations/${elsewhere}/assessments`, PROFILE), 201);
    });
  });
});
