import { expect, it } from "vitest";
import { momentOfDay, zoneFrom } from "./days.server.ts";

it.each([
  ["UTC", "2026-11-05", "2026-11-05T00:00:00.000Z", "2026-11-06T00:00:00.000Z"],
  ["Australia/Sydney", "2026-11-05", "2026-11-04T13:00:00.000Z", "2026-11-05T13:00:00.000Z"],
  ["America/New_York", "2026-07-01", "2026-07-01T04:00:00.000Z", "2026-07-02T04:00:00.000Z"],
  ["Asia/Kathmandu", "2026-11-05", "2026-11-04T18:15:00.000Z", "2026-11-05T18:15:00.000Z"],
  // The clocks go forward, and back: such a day has 23 hours, and 25.
  ["Europe/London", "2026-03-29", "2026-03-29T00:00:00.000Z", "2026-03-29T23:00:00.000Z"],
  ["Europe/London", "2026-10-25", "2026-10-24T23:00:00.000Z", "2026-10-26T00:00:00.000Z"],
])("a day in %s", (zone, day, begins, isOver) => {
  expect([momentOfDay(day, "begins", zone), momentOfDay(day, "is over", zone)]).toEqual([begins, isOver]);
});

it.each(["", "5 November", "2026-13-01", "2026-02-30", "0000-01-01", "2026-11-05T00:00"])("'%s' is no day", (text) => {
  expect(momentOfDay(text, "begins", "UTC")).toBeUndefined();
});

it.each([undefined, "", "Nowhere/Land", "'; DROP TABLE"])("a zone that does not exist is UTC: %s", (name) => {
  expect(zoneFrom(name)).toBe("UTC");
});
