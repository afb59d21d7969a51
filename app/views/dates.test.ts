import { expect, test } from "vitest";
import { dayAndTime } from "./dates.ts";

test("a time of day names its zone where that is not the reader's, and the day where that is not today", () => {
  const now = new Date("2026-11-05T22:30:00.000Z");
  expect(dayAndTime(new Date("2026-11-05T22:13:00.000Z"), now, "UTC")).toBe("22:13 UTC");
  expect(dayAndTime(new Date("2026-11-04T22:13:00.000Z"), now, "UTC")).toBe("4 Nov, 22:13 UTC");
  expect(dayAndTime(new Date(2026, 10, 5, 9, 5), new Date(2026, 10, 5, 23, 0))).toBe("09:05");
  expect(dayAndTime(new Date(2026, 10, 5, 9, 5), new Date(2026, 10, 6, 0, 1))).toBe("5 Nov, 09:05");
});
