/** The files of a result. Workers make them; if they cannot, the answer tells why and when to try again. */

import { setTimeout } from "node:timers/promises";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Id } from "#model/contract/common.ts";
import { Elsewhere, LoadFailed, loadFor } from "~/services/faults.server";
import { attachment } from "~/services/http/file-names.server";
import { archiveOf } from "~/services/results/archive.server";
import { archiveName, distinctTitles, imageName, workbookName } from "~/services/results/file-names.server";
import { keptPictures, pictureTag } from "~/services/results/kept-pictures.server";
import { findPart, pictureContent, picturesOf } from "~/services/results/picture-content.server";
import { openResult } from "~/services/results/results.server";
import { hasExtension } from "~/services/upstream/extensions.server";
import { withRichTexts } from "~/services/upstream/rich-text.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { type Asked, FILE_QUOTAS, fileResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask, TaskFailed } from "~/services/workers/pool.server";
import { IMAGE_FORMATS, type ImageFormat, paths } from "~/views/paths";
import { exhibitsOf, type Report, workbookContent } from "~/views/report";

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
  const tooMany = tooManyFiles(context, "image", backTo(assessmentId));
  if (tooMany) return tooMany;
  const report = await openReport(context.api, assessmentId, request);
  const exhibits = exhibitsOf(report);
  const exhibit = exhibits.find(({ id }) => id === exhibitId);
  const asked = new URL(request.url).searchParams.get("part");
  const part = exhibit && asked !== null ? findPart(exhibit, Number(asked)) : undefined;
  if (!exhibit || (asked !== null && !part)) throw new Elsewhere(paths.result(report.assessment.id, report.model));
  const content = pictureContent(exhibit, report, format, part);
  const tag = pictureTag(content);
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  return unlessTaskFails(context, backTo(report.assessment.id, report.model), "image", async () => {
    const title = distinctTitles(exhibits).get(exhibit.id) ?? exhibit.title;
    const picture = await keptPictures.picture(tag, content);
    noteTaken(context.api, assessmentId, `image of ${title}`);
    return fileResponse(picture, {
      ...headers,
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": attachment(imageName(new Date(), report.model, report.assessment.name, { title, part, format })),
    });
  });
}

/**
 * Answers 'Download all images': an archive that is sent while its images are drawn, one after the other, so that it takes one place among
 * those who wait (docs/rules/results-and-files.md#images). What fails before the first image is drawn, or failed lately, is answered with
 * a page; what fails later breaks the download off. @throws Elsewhere as for an image
 */
export async function archiveResponse(context: Asked, assessmentId: Id, request: Request): Promise<Response> {
  const tooMany = tooManyFiles(context, "image", backTo(assessmentId));
  if (tooMany) return tooMany;
  const report = await openReport(context.api, assessmentId, request);
  const asked = new URL(request.url).searchParams.get("format");
  const format = IMAGE_FORMATS.find((each) => each === asked) ?? "jpg";
  const date = new Date();
  const exhibits = exhibitsOf(report);
  const titles = distinctTitles(exhibits);
  const pictures = picturesOf(exhibits).map(({ exhibit, part }) => {
    const content = pictureContent(exhibit, report, format, part);
    const title = titles.get(exhibit.id) ?? exhibit.title;
    return { name: imageName(date, report.model, report.assessment.name, { title, part, format }), content, tag: pictureTag(content) };
  });
  FILE_QUOTAS.image.add(context.user.email, pictures.length - 1);
  return unlessTaskFails(context, backTo(report.assessment.id, report.model), "archive", async () => {
    for (const { tag } of pictures) {
      const failure = keptPictures.failureOf(tag);
      if (failure) throw failure;
    }
    const [first] = pictures;
    if (first) await keptPictures.picture(first.tag, first.content);
    noteTaken(context.api, assessmentId, "all images");
    const archive = archiveOf(
      pictures.map(({ name, content, tag }) => ({ name, read: () => whenFree(() => keptPictures.picture(tag, content)) })),
      { compress: format === "svg" },
    );
    return new Response(createReadableStreamFromReadable(archive), {
      headers: {
        "Cache-Control": "private, no-cache",
        "Content-Type": "application/zip",
        "Content-Disposition": attachment(archiveName(date, report.model, report.assessment.name, format)),
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
  const tooMany = tooManyFiles(context, "Excel file", backTo(assessmentId));
  if (tooMany) return tooMany;
  const report = await openReport(context.api, assessmentId, request, { answered: true });
  return unlessTaskFails(context, backTo(report.assessment.id, report.model), "Excel file", async () => {
    const workbook = await runTask("writeWorkbook", workbookContent(report));
    noteTaken(context.api, assessmentId, "Excel file");
    return fileResponse(workbook, {
      "Content-Type": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
      "Content-Disposition": attachment(workbookName(new Date(), report.model, report.assessment.name)),
    });
  });
}

/**
 * The report of a result.
 * @param answered with every answer beside its statement, where the upstream gives them at once
 * @throws Elsewhere for the result screen when it cannot be loaded: that screen tells why */
export async function openReport(api: UserApi, assessmentId: Id, request: Request, { answered = false } = {}): Promise<Report> {
  try {
    const overview =
      answered && (await hasExtension("overview")) ? api.assessments.overview({ id: assessmentId }).then(withRichTexts) : undefined;
    overview?.catch(() => undefined);
    const { report } = await openResult(api, assessmentId, new URL(request.url).searchParams);
    return report(await (overview && loadFor("result", overview)));
  } catch (error) {
    throw error instanceof LoadFailed ? new Elsewhere(paths.result(assessmentId, "P3M3")) : error;
  }
}

/** The way back from a file that was not prepared. */
export const backTo = (assessmentId: Id, model: Report["model"] = "P3M3") => ({
  next: { href: paths.result(assessmentId, model), label: "Back to the result" },
  safe: "The result itself is safe.",
});
