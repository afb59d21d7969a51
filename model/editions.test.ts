import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CompletedEdition, editionNumber, latestEditions, standsAt } from "./editions.ts";

const plain = (id: number, dateCompleted: string): CompletedEdition => ({ id, dateCompleted });
const edition = (id: number, dateCompleted: string, number: number, firstId: number, firstCompleted: string): CompletedEdition => ({
  id,
  dateCompleted,
  edition: { number, firstId, firstCompleted },
});

const idsOf = (completed: readonly CompletedEdition[]) => latestEditions(completed).map(({ id }) => id);

describe("which edition counts", () => {
  it("an assessment that was never corrected is its only edition, and the newest comes first", () => {
    expect(idsOf([plain(1, "2024-01-01"), plain(2, "2025-01-01")])).toEqual([2, 1]);
    expect(editionNumber(plain(1, "2024-01-01"))).toBe(1);
  });

  it("the latest edition counts, where the first one stood: a correction does not overtake the assessment of a later year", () => {
    const first = edition(1, "2024-01-01", 1, 1, "2024-01-01");
    const next = plain(2, "2025-01-01");
    const corrected = edition(3, "2026-01-01", 2, 1, "2024-01-01");
    expect(idsOf([first, next, corrected])).toEqual([2, 3]);
    expect(standsAt(corrected)).toBe("2024-01-01");
  });

  it("an edition counts again when the one that replaced it is not among those that may count", () => {
    expect(idsOf([edition(1, "2024-01-01", 1, 1, "2024-01-01"), edition(5, "2026-01-01", 3, 1, "2024-01-01")])).toEqual([5]);
    expect(idsOf([edition(1, "2024-01-01", 1, 1, "2024-01-01")])).toEqual([1]);
  });

  it("counts each assessment once, whatever the order of the list, and loses none", () => {
    const chains = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(chains, fc.infiniteStream(fc.nat()), (lengths, order) => {
        const all = lengths.flatMap((length, chain) => {
          const firstId = chain * 10 + 1;
          const day = (number: number) => `2026-01-${10 + number * 6 + chain}`;
          if (length === 1) return [plain(firstId, day(1))];
          return Array.from({ length }, (_, at) => edition(firstId + at, day(at + 1), at + 1, firstId, day(1)));
        });
        const shuffled = all.map((each) => ({ each, at: order.next().value })).sort((a, b) => a.at - b.at);
        const expected = lengths.map((length, chain) => chain * 10 + length).reverse();
        expect(idsOf(shuffled.map(({ each }) => each))).toEqual(expected);
      }),
    );
  });
});
