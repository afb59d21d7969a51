/** The files of a result. Workers make them; if they cannot, the answer tells why and when to try again. */

import { setTimeout } from "node:timers/promises";
import { createReadableStreamFromReadable } from "@remix-run/node";
import type { Id } from "#model/contract/common.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { LoadFailure, Redirect } from "~/services/faults.server";
import { attachment, fileName } from "~/services/http/file-names.server";
import { archiveOf } from "~/services/results/files/archive.server";
import { readTexts } from "~/services/results/files/client-report/wording.server";
import { distinctTitles, imageName, nameInFiles } from "~/services/results/files/file-names.server";
import { keptPictures, pictureTag } from "~/services/results/files/picture-cache.server";
import { findPart, pictureContent, picturesOf } from "~/services/results/files/picture-content.server";
import { IN_FILES, ON_SCREEN, type ResultNeeds } from "~/services/results/result-request.server";
import { openResult, resultRequestOf } from "~/services/results/results.server";
import { concernsOf } from "~/services/results/sections/shared.server";
import { shownOf } from "~/services/results/sections/targets.server";
import { pictureStyle } from "~/services/upstream/style.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { excelResponse, FILE_QUOTAS, fileResponse, noteTaken, tooManyFiles, unlessTaskFails } from "~/services/workers/files.server";
import { runTask, TaskFailure } from "~/services/workers/pool.server";
import type { WrittenTexts } from "~/views/client-report";
import { IMAGE_FORMATS, type ImageFormat, isDraftAt, resultPaths } from "~/views/paths";
import { exhibitsOf, type Result, workbookContent } from "~/views/result";
import type { Flash } from "~/views/shell";

const CONTENT_TYPES: Record<ImageFormat, string> = { jpg: "image/jpeg", png: "image/png", svg: "image/svg+xml" };

/**
 * Answers 'Download image' for one table or chart, or for one part of a long table (docs/rules/results-and-files.md#images).
 * @throws Redirect for the result when there is no such exhibit or part or the result cannot be loaded, and for home when it is not
 * completed
 */
export async function pictureResponse(
  context: UserContext,
  assessmentId: Id,
  { exhibitId, format }: { exhibitId: string; format: ImageFormat },
  request: Request,
): Promise<Response> {
  const person = context.user.email;
  const tooMany = tooManyFiles(context, "image", backTo(assessmentId, request));
  if (tooMany) return tooMany;
  const query = new URL(request.url).searchParams;
  const [whole, style] = await Promise.all([
    readResult(context, assessmentId, request, { concerns: concernsOf(exhibitId) }),
    pictureStyle(context.api),
  ]);
  const result = shownOf(whole, query);
  const exhibits = exhibitsOf(result);
  const exhibit = exhibits.find(({ id }) => id === exhibitId);
  const partName = query.get("part");
  const part = exhibit && partName !== null ? findPart(exhibit, Number(partName)) : undefined;
  if (!exhibit || (partName !== null && !part)) throw new Redirect(backFrom(result).next.href);
  const content = pictureContent(exhibit, result, format, part, style);
  const tag = pictureTag(content);
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match")?.includes(tag)) return new Response(null, { status: 304, headers });
  return unlessTaskFails(context, backFrom(result), "image", async () => {
    const title = distinctTitles(exhibits).get(exhibit.id) ?? exhibit.title;
    const picture = await keptPictures.picture(tag, content, person);
    noteFile(context.api, result, `image of ${title}`);
    return fileResponse(picture, {
      ...headers,
      "Content-Type": CONTENT_TYPES[format],
      "Content-Disposition": attachment(imageName(new Date(), result.model, nameInFiles(result), { title, part, format })),
    });
  });
}

/**
 * Answers 'Download all images'. It sends the archive while it draws one image after the other. Thus it takes one place in the queue only
 * (docs/rules/results-and-files.md#images). A failure before the first image, or a recent one, is answered with a page. A later
 * failure breaks the download off.
 * @throws Redirect as for an image
 */
export async function archiveResponse(context: UserContext, assessmentId: Id, request: Request): Promise<Response> {
  const person = context.user.email;
  const tooMany = tooManyFiles(context, "image", backTo(assessmentId, request), "archive");
  if (tooMany) return tooMany;
  const query = new URL(request.url).searchParams;
  const [whole, style] = await Promise.all([
    readResult(context, assessmentId, request, { concerns: ON_SCREEN }),
    pictureStyle(context.api),
  ]);
  const result = shownOf(whole, query);
  const format = IMAGE_FORMATS.find((each) => each === query.get("format")) ?? "jpg";
  const date = new Date();
  const exhibits = exhibitsOf(result);
  const titles = distinctTitles(exhibits);
  const pictures = picturesOf(exhibits).map(({ exhibit, part }) => {
    const content = pictureContent(exhibit, result, format, part, style);
    const title = titles.get(exhibit.id) ?? exhibit.title;
    return { name: imageName(date, result.model, nameInFiles(result), { title, part, format }), content, tag: pictureTag(content) };
  });
  FILE_QUOTAS.image.add(person, pictures.length - 1);
  return unlessTaskFails(context, backFrom(result), "archive", async () => {
    for (const { tag } of pictures) {
      const failure = keptPictures.failureOf(tag);
      if (failure) throw failure;
    }
    const [first] = pictures;
    if (first) await keptPictures.picture(first.tag, first.content, person);
    noteFile(context.api, result, "all images");
    const archive = archiveOf(
      pictures.map(({ name, content, tag }) => ({ name, read: () => whenFree(() => keptPictures.picture(tag, content, person)) })),
      { compress: format === "svg" },
    );
    return new Response(createReadableStreamFromReadable(archive), {
      headers: {
        "Cache-Control": "private, no-cache",
        "Content-Type": "application/zip",
        "Content-Disposition": attachment(fileName(date, result.model, `${nameInFiles(result)} images ${format.toUpperCase()}`, "zip")),
      },
    });
  });
}

