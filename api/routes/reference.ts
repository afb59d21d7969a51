import type { Api, Handlers } from "../handlers.ts";
import { COUNTRIES, INDUSTRIES, SIZES } from "../services/reference.ts";

/** Countries, industries and sizes. */
export function referenceRoutes(app: Api, { reading }: Handlers): void {
  app.get(
    "/countries",
    reading(async () => COUNTRIES),
  );
  app.get(
    "/industries",
    reading(async () => INDUSTRIES),
  );
  app.get(
    "/sizes",
    reading(async () => SIZES),
  );
}
