/** The screens about one organization that belong to no assessment. */
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { Forbidden, loadFor } from "~/services/faults.server";
import { failurePage } from "~/services/http/failures.server";
import { mayChange } from "~/services/upstream/permissions.server";
import { isOrganizationOfAnotherTeam } from "~/services/upstream/rights.server";
import { NotPermitted } from "~/services/upstream/upstream.server";
import { paths } from "~/views/paths";

/** An organization, and what the user may do with it. */
export interface OpenedOrganization {
  organization: { id: Id; name: string };
  isOwn: boolean;
  mayChange: boolean;
  /** The way home. @param tab of the assessments */
  backTo(tab?: string): string;
}

/** @throws LoadFailure */
export async function openOrganization(context: UserContext, organizationId: Id): Promise<OpenedOrganization> {
  const [{ organization }, isForeign] = await Promise.all([
    loadFor("organization", context.api.organizations.get({ id: organizationId })),
    isOrganizationOfAnotherTeam(context, organizationId),
  ]);
  const { id, name } = organization;
  const isOwn = !isForeign;
  return {
    organization: { id, name },
    isOwn,
    mayChange: isOwn && mayChange(organization),
    backTo: (tab) => (isOwn ? paths.homeAt : paths.allAssessments)({ organizationId: id, tab }),
  };
}

/** For a screen that changes something of an organization. @throws Forbidden; NotPermitted for a viewer */
export function requireOwn({ isOwn, mayChange }: Pick<OpenedOrganization, "isOwn" | "mayChange">): void {
  if (!isOwn) throw new Forbidden(failurePage(403, "organization"));
  if (!mayChange) throw new NotPermitted();
}
