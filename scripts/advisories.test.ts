import { expect, test } from "vitest";
import { judge } from "./advisories.js";

const weakness = (severity: string) => ({
  severity,
  via: [{ title: "Reads too far", url: "https://advisories.example/1" }],
  fixAvailable: true,
});

test("nothing known is clean", () => {
  expect(judge({ vulnerabilities: {} })).toEqual({ lines: ["Nothing is known against the pinned packages."], code: 0 });
});

test("what is rated moderate is told, what is rated high or critical stops", () => {
  expect(judge({ vulnerabilities: { a: weakness("moderate") } })).toEqual({
    lines: ["moderate: a: Reads too far (https://advisories.example/1) – a fix is there"],
    code: 0,
  });
  expect(judge({ vulnerabilities: { a: weakness("high") } }).code).toBe(1);
  expect(judge({ vulnerabilities: { b: { ...weakness("critical"), via: ["a"], fixAvailable: false } } })).toEqual({
    lines: ["critical: b: by way of a"],
    code: 1,
  });
});

test("a registry that cannot be asked is no clean bill", () => {
  expect(judge({ message: "405 Method Not Allowed" })).toEqual({
    lines: ["The registry could not be asked: 405 Method Not Allowed"],
    code: 2,
  });
});
