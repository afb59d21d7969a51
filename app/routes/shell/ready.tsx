import { VERSION } from "#model/version.ts";
import { checkReadiness } from "~/services/upstream/upstream.server";
import { withVisitor } from "~/with-user.server";

/** Tells whether this process can serve requests and, if not, which part is failing. */
export const loader = withVisitor(async () => {
  const { ready, parts } = await checkReadiness();
  return Response.json({ status: ready ? "ok" : "unavailable", version: VERSION, parts }, { status: ready ? 200 : 503 });
});
