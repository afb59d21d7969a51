import { ownDataResponse } from "~/services/session/me.server";
import { withUser } from "~/with-user.server";

/** What the upstream stores about oneself, as a file. */
export const loader = withUser(({ context }) => ownDataResponse(context));
