/** The screen on which leads say what the reports of their team begin with (docs/rules/client-report.md#what-new-reports-begin-with). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { reportDefaultsForm } from "#model/contract/report-defaults.ts";
import { withLineFeeds } from "#model/note.ts";
import { DEFAULTED_FIELDS } from "#model/report-cover.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { baseFrom, mergeForm } from "~/services/http/merged-form.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { untilUnmoved } from "~/services/upstream/upstream.server";
import { morePaths } from "~/views/more-paths";
import { DEFAULTS_LABELS, type DefaultTexts, type ReportDefaultsPage, type ReportDefaultsReply } from "~/views/report-defaults";
import type { Reply } from "~/views/shell";

const read = async ({ api }: UserContext) => {
  await requireExtension("report-defaults");
  const { authors, disclaimer, versions } = await loadFor("dashboard", api.reportDefaults.get());
  return { texts: { authors: authors ?? "", disclaimer: disclaimer ?? "" }, versions };
};

/** @throws NotFound where the upstream keeps nothing of it; NotPermitted for anybody but a lead; LoadFailure */
export async function loadReportDefaults(context: UserContext): Promise<ReportDefaultsPage> {
  const { texts } = await read(context);
  return { texts, base: baseFrom(texts) };
}

/** A field that is left empty is not in what the library reads. */
const orEmpty = <Schema extends z.ZodType>(schema: Schema) => z.preprocess((typed) => typed ?? "", schema);
const schema = z.object({
  authors: orEmpty(reportDefaultsForm.shape.authors),
  disclaimer: orEmpty(reportDefaultsForm.shape.disclaimer),
});

const sideOf = (held: DefaultTexts) => ({ held, inWords: (name: keyof DefaultTexts) => held[name] && `‘${held[name]}’` });

/** Saves both texts. @returns the form that was not stored @throws Redirect once it is; NotFound, NotPermitted, LoadFailure, SessionOver */
export async function saveReportDefaults(context: UserContext, request: Request): Promise<Reply<ReportDefaultsReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const id = randomUUID();
  for (const name of DEFAULTED_FIELDS) if (form.has(name)) form.set(name, withLineFeeds(String(form.get(name))));
  const submission = readSubmission(form, schema);
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const now = await read(context);
      const merged = mergeForm({ what: "form", labels: DEFAULTS_LABELS, posted: form, now: sideOf(now.texts), mine: sideOf(wanted) });
      if (!merged.isSame) return merged;
      await context.api.reportDefaults.put({ body: wanted }, { madeFrom: now.versions });
      return undefined;
    });
    if (conflict) {
      const result = readSubmission(conflict.form, schema).reply({ formErrors: conflict.messages });
      return [{ id, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "texts for new reports", error);
    const isNamed = DEFAULTED_FIELDS.some((name) => errors[name]);
    return [{ id, result: submission.reply(isNamed ? { fieldErrors: errors } : { formErrors: messages }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The texts for new reports were saved." });
  throw new Redirect(morePaths.reportDefaults());
}
