import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { listInProgress } from "../services/in-progress.ts";

/** Everything of a team that is in progress. */
export const inProgressHandlers: Handlers<typeof CONTRACT.inProgress> = {
  list: (work, query) => listInProgress(work, query),
};
