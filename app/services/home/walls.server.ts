/** What home shows leads because of walls (docs/rules/walls.md#leads). */
import type { UserContext } from "~/services/context.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { leads } from "~/services/upstream/permissions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import { accessPaths, type UnseenOrganizations } from "~/views/access";

/** How many names home shows. */
const SHOWN = 10;

interface AsLead {
  /** Whether a wall could keep anybody out. */
  isOffered: boolean;
  /** The organizations that they govern and may not see; undefined for none. */
  unseen: UnseenOrganizations | undefined;
}

/** Undefined for anybody but a lead, where the upstream has no walls, and while it cannot tell. */
export async function readAsLead(context: Pick<UserContext, "api">): Promise<AsLead | undefined> {
  if (!(await hasExtension("walls")) || !(await leads(context))) return undefined;
  const read = await context.api.walls.team({ unseen: "1" }).catch(ignoreFault);
  if (!read) return undefined;
  const organizations = read.organizations.slice(0, SHOWN).map(({ id, name }) => ({ id, name, to: accessPaths.organization(id) }));
  const unseen = { organizations, all: read.total > SHOWN ? accessPaths.team() : undefined };
  return { isOffered: !read.isAlone, unseen: organizations.length === 0 ? undefined : unseen };
}
