/** Engagements that a new assessment can join (docs/rules/engagements.md#members). */
import type { Id } from "#model/contract/common.ts";
import type { Engagements } from "#model/contract/engagements.ts";
import { hasExtension } from "~/services/upstream/extensions.server";
import { ignoreFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

type Joinable = Engagements["engagements"][number];

/** Those of an organization that are planned or running, and have room; none where the upstream keeps none, or they cannot be read. */
export async function listJoinable(api: UserApi, organizationId: Id): Promise<Joinable[]> {
  if (!(await hasExtension("engagements"))) return [];
  const read = (page: number) => api.engagements.list({ organization: Number(organizationId), order: "name", page }).catch(ignoreFault);
  const joinable: Joinable[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const list = await read(page);
    if (!list) break;
    joinable.push(...list.engagements);
    pages = list.pages;
  }
  return joinable.filter(({ state, room }) => (state === "planned" || state === "running") && room > 0);
}

/** Makes an assessment a member, with neither unit, person nor day. @throws UpstreamFault */
export const joinEngagement = (api: UserApi, engagementId: Id, assessmentId: Id): Promise<unknown> =>
  api.engagements.member({ id: engagementId, memberId: assessmentId, body: { unit: "", responsible: null, day: null } });
