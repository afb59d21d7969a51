/** States that are odd but legal: where capabilities meet, on data that has grown. */
import { BUSINESS_UNIT_MAX, NAME_MAX } from "#model/text.ts";
import {
  answerAllItil,
  completeP3M3,
  createAgain,
  createItil,
  createOrganization,
  createP3M3,
  expectStatus,
  type P3M3Setup,
} from "../contract/scenario.ts";
import type { Client } from "./api.ts";
import { askVoice } from "./seed.ts";

/** What a state is about. Each has an organization; not each an assessment. */
export interface OddState {
  organizationId: number;
  assessmentId?: number;
  model?: "P3M3" | "ITIL";
  voiceId?: number;
  actionId?: number;
  earlierId?: number;
}

const SMALL: P3M3Setup = { perspectiveIds: [1, 6], threadIds: [2, 10] };
/** Some of every model, so that lists and charts have rows. */
const SEVEN = [19, 20, 21, 22, 23, 24, 25].map((id) => ({ id, selectionMode: 1 as const }));

const release = async (client: Client, id: number) => client.delete(`/assessments/${id}/lock`);
const archive = async (client: Client, id: number) => expectStatus(await client.post(`/assessments/${id}/archive`), 200);
const rename = async (client: Client, id: number, name: string) =>
  expectStatus(await client.put(`/assessments/${id}`, { assessmentType: "P3M3", name }), 200);
const editionOf = async (client: Client, id: number): Promise<number> =>
  expectStatus(await client.post(`/assessments/${id}/editions`, { reason: "A wrong figure" }), 201).body.id;
const ACTION = {
  ...{ title: "Write a benefits register", why: "", assessmentId: null, places: [], owner: "" },
  ...{ due: null, effort: null, effect: null, state: "open" },
};
const EARLIER = {
  model: "P3M3",
  scope: "Programme",
  date: "2021-05-03",
  source: "An older report",
  maturity: 2,
  scores: [{ code: "BM", score: 1.5 }],
};

/** Makes each state, by its name. The client belongs to a lead or assessor with both models. */
export const ODD_STATES: Readonly<Record<string, (client: Client) => Promise<OddState>>> = {
  "an organization without assessments": async (client) => ({ organizationId: await createOrganization(client, { businessUnit: null }) }),

  "an assessment without a scope, after one that is completed": async (client) => {
    const organizationId = await createOrganization(client);
    const before = await completeP3M3(client, organizationId, "FFPNN", SMALL);
    return { organizationId, assessmentId: await createAgain(client, organizationId, before), model: "P3M3" };
  },

  "an archived assessment whose voices are open": async (client) => {
    const organizationId = await createOrganization(client);
    const assessmentId = await createP3M3(client, organizationId, SMALL);
    const voiceId = await askVoice(client, assessmentId, { places: ["thread/1/2"] });
    await archive(client, assessmentId);
    return { organizationId, assessmentId, model: "P3M3", voiceId };
  },

  "an edition that another has replaced": async (client) => {
    const organizationId = await createOrganization(client);
    const assessmentId = await completeP3M3(client, organizationId, "FFPNN", SMALL);
    const next = await editionOf(client, assessmentId);
    expectStatus(await client.post(`/assessments/${next}/lock`), 200);
    expectStatus(await client.post(`/assessments/${next}/complete`), 200);
    return { organizationId, assessmentId, model: "P3M3" };
  },

  "an edition that was begun": async (client) => {
    const organizationId = await createOrganization(client);
    const before = await completeP3M3(client, organizationId, "FFPNN", SMALL);
    return { organizationId, assessmentId: await editionOf(client, before), model: "P3M3" };
  },

  "an assessment in which all but the last threads are descoped": async (client) => {
    const organizationId = await createOrganization(client);
    const assessmentId = await createP3M3(client, organizationId, SMALL);
    for (const perspective of [1, 6])
      expectStatus(await client.post(`/assessments/${assessmentId}/${perspective}/10/descope`, { reason: "Not in use" }), 200);
    await release(client, assessmentId);
    return { organizationId, assessmentId, model: "P3M3" };
  },

  "a completed assessment of one thread, archived, with an action and earlier scores": async (client) => {
    const organizationId = await createOrganization(client);
    const assessmentId = await completeP3M3(client, organizationId, "RNNNN", { perspectiveIds: [1], threadIds: [2] });
    const actions = `/organizations/${organizationId}/actions`;
    const actionId = expectStatus(await client.post(actions, { ...ACTION, assessmentId, places: ["thread/1/2"] }), 201).body.id;
    const earlier = await client.post(`/organizations/${organizationId}/earlier-scores`, EARLIER);
    await archive(client, assessmentId);
    return { organizationId, assessmentId, model: "P3M3", actionId, earlierId: expectStatus(earlier, 201).body.id };
  },

  "names of the greatest length": async (client) => {
    const name = "W".repeat(NAME_MAX);
    const organizationId = await createOrganization(client, { name, businessUnit: "W".repeat(BUSINESS_UNIT_MAX) });
    const assessmentId = await createP3M3(client, organizationId, SMALL);
    await rename(client, assessmentId, name);
    await release(client, assessmentId);
    return { organizationId, assessmentId, model: "P3M3" };
  },

  "names of one letter": async (client) => {
    const organizationId = await createOrganization(client, { name: "X", businessUnit: "Y" });
    const assessmentId = await createP3M3(client, organizationId, { ...SMALL, selectedScope: "Project", isTestAssessment: true });
    await rename(client, assessmentId, "Z");
    await release(client, assessmentId);
    return { organizationId, assessmentId, model: "P3M3" };
  },

  "one ITIL practice": async (client) => {
    const organizationId = await createOrganization(client);
    const assessmentId = await createItil(client, organizationId);
    await release(client, assessmentId);
    return { organizationId, assessmentId, model: "ITIL" };
  },

  "a completed comprehensive ITIL assessment after another": async (client) => {
    const organizationId = await createOrganization(client);
    let previousId: number | undefined;
    for (const level of [2, 3]) {
      const setup = { selectedScope: "Comprehensive" as const, practices: SEVEN };
      const id = await createItil(client, organizationId, previousId === undefined ? setup : { ...setup, previousId });
      await answerAllItil(client, id, "F", level);
      expectStatus(await client.post(`/assessments/${id}/complete`), 200);
      previousId = id;
    }
    return { organizationId, assessmentId: previousId ?? 0, model: "ITIL" };
  },
};
