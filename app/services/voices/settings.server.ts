/** The roles of an assessment's voices, and whether results show how views differ (docs/rules/voices.md#asking). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Id } from "#model/contract/common.ts";
import { type VoiceList, voiceSettingsForm } from "#model/contract/voices.ts";
import { withLineFeeds } from "#model/note.ts";
import { textMessages } from "#model/text.ts";
import { VOICE_ROLE_MAX, VOICE_ROLES_MAX } from "#model/voices.ts";
import { listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { baseFrom, mergeForm } from "~/services/http/merged-form.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { untilUnmoved } from "~/services/upstream/upstream.server";
import { headOf, openVoices, readVoices } from "~/services/voices/voices.server";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";
import { SETTINGS, SETTINGS_LABELS, type SettingsField, type VoiceSettingsPage, type VoiceSettingsReply } from "~/views/voices";

type Settings = Pick<VoiceList, "roles" | "showInResults">;

const heldBy = ({ roles, showInResults }: Settings): Record<SettingsField, string> => ({
  roles: roles.join("\n"),
  showInResults: showInResults ? "on" : "",
});

/** @throws NotFound where the upstream has no voices; NotPermitted for those who only read; LoadFailure */
export async function loadVoiceSettings(context: UserContext, assessmentId: Id): Promise<VoiceSettingsPage> {
  const { assessment, readOnly } = await openVoices(context, assessmentId);
  const list = await readVoices(context, assessment);
  const used = new Set(list.voices.map(({ role }) => role));
  return {
    ...(await headOf(context, assessment)),
    readOnly,
    texts: heldBy(list),
    base: baseFrom(heldBy(list)),
    used: list.roles.filter((role) => used.has(role)),
    back: paths.voices(assessment.id),
  };
}

const ROLES = voiceSettingsForm.shape.roles.unwrap();
/** The first thing that is wrong with a list of roles; undefined where nothing is. */
function rolesProblem(roles: readonly string[]): string | undefined {
  if (roles.length > VOICE_ROLES_MAX) return `Please name at most ${VOICE_ROLES_MAX} roles.`;
  return ROLES.safeParse(roles).error?.issues[0]?.message;
}

const settingsSchema = z.object({
  [SETTINGS.roles]: z
    .string({ error: textMessages.required })
    .max(2 * VOICE_ROLES_MAX * VOICE_ROLE_MAX, textMessages.tooLong(2 * VOICE_ROLES_MAX * VOICE_ROLE_MAX))
    .transform((typed, { addIssue }) => {
      const roles = withLineFeeds(typed)
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean);
      const problem = roles.length === 0 ? textMessages.required : rolesProblem(roles);
      if (problem !== undefined) addIssue(problem);
      return roles;
    }),
  [SETTINGS.showInResults]: z
    .literal("on", textMessages.switches)
    .optional()
    .transform((value) => value === "on"),
});

const sideOf = (settings: Settings) => ({
  held: heldBy(settings),
  inWords: (field: SettingsField) => (field === "roles" ? listed(settings.roles) : settings.showInResults ? "ticked" : "not ticked"),
});

/**
 * Saves roles and the tick.
 * @returns the form that was not stored
 * @throws Redirect once it is; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function saveVoiceSettings(context: UserContext, assessmentId: Id, request: Request): Promise<Reply<VoiceSettingsReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { assessment } = await openVoices(context, assessmentId);
  const id = randomUUID();
  const submission = readSubmission(form, settingsSchema);
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const now = await readVoices(context, assessment);
      const merged = mergeForm({ what: "this form was", labels: SETTINGS_LABELS, posted: form, now: sideOf(now), mine: sideOf(wanted) });
      if (!merged.isSame) return merged;
      await context.api.voices.settings({ id: assessment.id, body: wanted }, { madeFrom: now.versions });
      return undefined;
    });
    if (conflict) {
      const result = readSubmission(conflict.form, settingsSchema).reply({ formErrors: conflict.messages });
      return [{ id, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "settings of voices", error);
    const ofRoles = Object.entries(errors).flatMap(([path, all]) => (path.startsWith(SETTINGS.roles) ? all : []));
    const result = submission.reply(ofRoles.length > 0 ? { fieldErrors: { [SETTINGS.roles]: ofRoles } } : { formErrors: messages });
    return [{ id, result }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The settings were saved." });
  throw new Redirect(paths.voices(assessment.id));
}
