/** Charts as pictures for a document. */

import { drawChart } from "~/components/charts/draw.server";
import { SERIES_COLORS } from "~/components/charts/palette";
import { ChartImage, IMAGE_WIDTH } from "~/components/results/ExhibitImage.server";
import { drawableContent, encodePicture } from "~/services/results/files/images.server";
import { type AnyChart, kindOf } from "~/views/charts/kinds";

export interface ChartPicture {
  png: Uint8Array;
  /** Height by width. */
  proportion: number;
}

/** What a chart is as wide as, in units. */
const WIDTH = 1104;
/** White above and below it. */
const ABOVE = 16;
/** Pixels for each unit: 300 to an inch of the page, and no more, as drawing them is what a report waits for. */
const PIXELS = 1.7;
/** A chart of rows needs no more than this for each, so that a picture of many leaves room on its page. */
const ROW = { few: 44, many: 27 };
const MANY = 8;
const SCALE = 60;
/** So that a chart leaves room for its heading on a page. */
const HIGHEST = 1_150;

/** The height of a chart in a document. */
function heightOf(chart: AnyChart): number | undefined {
  const rows = kindOf(chart).rows?.(chart);
  return rows === undefined ? undefined : Math.min(HIGHEST, rows * (rows > MANY ? ROW.many : ROW.few) + SCALE);
}

/** A chart as a PNG of more than 300 pixels an inch at the width of a page's text. @param accent the colour of its own scores, such as '#3151c9' */
export async function chartPicture(given: AnyChart, accent: string = SERIES_COLORS.own): Promise<ChartPicture> {
  const { content: chart, scripts } = await drawableContent(given);
  const drawing = drawChart(chart, "image", { withTexts: false, height: heightOf(chart) });
  const picture = (
    <div
      style={{
        display: "flex",
        flexDirection: "column",
        width: IMAGE_WIDTH,
        padding: `${ABOVE}px ${(IMAGE_WIDTH - WIDTH) / 2}px`,
        fontSize: 20,
        background: "#ffffff",
      }}
    >
      <ChartImage chart={chart} drawing={drawing} {...(accent === SERIES_COLORS.own ? {} : { accent })} />
    </div>
  );
  const png = await encodePicture(picture, IMAGE_WIDTH, { format: "png", scripts, scale: PIXELS });
  // A PNG begins with its width and height.
  return { png: new Uint8Array(png), proportion: png.readUInt32BE(20) / png.readUInt32BE(16) };
}
