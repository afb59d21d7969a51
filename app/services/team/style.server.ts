/** The screen of a team's house style (docs/rules/house-style.md). */

import { z } from "zod";
import { checkAccent, type Style } from "#model/contract/style.ts";
import { fieldNames, STYLE_FIELDS } from "#model/fields.ts";
import { Quota } from "#model/quota.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { postedFields } from "~/services/http/form-schema.server";
import { baseFrom, baseIn, type FormValues, mergeForm } from "~/services/http/merged-form.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { requireWriter } from "~/services/upstream/permissions.server";
import { isUpstreamFault, untilUnmoved } from "~/services/upstream/upstream.server";
import { fileResponse } from "~/services/workers/files.server";
import { type FailureReason, runTask, TaskFailure } from "~/services/workers/pool.server";
import { labelsOf, textIn } from "~/views/form-fields";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";
import { LOGO_FIELD, LOGO_TOO_LARGE, LOGO_UPLOAD_MAX, type LogoFault, STYLE_INTENTS, type StylePage, type StyleReply } from "~/views/team";

/** @throws NotFound where the upstream keeps no house style; NotPermitted for a viewer; LoadFailure */
export async function loadStylePage(context: UserContext): Promise<StylePage> {
  const { api } = context;
  await requireExtension("style");
  await requireWriter(context);
  const { versions: _versions, logo, ...style } = await loadFor("dashboard", api.style.get());
  return { style, base: baseFrom(heldBy(style)), logo: logo ? morePaths.logo(logo) : undefined };
}

/** The picture of the logo. @throws NotFound, LoadFailure */
export async function logoResponse({ api }: UserContext): Promise<Response> {
  await requireExtension("style");
  const { png } = await api.style.logo.get().catch((error: unknown) => {
    throw isUpstreamFault(error) && error.status === 404 ? new NotFound() : error;
  });
  return fileResponse(Buffer.from(png, "base64"), { "Content-Type": "image/png", "Cache-Control": "private, max-age=31536000, immutable" });
}

/** Does what one of the screen's forms asks for. @throws Redirect once it is stored; NotFound, SessionOver */
export async function changeStyle(context: UserContext, request: Request): Promise<Reply<StyleReply>> {
  await requireExtension("style");
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent === STYLE_INTENTS.upload) return uploadLogo(context, form.get(LOGO_FIELD));
  if (intent === STYLE_INTENTS.remove) return storeLogo(context, null, "The logo was removed.");
  return saveTexts(context, form);
}

const done = (context: UserContext, title: string) => {
  context.flash.leave({ kind: "success", title });
  return new Redirect(paths.style());
};

const NAMES = fieldNames(STYLE_FIELDS, "text");
type Texts = Pick<Style, (typeof NAMES)[number]>;

/** The texts as the form's fields hold them. */
const heldBy = (style: Texts) => Object.fromEntries(NAMES.map((name) => [name, textIn(style[name])])) as FormValues<keyof Texts>;

const sideOf = (style: Texts) => ({
  held: heldBy(style),
  inWords: (name: keyof Texts) => textIn(style[name]) && `‘${textIn(style[name])}’`,
});

function textsSchema(form: FormData) {
  const posted = postedFields(STYLE_FIELDS, baseIn(form, NAMES));
  return z.object({ ...posted, accent: posted.accent.superRefine(checkAccent) });
}

async function saveTexts(context: UserContext, form: FormData): Promise<Reply<StyleReply>> {
  context.unsavedForm.keep(form);
  // A viewer is refused before both versions are compared.
  await requireWriter(context);
  const submission = readSubmission(form, textsSchema(form));
  if (submission.status !== "success") return [{ texts: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const stored = await loadFor("dashboard", context.api.style.get());
      const labels = labelsOf(STYLE_FIELDS);
      const merged = mergeForm({ what: "this house style was", labels, posted: form, now: sideOf(stored), mine: sideOf(wanted) });
      if (!merged.isSame) return merged;
      await context.api.style.put({ body: wanted }, { madeFrom: stored.versions });
      return undefined;
    });
    if (conflict) {
      const texts = readSubmission(conflict.form, textsSchema(conflict.form)).reply({ formErrors: conflict.messages });
      return [{ texts, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, advice } = failedSave(context.requestId, "house style", error);
    const formErrors = ["Something went wrong, please try again", ...(advice === undefined ? [] : [advice])];
    return [{ texts: submission.reply({ formErrors, fieldErrors: errors }) }, { status }];
  }
  throw done(context, "The house style was saved.");
}

const LOGO_FAULTS: Readonly<Record<Extract<LogoFault, string>, string>> = {
  format: "This is no PNG, JPEG or SVG. Please choose a picture of one of these kinds.",
  broken: "This picture could not be read. Please save it again as a PNG, then upload that file.",
  "too large": "This picture holds too much detail for a logo. Please choose a simpler one.",
  "too many pixels": "This picture has more than 25 million pixels, or more than 16,000 along one side. Please make it smaller.",
  flat: "This picture is more than 20 times as long one way as the other, so nobody could read it. Please choose one of another shape.",
};
const faultText = (fault: LogoFault) =>
  typeof fault === "string"
    ? LOGO_FAULTS[fault]
    : `This SVG holds ${fault.unneeded}, which no logo needs. Please save the picture as a PNG, then upload that file.`;
const NO_FILE = "Please choose a picture.";
const NOT_MADE: Readonly<Record<FailureReason, string>> = {
  busy: "The server is busy, so this picture was not read. Please upload it again in half a minute.",
  "too heavy": "Reading this picture took too long, or too much memory. Please choose a simpler one.",
  failed: "Something went wrong here while this picture was read. Please upload it again in half a minute.",
};
/** Pictures that one person may have read within a minute. */
const UPLOADS = new Quota(10);
const TOO_MANY = "You have uploaded many pictures within a minute. Please wait a minute, then upload this one again.";

const asFault = (logoError: string, status = 400): Reply<StyleReply> => [{ logoError }, { status }];

async function uploadLogo(context: UserContext, file: FormDataEntryValue | null): Promise<Reply<StyleReply>> {
  if (!(file instanceof File) || file.size === 0) return asFault(NO_FILE);
  if (file.size > LOGO_UPLOAD_MAX) return asFault(LOGO_TOO_LARGE);
  // Nobody reads a picture that may not be stored.
  await requireWriter(context);
  const person = context.user.email;
  if (UPLOADS.take(person) !== undefined) return asFault(TOO_MANY, 429);
  let made: Uint8Array | LogoFault;
  try {
    made = await runTask("makeLogo", new Uint8Array(await file.arrayBuffer()), { person });
  } catch (error) {
    if (!(error instanceof TaskFailure)) throw error;
    return asFault(NOT_MADE[error.reason], 503);
  }
  if (!(made instanceof Uint8Array)) return asFault(faultText(made));
  return storeLogo(context, Buffer.from(made).toString("base64"), "The logo was saved.");
}

async function storeLogo(context: UserContext, png: string | null, success: string): Promise<Reply<StyleReply>> {
  try {
    await context.api.style.logo.put({ body: { png } });
  } catch (error) {
    const { status, advice } = failedSave(context.requestId, "logo", error);
    return asFault(advice ?? "The logo could not be saved. Please try again.", status);
  }
  throw done(context, success);
}
