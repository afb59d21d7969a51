import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { readTeamName, writeTeamName } from "../services/team-name.ts";

/** What the caller's team is called where outsiders read it (docs/upstream-contract.md#team-name). */
export const teamNameHandlers: Handlers<typeof CONTRACT.teamName> = {
  get: (work) => readTeamName(work),
  put: (work, { body }) => writeTeamName(work, body),
};
