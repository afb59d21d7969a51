import { describe, expect, test } from "vitest";
import type { OnPage } from "~/views/answering/concerns";
import { countPassing, type Filter, filterIn, filtersFor, passes, withFilter, withFilterOf } from "~/views/answering/filters";

const ALL = { flags: true, notes: true } as const;

describe("filters", () => {
  test.each<[OnPage, Filter[]]>([
    [ALL, ["todo", "flagged", "unnoted"]],
    [{ notes: true }, ["todo", "unnoted"]],
    [{}, ["todo"]],
    [{ targets: true }, ["todo", "below"]],
    [
      { ...ALL, evidence: true, targets: true, voices: true },
      ["todo", "flagged", "unnoted", "unevidenced", "below", "differ", "apart", "objected"],
    ],
  ])("offer what is known: %j", (available, offered) => {
    expect(filtersFor(available)).toEqual(offered);
  });

  test.each<[string, OnPage, Filter | undefined]>([
    ["show=flagged", ALL, "flagged"],
    ["show=flagged", { notes: true }, undefined],
    ["show=toString", ALL, undefined],
    ["", ALL, undefined],
  ])("are read from the address: %s", (query, available, filter) => {
    expect(filterIn(new URLSearchParams(query), available)).toBe(filter);
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
    ["todo", { state: "not started", concerns: {} }, true],
    ["todo", { state: "started", concerns: {} }, true],
    ["todo", { state: "descoped", concerns: {} }, false],
    ["todo", { state: "complete", concerns: {} }, false],
    ["todo", { state: "Not started", concerns: {}, computed: true }, false],
    ["flagged", { state: "answered", concerns: { flags: true } }, true],
    ["flagged", { state: "answered", concerns: {} }, false],
    ["unnoted", { state: "answered", concerns: { notes: false } }, true],
    ["unnoted", { state: "answered", concerns: {} }, false],
    ["unnoted", { state: "Complete", concerns: { notes: false } }, true],
    ["unnoted", { state: "started", concerns: { notes: false } }, false],
    ["unnoted", { state: "complete", concerns: { notes: false }, computed: true }, false],
    ["unevidenced", { state: "not started", concerns: { evidence: 0 } }, false],
    ["below", { state: "answered", concerns: { targets: true } }, true],
    ["below", { state: "answered", concerns: { targets: false } }, false],
    ["below", { state: "answered", concerns: {} }, false],
    ["below", { state: "descoped", concerns: { targets: true } }, false],
    ["flagged", { state: "descoped", concerns: { flags: true } }, false],
    ["unnoted", { state: "descoped", concerns: { notes: false } }, false],
    ["unevidenced", { state: "descoped", concerns: { evidence: 0 } }, false],
    ["differ", { state: "descoped", concerns: { voices: { words: "2 of 3 voices", differ: true, apart: true, objected: false } } }, false],
    [undefined, { state: "descoped", concerns: {} }, true],
    ["unevidenced", { state: "answered", concerns: { evidence: 0 } }, true],
    ["unevidenced", { state: "answered", concerns: {} }, false],
    ["differ", { state: "answered", concerns: { voices: { words: "2 of 3 voices", differ: true, apart: false, objected: false } } }, true],
    ["apart", { state: "answered", concerns: { voices: { words: "2 of 3 voices", differ: true, apart: false, objected: false } } }, false],
    ["objected", { state: "answered", concerns: { voices: { words: "", differ: false, apart: false, objected: true } } }, true],
    ["objected", { state: "answered", concerns: { voices: { words: "", differ: true, apart: true, objected: false } } }, false],
  ] as const)("%s of %j: %s", (filter, item, expected) => {
    expect(passes(filter, item) ?? false).toBe(expected);
  });

  test("count nothing that is descoped, not even all of it", () => {
    const items = ["answered", "descoped", "started"].map((state) => ({ state, concerns: { notes: false } }));
    expect([undefined, "unnoted", "todo"].map((filter) => countPassing(filter as Filter | undefined, items))).toEqual([2, 1, 1]);
  });
});
