/** The set-up wizard (specification B): its sidebar, and opening one of its steps. */
import { redirect } from "@remix-run/node";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { paths } from "~/paths";
import { getAssessment, readOnlyReason } from "~/services/assessments.server";
import { holdLock } from "~/services/locks.server";
import { getOrganization } from "~/services/organizations.server";
import type { AppContext } from "~/sessions.server";

export type StepName = "profile" | "scope" | "review";

/** Scope was chosen: perspectives and threads, or practices. */
export function hasScope(found: Assessment): boolean {
  return found.assessmentType === "P3M3"
    ? Boolean(found.perspectives?.length && found.threads?.length)
    : Boolean(found.capabilities?.length);
}

/** The sidebar: the organisation and the three steps with their states (specification B2, B4). */
export async function loadWizard(context: AppContext, params: { assessmentId?: string | undefined; organizationId?: string | undefined }) {
  const found = params.assessmentId === undefined ? undefined : await getAssessment(context, params.assessmentId);
  const organization = params.organizationId === undefined ? found?.organization : await getOrganization(context, params.organizationId);
  const scoped = found !== undefined && hasScope(found);
  const step = (id: StepName, name: string, isComplete: boolean) => ({
    id,
    name,
    route: found ? paths.step(id, found.id, found.assessmentType) : undefined,
    isEnabled: found !== undefined || id === "profile",
    isComplete,
  });
  return {
    organization: {
      name: organization?.name ?? "Not Provided",
      location: organization?.country?.name || "Not Provided",
      businessUnit: organization?.businessUnit || "Not Provided",
    },
    certified: found?.assessmentType === "P3M3" && found.certified === true,
    steps: [
      step("profile", "Assessment details", found !== undefined),
      step("scope", "Scope details", scoped),
      step("review", "Review profile", scoped),
    ],
  };
}

export type WizardView = Awaited<ReturnType<typeof loadWizard>>;

/**
 * Opens a step of an existing assessment: leads to the address of its own model, takes the lock where it may be
 * changed, and says why where it may not.
 */
export async function openStep(context: AppContext, request: Request, assessmentId: Id, step: StepName) {
  const found = await getAssessment(context, assessmentId);
  const { pathname } = new URL(request.url);
  const asked = /\/itil\/?(\.data)?$/i.test(pathname) ? "ITIL" : "P3M3";
  if (request.method === "GET" && asked !== found.assessmentType) throw redirect(paths.step(step, found.id, found.assessmentType));
  const readOnly = await readOnlyReason(context, found);
  const page = readOnly === undefined ? await holdLock(context, request, found) : undefined;
  return { found, readOnly, page };
}
