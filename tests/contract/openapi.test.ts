import { createConfig, lintFromString } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { CONTRACT_CALLS } from "#model/contract/calls.ts";
import { NAME_MAX } from "#model/text.ts";
import { freshSqlite, MAIL, openTestApi } from "../support/api.ts";

/** Calls that the reference API adds to the contract. */
const BESIDE = ["/health", "/ready", "/openapi.json"];

async function document() {
  const api = await openTestApi(freshSqlite(), { mail: MAIL });
  try {
    return { described: (await api.anonymous.get("/openapi.json")).body, routes: api.routes };
  } finally {
    await api.close();
  }
}

describe("the description of the API", () => {
  it("names exactly the calls that the API has, each with what comes back", async () => {
    const { described, routes } = await document();
    expect(described.openapi).toBe("3.1.0");
    const nameless = (method: string, path: string) => `${method.toUpperCase()} ${path.toLowerCase().replaceAll(/\{\w+\}|:\w+/g, "{}")}`;
    const have = routes
      .filter(({ method, path }) => method !== "ALL" && !BESIDE.includes(path))
      .map(({ method, path }) => nameless(method, path));
    const listed = Object.entries<object>(described.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => nameless(method, path)),
    );
    expect(listed.sort()).toEqual([...new Set(have)].sort());
    expect(listed).toHaveLength(CONTRACT_CALLS.filter(({ call }) => call.extension !== "demo").length);
    const operations = Object.values<Record<string, { operationId: string; responses: object }>>(described.paths).flatMap((item) =>
      Object.values(item),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { responses } of operations) expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "default"]));
  });

  it("describes bodies as they are sent: bounds, choices, what may be left out", async () => {
    const { described } = await document();
    const body = (path: string, method: string) => described.paths[path][method].requestBody.content["application/json"].schema;
    const form = body("/organizations", "post");
    expect(form.properties.name).toMatchObject({ type: "string", minLength: 1, maxLength: NAME_MAX });
    expect(form.required).toEqual(["name", "benchmarkConsent", "country", "industry", "size"]);
    expect(body("/P3M3/assessments/{id}/answer", "post")).toMatchObject({ type: "array", minItems: 5, maxItems: 5 });
    expect(body("/assessments/{id}", "put").oneOf).toHaveLength(2);
    const assessment = described.paths["/assessments/{id}"].get.responses["200"].content["application/json"].schema;
    const models = assessment.oneOf.map(
      ({ properties }: { properties: { assessmentType: { const: string } } }) => properties.assessmentType.const,
    );
    expect(models).toEqual(["P3M3", "ITIL"]);
    for (const { properties, required } of assessment.oneOf) {
      expect(properties.status.enum).toContain("Draft");
      expect(required).not.toContain("organization");
    }
    expect(described.paths["/assessments/{id}"].put.responses["409"].description).toBe("Somebody else holds the edit lock, or nobody does");
    const { parameters } = described.paths["/P3M3/benchmarks"].get;
    expect(parameters.map(({ name, required }: { name: string; required: boolean }) => [name, required])).toEqual([
      ["perspectiveIds", true],
      ["countryId", false],
      ["industryId", false],
      ["sizeId", false],
      ["assessmentId", false],
    ]);
    expect(parameters[0]).toMatchObject({ explode: false, schema: { type: "array", items: { type: "integer" } } });
    const questions = described.paths["/P3M3/assessments/{id}/questions"].get;
    expect(questions.parameters.map(({ name }: { name: string }) => name)).toEqual(["id", "p", "t"]);
  });

  it("refers to nothing that it does not hold", async () => {
    const { described } = await document();
    const references = [...JSON.stringify(described).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = ""]) => path);
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references))
      expect(
        reference.split("/").reduce((value, key) => value?.[key], described),
        reference,
      ).toBeDefined();
  });

  it("has nothing that Redocly's linter complains of", async () => {
    const { described } = await document();
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: JSON.stringify(described), config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
  });
});
