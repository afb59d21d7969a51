/** A table or chart as a picture that can be laid out: with the texts that can be drawn, and in the height of a slide. */
import type { ReactElement } from "react";
import { drawChart } from "~/components/charts/draw.server";
import { ExhibitImage, IMAGE_WIDTH, roomForChart } from "~/components/results/ExhibitImage.server";
import { drawableContent } from "~/services/results/files/images.server";
import type { PictureContent } from "~/services/results/files/picture-content.server";

type Drawable = Awaited<ReturnType<typeof drawableContent<PictureContent>>>;

/**
 * Composes a picture.
 * @returns the picture, its width in units, and the scripts that it needs fonts for
 */
export async function composePicture(
  given: PictureContent,
): Promise<{ picture: ReactElement; width: number; scripts: Drawable["scripts"] }> {
  const { content, remark, scripts } = await drawableContent(given);
  const { exhibit, result, part, style } = content;
  const drawing =
    exhibit.kind === "table"
      ? undefined
      : drawChart(exhibit, "image", { withTexts: false, height: roomForChart(exhibit, result, remark, style?.name) });
  const picture = <ExhibitImage exhibit={exhibit} result={result} drawing={drawing} remark={remark} part={part} style={style} />;
  return { picture, width: IMAGE_WIDTH, scripts };
}
