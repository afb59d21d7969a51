import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { AddressCounter } from "./address-counter.server.ts";

const WINDOW = { windowSeconds: 15 * 60 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function count(counter: AddressCounter, address: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await counter.count(address);
}

describe("a counter by address", () => {
  test("counts one address alone, and begins again after the window", async () => {
    const counter = new AddressCounter(WINDOW);
    await count(counter, "192.0.2.1", 19);
    vi.advanceTimersByTime(60_000);
    expect(await counter.count("192.0.2.1")).toEqual({ counted: 20, resetInMs: 14 * 60_000 });
    expect((await counter.count("::ffff:192.0.2.1")).counted).toBe(21);
    expect((await counter.count("192.0.2.2")).counted).toBe(1);
    vi.advanceTimersByTime(14 * 60_000);
    expect((await counter.count("192.0.2.1")).counted).toBe(1);
  });

  test("counts an IPv6 network as one", async () => {
    const counter = new AddressCounter(WINDOW);
    await count(counter, "2001:db8:1:2::1", 19);
    expect((await counter.count("2001:DB8:1:2:ffff::2")).counted).toBe(20);
    expect((await counter.count("2001:db8:1:3::1")).counted).toBe(1);
    await count(counter, "::1", 20);
    expect((await counter.count("0:0:0:0:0:0:0:1")).counted).toBe(21);
  });

  test("forgets the addresses that were quiet longest instead of growing without end", async () => {
    const counter = new AddressCounter(WINDOW);
    await count(counter, "192.0.2.1", 20);
    await count(counter, "192.0.2.2", 20);
    for (let number = 0; number < 9_999; number += 1) await counter.count(`10.0.${number >> 8}.${number & 255}`);
    expect((await counter.count("192.0.2.2")).counted).toBe(21);
    expect((await counter.count("192.0.2.1")).counted).toBe(1);
  });
});
