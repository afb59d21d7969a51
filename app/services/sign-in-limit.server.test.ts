import { describe, expect, test } from "vitest";
import { SIGN_IN_FAILURES_MAX, SIGN_IN_WINDOW_MS, SignInLimit } from "./sign-in-limit.server.ts";

const fail = (limit: SignInLimit, address: string, times: number, now = 0) => {
  for (let time = 0; time < times; time += 1) limit.fail(address, now);
};

describe("the limit on links that do not work", () => {
  test("is reached by one address alone, and passes", () => {
    const limit = new SignInLimit();
    fail(limit, "192.0.2.1", SIGN_IN_FAILURES_MAX - 1);
    expect(limit.isReached("192.0.2.1", 1)).toBe(false);
    fail(limit, "192.0.2.1", 1, 60_000);
    expect(limit.isReached("192.0.2.1", 60_001)).toBe(true);
    expect(limit.isReached("::ffff:192.0.2.1", 60_001)).toBe(true);
    expect(limit.isReached("192.0.2.2", 60_001)).toBe(false);
    expect(limit.isReached("192.0.2.1", SIGN_IN_WINDOW_MS)).toBe(false);
  });

  test("counts an IPv6 network as one", () => {
    const limit = new SignInLimit();
    fail(limit, "2001:db8:1:2::1", SIGN_IN_FAILURES_MAX - 1);
    fail(limit, "2001:DB8:1:2:ffff::2", 1);
    expect(limit.isReached("2001:db8:1:2:3:4:5:6", 1)).toBe(true);
    expect(limit.isReached("2001:db8:1:3::1", 1)).toBe(false);
    fail(limit, "::1", SIGN_IN_FAILURES_MAX);
    expect(limit.isReached("0:0:0:0:0:0:0:1", 1)).toBe(true);
  });

  test("forgets the addresses that were quiet longest instead of growing without end", () => {
    const limit = new SignInLimit();
    fail(limit, "192.0.2.1", SIGN_IN_FAILURES_MAX);
    for (let number = 0; number < 10_000; number += 1) limit.fail(`10.0.${number >> 8}.${number & 255}`, 1);
    expect(limit.isReached("192.0.2.1", 2)).toBe(false);
  });
});
