import { expect, it } from "vitest";
import { percentile, Recorder } from "./recorder.ts";

it("takes percentiles by the nearest rank, whatever the order", () => {
  const values = [30, 10, 20, 50, 40];
  expect([0, 20, 21, 50, 95, 100].map((percent) => percentile(values, percent))).toEqual([10, 10, 20, 30, 50, 50]);
  expect(percentile([], 50)).toBeNaN();
});

it("keeps kinds apart and counts each failure", () => {
  const recorder = new Recorder();
  recorder.took("save", 5);
  recorder.took("save", 7);
  recorder.failed("save", "status 503");
  recorder.failed("save", "status 503");
  expect(recorder.of("save")).toEqual({ count: 2, p50: 5, p95: 7, p99: 7 });
  expect(recorder.of("home").count).toBe(0);
  expect(recorder.failures).toEqual([["save: status 503", 2]]);
});
