import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AddressLimit } from "./address-limit.server.ts";

const WINDOW = { points: 20, windowSeconds: 15 * 60 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function count(limit: AddressLimit, address: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await limit.count(address);
}

describe("a limit by address", () => {
  test("is reached by one address alone, and passes", async () => {
    const limit = new AddressLimit(WINDOW);
    await count(limit, "192.0.2.1", 19);
    expect(await limit.isReached("192.0.2.1")).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(await limit.count("192.0.2.1")).toEqual({ counted: 20, resetInMs: 14 * 60_000 });
    expect(await limit.isReached("192.0.2.1")).toBe(true);
    expect(await limit.isReached("::ffff:192.0.2.1")).toBe(true);
    expect(await limit.isReached("192.0.2.2")).toBe(false);
    vi.advanceTimersByTime(14 * 60_000);
    expect(await limit.isReached("192.0.2.1")).toBe(false);
  });

  test("counts an IPv6 network as one", async () => {
    const limit = new AddressLimit(WINDOW);
    await count(limit, "2001:db8:1:2::1", 19);
    await count(limit, "2001:DB8:1:2:ffff::2", 1);
    expect(await limit.isReached("2001:db8:1:2:3:4:5:6")).toBe(true);
    expect(await limit.isReached("2001:db8:1:3::1")).toBe(false);
    await count(limit, "::1", 20);
    expect(await limit.isReached("0:0:0:0:0:0:0:1")).toBe(true);
  });

  test("forgets the addresses that were quiet longest instead of growing without end", async () => {
    const limit = new AddressLimit(WINDOW);
    await count(limit, "192.0.2.1", 20);
    await count(limit, "192.0.2.2", 20);
    for (let number = 0; number < 9_999; number += 1) await limit.count(`10.0.${number >> 8}.${number & 255}`);
    expect(await limit.isReached("192.0.2.1")).toBe(false);
    expect(await limit.isReached("192.0.2.2")).toBe(true);
  });
});
