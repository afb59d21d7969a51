import { anyone } from "~/answer.server";
/** The process is alive. Whether it can serve is another question. */
export const loader = anyone(() => {
  return Response.json({ status: "ok" });
});
