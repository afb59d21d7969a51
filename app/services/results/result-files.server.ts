/** The files of a result. Workers make them; if they cannot, the answer tells why and when to try again. */

import { setTimeout } from "node:timers/promises";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Id } from "#model/contract/common.ts";
import { Quota } from "#model/quota.ts";
import { Elsewhere, LoadFailed, loadFor } from "~/services/faults.server";
import { log } from "~/services/http/log.server";
import { type Refusal, refusalPage } from "~/services/http/refusal.server";
import { archiveOf } from "~/services/results/archive.server";
import { archiveName, attachment, distinctTitles, imageName, nameInFiles, workbookName } from "~/services/results/file-names.server";
import { keptPictures, pictureTag } from "~/services/results/kept-pictures.server";
import { findPart, pictureContent, picturesOf } from "~/services/results/picture-content.server";
import { askedResult, openResult } from "~/services/results/results.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { runTask, TaskFailed } from "~/services/workers/pool.server";
import { IMAGE_FORMATS, type ImageFormat, isDraftAt, resultPaths } from "~/views/paths";
import { exhibitsOf, type Report, type WorkbookContent, workbookContent } from "~/views/report";
import type { User } from "~/views/session";

const CONTENT_TYPES: Record<ImageFormat, string> = { jpg: "image/jpeg", png: "image/png", svg: "image/svg+xml" };

/**
 * Answers 'Download image' for one table or chart, or for one part of a long table (docs/rules/results-and-files.md#images).
 * @throws Elsewhere for the result when there is no such exhibit or part or the result cannot be loaded, and for home when it is not
 * completed
 */
export async function pictureResponse(
  context: Asked,
  assessmentId: Id,
  { exhibitId, format }: { exhibitId: string; format: ImageFormat },
  request: Request,
): Promise<Response> {
  const tooMany = tooManyFiles(context, "image", assessmentId, request);
  if (tooMany) return tooMany;
  const report = await openReport(context, assessmentId, request);
  const exhibits = exhibitsOf(report);
  const exhibit = exhibits.find(({ id }) => id === exhibitId);
  const asked = new URL(request.url).searchParams.get("part");
  const part = exhibit && asked !== null ? findPart(exhibit, Number(asked)) : undefined;
  if (!exhibit || (asked !== null && !part)) throw new Elsewhere(resultOf(report));
  const content = pictureContent(exhibit, report, format, part);
  const tag = pictureTag(content);
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  return unlessTaskFails(context, report, "image", async () => {
    const title = distinctTitles(exhibits).get(exhibit.id) ?? exhibit.title;
    const picture = await keptPictures.picture(tag, content);
    noteTaken(context.api, report, `image of ${title}`);
    return fileResponse(picture, {
      ...headers,
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": attachment(imageName(new Date(), report.model, nameInFiles(report), { title, part, format })),
    });
  });
}

/**
 * Answers 'Download all images': an archive that is sent while its images are drawn, one after the other, so that it takes one place among
 * those who wait (docs/rules/results-and-files.md#images). What fails before the first image is drawn, or failed lately, is answered with
 * a page; what fails later breaks the download off. @throws Elsewhere as for an image
 */
export async function archiveResponse(context: Asked, assessmentId: Id, request: Request): Promise<Response> {
  const tooMany = tooManyFiles(context, "image", assessmentId, request);
  if (tooMany) return tooMany;
  const report = await openReport(context, assessmentId, request);
  const asked = new URL(request.url).searchParams.get("format");
  const format = IMAGE_FORMATS.find((each) => each === asked) ?? "jpg";
  const date = new Date();
  const exhibits = exhibitsOf(report);
  const titles = distinctTitles(exhibits);
  const pictures = picturesOf(exhibits).map(({ exhibit, part }) => {
    const content = pictureContent(exhibit, report, format, part);
    const title = titles.get(exhibit.id) ?? exhibit.title;
    return { name: imageName(date, report.model, nameInFiles(report), { title, part, format }), content, tag: pictureTag(content) };
  });
  QUOTAS.image.add(context.user.email, pictures.length - 1);
  return unlessTaskFails(context, report, "archive", async () => {
    for (const { tag } of pictures) {
      const failure = keptPictures.failureOf(tag);
      if (failure) throw failure;
    }
    const [first] = pictures;
    if (first) await keptPictures.picture(first.tag, first.content);
    noteTaken(context.api, report, "all images");
    const archive = archiveOf(
      pictures.map(({ name, content, tag }) => ({ name, read: () => whenFree(() => keptPictures.picture(tag, content)) })),
      { compress: format === "svg" },
    );
    return new Response(createReadableStreamFromReadable(archive), {
      headers: {
        "Cache-Control": "private, no-cache",
        "Content-Type": "application/zip",
        "Content-Disposition": attachment(archiveName(date, report.model, nameInFiles(report), format)),
      },
    });
  });
}

/** How often, and for how many milliseconds at a time, an archive that has begun waits while too many files are being prepared. */
const PATIENCE = { times: 20, each: 1_000 };