/** For how many milliseconds an archive that has begun asks again while too many files are being prepared, and how long it waits in between. */
const PATIENCE = { whole: 20_000, each: 1_000 };

async function whenFree<T>(prepare: () => Promise<T>): Promise<T> {
  for (const until = Date.now() + PATIENCE.whole; ; ) {
    try {
      return await prepare();
    } catch (error) {
      if (!(error instanceof TaskFailure) || error.reason !== "busy" || Date.now() > until) throw error;
      await setTimeout(PATIENCE.each);
    }
  }
}

/** Answers 'Export to Excel' (docs/rules/results-and-files.md#excel). @throws Redirect as for an image */
export async function workbookResponse(context: UserContext, assessmentId: Id, request: Request): Promise<Response> {
  const tooMany = tooManyFiles(context, "Excel file", backTo(assessmentId, request));
  if (tooMany) return tooMany;
  const readWritten = () => neededFor("Excel file", readTexts(context.api, assessmentId), { assessmentId, request });
  const result = await readResult(context, assessmentId, request, { concerns: IN_FILES, answers: true }, readWritten);
  return unlessTaskFails(context, backFrom(result), "Excel file", async () => {
    const workbook = await runTask("writeWorkbook", workbookContent(result), { person: context.user.email, asker: request.signal });
    noteFile(context.api, result, "Excel file");
    return excelResponse(workbook, fileName(new Date(), result.model, nameInFiles(result), "xlsx"));
  });
}

/** Notes in the history that a file of a result or a draft was taken out. */
export const noteFile = (api: UserApi, { assessment, draftOf }: Result, what: string): void =>
  noteTaken(api, assessment.id, `${draftOf === undefined ? "" : "draft "}${what}`);

/**
 * The result of an assessment, or its draft.
 * @param needs and readWritten as of `openResult`
 * @throws Redirect for the result screen when it cannot be loaded: that screen tells why. It never reads the comparison, so a message does
 */
export async function readResult(
  context: UserContext,
  assessmentId: Id,
  request: Request,
  needs: ResultNeeds,
  readWritten?: () => Promise<WrittenTexts>,
): Promise<Result> {
  try {
    const { result, assessment, lacks } = await openResult(context, resultRequestOf(request, assessmentId), needs, readWritten);
    if (lacks.length === 0) return result;
    // The screen says what it lacks; a file without it could be sent by mistake.
    throw new Redirect(resultPaths(isDraftAt(request)).result(assessment.id, assessment.assessmentType), lacking(lacks));
  } catch (error) {
    if (!(error instanceof LoadFailure)) throw error;
    throw new Redirect(
      resultPaths(isDraftAt(request)).result(assessmentId, "P3M3"),
      needs.concerns?.includes("comparison") ? NOT_COMPARED : undefined,
    );
  }
}

const lacking = (lacks: readonly string[]): Flash => ({
  kind: "error",
  title: "The file was not prepared.",
  text: `Sorry, ${listed(lacks)} could not be read. Please try again.`,
});

const NOT_COMPARED: Flash = {
  kind: "error",
  title: "The file was not prepared.",
  text: "The result, or its comparison with an earlier assessment, could not be read. Please try again.",
};

/**
 * Reads what a file needs in addition to the result: the team's texts, or its house style. A file without them could be sent by mistake.
 * @param what the kind of file @throws Redirect to the result, which says why there is no file
 */
export async function neededFor<T>(what: string, reading: Promise<T>, request: { assessmentId: Id; request: Request }): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof LoadFailure)) throw error;
    throw new Redirect(backTo(request.assessmentId, request.request).next.href, {
      kind: "error",
      title: `The ${what} was not prepared.`,
      text: "Your texts or your house style could not be read. Please try again.",
    });
  }
}

/** The way back from a file that was not prepared. */
const wayBack = (href: string) => ({ next: { href, label: "Back to the result" }, safe: "The result itself is safe." });
/** The same before anything was read. */
export const backTo = (assessmentId: Id, request: Request) => wayBack(resultPaths(isDraftAt(request)).result(assessmentId, "P3M3"));
export const backFrom = ({ assessment, model, draftOf }: Result) =>
  wayBack(resultPaths(draftOf !== undefined).result(assessment.id, model));
