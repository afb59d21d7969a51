import { describe, expect, test } from "vitest";
import { callDue, IDLE_AFTER, LOGGED_OUT_AFTER, nextChange, REPORT_EVERY, type SessionTimes, sessionState } from "./idle.ts";

const minute = 60_000;
const times = (changes: Partial<SessionTimes> = {}): SessionTimes => ({
  lastActivity: 0,
  reportedAt: 0,
  reportedActivity: 0,
  refreshAt: 30 * minute,
  expiresAt: null,
  isOver: false,
  ...changes,
});

describe("what an open page shows", () => {
  test.each([
    [0, "active"],
    [IDLE_AFTER - 1, "active"],
    [IDLE_AFTER, "warned"],
    [LOGGED_OUT_AFTER - 1, "warned"],
    [LOGGED_OUT_AFTER, "idle"],
  ] as const)("after %i ms without activity: %s", (now, state) => {
    expect(sessionState(times(), now)).toBe(state);
  });

  test("the token's end, and the server's word that it is over", () => {
    expect(sessionState(times({ expiresAt: 10 * minute }), 10 * minute - 1)).toBe("active");
    expect(sessionState(times({ expiresAt: 10 * minute }), 10 * minute)).toBe("expired");
    expect(sessionState(times({ isOver: true }), 0)).toBe("expired");
  });

  test("a machine that slept wakes up logged out, not warned", () => {
    expect(sessionState(times({ expiresAt: 30 * minute }), 8 * 60 * minute)).toBe("idle");
  });
});

describe("what the server hears", () => {
  test("of activity every five minutes at most, and never of none", () => {
    expect(callDue(times({ lastActivity: minute }), REPORT_EVERY - 1)).toBeUndefined();
    expect(callDue(times({ lastActivity: minute }), REPORT_EVERY)).toBe("report");
    expect(callDue(times({ lastActivity: minute, reportedActivity: minute }), 20 * minute)).toBeUndefined();
  });

  test("the question for a new token, on time", () => {
    expect(callDue(times({ refreshAt: 9 * minute }), 9 * minute - 1)).toBeUndefined();
    expect(callDue(times({ refreshAt: 9 * minute }), 9 * minute)).toBe("refresh");
  });
});

test("the next look is at the next moment at which something changes", () => {
  expect(nextChange(times(), 0)).toBe(IDLE_AFTER);
  expect(nextChange(times({ lastActivity: minute }), minute)).toBe(4 * minute);
  expect(nextChange(times({ refreshAt: minute }), 0)).toBe(minute);
  expect(nextChange(times(), IDLE_AFTER)).toBe(minute);
});
