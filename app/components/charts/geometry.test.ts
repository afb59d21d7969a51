import { describe, expect, test } from "vitest";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { boxOf, type Frame, radarFrame, type Size, spreadFrame, wrapName } from "~/components/charts/geometry";

const SIZES: Size[] = ["wide", "narrow", "image"];

/** Every text lies within the frame, and no two lie over each other. */
function expectReadable({ width, height, texts }: Frame) {
  const boxes = texts.map((text) => ({ ...boxOf(text), name: text.lines.join(" ") }));
  for (const [index, box] of boxes.entries()) {
    expect(box.left, box.name).toBeGreaterThanOrEqual(0);
    expect(box.right, box.name).toBeLessThanOrEqual(width);
    expect(box.top, box.name).toBeGreaterThanOrEqual(-1);
    expect(box.bottom, box.name).toBeLessThanOrEqual(height + 1);
    for (const other of boxes.slice(index + 1)) {
      const apart = box.right <= other.left || other.right <= box.left || box.bottom <= other.top + 1 || other.bottom <= box.top + 1;
      expect(apart, `${box.name} over ${other.name}`).toBe(true);
    }
  }
}

describe.each(SIZES)("a radar, %s", (size) => {
  test("of perspectives, however many, clips and overlaps no name", () => {
    for (const count of PERSPECTIVES.keys()) expectReadable(radarFrame(PERSPECTIVES.slice(0, count + 1), size));
  });

  test("of five components clips and overlaps no name", () => {
    expectReadable(radarFrame([...COMPONENTS], size));
  });

  test("of practices, however many, clips and overlaps no name", () => {
    for (const count of PRACTICES.keys()) expectReadable(radarFrame(PRACTICES.slice(0, count + 1), size));
  });

  test("is large enough to be read", () => {
    for (const spokes of [PERSPECTIVES, COMPONENTS, PRACTICES]) {
      const { radius, height } = radarFrame([...spokes], size);
      expect(radius / height).toBeGreaterThan(0.24);
    }
  });

  test("shows codes where names have no room", () => {
    expect(radarFrame(PRACTICES.slice(0, 8), size).texts[0]?.lines.join(" ")).toBe("Architecture management");
    expect(radarFrame(PRACTICES.slice(0, 13), size).texts[0]?.lines).toEqual(["ARM"]);
  });
});

test.each(SIZES)("a spread, %s, clips and overlaps no name", (size) => {
  const cell = { text: "2.00", value: 2 };
  expectReadable(
    spreadFrame(
      PERSPECTIVES.map(({ name }) => ({ name, own: cell, mean: cell })),
      size,
    ),
  );
});

test("names are broken at spaces only", () => {
  expect(wrapName("Information and knowledge management", 18)).toEqual(["Information and", "knowledge", "management"]);
  expect(wrapName("Donaudampfschifffahrt", 8)).toEqual(["Donaudampfschifffahrt"]);
});
