import { expect, test } from "vitest";
import { slicesInTurn } from "./slices.ts";

test("a list comes in slices, and others have their turn after each", async () => {
  const said: string[] = [];
  for await (const some of slicesInTurn([1, 2, 3, 4, 5], 2, async () => said.push("turn"))) said.push(some.join(" "));
  expect(said).toEqual(["1 2", "turn", "3 4", "turn", "5", "turn"]);
});

test("an empty list has none", async () => {
  for await (const some of slicesInTurn([], 2, async () => {})) throw new Error(String(some));
});
