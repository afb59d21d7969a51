import { describe, expect, test } from "vitest";
import { COMPONENTS, PRACTICES } from "#model/itil/catalogue.ts";
import { PERSPECTIVES } from "#model/p3m3/catalogue.ts";
import { contrastWithWhite } from "#model/style.ts";
import { drawChart } from "~/components/charts/draw.server";
import { FILLS, GRID, PAPER } from "~/components/charts/palette";
import { type ChartKind, type ChartText, type Frame, lineHeight, type Path, type Size, widthOf, wrapName } from "~/views/charts/chart";
import { type AnyChart, CHART_KINDS, chartInWords, kindOf } from "~/views/charts/kinds";
import { radarLayout } from "~/views/charts/radar";
import { drawnPoints } from "../../../tests/support/drawn-points.ts";

const SIZES: Size[] = ["wide", "narrow", "image"];
type Named = { code: string; name: string };
/** Those of a list that a kind is made for. */
const fitting = <Each extends Named>({ madeFor }: Pick<ChartKind<AnyChart>, "madeFor">, list: readonly Each[]) =>
  madeFor ? list.filter(({ name }) => name.length <= madeFor.name).slice(0, madeFor.rows) : [...list];
const KINDS = Object.entries(CHART_KINDS).map(([name, kind]) => [name, kind.sample, kind as Pick<ChartKind<AnyChart>, "madeFor">] as const);

/** The box around a text. */
function boxOf(text: ChartText) {
  const width = widthOf(text.lines, text.size);
  const left = text.anchor === "start" ? text.x : text.anchor === "end" ? text.x - width : text.x - width / 2;
  const top = text.y - text.size;
  return { left, right: left + width, top, bottom: top + lineHeight(text.size) * text.lines.length };
}

/** Every text lies within the frame, and no two lie over each other. */
function expectReadable({ width, height, texts }: Pick<Frame, "width" | "height" | "texts">) {
  const boxes = texts.map((text) => ({ ...boxOf(text), name: text.lines.join(" ") }));
  type Box = (typeof boxes)[number];
  const isClipped = (box: Box) => !(box.left >= 0 && box.right <= width && box.top >= -1 && box.bottom <= height + 1);
  const isOver = (box: Box, other: Box) =>
    !(box.right <= other.left || other.right <= box.left || box.bottom <= other.top + 1 || other.bottom <= box.top + 1);
  const faults = boxes.flatMap((box, index) => [
    ...(isClipped(box) ? [`${box.name} is clipped`] : []),
    ...boxes.slice(index + 1).flatMap((other) => (isOver(box, other) ? [`${box.name} over ${other.name}`] : [])),
  ]);
  expect(faults).toEqual([]);
}

const numbersIn = (texts: readonly string[]) => texts.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? []).toSorted();

test("a kind that is made for few rows or short names is drawn with no more", () => {
  expect(fitting({ madeFor: { rows: 5, name: 20 } }, PRACTICES)).toHaveLength(5);
  expect(Math.max(...fitting({ madeFor: { rows: 34, name: 20 } }, PRACTICES).map(({ name }) => name.length))).toBeLessThanOrEqual(20);
  expect(fitting({}, PRACTICES)).toEqual(PRACTICES);
});

