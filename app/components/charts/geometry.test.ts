import { describe, expect, test } from "vitest";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { barsFrame, boxOf, type Frame, type Path, radarFrame, type Size, spreadFrame, wrapName } from "~/components/charts/geometry";

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

test("in an image every perspective is named on one line", () => {
  for (const { lines } of radarFrame([...PERSPECTIVES], "image").texts) expect(lines).toHaveLength(1);
});

test("a radar that is one line or two takes less of a page than one with an area", () => {
  const heightOf = (count: number) => radarFrame(PERSPECTIVES.slice(0, count), "wide").height;
  for (const count of [1, 2]) expect(heightOf(count)).toBeLessThan(heightOf(3) * 0.75);
});

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
    for (const spokes of [PERSPECTIVES, COMPONENTS, PRACTICES, PERSPECTIVES.slice(0, 3)])
      expect(radarFrame([...spokes], size).radius).toBeGreaterThan({ wide: 150, narrow: 80, image: 130 }[size]);
  });

  test("of three spokes leaves no more space below than above", () => {
    const { texts, height } = radarFrame(PERSPECTIVES.slice(0, 3), size);
    const boxes = texts.map(boxOf);
    const above = Math.min(...boxes.map(({ top }) => top));
    const below = height - Math.max(...boxes.map(({ bottom }) => bottom));
    expect(below).toBeLessThan(above + 12);
    if (size !== "image") expect(above + below).toBeLessThan(24);
  });

  test("shows names or, where they have no room, codes with a key", () => {
    for (const count of [8, 9, 12, 13, 34]) {
      const texts = radarFrame(PRACTICES.slice(0, count), size).texts.map(({ lines }) => lines.join(" "));
      for (const { name, code } of PRACTICES.slice(0, count)) {
        expect(texts).toContain(name);
        // Once at the radar, once in the key.
        expect(texts.filter((text) => text === code)).toHaveLength(size === "narrow" && count > 8 ? 2 : 0);
      }
    }
  });

  test("leads from each name in a column to its spoke, and no two of these lines cross", () => {
    for (const count of [13, 14, 25, 34]) {
      const { lines, cx, cy, radius, width } = radarFrame(PRACTICES.slice(0, count), size);
      const leads = lines.slice(0, count);
      for (const [index, lead] of leads.entries()) {
        const [x = 0, y = 0] = lead[0] ?? [];
        const angle = (2 * Math.PI * index) / count;
        expect([x - cx, cy - y]).toEqual([
          expect.closeTo((radius + 2) * Math.sin(angle), 3),
          expect.closeTo((radius + 2) * Math.cos(angle), 3),
        ]);
        for (const [px] of lead) expect(px > 0 && px < width).toBe(true);
        for (const other of leads.slice(index + 1)) expect(cross(lead, other), `${index} of ${count}`).toBe(false);
      }
    }
  });
});

/** Whether two lines with bends cross. */
function cross(one: Path, other: Path): boolean {
  const side = ([ax, ay]: Path[number], [bx, by]: Path[number], [px, py]: Path[number]) =>
    Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
  const pieces = (path: Path) => path.slice(1).map((end, index) => [path[index] ?? end, end] as const);
  return pieces(one).some(([a, b]) =>
    pieces(other).some(([c, d]) => side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0),
  );
}

describe.each(SIZES)("bars, %s", (size) => {
  const scores = (count: number) => Array.from({ length: count }, () => "2.50");

  test("however many, clip and overlap no name or figure", () => {
    for (const count of PRACTICES.keys()) expectReadable(barsFrame(PRACTICES.slice(0, count + 1), scores(count + 1), size));
    for (const count of [1, 2]) expectReadable(barsFrame(PERSPECTIVES.slice(0, count), scores(count), size));
  });

  test("have room to be told apart, each with its name beside or above it", () => {
    for (const count of [1, 2, 13, 17, 18, 34]) {
      const { places, thick, texts, height } = barsFrame(PRACTICES.slice(0, count), scores(count), size);
      for (const [index, { left, right, y }] of places.entries()) {
        expect(right - left).toBeGreaterThan(120);
        expect(y + thick / 2).toBeLessThan(height);
        const name = texts.find(({ lines }) => lines.join(" ") === PRACTICES[index]?.name);
        const { top, bottom } = boxOf(name ?? { x: 0, y: 0, anchor: "start", size: 0, lines: [] });
        const middle = (top + bottom) / 2;
        expect(Math.abs(middle - y)).toBeLessThan(size === "narrow" ? 22 : 6);
      }
    }
  });

  test("fit the height of an image", () => {
    if (size === "image") for (const most of [320, 400, 440]) expect(barsFrame([...PRACTICES], scores(34), size, most).height).toBe(most);
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
