import type { ProgressQuery } from "#model/contract/again.ts";
import type { Id } from "#model/contract/common.ts";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";

/**
 * Reads the progress of an assessment, and what else the query asks. If the upstream fails at that, reads the progress alone.
 * @throws UpstreamFault
 */
export async function readProgress(api: UserApi, id: Id, query: ProgressQuery) {
  try {
    return await api.assessments.progress({ id, ...query });
  } catch (fault) {
    if (query.with === undefined || !isUpstreamFault(fault) || fault.status === "unreachable") throw fault;
    return api.assessments.progress({ id });
  }
}
