import { describe, expect, it } from "vitest";
import { itilAssessment } from "#model/contract/assessments.ts";
import { itilCapabilities } from "#model/contract/itil.ts";
import { catalogueList } from "#model/contract/p3m3.ts";
import { COMPONENTS, CONTINUAL_IMPROVEMENT_ID, type ItilScope, PRACTICES } from "#model/itil/catalogue.ts";
import type { Client } from "../support/api.ts";
import { onEachDatabase } from "./databases.ts";
import { createOrganization, expectStatus } from "./scenario.ts";

const profile = { assessmentType: "ITIL", name: "Service review" };
const CI = CONTINUAL_IMPROVEMENT_ID;
/** A number of practices in addition to continual improvement, all Supporting. */
const supporting = (count: number) =>
  PRACTICES.filter(({ id }) => id !== CI)
    .slice(0, count)
    .map(({ id, name }) => ({ id, name, selectionMode: 2 }));
const components = (isSelected: boolean) => COMPONENTS.map(({ id, name }) => ({ id, name, isSelected }));

describe("setting up an ITIL assessment", () => {
  onEachDatabase((api) => {
    const created = async (selectedScope: ItilScope, over: Record<string, unknown> = {}) => {
      const client = await api().signIn({ email: "setup@service.example" });
      const organization = await createOrganization(client);
      const form = { ...profile, isTestAssessment: false, selectedScope, ...over };
      const { id } = expectStatus(await client.post(`/organizations/${organization}/assessments`, form), 201).body;
      expectStatus(await client.post(`/assessments/${id}/lock`), 200);
      return { client, id: id as number };
    };
    const put = (client: Client, id: number, body: Record<string, unknown>) => client.put(`/assessments/${id}`, { ...profile, ...body });
    const read = async (client: Client, id: number) => itilAssessment.parse((await client.get(`/assessments/${id}`)).body);
    const errorsOf = (body: { errors?: { path: string; message: string }[] }) =>
      body.errors?.map(({ path, message }) => `${path}: ${message}`);

    it("offers 34 practices in their groups and five components", async () => {
      const { client } = await created("Capability");
      const practices = itilCapabilities.parse((await client.get("/ITIL/capabilities")).body);
      expect(practices.map(({ id, code, name, group }) => ({ id, code, name, group }))).toEqual(PRACTICES);
      expect(practices[0]?.help).toBeTruthy();
      const offered = catalogueList.parse((await client.get("/itil/maturities")).body);
      expect(offered.map(({ code }) => code)).toEqual(["M-GP", "M-G", "M-SVC", "M-P", "M-CI"]);
    });

    it("starts Created and without a scope, and keeps whether it is for validation", async () => {
      const { client, id } = await created("Comprehensive", { endorsed: true });
      expect(await read(client, id)).toMatchObject({
        status: "Created",
        selectedScope: "Comprehensive",
        endorsed: true,
        capabilities: [],
        maturities: [],
      });
      expect(await read(client, id)).not.toHaveProperty("certified");
    });

    it("adds continual improvement as Primary and all components, and moves to Drafted", async () => {
      const { client, id } = await created("Comprehensive");
      const saved = expectStatus(await put(client, id, { capabilities: supporting(6), maturities: components(true) }), 200).body;
      expect(itilAssessment.parse(saved)).toMatchObject({ status: "Drafted" });
      const assessment = await read(client, id);
      expect(assessment.capabilities?.map(({ id, selectionMode }) => [id, selectionMode])).toEqual([
        [1, 2],
        [CI, 1],
        [3, 2],
        [4, 2],
        [5, 2],
        [6, 2],
        [7, 2],
      ]);
      expect(
        assessment.capabilities?.every(({ answeredQuestions, totalQuestions }) => answeredQuestions === 0 && totalQuestions >= 8),
      ).toBe(true);
      expect(assessment.maturities).toHaveLength(5);
      expect(assessment.maturities?.every(({ isSelected }) => isSelected)).toBe(true);
    });

    it("adds neither under Capability", async () => {
      const { client, id } = await created("Capability");
      expectStatus(await put(client, id, { capabilities: supporting(1), maturities: components(false) }), 200);
      expect(await read(client, id)).toMatchObject({ status: "Drafted", capabilities: [{ id: 1, selectionMode: 2 }], maturities: [] });
    });

    it.each([
      ["Capability", 0, 422],
      ["Capability", 1, 200],
      ["Comprehensive", 5, 422],
      ["Comprehensive", 6, 200],
      ["Comprehensive", 7, 200],
      ["Maturity", 0, 200],
      ["Maturity", 5, 200],
      ["Maturity", 6, 422],
    ] as const)("%s with %i practices answers %i", async (selectedScope, count, status) => {
      const { client, id } = await created(selectedScope);
      const { body } = expectStatus(await put(client, id, { capabilities: supporting(count) }), status);
      if (status === 422) expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(["capabilities"]);
      expect((await read(client, id)).status).toBe(status === 422 ? "Created" : "Drafted");
    });

    it("makes a Maturity assessment Comprehensive with the same request that brings more than five practices", async () => {
      const { client, id } = await created("Maturity");
      expectStatus(await put(client, id, { selectedScope: "Comprehensive", capabilities: supporting(6) }), 200);
      const assessment = await read(client, id);
      expect([assessment.selectedScope, assessment.capabilities?.length]).toEqual(["Comprehensive", 7]);
    });

    it("refuses what the form cannot send, naming the field", async () => {
      const { client, id } = await created("Comprehensive");
      const refusal = async (body: Record<string, unknown>) => errorsOf(expectStatus(await put(client, id, body), 422).body);
      expect(await refusal({ capabilities: supporting(5) })).toEqual([
        "capabilities: Please, select the minimum required. To proceed you need to pick at least 6 items.",
      ]);
      const locked = { id: CI, name: "Continual improvement", selectionMode: 2 };
      expect(await refusal({ capabilities: [...supporting(6), locked] })).toEqual([
        "capabilities: Continual improvement is always Primary in the Comprehensive scope.",
      ]);
      expect(await refusal({ capabilities: [...supporting(6), { id: 99, name: "?", selectionMode: 1 }] })).toEqual([
        "capabilities: Please enter a valid practice.",
      ]);
      expect(await refusal({ capabilities: supporting(6), maturities: components(false) })).toEqual([
        "maturities: All five maturity components are mandatory in the Comprehensive scope.",
      ]);
      expectStatus(await put(client, id, { capabilities: [{ id: 1, name: "A", selectionMode: 3 }] }), 422);
      expect(await refusal({ selectedScope: "Project" })).toEqual(["selectedScope: Please select one of the options."]);
      expect(await read(client, id)).toMatchObject({ status: "Created", capabilities: [] });
    });

    it("takes the whole assessment as it was read for a change of the profile alone, before and after the scope is saved", async () => {
      const { client, id } = await created("Capability");
      const whole = async () => {
        const { name, isTestAssessment, endorsed, selectedScope, capabilities, maturities } = await read(client, id);
        return { id, name, isTestAssessment, endorsed, selectedScope, capabilities, maturities };
      };
      const untouched = await whole();
      expect(untouched).toMatchObject({ capabilities: [], maturities: [] });
      expect(expectStatus(await put(client, id, { ...untouched, name: "A" }), 200).body).toMatchObject({ name: "A", status: "Created" });
      await put(client, id, { capabilities: supporting(2), maturities: components(false) });
      const saved = await whole();
      expect(expectStatus(await put(client, id, { ...saved, name: "B" }), 200).body).toMatchObject({ ...saved, name: "B" });
      // Another kind of scope brings its own practices. They are too few for now, and the scope step asks about that.
      const improvement = { id: CI, name: "Continual improvement", selectionMode: 1 };
      const followed = {
        ...saved,
        selectedScope: "Comprehensive",
        capabilities: [...supporting(2), improvement],
        maturities: components(true),
      };
      expectStatus(await put(client, id, followed), 200);
      expect((await read(client, id)).capabilities).toHaveLength(3);
      expectStatus(await put(client, id, { ...followed, maturities: components(false) }), 422);
      expectStatus(await put(client, id, { ...followed, capabilities: [...supporting(3), improvement] }), 422);
    });

    it("keeps the practices when the profile changes the kind of scope, with what that adds", async () => {
      const { client, id } = await created("Capability");
      expectStatus(await put(client, id, { capabilities: [...supporting(3), { id: CI, name: "CI", selectionMode: 2 }] }), 200);
      expectStatus(await put(client, id, { selectedScope: "Comprehensive", endorsed: true }), 200);
      const assessment = await read(client, id);
      expect(assessment).toMatchObject({ selectedScope: "Comprehensive", endorsed: true, status: "Drafted" });
      expect(assessment.capabilities?.map(({ id, selectionMode }) => [id, selectionMode])).toEqual([
        [1, 2],
        [CI, 1],
        [3, 2],
        [4, 2],
      ]);
      expect(assessment.maturities).toHaveLength(5);
    });

    it("refuses an update of the other model, of a foreign team, and without the lock", async () => {
      const { client, id } = await created("Capability");
      expect(
        errorsOf(expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name: "Service review" }), 422).body),
      ).toEqual(["assessmentType: The maturity model of an assessment cannot be changed."]);
      const stranger = await api().signIn({ email: "stranger@elsewhere.example" });
      expectStatus(await put(stranger, id, { capabilities: supporting(1) }), 404);
      await client.delete(`/assessments/${id}/lock`);
      expectStatus(await put(client, id, { capabilities: supporting(1) }), 409);
    });
  });
});
