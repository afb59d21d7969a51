import { expect, test } from "vitest";
import { crashRounds, type Ledger } from "../load/crash-rounds.ts";
import { startPostgres } from "../support/postgres.ts";

/** Each signs in again in each round. `npm run crash` has twice as many, and as many rounds as wanted. */
const people = 6;

function expectNothingLost({ saves, compared, lost, entries, unrecorded }: Ledger) {
  expect(saves).toBeGreaterThan(0);
  expect(compared).toBeGreaterThan(0);
  expect(lost).toEqual([]);
  expect(entries).toBeGreaterThanOrEqual(saves);
  expect(unrecorded).toEqual([]);
}

test("after a kill in the middle of the work every answer that was acknowledged is there, and in the history", async () => {
  expectNothingLost(await crashRounds(2, { people }));
});

test("so it is with the answers of second ratings", async () => {
  const { saves, compared, lost } = await crashRounds(1, { people, isRating: true });
  expect([saves > 0, compared > 0, lost]).toEqual([true, true, []]);
});

test("so it is when PostgreSQL is killed, and the web process goes on by itself", async () => {
  const postgres = await startPostgres({ durable: true });
  try {
    expectNothingLost(await crashRounds(2, { people, postgres }));
  } finally {
    await postgres.stop();
  }
});
