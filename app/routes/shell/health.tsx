import { withVisitor } from "~/with-user.server";
/** Tells that the process is alive. Whether it can serve requests is told by `/ready`. */
export const loader = withVisitor(() => {
  return Response.json({ status: "ok" });
});
