import { ownDataResponse } from "~/services/session/me.server";
import { withFile } from "~/with-user.server";

/** What the upstream stores about oneself, as a file. */
export const loader = withFile(({ context }) => ownDataResponse(context));
