import { describe, expect, test } from "vitest";
import { countPassing, type Filter, filterIn, filtersFor, passes, withFilter, withFilterOf } from "~/views/answering/filters";

const ALL = { flags: true, notes: true };

describe("filters", () => {
  test.each([
    [ALL, ["todo", "flagged", "unnoted"]],
    [{ flags: false, notes: true }, ["todo", "unnoted"]],
    [{ flags: false, notes: false }, ["todo"]],
    [{ flags: false, notes: false, targets: true }, ["todo", "below"]],
    [{ flags: false, notes: false, targets: false }, ["todo"]],
  ])("offer what is known: %j", (knows, offered) => {
    expect(filtersFor(knows)).toEqual(offered);
  });

  test.each([
    ["show=flagged", ALL, "flagged"],
    ["show=flagged", { flags: false, notes: true }, undefined],
    ["show=toString", ALL, undefined],
    ["", ALL, undefined],
  ])("are read from the address: %s", (query, knows, filter) => {
    expect(filterIn(new URLSearchParams(query), knows)).toBe(filter);
  });

  test.each([
    ["/grid", "/grid?show=todo"],
    ["/grid?was=1", "/grid?was=1&show=todo"],
    ["/grid#PL", "/grid?show=todo#PL"],
  ])("become part of an address: %s", (href, expected) => {
    expect(withFilter(href, "todo")).toBe(expected);
    expect(withFilter(href, undefined)).toBe(href);
    expect(withFilterOf({ url: "http://here/summary?show=todo&x=1" }, href)).toBe(expected);
    expect(withFilterOf({ url: "http://here/summary?show=constructor" }, href)).toBe(href);
  });

  test.each([
    ["todo", { state: "not started" }, true],
    ["todo", { state: "started" }, true],
    ["todo", { state: "descoped" }, false],
    ["todo", { state: "complete" }, false],
    ["todo", { state: "Not started", computed: true }, false],
    ["flagged", { state: "answered", flagged: true }, true],
    ["flagged", { state: "answered" }, false],
    ["unnoted", { state: "answered", noted: false }, true],
    ["unnoted", { state: "answered" }, false],
    ["below", { state: "answered", belowTarget: true }, true],
    ["below", { state: "answered", belowTarget: false }, false],
    ["below", { state: "answered" }, false],
    ["below", { state: "descoped", belowTarget: true }, false],
    ["flagged", { state: "descoped", flagged: true }, false],
    ["unnoted", { state: "descoped", noted: false }, false],
    ["unevidenced", { state: "descoped", evidence: 0 }, false],
    ["differ", { state: "descoped", voices: { words: "2 of 3 voices", differ: true, apart: true } }, false],
    [undefined, { state: "descoped" }, true],
  ] as const)("%s of %j: %s", (filter, item, expected) => {
    expect(passes(filter, item)).toBe(expected);
  });

  test("count nothing that is descoped, not even all of it", () => {
    const items = ["answered", "descoped", "started"].map((state) => ({ state, noted: false }));
    expect([undefined, "unnoted", "todo"].map((filter) => countPassing(filter as Filter | undefined, items))).toEqual([2, 2, 1]);
  });
});
