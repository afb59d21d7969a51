import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { addressOf, type Call, callsOf, createApiClient, parametersIn, type Values } from "./call.ts";
import { CONTRACT, CONTRACT_CALLS } from "./calls.ts";

const call = (path: Call["path"], more: Partial<Call> = {}): Call => ({ method: "GET", path, summary: "", status: 200, ...more });
const note = CONTRACT.p3m3.notes.get;
const pathOf = (address: string) => new URL(address, "http://upstream.example").pathname;

/** Ids as any upstream may make them up: text of every kind, and numbers. */
const anyId = fc
  .oneof(
    fc.integer(),
    fc.string({ unit: "binary", minLength: 1 }),
    fc.constantFrom("a/b", "A b", "%2F", "ü", "😀", "...", "?x=1", "#", "a;b", "{id}"),
  )
  .filter((id) => id !== "." && id !== "..");

describe("the address of a call", () => {
  it("carries any id there and back, its case included", () => {
    fc.assert(
      fc.property(anyId, anyId, anyId, (assessmentId, perspectiveId, threadId) => {
        const sent = { assessmentId, perspectiveId, threadId };
        const texts = Object.fromEntries(Object.entries(sent).map(([name, id]) => [name, String(id)]));
        expect(parametersIn(note, pathOf(addressOf(note, sent)))).toEqual(texts);
      }),
    );
  });

  it("is found in any case and with a slash at the end, and no id is changed by that", () => {
    fc.assert(
      fc.property(anyId, fc.boolean(), fc.constantFrom("", "/", "//"), (id, isUpper, end) => {
        const { path } = CONTRACT.p3m3.results;
        const spelled = (isUpper ? path.toUpperCase() : path.toLowerCase()).replace(/\{id\}/i, encodeURIComponent(id));
        expect(parametersIn(CONTRACT.p3m3.results, pathOf(spelled + end))).toEqual({ id: String(id) });
      }),
    );
  });

  it.each(["", ".", "..", "\ud800", undefined, null])("is refused for the id %j, which no path can carry", (id) => {
    expect(() => addressOf(CONTRACT.assessments.get, { id })).toThrow(RangeError);
  });

  it.each(["/assessments", "/assessments/", "/assessments/1/2", "/x/assessments/1", "/assessments/1x/y", "/assessments/%E0%A4%A"])(
    "%s is none of an assessment",
    (path) => expect(parametersIn(CONTRACT.assessments.get, path)).toBeUndefined(),
  );

  it("is that of one call only, whatever the ids", () => {
    fc.assert(
      fc.property(fc.constantFrom(...CONTRACT_CALLS), fc.nat(), ({ name, call }, id) => {
        const pathname = call.path.replaceAll(/\{\w+\}/g, String(id));
        const matches = CONTRACT_CALLS.filter((other) => other.call.method === call.method && parametersIn(other.call, pathname));
        expect(matches.map((other) => other.name)).toEqual([name]);
      }),
    );
  });

  it("has the values of the query, encoded; a list with commas; nothing of what is undefined, and nothing else", () => {
    const query = z.object({ q: z.string(), ids: z.array(z.number()), none: z.string().optional() });
    const address = addressOf(call("/things", { query }), { q: "a&b=ü", ids: [1, 2], none: undefined, other: "x" });
    expect(address).toBe("/things?q=a%26b%3D%C3%BC&ids=1%2C2");
    expect(addressOf(call("/things"), { q: "x" })).toBe("/things");
  });
});

describe("the table", () => {
  it("names every call once, by family", () => {
    const names = CONTRACT_CALLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(["organizations.list", "p3m3.notes.put", "itil.notes.maturity.get"]));
  });

  it("gives a client that hands each call over with what was given", async () => {
    const seen: [Call, Values, unknown][] = [];
    const client = createApiClient<typeof CONTRACT, string>(CONTRACT, async (...args) => seen.push(args));
    await client.organizations.list({});
    await client.itil.notes.maturity.get({ assessmentId: "a", maturityId: 3 }, "option");
    expect(seen).toEqual([
      [CONTRACT.organizations.list, {}, undefined],
      [CONTRACT.itil.notes.maturity.get, { assessmentId: "a", maturityId: 3 }, "option"],
    ]);
    expect(callsOf({ family: { one: call("/one") } })).toEqual([{ name: "family.one", call: call("/one") }]);
  });
});
