import { expect, test } from "vitest";
import { MUTED_INK, PAPER, SERIES_COLORS } from "~/components/charts/palette";
import { svgOf } from "~/services/results/files/images.server";
import type { Radar } from "~/views/charts/radar";
import { composePicture } from "~/workers/picture.server";

const point = { text: "2.50", value: 2.5 };
const RADAR: Radar = {
  kind: "radar",
  id: "overall-scores",
  title: "Overall scores",
  titleAlone: "Overall scores",
  figuresIn: "Final scores",
  spokes: ["A", "B", "C", "D"].map((code) => ({ code, name: code })),
  series: [{ name: "This assessment", role: "own", points: [point, point, point, point] }],
};
const ABOUT = { model: "P3M3", assessment: { name: "Spring review", scope: "Programme" }, organization: { name: "Harbour" } };

test("the figures of a scale keep lines away by an outline, also in programs that know no paint-order", async () => {
  const { picture, width } = await composePicture({ exhibit: RADAR, result: ABOUT as never, format: "svg" });
  const svg = await svgOf(picture, width);
  expect(svg).not.toContain("paint-order");
  // The ground alone: boxes of paper would show on the area that the scores enclose.
  expect(svg.match(new RegExp(`<rect[^>]*fill="${PAPER}"`, "g"))).toHaveLength(1);
  const outlines = [...svg.matchAll(new RegExp(`<path[^>]*stroke="${PAPER}"[^>]*>`, "g"))];
  const figures = [...svg.matchAll(new RegExp(`<path[^>]*fill="${MUTED_INK}"[^>]*>`, "g"))].filter(
    ({ index }) => index > (outlines[0]?.index ?? 0),
  );
  expect(outlines).toHaveLength(6);
  expect(figures.length).toBeGreaterThanOrEqual(6);
  expect(outlines.at(-1)?.index).toBeLessThan(figures[0]?.index ?? 0);
});

test("a picture has the name and the colour of a house style, and without one those of the product", async () => {
  const drawn = async (style?: { name: string; accent: string }) => {
    const { picture, width } = await composePicture({ exhibit: RADAR, result: ABOUT as never, format: "svg", ...(style ? { style } : {}) });
    return svgOf(picture, width, { asPaths: false });
  };
  const [plain, styled] = [await drawn(), await drawn({ name: "Alder", accent: "#0b6e4f" })];
  expect([plain.includes("Maturity"), plain.includes(SERIES_COLORS.own), plain.includes("#0b6e4f")]).toEqual([true, true, false]);
  expect([styled.includes("Alder"), styled.includes("#0b6e4f")]).toEqual([true, true]);
  expect([styled.includes("Maturity"), styled.includes(SERIES_COLORS.own)]).toEqual([false, false]);
});
