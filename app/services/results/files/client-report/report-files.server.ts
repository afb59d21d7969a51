/** The files of a report for a client. Workers write them (docs/rules/client-report.md). */
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { attachment, fileName } from "~/services/http/file-names.server";
import { composeDocument } from "~/services/results/files/client-report/compose.server";
import { composeSlides } from "~/services/results/files/client-report/compose-slides.server";
import { readTickedNotes, tickedPlaces } from "~/services/results/files/client-report/ticked-notes.server";
import { readTexts } from "~/services/results/files/client-report/wording.server";
import { nameInFiles } from "~/services/results/files/file-names.server";
import { backFrom, backTo, neededFor, noteFile, readResult } from "~/services/results/files/result-files.server";
import { IN_REPORTS } from "~/services/results/result-request.server";
import { findHouseStyle } from "~/services/upstream/style.server";
import { fileResponse, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { type Audience, NOTES, NOTES_ID, type ReportDocument, type ReportSlides, type ReportWish, readWish } from "~/views/client-report";
import { isDraftAt, type ReportFormat, resultPaths } from "~/views/paths";

/** Where the notes are ticked, for a file that nobody may have before that. */
function toNoteList(assessmentId: Id, request: Request): Redirect {
  const query = new URL(request.url).searchParams.toString();
  return new Redirect(resultPaths(isDraftAt(request)).report(assessmentId, query, NOTES_ID), {
    kind: "info",
    title: "First somebody has to say which notes are for the client.",
    text: "Once an assessor has saved the list of notes on this page, the report can have them.",
  });
}

const CONTENT_TYPES: Record<ReportFormat, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};
const TAKEN: Record<ReportFormat, string> = { docx: "report as a Word file", pptx: "report as PowerPoint slides" };
/** What the file of each audience is called. */
const NAMES: Record<Audience, string> = { full: "report", board: "board report" };

/**
 * Answers 'Word' and 'PowerPoint'.
 * @throws Redirect to the result when something cannot be loaded, and to home when it is not completed and the address does not name a draft
 */
export async function reportFileResponse(
  context: UserContext,
  assessmentId: Id,
  format: ReportFormat,
  request: Request,
): Promise<Response> {
  const tooMany = tooManyFiles(context, "report", backTo(assessmentId, request));
  if (tooMany) return tooMany;
  const wish: ReportWish = readWish(new URL(request.url).searchParams);
  const { api } = context;
  const needsNotes = wish.sections.includes(NOTES);
  const resultRequest = { assessmentId, request };
  const [result, written, style, list] = await Promise.all([
    readResult(context, assessmentId, request, { concerns: IN_REPORTS, answers: true }),
    neededFor("report", readTexts(api, assessmentId), resultRequest),
    neededFor("report", findHouseStyle(api), resultRequest),
    neededFor("report", readTickedNotes(api, assessmentId), resultRequest),
  ]);
  const notes = list && tickedPlaces(result, list);
  if (notes === "not stored" && needsNotes) throw toNoteList(assessmentId, request);
  // Findings are left out until somebody has ticked notes.
  if (notes && notes !== "not stored") wish.notes = notes;
  const dressed = <T extends ReportDocument | ReportSlides>(report: T): T => ({ ...report, about: { ...report.about, style } });
  const asking = { person: context.user.email, asker: request.signal };
  return unlessTaskFails(context, backFrom(result), "report", async () => {
    const file =
      format === "docx"
        ? await runTask("writeReportDocument", dressed(composeDocument(result, wish, written)), asking)
        : await runTask("writeReportSlides", dressed(composeSlides(result, wish, written)), asking);
    noteFile(context.api, result, TAKEN[format]);
    return fileResponse(file, {
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": attachment(fileName(new Date(), result.model, `${nameInFiles(result)} ${NAMES[wish.audience]}`, format)),
    });
  });
}
