import { NotFound } from "~/services/faults.server";
import { isMeasuring, showMetrics } from "~/services/http/metrics.server";
import { withVisitor } from "~/with-user.server";

/** The operator's figures, for whoever has the bearer of `METRICS_TOKEN`. Without that setting there is no such address. */
export const loader = withVisitor(async ({ request }) => {
  if (!isMeasuring()) throw new NotFound();
  const shown = await showMetrics(request.headers.get("authorization"));
  return shown
    ? new Response(shown.text, { headers: { "Content-Type": shown.type } })
    : new Response("A bearer is needed.", { status: 401, headers: { "WWW-Authenticate": "Bearer" } });
});
