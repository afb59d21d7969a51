/** The contract as an OpenAPI 3.1 document, made from the schemas that both sides use. */
import { z } from "zod";
import type { Call } from "#model/contract/call.ts";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { problem } from "#model/contract/common.ts";
import { hasCall } from "./handlers.ts";

const refusal = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
});

/** The schema of the input as it is sent, before it is trimmed or decoded: this is what a caller needs. */
function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  return rest;
}

const json = (schema: z.ZodType) => ({ "application/json": { schema: schemaOf(schema) } });

function operationOf(name: string, call: Call): Record<string, unknown> {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { oneOf: [{ type: "integer" }, { type: "string" }] },
  }));
  const inQuery = Object.entries(call.query?.shape ?? {}).map(([name, value]) => {
    const schema = schemaOf(value as z.ZodType);
    const asList = schema.type === "array" ? { style: "form", explode: false } : {};
    return { name, in: "query", required: !(value as z.ZodType).safeParse(undefined).success, ...asList, schema };
  });
  const isOpen = call.authentication === "none";
  const isWrite = call.method === "POST" || call.method === "PUT";
  const key = isWrite && !isOpen ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [];
  const shared = [401, ...(isOpen ? [] : [403]), ...(call.authentication || call.method === "GET" ? [] : [429])];
  return {
    operationId: name.replaceAll(/\.(\w)/g, (_, letter) => letter.toUpperCase()),
    tags: [tagOf(call.path)],
    summary: call.summary,
    ...(isOpen ? { security: [] } : {}),
    parameters: [...inPath, ...inQuery, ...key],
    ...(call.body ? { requestBody: { required: true, content: json(call.body) } } : {}),
    responses: {
      [call.status]: { description: "Done", ...(call.answer ? { content: json(call.answer) } : {}) },
      ...Object.fromEntries(shared.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
      ...Object.fromEntries(Object.entries(call.refusals ?? {}).map(([status, when]) => [status, refusal(when)])),
      default: { $ref: "#/components/responses/fault" },
    },
  };
}

function tagOf(path: string): string {
  const [, first = ""] = path.toLowerCase().split("/");
  if (first === "p3m3" || first === "itil") return first.toUpperCase();
  return ["countries", "industries", "sizes"].includes(first) ? "reference lists" : first;
}

/**
 * The OpenAPI document.
 * @param url the origin that the API was called at
 * @param extensions those that the API offers
 */
export function openApiDocument(url: string, extensions: readonly string[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, call } of CONTRACT_CALLS)
    if (hasCall(extensions, call)) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(name, call) };
  return {
    openapi: "3.1.0",
    info: {
      title: "Upstream of the Maturity Assessment Tool",
      version: "1.0.0",
      description:
        "What the web application asks of an upstream. Paths are matched without regard to case; fields that are not named here are ignored.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { Problem: schemaOf(problem) },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: false,
          description: "The same on all attempts of one write, which is then done once.",
          schema: { type: "string", minLength: 1, maxLength: 200 },
        },
      },
      responses: {
        401: refusal("A valid token is missing"),
        403: refusal("The caller has not the right"),
        429: refusal("The caller has changed too much within a minute; Retry-After tells how long to wait"),
        fault: refusal("A fault; the call may be repeated"),
      },
    },
  };
}
