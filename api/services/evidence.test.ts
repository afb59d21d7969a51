import { expect, test } from "vitest";
import { contentsOf } from "./evidence.ts";

test("the places of many entries are grouped by looking at each once", () => {
  const row = (id: number) => ({
    ...{
      id,
      assessment_id: 1,
      kind: "data" as const,
      what: `Paper ${id}`,
      found_at: "",
      who: "",
      date: null,
      good_until: null,
      remark: "",
    },
  });
  let looks = 0;
  const place = (entry: number, thread: number) => ({
    get evidence_id() {
      looks += 1;
      return entry;
    },
    ...{ assessment_id: 1, place: `thread/1/${thread}`, supports: "[1,2]", against: "[3]" },
  });
  const [rows, places] = [
    Array.from({ length: 1_000 }, (_, index) => row(index + 1)),
    Array.from({ length: 91_000 }, (_, index) => place((index % 1_000) + 1, Math.floor(index / 1_000) + 1)),
  ];
  const contents = contentsOf(rows, places);
  expect(looks).toBeLessThanOrEqual(places.length);
  expect(contents.size).toBe(1_000);
  expect(contents.get(7)?.places).toHaveLength(91);
  expect(contents.get(7)).toMatchObject({
    what: "Paper 7",
    places: expect.arrayContaining([{ place: "thread/1/91", supports: [1, 2], against: [3] }]),
  });
});
