import fc from "fast-check";
import { expect, it } from "vitest";
import { dayOf, daysAfter, isPast, isTimeZone } from "./days.ts";

it.each([
  // The last moment of a day, and the first of the next.
  ["2026-11-05T23:59:59.999Z", "UTC", "2026-11-05"],
  ["2026-11-06T00:00:00.000Z", "UTC", "2026-11-06"],
  // East of Greenwich the day begins sooner, west of it later.
  ["2026-11-05T10:59:59Z", "Pacific/Auckland", "2026-11-05"],
  ["2026-11-05T11:00:00Z", "Pacific/Auckland", "2026-11-06"],
  ["2026-11-05T09:59:59Z", "Pacific/Kiritimati", "2026-11-05"],
  ["2026-11-05T10:00:00Z", "Pacific/Kiritimati", "2026-11-06"],
  ["2026-11-05T04:59:59Z", "America/New_York", "2026-11-04"],
  ["2026-11-05T05:00:00Z", "America/New_York", "2026-11-05"],
  // Half and quarter hours.
  ["2026-11-05T18:29:59Z", "Asia/Kolkata", "2026-11-05"],
  ["2026-11-05T18:30:00Z", "Asia/Kolkata", "2026-11-06"],
  ["2026-11-05T18:14:59Z", "Asia/Kathmandu", "2026-11-05"],
  ["2026-11-05T18:15:00Z", "Asia/Kathmandu", "2026-11-06"],
  // The nights on which clocks change in London.
  ["2026-03-28T23:59:59Z", "Europe/London", "2026-03-28"],
  ["2026-03-29T22:59:59Z", "Europe/London", "2026-03-29"],
  ["2026-03-29T23:00:00Z", "Europe/London", "2026-03-30"],
  ["2026-10-25T22:59:59Z", "Europe/London", "2026-10-25"],
  ["2026-10-25T23:59:59Z", "Europe/London", "2026-10-25"],
  ["2026-10-26T00:00:00Z", "Europe/London", "2026-10-26"],
  // The ends of years, and a leap day.
  ["2026-12-31T23:00:00Z", "Europe/Berlin", "2027-01-01"],
  ["2028-02-29T23:59:59Z", "UTC", "2028-02-29"],
])("at %s in %s it is the day %s", (moment, timeZone, day) => {
  expect(dayOf(new Date(moment), timeZone)).toBe(day);
});

it("knows names of time zones from other words", () => {
  expect(["UTC", "Europe/London", "Pacific/Chatham"].every(isTimeZone)).toBe(true);
  expect(["", "London", "Europe/Nowhere", "7"].some(isTimeZone)).toBe(false);
});

it("is past from the day after on, and never without a day", () => {
  expect(isPast("2026-11-05", "2026-11-05")).toBe(false);
  expect(isPast("2026-11-05", "2026-11-06")).toBe(true);
  expect(isPast(null, "2026-11-06")).toBe(false);
});

it("counts days forth and back, over months and leap days", () => {
  expect([daysAfter("2026-12-31", 1), daysAfter("2028-02-28", 1), daysAfter("2026-03-01", -1)]).toEqual([
    "2027-01-01",
    "2028-02-29",
    "2026-02-28",
  ]);
  const days = fc.integer({ min: -5000, max: 5000 });
  fc.assert(fc.property(days, (count) => daysAfter(daysAfter("2026-11-05", count), -count) === "2026-11-05"));
});
