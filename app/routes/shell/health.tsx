import { VERSION } from "#model/version.ts";
import { withVisitor } from "~/with-user.server";
/** Tells that the process is alive. `/ready` says whether it can serve requests. */
export const loader = withVisitor(() => {
  return Response.json({ status: "ok", version: VERSION });
});
