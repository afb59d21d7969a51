import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Lease, passesAt, standingAt, type Wish } from "./handover.ts";

const START = Date.parse("2026-11-05T09:00:00.000Z");
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString();

/** A lock taken at 0, with the minutes of its last change and of the wish, and how many minutes the wish lasts. */
const situation = ({
  changed = 0,
  askedAt = 0,
  lasts = 15,
  lease = 30,
}: {
  changed?: number;
  askedAt?: number;
  lasts?: number;
  lease?: number;
}) => ({
  lease: { holder: "Anna", since: at(0), changedAt: at(changed), expiresAt: at(changed + lease) } satisfies Lease<string>,
  wish: { by: "Ben", askedAt: at(askedAt), until: at(askedAt + lasts) } satisfies Wish<string>,
});

describe("a lock that somebody has asked for", () => {
  it("passes on once its holder has changed nothing for five minutes", () => {
    const stored = situation({ changed: 2, askedAt: 3 });
    expect(passesAt(stored.lease, stored.wish)).toBe(at(7));
    expect(standingAt(stored, at(6.9))).toEqual(stored);
    expect(standingAt(stored, at(7))).toEqual({
      lease: { holder: "Ben", since: at(7), changedAt: at(7), expiresAt: at(12), from: "Anna" },
      passedAt: at(7),
    });
  });

  it("leaves a holder who has long changed nothing a minute for an answer", () => {
    const stored = situation({ changed: 0, askedAt: 20 });
    expect(passesAt(stored.lease, stored.wish)).toBe(at(21));
  });

  it("waits five minutes for its new holder, and is nobody's then", () => {
    const stored = situation({});
    expect(standingAt(stored, at(9.9)).lease?.holder).toBe("Ben");
    expect(standingAt(stored, at(10))).toEqual({ passedAt: at(5) });
  });

  it("stays where it is when the wish has lapsed or was answered, and ends when its lease does", () => {
    const lapsed = situation({ lasts: 4 });
    expect(standingAt(lapsed, at(6))).toEqual({ lease: lapsed.lease });
    const kept = { ...situation({}), wish: { ...situation({}).wish, keptAt: at(1) } };
    expect(standingAt(kept, at(6))).toEqual(kept);
    expect(standingAt(kept, at(30))).toEqual({});
    expect(standingAt({ wish: kept.wish }, at(1))).toEqual({});
  });
});

it("is never held by anybody but its holder, and the wisher from the moment that was told", () => {
  const minutes = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(
      minutes,
      minutes,
      fc.integer({ min: 1, max: 60 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 90 }),
      (changed, askedAt, lasts, kept, now) => {
        const { lease, wish } = situation({ changed, askedAt: Math.min(askedAt, changed + 29), lasts });
        const stored = { lease, wish: kept ? { ...wish, keptAt: wish.askedAt } : wish };
        const standing = standingAt(stored, at(now));
        const time = passesAt(lease, wish);
        expect(time <= lease.expiresAt).toBe(true);
        if (kept || wish.until < time || at(now) < time) {
          expect(standing.passedAt).toBeUndefined();
          expect(standing.lease?.holder).toBe(at(now) < lease.expiresAt ? "Anna" : undefined);
        } else {
          expect(standing.passedAt).toBe(time);
          expect([undefined, "Ben"]).toContain(standing.lease?.holder);
          expect(standing.wish).toBeUndefined();
        }
        // The result does not depend on how often anybody looked.
        const seen = standingAt(stored, at(now / 2));
        if (seen.passedAt === undefined && seen.lease && seen.wish === stored.wish) expect(standingAt(seen, at(now))).toEqual(standing);
      },
    ),
  );
});
