import { expect, test } from "vitest";
import { lacks } from "./lacks.ts";

test.each([
  [{ answered: true }, 0, true],
  [{ answered: true }, false, true],
  [{ answered: true }, 1, false],
  [{ answered: true }, true, false],
  [{ answered: true }, undefined, false],
  [{ answered: false }, 0, false],
  [{ answered: true, descoped: true }, 0, false],
  [{ answered: true, computed: true }, false, false],
])("%j with %j lacks a note or evidence: %s", (item, has, expected) => {
  expect(lacks(item, has)).toBe(expected);
});
