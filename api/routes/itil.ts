import type { Api, Handlers } from "../handlers.ts";

export function itilRoutes(app: Api, { catalogue, reading }: Handlers): void {
  app.get(
    "/itil/capabilities",
    reading(async ({ db }) => (await catalogue.newestItil(db))?.practices ?? []),
  );
  app.get(
    "/itil/maturities",
    reading(async ({ db }) => (await catalogue.newestItil(db))?.components.map(({ computed: _, ...component }) => component) ?? []),
  );
}
