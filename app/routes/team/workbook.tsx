import { teamAccessWorkbook } from "~/services/team/team-access.server";
import { withFile } from "~/with-user.server";

/** The Excel file of who may see what. */
export const loader = withFile(({ request, context }) => teamAccessWorkbook(context, request));
