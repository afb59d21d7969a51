/** The files of a report for a client. Workers write them (docs/rules/client-report.md). */
import type { Id } from "#model/contract/common.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure, Redirect } from "~/services/faults.server";
import { attachment, fileName } from "~/services/http/file-names.server";
import { ANSWERS, composeDocument } from "~/services/results/client-report/compose.server";
import { composeSlides } from "~/services/results/client-report/compose-slides.server";
import { readTexts } from "~/services/results/client-report/kept-texts.server";
import { nameInFiles } from "~/services/results/file-names.server";
import { backFrom, backTo, noteFile, readResult } from "~/services/results/result-files.server";
import { findHouseStyle } from "~/services/upstream/style.server";
import { fileResponse, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask } from "~/services/workers/pool.server";
import { type Audience, type ReportDocument, type ReportSlides, readWish } from "~/views/client-report";
import { isDraftAt, type ReportFormat, resultPaths } from "~/views/paths";

const CONTENT_TYPES: Record<ReportFormat, string> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
};
const TAKEN: Record<ReportFormat, string> = { docx: "report as a Word file", pptx: "report as PowerPoint slides" };
/** What the file of each audience is called. */
const NAMES: Record<Audience, string> = { full: "report", board: "board report" };

/** The texts and the house style of a report. A report without them could be sent by mistake. @throws Redirect to the screen of the report */
async function whatTheTeamSays({ api }: UserContext, assessmentId: Id, request: Request) {
  try {
    const [written, style] = await Promise.all([readTexts(api, assessmentId), findHouseStyle(api)]);
    return { written, style };
  } catch (error) {
    if (!(error instanceof LoadFailure)) throw error;
    throw new Redirect(resultPaths(isDraftAt(request)).report(assessmentId), {
      kind: "error",
      title: "The report was not prepared.",
      text: "Its texts or your house style could not be read. Please try again.",
    });
  }
}

/**
 * Answers 'Word' and 'PowerPoint'.
 * @throws Redirect to the result when it cannot be loaded, and to home when it is not completed and the address does not name a draft
 */
export async function reportFileResponse(
  context: UserContext,
  assessmentId: Id,
  format: ReportFormat,
  request: Request,
): Promise<Response> {
  const tooMany = tooManyFiles(context, "report", backTo(assessmentId, request));
  if (tooMany) return tooMany;
  const wish = readWish(new URL(request.url).searchParams);
  const [result, { written, style }] = await Promise.all([
    readResult(context, assessmentId, request, { answered: wish.sections.includes(ANSWERS) }),
    whatTheTeamSays(context, assessmentId, request),
  ]);
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
