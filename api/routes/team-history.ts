import type { CONTRACT } from "#model/contract/calls.ts";
import type { Handlers } from "../handlers.ts";
import { exportTeamHistory, listTeamHistory, noteTeamHistoryFile } from "../services/team-history.ts";

/** The history of a team (docs/upstream-contract.md#team-history). */
export const teamHistoryHandlers: Handlers<typeof CONTRACT.teamHistory> = {
  list: (work, query) => listTeamHistory(work, query),
  export: (work, query) => exportTeamHistory(work, query),
  fileTaken: (work, { body }) => noteTeamHistoryFile(work, body),
};
