import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { listForYou } from "../services/for-you.ts";
import { changeAccess, createBehindWall, getAccess, listTeamAccess } from "../services/walls.ts";

/** Who may see an organization (docs/upstream-contract.md#walls). */
export const wallHandlers: Handlers<typeof CONTRACT.walls> = {
  get: (work, { id }) => getAccess(work, id),
  put: (work, { id, body }) => changeAccess(work, id, body),
  create: (work, { body }) => createBehindWall(work, body),
  team: (work, query) => listTeamAccess(work, query),
};

/** What waits for the caller. */
export const forYouHandlers: Handlers<typeof CONTRACT.forYou> = {
  list: (work, query) => listForYou(work, query),
};
