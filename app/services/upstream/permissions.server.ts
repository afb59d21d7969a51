/** What the user may do in their team (docs/rules/rights.md#permissions). The only place of the web application that asks. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import type { Me } from "#model/contract/permissions.ts";
import { mayDo, reaches } from "#model/permissions.ts";
import type { RequestContext, UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault, NotPermitted } from "~/services/upstream/upstream.server";
import { paths } from "~/views/paths";

type Asker = Pick<RequestContext, "api">;

/** The user's permission and the leads of the team; undefined where the upstream has no permissions, or cannot tell now. @throws SessionOver */
export const findMe = async ({ api }: Asker): Promise<Me | undefined> =>
  (await hasExtension("permissions")) ? api.permissions.me().catch(ignoreFault) : undefined;

/** Whether the user may change what belongs to the team as a whole. Where it is not known, the upstream decides when they do. */
export async function mayWrite(asker: Asker): Promise<boolean> {
  const me = await findMe(asker);
  return me === undefined || reaches(me.permission, "assessor");
}

/** The models that the user works with now: the session is older than what a lead has changed since. Where the upstream does not tell, it decides. */
export const modelsOf = async (asker: Pick<UserContext, "api" | "user">): Promise<readonly Role[]> =>
  (await findMe(asker))?.roles ?? asker.user.roles;

/** Whether the user leads their team. */
export const leads = async (asker: Asker): Promise<boolean> => (await findMe(asker))?.permission === "lead";

/** For a screen on which something of the team is created or changed. @throws NotPermitted for a viewer */
export async function requireWriter(asker: Asker): Promise<void> {
  if (!(await mayWrite(asker))) throw new NotPermitted();
}

/** Whether the user may change an assessment or an organization, as far as its state allows. */
export const mayChange = (subject: { may?: readonly string[] | undefined }): boolean => mayDo("change", subject);

/** Whether the user may read second ratings now: others than those who change an assessment once it is submitted, without names and notes. */
export const mayReadRatings = (assessment: Assessment): boolean => mayChange(assessment) || assessment.status === "Completed";

/** For a screen that only exists to change an assessment. @throws NotPermitted with the way to read it instead */
export function requireMayChange(assessment: Assessment): void {
  if (!mayChange(assessment)) throw new NotPermitted({ href: paths.view(assessment.id), label: "Open it to read" });
}
