import { describe, expect, test } from "vitest";
import { Quota } from "./quota.ts";

describe("a quota", () => {
  test("is each person's own, and starts again after a minute", () => {
    const quota = new Quota(2);
    expect([quota.take("kim", 0), quota.take("kim", 1_000), quota.take("kim", 10_500)]).toEqual([undefined, undefined, 50]);
    expect(quota.take("lee", 10_500)).toBeUndefined();
    expect(quota.take("kim", 59_999)).toBe(1);
    expect([quota.take("kim", 60_000), quota.take("kim", 60_000), quota.take("kim", 60_000)]).toEqual([undefined, undefined, 60]);
  });

  test("counts calls that began before the first one counted, as several under way at once do", () => {
    const quota = new Quota(3);
    expect([5, 3, 4, 2].map((now) => quota.take("kim", 1_000 + now) !== undefined)).toEqual([false, false, false, true]);
  });

  test("keeps nobody out because a clock was put back", () => {
    const quota = new Quota(1);
    quota.take("kim", 1_000_000);
    expect(quota.take("kim", 500_000)).toBeUndefined();
  });

  test("forgets those who were counted first, so that memory stays bounded", () => {
    const quota = new Quota(1);
    for (let person = 0; person <= 10_000; person += 1) quota.take(String(person), 0);
    expect([quota.take("10000", 1), quota.take("0", 1)]).toEqual([60, undefined]);
  });

  test("takes more into account for somebody who was just allowed to, and for nobody else", () => {
    const quota = new Quota(3);
    quota.take("kim", 0);
    quota.add("kim", 40);
    quota.add("lee", 40);
    expect([quota.take("kim", 1_000), quota.take("lee", 1_000), quota.take("kim", 60_000)]).toEqual([59, undefined, undefined]);
  });
});
