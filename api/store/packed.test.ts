import fc from "fast-check";
import { expect, it } from "vitest";
import { pack, unpack } from "./packed.ts";

const long = fc.string({ minLength: 200, maxLength: 2000, unit: "binary" });

it("gives back whatever was packed, short or long", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), long, fc.record({ before: fc.jsonValue(), after: fc.oneof(fc.jsonValue(), long) })), (value) => {
      expect(unpack(pack(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it("reads what was packed when short values were compressed too", () => {
  expect(unpack("q1ZKSk3LL0pVslJycwvw81PSUUpMK0ktAvPdgvyUagE=")).toEqual({ before: "FFPNN", after: "FFFRN" });
});

it("makes a long note a tenth", () => {
  const note = { after: "Seen in the minutes of the board. ".repeat(300) };
  expect(pack(note).length).toBeLessThan(JSON.stringify(note).length / 10);
});
