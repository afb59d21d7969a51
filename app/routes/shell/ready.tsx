import { anyone } from "~/answer.server";
import { checkReadiness } from "~/services/upstream/readiness.server";

/** Whether this process can serve, and which part keeps it from it. */
export const loader = anyone(async () => {
  const { ready, parts } = await checkReadiness();
  return Response.json({ status: ready ? "ok" : "unavailable", parts }, { status: ready ? 200 : 503 });
});
