import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { createAssessment, listAssessments } from "../services/assessments.ts";
import { changeOrganization, createOrganization, getOrganization, listOrganizations } from "../services/organizations.ts";

export const organizationHandlers: Handlers<typeof CONTRACT.organizations> = {
  list: (work, query) => listOrganizations(work, query),
  create: (work, { body }) => createOrganization(work, body),
  get: async (work, { id }) => ({ organization: await getOrganization(work, id) }),
  put: async (work, { id, body }) => ({ organization: await changeOrganization(work, id, body) }),
  assessments: {
    list: (work, { id, ...query }) => listAssessments(work, id, query),
    create: (work, { id, body }) => createAssessment(work, id, body),
  },
};
