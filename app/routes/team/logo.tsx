import { logoResponse } from "~/services/team/style.server";
import { withFile } from "~/with-user.server";

/** The logo of the team, for its screen and for print. */
export const loader = withFile(({ context }) => logoResponse(context));
