/**
 * The tasks of the workers, by name: the only module that they load. A new task is a function here and a line in the table of
 * `app/services/workers/pool.server.ts`. Each task imports what it needs on first use, so that a worker holds no more than it uses.
 */
import { Piscina } from "piscina";
import type { PictureContent } from "~/services/results/picture-content.server";
import type { WorkbookContent } from "~/views/report";

/** Draws a table or chart as a JPEG. */
export async function drawPicture(given: PictureContent): Promise<Uint8Array> {
  const [{ drawableContent, jpegOf }, { drawChart }, { ExhibitImage, IMAGE_WIDTH }] = await Promise.all([
    import("~/services/results/images.server"),
    import("~/components/charts/draw.server"),
    import("~/components/results/ExhibitImage.server"),
  ]);
  const { content, remark } = await drawableContent(given);
  const { exhibit, report } = content;
  const drawing = exhibit.kind === "table" ? undefined : drawChart(exhibit, "image", { withTexts: false });
  return handedOver(await jpegOf(<ExhibitImage exhibit={exhibit} report={report} drawing={drawing} remark={remark} />, IMAGE_WIDTH));
}

/** Writes the Excel file of a result. */
export async function writeWorkbook(content: WorkbookContent): Promise<Uint8Array> {
  const { workbookOf } = await import("~/services/results/workbook.server");
  return handedOver(await workbookOf(content));
}

/** Sanitises marked-up texts, in the order given. */
export async function purifyTexts(sources: readonly string[]): Promise<{ html: string; text: string }[]> {
  const { purify } = await import("~/services/upstream/purify.server");
  return sources.map(purify);
}

/** Transfers bytes to the main thread. They are copied once before, as memory owned by native code or by a pool cannot be transferred. */
function handedOver(bytes: Buffer): Uint8Array {
  return Piscina.move(new Uint8Array(bytes)) as unknown as Uint8Array;
}
