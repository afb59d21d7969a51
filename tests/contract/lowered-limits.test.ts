/** Texts that are longer than their limit, which was lowered after they were stored (docs/rules/locks-and-saving.md#unchanged-texts). */
import { describe, expect, it } from "vitest";
import { BUSINESS_UNIT_MAX, NAME_MAX, textMessages } from "#model/text.ts";
import { onEachDatabase } from "./databases.ts";
import { createItil, createOrganization, createP3M3, expectStatus, organizationForm } from "./scenario.ts";

const LONG = "x".repeat(NAME_MAX + 1);
const UNIT = "z".repeat(BUSINESS_UNIT_MAX + 1);
const OTHER = "y".repeat(NAME_MAX + 1);
const refusal = (path: string, max = NAME_MAX) => ({
  status: 422,
  title: "The request is not valid.",
  errors: [{ path, message: textMessages.tooLong(max) }],
});

describe("a stored text that is longer than its limit", () => {
  onEachDatabase((api) => {
    it("of an organization passes unchanged, and no other does", async () => {
      const client = await api().signIn({ email: "organization@limits.example" });
      const id = await createOrganization(client);
      await api().store.updateTable("organization").set({ name: LONG, business_unit: UNIT }).where("id", "=", id).execute();
      const put = (changes: object) =>
        client.put(`/organizations/${id}`, { ...organizationForm(), name: LONG, businessUnit: UNIT, ...changes });
      expectStatus(await put({ benchmarkConsent: true }), 200);
      expect(expectStatus(await put({ name: OTHER }), 422).body).toMatchObject(refusal("name"));
      expect(expectStatus(await put({ businessUnit: `${UNIT}!` }), 422).body).toMatchObject(refusal("businessUnit", BUSINESS_UNIT_MAX));
      expect(expectStatus(await client.post("/organizations", organizationForm({ name: LONG })), 422).body).toMatchObject(refusal("name"));
      expect((await client.get(`/organizations/${id}`)).body.organization).toMatchObject({
        name: LONG,
        businessUnit: UNIT,
        benchmarkConsent: true,
      });
      expectStatus(await put({ name: "Short" }), 200);
      expect(expectStatus(await put({}), 422).body).toMatchObject(refusal("name"));
    });

    it.each([["P3M3", createP3M3] as const, ["ITIL", createItil] as const])(
      "of an assessment of %s passes unchanged, and no other does",
      async (model, create) => {
        const client = await api().signIn({ email: `${model.toLowerCase()}@limits.example` });
        const organization = await createOrganization(client);
        const id = await create(client, organization);
        expectStatus(await client.post(`/assessments/${id}/lock`), 200);
        await api().store.updateTable("assessment").set({ name: LONG }).where("id", "=", id).execute();
        const put = (changes: object) => client.put(`/assessments/${id}`, { assessmentType: model, name: LONG, ...changes });
        expect(expectStatus(await put({ isTestAssessment: true }), 200).body).toMatchObject({ name: LONG, isTestAssessment: true });
        expect(expectStatus(await put({ name: OTHER }), 422).body).toMatchObject(refusal("name"));
        const created = {
          assessmentType: model,
          name: LONG,
          isTestAssessment: false,
          selectedScope: model === "P3M3" ? "Project" : "Capability",
        };
        expect(expectStatus(await client.post(`/organizations/${organization}/assessments`, created), 422).body).toMatchObject(
          refusal("name"),
        );
      },
    );

    it("of a house style passes unchanged, and no other does", async () => {
      const client = await api().signIn({ email: "style@limits.example", team: "Limits" });
      const style = { name: "Alder", accent: null, confidentiality: "Confidential", footer: null };
      expectStatus(await client.put("/team/style", style), 200);
      await api().store.updateTable("team_style").set({ confidentiality: LONG }).where("name", "=", "Alder").execute();
      const put = (changes: object) => client.put("/team/style", { ...style, confidentiality: LONG, ...changes });
      expect(expectStatus(await put({ footer: "12 High Street" }), 200).body).toMatchObject({
        confidentiality: LONG,
        footer: "12 High Street",
      });
      expect(expectStatus(await put({ confidentiality: OTHER }), 422).body).toMatchObject(refusal("confidentiality"));
      expect(expectStatus(await put({ footer: LONG }), 422).body).toMatchObject(refusal("footer"));
    });

    it("is refused where it is longer than any limit has been", async () => {
      const client = await api().signIn({ email: "ceiling@limits.example" });
      const id = await createOrganization(client);
      const answer = await client.put(`/organizations/${id}`, organizationForm({ name: "x".repeat(10_001) }));
      expect(expectStatus(answer, 422).body.errors).toEqual([{ path: "name", message: textMessages.tooLong(10_000) }]);
    });
  });
});
