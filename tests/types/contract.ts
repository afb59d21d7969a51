/** What must not compile. Never run: `tsc` holds this page, as an expected error that does not come is one. */
import { z } from "zod";
import type { Handlers } from "#api/handlers.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import { createApiClient, type Table } from "#model/contract/call.ts";
import { CONTRACT } from "#model/contract/calls.ts";
import { EMPTY_THREAD, gateThread } from "#model/p3m3/gate.ts";

const api = createApiClient(CONTRACT, async () => undefined);
const ref = { id: 1, name: "One" };
const form = { name: "Acme", businessUnit: null, benchmarkConsent: false, country: ref, industry: ref, size: ref };

export async function client() {
  await api.organizations.create({ body: form });
  // @ts-expect-error a field of the body is missing
  await api.organizations.create({ body: { ...form, size: undefined } });
  // @ts-expect-error a field that the body does not have
  await api.organizations.create({ body: { ...form, website: "https://acme.example" } });
  // @ts-expect-error no body
  await api.organizations.create({});
  // @ts-expect-error a value that the field cannot have
  await api.p3m3.mark({ id: 1, questionId: 2, body: { diagnosticId: 3, isPositive: "yes" } });

  await api.assessments.get({ id: "a1" });
  // @ts-expect-error the path's id is missing
  await api.assessments.get();
  // @ts-expect-error an id is a number or text
  await api.assessments.get({ id: undefined });
  // @ts-expect-error no such parameter
  await api.assessments.get({ id: 1, assessmentId: 1 });
  // @ts-expect-error a call without parameters
  await api.organizations.list({ id: 1 });
  // @ts-expect-error a value of the query is missing
  await api.p3m3.questions({ id: 1, p: 1 });
  // @ts-expect-error no such call
  await api.assessments.delete({ id: 1 });

  // @ts-expect-error it may be null
  (await api.organizations.get({ id: 1 })).organization.businessUnit.trim();
  // @ts-expect-error no such field in the answer
  (await api.organizations.list({})).organizations;
  // @ts-expect-error the client uses no body of this answer
  (await api.assessments.complete({ id: 1 })).id;
}

const pets = {
  get: { method: "GET", path: "/pets/{id}", summary: "A pet", status: 200, answer: z.object({ name: z.string() }) },
  rename: { method: "PUT", path: "/pets/{id}", summary: "Renames it", status: 200, body: z.object({ name: z.string() }) },
} as const satisfies Table;

export const complete: Handlers<typeof pets> = {
  get: async (_work, { id }) => ({ name: `Pet ${id.toFixed()}` }),
  rename: async (_work, { id, body: { name } }) => void [id, name],
};

// @ts-expect-error a handler is missing
export const missing: Handlers<typeof pets> = { get: complete.get };

// @ts-expect-error a handler that no call has
export const surplus: Handlers<typeof pets> = { ...complete, feed: complete.get };

export const wrongAnswer: Handlers<typeof pets> = {
  ...complete,
  // @ts-expect-error the answer is another
  get: async () => ({ title: "Rex" }),
};

export const wrongParameter: Handlers<typeof pets> = {
  ...complete,
  // @ts-expect-error the path has no such id
  get: async (_work, { petId }) => ({ name: String(petId) }),
};

export const declared = {
  // @ts-expect-error a call needs its status of success
  get: { method: "GET", path: "/pets", summary: "Pets" },
  // @ts-expect-error a method that the contract does not have
  patch: { method: "PATCH", path: "/pets", summary: "Pets", status: 200 },
} as const satisfies Table;

export function union(assessment: Assessment) {
  // @ts-expect-error only P3M3 has a level
  assessment.selectedLevel;
  if (assessment.assessmentType === "ITIL") return assessment.capabilities;
  // @ts-expect-error the level is null until the scope is saved
  gateThread(assessment.selectedLevel, EMPTY_THREAD);
  return assessment.selectedLevel === null ? [] : gateThread(assessment.selectedLevel, EMPTY_THREAD);
}