describe.each(KINDS)("a chart of the kind %s", (_, sample, kind) => {
  const SOME = fitting(kind, PERSPECTIVES);
  const all: AnyChart[] = [PERSPECTIVES, COMPONENTS, PRACTICES]
    .map((list) => fitting<Named>(kind, list))
    .flatMap((list) => list.map((_, index) => sample(list.slice(0, index + 1))));

  test("is made for at least two perspectives", () => {
    expect(SOME.length).toBeGreaterThan(1);
  });

  test.each(SIZES)("of any number of rows, %s, clips and overlaps no text", (size) => {
    for (const chart of all) expectReadable(kindOf(chart).frame(chart, size));
  });

  test("fits the height of an image", () => {
    for (const most of [400, 440]) expect(kindOf(sample(SOME)).frame(sample(SOME), "image", most).height).toBe(most);
  });

  test.each(SIZES)("has its names and the figures of its kind as texts, %s, and no others", (size) => {
    const chart = sample(SOME);
    const texts = kindOf(chart)
      .frame(chart, size)
      .texts.map(({ lines }) => lines.join(" "));
    for (const { name } of SOME) expect(texts).toContain(name);
    expect(numbersIn(texts)).toEqual(numbersIn(kindOf(chart).figures(chart)));
  });

  test("draws every point where its value is, and no text that an image would lack", () => {
    for (const chart of [sample(SOME), sample(SOME.slice(0, 2))]) {
      const { svg, valueAt } = drawChart(chart, "wide", { withTexts: false });
      expect(svg).not.toContain("<text");
      const expected = kindOf(chart)
        .points(chart)
        .map(({ title, value }) => [title, expect.closeTo(value, 1)]);
      expect(drawnPoints(svg, valueAt)).toEqual(expect.arrayContaining(expected));
      expect(drawnPoints(svg, valueAt)).toHaveLength(expected.length);
      expect(drawChart(chart, "narrow").svg).not.toContain("<title");
    }
  });

  test("says every figure in words, and has every value on a slide", () => {
    const chart = sample(SOME);
    const { points, slide } = kindOf(chart);
    const { series } = slide(chart, { height: 5, isShared: false });
    for (const { value } of points(chart)) {
      expect(chartInWords(chart)).toContain(String(value));
      expect(series.flatMap(({ values }) => values)).toContain(value);
    }
  });

  test("has lines that can be coloured as a whole, so that they are as faint in the dark, and no id, as it may be there twice", () => {
    for (const chart of all) {
      const { svg } = drawChart(chart, "wide");
      const lines = [...svg.matchAll(/<[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(`stroke="${GRID}"`));
      const { shapes } = kindOf(chart).frame(chart, "wide");
      expect(lines).toHaveLength(shapes.filter((shape) => shape.as === "grid").length);
      for (const line of lines) expect(line).toContain('class="chart-grid"');
      expect(svg).not.toMatch(/ id="| style="|<div|<defs|NaN|undefined/);
    }
  });
});

test("in an image every perspective is named on one line", () => {
  for (const { lines } of radarLayout([...PERSPECTIVES], "image").texts) expect(lines).toHaveLength(1);
});

test("a radar that is one line or two takes less of a page than one with an area", () => {
  const heightOf = (count: number) => radarLayout(PERSPECTIVES.slice(0, count), "wide").height;
  for (const count of [1, 2]) expect(heightOf(count)).toBeLessThan(heightOf(3) * 0.75);
});

describe.each(SIZES)("a radar, %s", (size) => {
  test("is large enough to be read", () => {
    for (const spokes of [PERSPECTIVES, COMPONENTS, PRACTICES, PERSPECTIVES.slice(0, 3)])
      expect(radarLayout([...spokes], size).radius).toBeGreaterThan({ wide: 150, narrow: 80, image: 130 }[size]);
  });

  test("of three spokes leaves no more space below than above", () => {
    const { texts, height } = radarLayout(PERSPECTIVES.slice(0, 3), size);
    const boxes = texts.map(boxOf);
    const above = Math.min(...boxes.map(({ top }) => top));
    const below = height - Math.max(...boxes.map(({ bottom }) => bottom));
    expect(below).toBeLessThan(above + 12);
    if (size !== "image") expect(above + below).toBeLessThan(24);
  });

  test("shows names or, where they have no room, codes with a key", () => {
    for (const count of [8, 9, 12, 13, 34]) {
      const texts = radarLayout(PRACTICES.slice(0, count), size).texts.map(({ lines }) => lines.join(" "));
      for (const { name, code } of PRACTICES.slice(0, count)) {
        expect(texts).toContain(name);
        // Once at the radar, once in the key.
        expect(texts.filter((text) => text === code)).toHaveLength(size === "narrow" && count > 8 ? 2 : 0);
      }
    }
  });

  test("has the point of each spoke in its direction", () => {
    for (const count of [3, 8, 34]) {
      const chart = CHART_KINDS.radar.sample(PRACTICES.slice(0, count));
      const { svg } = drawChart(chart, size);
      const { cx, cy } = radarLayout(chart.spokes, size);
      const dots = [...svg.matchAll(/<circle class="chart-mark-own"[^>]* cx="([^"]*)" cy="([^"]*)"/g)];
      expect(dots).toHaveLength(count);
      for (const [index, [, x, y]] of dots.entries()) {
        const angle = (2 * Math.PI * index) / count;
        const [right, up] = [Number(x) - cx, cy - Number(y)];
        const far = Math.hypot(right, up);
        expect([right, up]).toEqual([expect.closeTo(far * Math.sin(angle), 1), expect.closeTo(far * Math.cos(angle), 1)]);
      }
    }
  });

  test("leads from each name in a column to its spoke, and no two of these lines cross", () => {
    for (const count of [13, 14, 25, 34]) {
      const { lines, cx, cy, radius, width } = radarLayout(PRACTICES.slice(0, count), size);
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

test.each(SIZES)("when a line begins stands next to when it ends, %s, also where it was entered by hand", (size) => {
  for (const count of [1, 2, 5, 8]) {
    const chart = CHART_KINDS.lines.sample(PERSPECTIVES.slice(0, count));
    const at = ["30 Nov 2024, by hand", "30 Nov 2024 (2)", "30 Nov 2024 (3), by hand"];
    expectReadable(kindOf(chart).frame({ ...chart, at } as never, size));
  }
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
  test("have room to be told apart, each with its name beside or above it", () => {
    for (const count of [1, 2, 13, 17, 18, 34]) {
      const chart = CHART_KINDS.bars.sample(PRACTICES.slice(0, count));
      const { shapes, texts, height, valueAt } = CHART_KINDS.bars.frame(chart, size);
      const bars = shapes.filter((shape) => shape.as === "bar");
      expect(bars).toHaveLength(count);
      for (const [index, bar] of bars.entries()) {
        expect(valueAt(bar.x + 120, bar.y)).toBeLessThan(5);
        expect(bar.y + bar.height).toBeLessThan(height);
        const name = texts.find(({ lines }) => lines.join(" ") === PRACTICES[index]?.name);
        const { top, bottom } = boxOf(name ?? { x: 0, y: 0, anchor: "start", size: 0, lines: [] });
        expect(Math.abs((top + bottom) / 2 - (bar.y + bar.height / 2))).toBeLessThan(size === "narrow" ? 22 : 6);
      }
    }
  });

  test("fit the height of an image", () => {
    const chart = CHART_KINDS.bars.sample(PRACTICES);
    if (size === "image") for (const most of [320, 400, 440]) expect(CHART_KINDS.bars.frame(chart, size, most).height).toBe(most);
  });
});

test.each(SIZES)("the matrix of many assessments numbers its columns and names them in a key, %s", (size) => {
  const columns = Array.from({ length: 24 }, (_, index) => `Programme, Directorate of Harbour Works ${String.fromCharCode(65 + index)}`);
  const rows = PRACTICES.map(({ name }) => ({ name, points: columns.map(() => ({ text: "2.50", value: 2.5 })) }));
  const chart = { ...CHART_KINDS.matrix.sample([]), columns, rows };
  const frame = CHART_KINDS.matrix.frame(chart, size);
  expectReadable(frame);
  const texts = frame.texts.map(({ lines }) => lines.join(" "));
  for (const [index, name] of columns.entries()) {
    expect(texts).toContain(String(index + 1));
    expect(texts.some((text) => text.startsWith(`${index + 1} ${name.slice(0, 20)}`))).toBe(true);
  }
  expect(frame.shapes.filter(({ as }) => as === "bar")).toHaveLength(PRACTICES.length * columns.length);
});

test("names are broken at spaces only", () => {
  expect(wrapName("Information and knowledge management", 18)).toEqual(["Information and", "knowledge", "management"]);
  expect(wrapName("Donaudampfschifffahrt", 8)).toEqual(["Donaudampfschifffahrt"]);
});

/** A colour as it is on paper, which shines through. */
const onPaper = (color: string, opacity = 1) =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(color.slice(at, at + 2), 16) * opacity + 255 * (1 - opacity))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

// White is what is left around the line of a target.
test.each(Object.entries(FILLS).filter(([name]) => name !== "paper"))(
  "a bar filled with %s can be told from white paper",
  (_, { fill, fillOpacity, stroke }) => {
    expect(PAPER).toBe("#ffffff");
    const colors = [onPaper(fill, fillOpacity), ...(stroke === undefined ? [] : [stroke])];
    expect(Math.max(...colors.map(contrastWithWhite))).toBeGreaterThanOrEqual(3);
  },
);
