/**
 * The tasks of the workers, by name: the module that each of these processes runs. A new task is a function here, named in the last line,
 * and a line in the table of
 * `app/services/workers/pool.server.ts`. Each task imports what it needs on first use, so that a worker holds no more than it uses.
 */
import type { TeamHistoryContent } from "~/services/history/write-team-history.server";
import type { PictureContent } from "~/services/results/files/picture-content.server";
import type { BookContent } from "~/services/results/files/workbook.server";
import type { AnswersWorkbook, ReadWorkbook, UnreadReason } from "~/views/answering/workbook";
import type { ReportDocument, ReportSlides } from "~/views/client-report";
import type { WorkbookContent } from "~/views/result";
import type { LogoFault } from "~/views/team";
import { serve } from "./serve.js";

/** Draws a table or chart. */
export async function drawPicture(given: PictureContent): Promise<Uint8Array> {
  const [{ composePicture }, { encodePicture }] = await Promise.all([
    import("~/workers/picture.server"),
    import("~/services/results/files/images.server"),
  ]);
  const { picture, width, scripts } = await composePicture(given);
  return encodePicture(picture, width, { format: given.format, scripts });
}

/** Writes the Excel file of a result. */
export async function writeWorkbook(content: WorkbookContent): Promise<Uint8Array> {
  const { workbookOf } = await import("~/services/results/files/workbook.server");
  return workbookOf(content);
}

/** Writes the Excel file of lists that belong to no result. */
export async function writeSheets(content: BookContent): Promise<Uint8Array> {
  const { bookOf } = await import("~/services/results/files/workbook.server");
  return bookOf(content);
}

/** Writes the history of a team. */
export async function writeTeamHistory(content: TeamHistoryContent): Promise<Uint8Array> {
  const { writeHistory } = await import("~/services/history/write-team-history.server");
  return writeHistory(content);
}

/** Writes the workbook of answers. */
export async function writeAnswers(content: AnswersWorkbook): Promise<Uint8Array> {
  const { answersWorkbook } = await import("~/services/answering/workbook/write.server");
  return answersWorkbook(content);
}

/** Reads a workbook of answers that somebody has uploaded. */
export async function readAnswers(bytes: Uint8Array): Promise<ReadWorkbook | UnreadReason> {
  const { readAnswersWorkbook } = await import("~/services/answering/workbook/read.server");
  return readAnswersWorkbook(bytes);
}

/** Sanitises marked-up texts, in the order given. */
export async function purifyTexts(sources: readonly string[]): Promise<{ html: string; text: string }[]> {
  const { purify } = await import("~/services/upstream/purify.server");
  return sources.map(purify);
}

/** Makes a logo of an uploaded picture. */
export async function makeLogo(bytes: Uint8Array): Promise<Uint8Array | LogoFault> {
  const { logoFile } = await import("~/workers/logo.server");
  return logoFile(bytes);
}

/** Writes the Word file of a report for a client. */
export async function writeReportDocument(content: ReportDocument): Promise<Uint8Array> {
  const { wordFile } = await import("~/workers/client-report/word.server");
  return wordFile(content);
}

/** Writes the slides of a report for a client. */
export async function writeReportSlides(content: ReportSlides): Promise<Uint8Array> {
  const { presentationFile } = await import("~/workers/client-report/presentation.server");
  return presentationFile(content);
}

serve({
  drawPicture,
  writeWorkbook,
  writeSheets,
  writeTeamHistory,
  purifyTexts,
  writeReportDocument,
  writeReportSlides,
  writeAnswers,
  readAnswers,
  makeLogo,
});
