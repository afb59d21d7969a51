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

/** The history does not record answers of second ratings. */
async function expectNoRatingLost(postgres?: Awaited<ReturnType<typeof startPostgres>>) {
  const { saves, compared, lost } = await crashRounds(1, { people, postgres, isRating: true });
  expect([saves > 0, compared > 0, lost]).toEqual([true, true, []]);
}

test("so it is with the answers of second ratings", () => expectNoRatingLost());

test("so it is when PostgreSQL is killed, and the web process goes on by itself", async () => {
  const postgres = await startPostgres({ durable: true });
  try {
    expectNothingLost(await crashRounds(2, { people, postgres }));
    await expectNoRatingLost(postgres);
  } finally {
    await postgres.stop();
  }
});
