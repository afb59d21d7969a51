import { expect, test } from "vitest";
import { crashRounds } from "../load/crash-rounds.ts";

test("after a kill in the middle of the work every answer that was acknowledged is there", async () => {
  const { rounds, saves, compared, lost } = await crashRounds(3);
  expect(rounds).toBe(3);
  expect(saves).toBeGreaterThan(0);
  expect(compared).toBeGreaterThan(0);
  expect(lost).toEqual([]);
}, 120_000);
