import { anyone } from "~/answer.server";
import { checkReadiness } from "~/services/upstream/readiness.server";

/** Tells whether this process can serve requests and, if not, which part is failing. */
export const loader = anyone(async () => {
  const { ready, parts } = await checkReadiness();
  return Response.json({ status: ready ? "ok" : "unavailable", parts }, { status: ready ? 200 : 503 });
});
