import { NotFound } from "~/services/faults.server";
import { teamHistoryFile } from "~/services/history/team-history-file.server";
import { TEAM_HISTORY_FILES, teamHistoryFileName } from "~/views/team-history";
import { withFile } from "~/with-user.server";

/** The history of the team as a file; the ending of the address tells which. */
export const loader = withFile(({ request, params, context }) => {
  const format = TEAM_HISTORY_FILES.find((each) => teamHistoryFileName(each) === params.file?.toLowerCase());
  if (!format) throw new NotFound();
  return teamHistoryFile(context, format, request);
});
