import { METRICS_PATH } from "#model/contract/calls.ts";
import { isSecret } from "../auth/secrets.ts";
import { type Api, findBearerToken, type Surroundings } from "../handlers.ts";
import { unauthorized } from "../problem.ts";
import { createMeters } from "../services/measuring.ts";

/**
 * The operator's figures, for whoever has the bearer of `METRICS_TOKEN` (docs/operating.md#measure). Without that setting the call does not exist.
 */
export function metricsRoutes(app: Api, { store, clock, config }: Surroundings): void {
  const { metricsToken } = config;
  if (metricsToken === undefined) return;
  // The package is read once somebody asks.
  let meters: ReturnType<typeof createMeters> | undefined;
  app.get(METRICS_PATH, async (context) => {
    if (!isSecret(findBearerToken(context) ?? "", metricsToken)) throw unauthorized("A bearer is needed.");
    meters ??= createMeters(store, config, clock);
    const { contentType, metrics } = await meters;
    return context.body(await metrics(), 200, { "Content-Type": contentType });
  });
}
