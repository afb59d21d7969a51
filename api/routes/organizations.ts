import type { CONTRACT } from "#model/contract/calls.ts";
import { Quota } from "#model/quota.ts";
import type { Handlers } from "../handlers.ts";
import { createAssessment, listAssessments } from "../services/assessments.ts";
import { changeOrganization, createOrganization, getOrganization, listOrganizations } from "../services/organizations.ts";
import { countCreated } from "./created.ts";

/** What one person may create within a minute (docs/rules/rights.md#quotas). */
const PER_MINUTE = { organizations: 60, assessments: 60 };

/** The calls on organizations, for one API: its quotas are its own. */
export function organizationHandlers(): Handlers<typeof CONTRACT.organizations> {
  const quotas = { organizations: new Quota(PER_MINUTE.organizations), assessments: new Quota(PER_MINUTE.assessments) };
  return {
    list: (work) => listOrganizations(work),
    create: (work, { body }) => {
      countCreated(quotas.organizations, "organizations", work);
      return createOrganization(work, body);
    },
    get: async (work, { id }) => ({ organization: await getOrganization(work, id) }),
    put: async (work, { id, body }) => ({ organization: await changeOrganization(work, id, body) }),
    assessments: {
      list: (work, { id }) => listAssessments(work, id),
      create: (work, { id, body }) => {
        countCreated(quotas.assessments, "assessments", work);
        return createAssessment(work, id, body);
      },
    },
  };
}
