import { logoResponse } from "~/services/team/style.server";
import { withUser } from "~/with-user.server";

/** The logo of the team, for its screen and for print. */
export const loader = withUser(({ context }) => logoResponse(context));
