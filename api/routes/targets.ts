import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { listTargets, putTargets } from "../services/targets.ts";

/** The scores that an organization wants to reach (docs/upstream-contract.md#targets). */
export const targetHandlers: Handlers<typeof CONTRACT.targets> = {
  list: (work, { id, ...query }) => listTargets(work, id, query),
  put: (work, { id, body }) => putTargets(work, id, body),
};
