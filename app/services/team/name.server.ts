/** The screen on which leads say what their team is called where outsiders read it (docs/rules/people.md#the-name-of-a-team). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { onOneLine } from "#model/characters.ts";
import { textProblem, withoutInvisible } from "#model/text.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { baseFrom, mergeForm } from "~/services/http/merged-form.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { untilUnmoved } from "~/services/upstream/upstream.server";
import { morePaths } from "~/views/more-paths";
import type { Reply } from "~/views/shell";
import { TEAM_NAME, TEAM_NAME_LABELS, TEAM_NAME_RULES, type TeamNamePage, type TeamNameReply } from "~/views/team-name";

const read = async ({ api }: UserContext) => {
  await requireExtension("team-name");
  const { name, versions } = await loadFor("dashboard", api.teamName.get());
  return { name: name ?? "", versions };
};

/** @throws NotFound where the upstream names no teams; NotPermitted for anybody but a lead; LoadFailure */
export async function loadTeamName(context: UserContext): Promise<TeamNamePage> {
  const { name } = await read(context);
  return { name, base: baseFrom({ name }) };
}

const schema = z.object({
  [TEAM_NAME.name]: z
    .string()
    .optional()
    .transform((typed = "", { addIssue }) => {
      const name = withoutInvisible(onOneLine(typed)).trim();
      const message = textProblem(name, TEAM_NAME_RULES[TEAM_NAME.name] ?? {});
      if (message !== undefined) addIssue(message);
      return name;
    }),
});

const sideOf = (name: string) => ({ held: { name }, inWords: () => (name === "" ? "" : `‘${name}’`) });

/** Saves the name. @returns the form that was not stored @throws Redirect once it is; NotFound, NotPermitted, LoadFailure, SessionOver */
export async function saveTeamName(context: UserContext, request: Request): Promise<Reply<TeamNameReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const id = randomUUID();
  const submission = readSubmission(form, schema);
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const { name } = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const now = await read(context);
      const merged = mergeForm({ what: "form", labels: TEAM_NAME_LABELS, posted: form, now: sideOf(now.name), mine: sideOf(name) });
      if (!merged.isSame) return merged;
      await context.api.teamName.put({ body: { name } }, { madeFrom: now.versions });
      return undefined;
    });
    if (conflict) {
      const result = readSubmission(conflict.form, schema).reply({ formErrors: conflict.messages });
      return [{ id, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "name of the team", error);
    const { name: ofName } = errors;
    return [{ id, result: submission.reply(ofName ? { fieldErrors: { name: ofName } } : { formErrors: messages }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: name === "" ? "The team has no name of its own any more." : "The name was saved." });
  throw new Redirect(morePaths.teamName());
}
