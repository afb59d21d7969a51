/** The contract as an OpenAPI 3.1 document, made from the schemas that both sides use. */
import { z } from "zod";
import { CONTRACT_CALLS, type ContractCall } from "#model/contract/calls.ts";
import { problem } from "#model/contract/common.ts";

const REFUSALS: Record<number, string> = {
  401: "A valid token is missing",
  403: "The caller has not the right",
  404: "There is no such thing",
  409: "Somebody else holds the edit lock, or nobody does",
  422: "The input breaks a rule",
};

/** What is sent, before it is trimmed or read: that is what a caller has to know. */
function schemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any", reused: "inline" });
  return rest;
}

const json = (schema: z.ZodType) => ({ "application/json": { schema: schemaOf(schema) } });

function operationOf(call: ContractCall): Record<string, unknown> {
  const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { oneOf: [{ type: "integer" }, { type: "string" }] },
  }));
  const inQuery = (call.query ?? []).map(({ name, required = false, list }) => ({
    name,
    in: "query",
    required,
    ...(list ? { style: "form", explode: false, schema: { type: "array", items: { type: "integer" } } } : { schema: { type: "integer" } }),
  }));
  const isWrite = call.method === "POST" || call.method === "PUT";
  const key = isWrite && call.authentication !== "none" ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [];
  const refusals = [401, ...(call.authentication === "none" ? [] : [403]), ...(call.refusals ?? [])];
  return {
    operationId: `${call.method.toLowerCase()}${call.path.replaceAll(/[/{}]+(\w)?/g, (_, letter = "") => letter.toUpperCase())}`,
    tags: [tagOf(call.path)],
    summary: call.summary,
    ...(call.authentication === "none" ? { security: [] } : {}),
    parameters: [...inPath, ...inQuery, ...key],
    ...(call.body ? { requestBody: { required: true, content: json(call.body) } } : {}),
    responses: {
      [call.status]: { description: "Done", ...(call.answer ? { content: json(call.answer) } : {}) },
      ...Object.fromEntries(refusals.map((status) => [status, { $ref: `#/components/responses/${status}` }])),
      default: { $ref: "#/components/responses/fault" },
    },
  };
}

function tagOf(path: string): string {
  const [, first = ""] = path.toLowerCase().split("/");
  if (first === "p3m3" || first === "itil") return first.toUpperCase();
  return ["countries", "industries", "sizes"].includes(first) ? "reference lists" : first;
}

/** The document. `url` is the address that the API was asked at. */
export function openApiDocument(url: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const call of CONTRACT_CALLS) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call) };
  }
  const refusal = (description: string) => ({
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } },
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "Upstream of the Maturity Assessment Tool",
      version: "1.0.0",
      description:
        "What the web application asks of an upstream. Paths are matched without regard to case; fields that are not named here are ignored.",
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
        ...Object.fromEntries(Object.entries(REFUSALS).map(([status, description]) => [status, refusal(description)])),
        fault: refusal("A fault; the call may be repeated"),
      },
    },
  };
}
