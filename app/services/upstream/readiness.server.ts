import { config } from "~/services/config.server";
import { whyUpstreamIsNotReady } from "~/services/upstream/upstream.server";

/** What has to work before a request can be served; of each part "ok", or what is wrong with it. */
export async function checkReadiness(): Promise<{ ready: boolean; parts: Record<string, string> }> {
  const wrong = await whyUpstreamIsNotReady();
  return { ready: wrong === undefined, parts: { [config().apiUrl ? "upstream" : "database"]: wrong ?? "ok" } };
}
