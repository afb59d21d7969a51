import { config } from "~/services/config.server";
import { whyUpstreamIsNotReady } from "~/services/upstream/upstream.server";

/** Whether this process can serve requests. For each part that it needs: "ok", or what is wrong. */
export async function checkReadiness(): Promise<{ ready: boolean; parts: Record<string, string> }> {
  const wrong = await whyUpstreamIsNotReady();
  return { ready: wrong === undefined, parts: { [config().apiUrl ? "upstream" : "database"]: wrong ?? "ok" } };
}
