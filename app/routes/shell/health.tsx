import { anyone } from "~/answer.server";
/** Tells that the process is alive. Whether it can serve requests is told by `/ready`. */
export const loader = anyone(() => {
  return Response.json({ status: "ok" });
});
