/** What of a result is taken along as a file. Workers make it; where they cannot, the answer says so and when to come back. */

import type { Id } from "#model/contract/common.ts";
import { Elsewhere, LoadFailed } from "~/services/faults.server";
import { refusalPage } from "~/services/http/refusal.server";
import { attachment, imageName, workbookName } from "~/services/results/file-names.server";
import { keptPicture, pictureTag } from "~/services/results/kept-pictures.server";
import { pictureContent } from "~/services/results/picture-content.server";
import { openResult } from "~/services/results/results.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { runTask, TaskFailed } from "~/services/workers/pool.server";
import { paths } from "~/views/paths";
import { exhibitsOf, type Report, workbookContent } from "~/views/report";

/** 'Download image' of one table or chart. @throws a redirect to the result where there is no such exhibit, or no result */
export async function pictureResponse(context: Asked, assessmentId: Id, exhibitId: string, request: Request): Promise<Response> {
  const report = await openReport(context.api, assessmentId, request);
  const exhibit = exhibitsOf(report).find(({ id }) => id === exhibitId);
  if (!exhibit) throw new Elsewhere(paths.result(report.assessment.id, report.model));
  const content = pictureContent(exhibit, report);
  const tag = pictureTag(content);
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  return unlessTaskFails(context, report, "image", async () => {
    const name = imageName(new Date(), report.model, report.assessment.name, exhibit.title);
    return fileResponse(await keptPicture(tag, content), {
      ...headers,
      "Content-Type": "image/jpeg",
      "Content-Disposition": attachment(name),
    });
  });
}

/** 'Export to Excel'. @throws a redirect to the result where there is none */
export async function workbookResponse(context: Asked, assessmentId: Id, request: Request): Promise<Response> {
  const report = await openReport(context.api, assessmentId, request);
  return unlessTaskFails(context, report, "Excel file", async () =>
    fileResponse(await runTask("writeWorkbook", workbookContent(report)), {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": attachment(workbookName(new Date(), report.model, report.assessment.name)),
    }),
  );
}

/** As for the screen, which also words what kept it from being loaded. */
async function openReport(api: UserApi, assessmentId: Id, request: Request): Promise<Report> {
  try {
    return (await openResult(api, assessmentId, new URL(request.url).searchParams)).report();
  } catch (error) {
    throw error instanceof LoadFailed ? new Elsewhere(paths.result(assessmentId, "P3M3")) : error;
  }
}

// A view of the bytes: `Response` takes no shared memory, which a worker never hands over.
const fileResponse = (bytes: Uint8Array, headers: Record<string, string>) => new Response(bytes as Uint8Array<ArrayBuffer>, { headers });

/** What the answer with a file needs of its request. */
interface Asked {
  api: UserApi;
  requestId: string;
  nonce: string;
}

const RETRY_SECONDS = 30;
const WHY = {
  busy: (what: string) => ({
    title: "Too many files are being prepared",
    text: `This ${what} could not be prepared now, because many others are waiting. Please try again in half a minute.`,
  }),
  failed: (what: string) => ({
    title: `The ${what} could not be prepared`,
    text: `Preparing this ${what} took too long or failed. The result itself is safe. Please try again in half a minute; if it fails again, get in touch.`,
  }),
};

/** The answer, or where workers cannot make the file, a page that says so. */
async function unlessTaskFails(context: Asked, report: Report, what: string, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error;
    const next = { href: paths.result(report.assessment.id, report.model), label: "Back to the result" };
    return new Response(refusalPage(context, { status: 503, ...WHY[error.reason](what), next }), {
      status: 503,
      headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": String(RETRY_SECONDS) },
    });
  }
}
