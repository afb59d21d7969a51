import { describe, expect, test } from "vitest";
import { addressToFollow, assessmentInPath, paths, sameSitePath } from "./paths.ts";

describe("the assessment in a path", () => {
  test.each([
    ["/assessments/12/questions/MC/AM", "12"],
    ["/itil/assessments/12/summary", "12"],
    ["/ASSESSMENTS/a%2Fb/scope", "a/b"],
    ["/organizations/3/assessment", undefined],
    ["/", undefined],
  ])("%s", (path, id) => expect(assessmentInPath(path)).toBe(id));
});

describe("a path to come back to", () => {
  test.each(["/", "/assessments/1/result?benchmark=off", "/?organization=2"])("%s is ours", (path) =>
    expect(sameSitePath(path)).toBe(path),
  );
  test.each([
    "//evil.example/",
    "/a/..//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "evil",
    "",
    "/\t/evil.example",
    null,
    undefined,
  ])("%s leads elsewhere or nowhere", (path) => expect(sameSitePath(path)).toBeUndefined());
});

describe("an address that the upstream names", () => {
  test.each([
    ["https://home.example.org/bye?a=b", "https://home.example.org/bye?a=b"],
    ["HTTP://home.example.org", "http://home.example.org/"],
    ["https://home.example.org/\r\nX: y", "https://home.example.org/X:%20y"],
    ["/demo", "/demo"],
  ])("%j is followed", (address, followed) => expect(addressToFollow(address)).toBe(followed));
  test.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "ftp://evil.example", "https://", "https:evil", "", null])(
    "%j is not",
    (address) => expect(addressToFollow(address)).toBeUndefined(),
  );
});

test("the ITIL variant of a step ends in /itil", () => {
  expect(paths.step("scope", 4, "ITIL")).toBe("/assessments/4/scope/itil");
  expect(paths.step("scope", 4, "P3M3")).toBe("/assessments/4/scope");
});
