import type { Api } from "../handlers.ts";
import { openApiDocument } from "../openapi.ts";

/** The OpenAPI description of the API, for people and their tools. */
export function descriptionRoutes(app: Api, extensions: readonly string[]): void {
  app.get("/openapi.json", (context) => context.json(openApiDocument(new URL(context.req.url).origin, extensions)));
}