async function whenFree<T>(prepare: () => Promise<T>): Promise<T> {
  for (let times = 0; ; times += 1) {
    try {
      return await prepare();
    } catch (error) {
      if (!(error instanceof TaskFailed) || error.reason !== "busy" || times === PATIENCE.times) throw error;
      await setTimeout(PATIENCE.each);
    }
  }
}

/** Answers 'Export to Excel' (docs/rules/results-and-files.md#excel). @throws Elsewhere as for an image */
export async function workbookResponse(context: Asked, assessmentId: Id, request: Request): Promise<Response> {
  const tooMany = tooManyFiles(context, "Excel file", assessmentId, request);
  if (tooMany) return tooMany;
  const report = await openReport(context, assessmentId, request, { answered: true });
  return unlessTaskFails(context, report, "Excel file", async () => {
    const workbook = await runTask("writeWorkbook", workbookContent(report));
    noteTaken(context.api, report, "Excel file");
    return fileResponse(workbook, {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": attachment(workbookName(new Date(), report.model, nameInFiles(report))),
    });
  });
}

/** Answers with an Excel file of lists that are no result, such as the register of evidence. @param back where a refusal leads */
export async function listResponse(context: Asked, request: Request, content: WorkbookContent, back: Way): Promise<Response> {
  const tooMany = tooManyFiles(context, "Excel file", content.assessment.id, request, back);
  if (tooMany) return tooMany;
  return unlessTaskFails(
    context,
    content,
    "Excel file",
    async () => {
      const workbook = await runTask("writeWorkbook", content);
      noteTaken(context.api, content, `Excel file of ${content.what}`);
      return fileResponse(workbook, {
        "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        "Content-Disposition": attachment(workbookName(new Date(), content.model, `${content.assessment.name} ${content.what}`)),
      });
    },
    back,
  );
}

const resultOf = ({ assessment, model, draftOf }: Pick<Report, "assessment" | "model" | "draftOf">) =>
  resultPaths(draftOf !== undefined).result(assessment.id, model);

/** Notes in the history that a file was taken out. Nobody waits for it, and the file is given even if it fails. */
export function noteTaken(api: UserApi, { assessment, draftOf }: Pick<Report, "assessment" | "draftOf">, what: string): void {
  const taken = `${draftOf === undefined ? "" : "draft "}${what}`;
  const noting = async () => {
    if (await hasExtension("history")) await api.history.fileTaken({ id: assessment.id, body: { what: taken.slice(0, 100) } });
  };
  noting().catch((error: unknown) => log("warn", "a file that was taken out is not in the history", { reason: String(error) }));
}

/**
 * The report of a result, or of a draft.
 * @param answered with every answer beside its statement, where the upstream gives them at once
 * @throws Elsewhere for the result screen when it cannot be loaded: that screen tells why */
export async function openReport(context: Asked, assessmentId: Id, request: Request, { answered = false } = {}): Promise<Report> {
  const { api } = context;
  try {
    const overview =
      answered && (await hasExtension("overview")) ? api.assessments.overview({ id: assessmentId }).then(withRichTexts) : undefined;
    overview?.catch(() => undefined);
    const { report } = await openResult(context, askedResult(request, assessmentId));
    return report(await (overview && loadFor("result", overview)));
  } catch (error) {
    throw error instanceof LoadFailed ? new Elsewhere(resultPaths(isDraftAt(request)).result(assessmentId, "P3M3")) : error;
  }
}

// The cast is safe: only shared memory is excluded by `Response`, and a worker never returns any.
export const fileResponse = (bytes: Uint8Array, headers: Record<string, string>) =>
  new Response(bytes as Uint8Array<ArrayBuffer>, { headers });

/** Where a page leads that says why there is no file. */
interface Way {
  href: string;
  label: string;
}

/** What the answer needs from its request. */
export interface Asked {
  api: UserApi;
  user: User;
  requestId: string;
  nonce: string;
}

/** What one person may ask of this process within a minute (docs/rules/rights.md#quotas). */
const QUOTAS = { image: new Quota(60), "Excel file": new Quota(20), report: new Quota(20) };

/** The answer to somebody who has asked for too many files; undefined when one more is fine. */
export function tooManyFiles(
  context: Asked,
  what: keyof typeof QUOTAS,
  assessmentId: Id,
  request: Request,
  back?: Way,
): Response | undefined {
  const seconds = QUOTAS[what].take(context.user.email);
  if (seconds === undefined) return undefined;
  const text = `You have asked for many files within a minute, so this ${what} was not prepared. Please wait a minute, then try again.`;
  const next = back ?? { href: resultPaths(isDraftAt(request)).result(assessmentId, "P3M3"), label: "Back to the result" };
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
export async function unlessTaskFails(
  context: Asked,
  report: Pick<Report, "assessment" | "model" | "draftOf">,
  what: string,
  answer: () => Promise<Response>,
  back?: Way,
): Promise<Response> {
  try {
    return await answer();
  } catch (error) {
    if (!(error instanceof TaskFailed)) throw error;
    const next = back ?? { href: resultOf(report), label: "Back to the result" };
    return refusal(context, { status: 503, ...WHY[error.reason](what), next, retryAfter: RETRY_SECONDS });
  }
}
