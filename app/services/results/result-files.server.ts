/** The files of a result. Workers make them; if they cannot, the answer tells why and when to try again. */

import type { Id } from "#model/contract/common.ts";
import { Quota } from "#model/quota.ts";
import { Elsewhere, LoadFailed } from "~/services/faults.server";
import { type Refusal, refusalPage } from "~/services/http/refusal.server";
import { attachment, imageName, workbookName } from "~/services/results/file-names.server";
import { keptPicture, pictureTag } from "~/services/results/kept-pictures.server";
import { pictureContent } from "~/services/results/picture-content.server";
import { openResult } from "~/services/results/results.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { runTask, TaskFailed } from "~/services/workers/pool.server";
import { paths } from "~/views/paths";
import { exhibitsOf, type Report, workbookContent } from "~/views/report";
import type { User } from "~/views/session";

/**
 * Answers 'Download image' for one table or chart (docs/rules/results-and-files.md#images).
 * @throws Elsewhere for the result when there is no such exhibit or the result cannot be loaded, and for home when it is not completed
 */
export async function pictureResponse(context: Asked, assessmentId: Id, exhibitId: string, request: Request): Promise<Response> {
  const tooMany = tooManyFiles(context, "image", assessmentId);
  if (tooMany) return tooMany;
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

/** Answers 'Export to Excel' (docs/rules/results-and-files.md#excel). @throws Elsewhere as for an image */
export async function workbookResponse(context: Asked, assessmentId: Id, request: Request): Promise<Response> {
  const tooMany = tooManyFiles(context, "Excel file", assessmentId);
  if (tooMany) return tooMany;
  const report = await openReport(context.api, assessmentId, request);
  return unlessTaskFails(context, report, "Excel file", async () =>
    fileResponse(await runTask("writeWorkbook", workbookContent(report)), {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": attachment(workbookName(new Date(), report.model, report.assessment.name)),
    }),
  );
}

/** The report of a result. @throws Elsewhere for the result screen when it cannot be loaded: that screen tells why */
async function openReport(api: UserApi, assessmentId: Id, request: Request): Promise<Report> {
  try {
    return (await openResult(api, assessmentId, new URL(request.url).searchParams)).report();
  } catch (error) {
    throw error instanceof LoadFailed ? new Elsewhere(paths.result(assessmentId, "P3M3")) : error;
  }
}

// The cast is safe: only shared memory is excluded by `Response`, and a worker never returns any.
const fileResponse = (bytes: Uint8Array, headers: Record<string, string>) => new Response(bytes as Uint8Array<ArrayBuffer>, { headers });

/** What the answer needs from its request. */
interface Asked {
  api: UserApi;
  user: User;
  requestId: string;
  nonce: string;
}

/** What one person may ask of this process within a minute (docs/rules/rights.md#quotas). */
const QUOTAS = { image: new Quota(60), "Excel file": new Quota(20) };

/** The answer to somebody who has asked for too many files; undefined when one more is fine. */
function tooManyFiles(context: Asked, what: keyof typeof QUOTAS, assessmentId: Id): Response | undefined {
  const seconds = QUOTAS[what].take(context.user.email);
  if (seconds === undefined) return undefined;
  const text = `You have asked for many files within a minute, so this ${what} was not prepared. Please wait a minute, then try again.`;
  const next = { href: paths.result(assessmentId, "P3M3"), label: "Back to the result" };
  return refusal(context, { status: 429, title: "Too many files at once", text, next, retryAfter: seconds });
}

function refusal(context: Asked, refused: Refusal & { retryAfter: number }): Response {
  return new Response(refusalPage(context, refused), {
    status: refused.status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Retry-After": String(refused.retryAfter) },
  });
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

/** The answer or, when the worker failed, a page that tells why (docs/rules/results-and-files.md#when-a-file-fails). */
async function unlessTaskFails(context: Asked, report: Report, what: string, answer: () => Promise<Response>): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error;
    const next = { href: paths.result(report.assessment.id, report.model), label: "Back to the result" };
    return refusal(context, { status: 503, ...WHY[error.reason](what), next, retryAfter: RETRY_SECONDS });
  }
}
