/** Adding an action: by hand, or from a finding that fills the form (docs/rules/actions.md#where-an-action-begins). */

import { randomUUID } from "node:crypto";
import { ACTION_PLACES_MAX, ACTION_TEXT_MAX, ACTIONS_MAX } from "#model/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { cutTo } from "#model/words.ts";
import { findOrigin, openToChange } from "~/services/actions/actions.server";
import { findBeginning } from "~/services/actions/findings.server";
import { readAction } from "~/services/actions/form.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { titleOf } from "~/services/upstream/assessments.server";
import { listInScope } from "~/services/upstream/models.server";
import { keyFor } from "~/services/upstream/upstream.server";
import { ACTION, type ActionAddPage, type ActionOrigin, type ActionReply } from "~/views/actions";
import { cameFrom, paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** An assessment as an action names it. */
export const originOf = (assessment: Assessment): ActionOrigin => ({
  name: titleOf(assessment),
  about: [assessment.assessmentType, assessment.selectedScope].filter(Boolean).join(", "),
  href: assessment.status === "Completed" ? paths.result(assessment.id, assessment.assessmentType) : paths.view(assessment.id),
});

/** The places that an action of an assessment can name. @param stored places that may have left the scope */
export function placeOptions(assessment: Assessment | undefined, stored: readonly string[] = [], nameOf?: (place: string) => string) {
  const offered = assessment ? listInScope(assessment).map(({ place, name }) => ({ value: place, label: name })) : [];
  const gone = stored.filter((place) => !offered.some(({ value }) => value === place));
  return [...offered, ...gone.map((place) => ({ value: place, label: nameOf?.(place) ?? place }))];
}

/** The form, filled from the address. @throws NotFound, Forbidden, NotPermitted, LoadFailure */
export async function loadAddAction(context: UserContext, organizationId: Id, query: URLSearchParams): Promise<ActionAddPage> {
  const { organization } = await openToChange(context, organizationId);
  const [assessment, { counts }] = await Promise.all([
    findOrigin(context.api, organization.id, query.get("assessmentId")),
    loadFor("organization", context.api.actions.list({ id: organization.id, size: 1 })),
  ]);
  const places = placeOptions(assessment);
  const chosen = (query.get("places") ?? "").split(",");
  const about = places.flatMap(({ value }) => (chosen.includes(value) ? [value] : [])).slice(0, ACTION_PLACES_MAX);
  const of = query.get("of");
  const { title = "", why = "" } = (assessment && of && (await findBeginning(context, assessment, of, about))) || {};
  const { open, underWay, done, dropped } = counts;
  return {
    organization,
    from: assessment && originOf(assessment),
    fields: {
      texts: {
        ...{ owner: "", due: "", effort: "", effect: "", state: "open" },
        title: cutTo(title.trim(), ACTION_TEXT_MAX.title),
        why: cutTo(why.trim(), ACTION_TEXT_MAX.why),
        places: about,
      },
      base: undefined,
      formId: randomUUID(),
      places,
      back: cameFrom(query) ?? paths.actions(organization.id, assessment ? { assessmentId: String(assessment.id) } : {}),
    },
    refusal: open + underWay + done + dropped >= ACTIONS_MAX ? `An organization holds at most ${ACTIONS_MAX} actions.` : undefined,
  };
}

/** Adds an action. @returns the form to show @throws Redirect once it is saved; NotFound, Forbidden, LoadFailure, SessionOver */
export async function saveNewAction(context: UserContext, organizationId: Id, request: Request): Promise<Reply<ActionReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { organization } = await openToChange(context, organizationId);
  const query = new URL(request.url).searchParams;
  const assessment = await findOrigin(context.api, organization.id, query.get("assessmentId"));
  const submission = readAction(form);
  const reply = { id: randomUUID(), form: "action" } as const;
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const body = { ...submission.value, assessmentId: assessment?.id ?? null };
  let added: Id;
  try {
    const idempotencyKey = keyFor(String(form.get(ACTION.formId)), "action", organization.id, body);
    added = (await context.api.actions.add({ id: organization.id, body }, { idempotencyKey })).id;
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "action", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, { status }];
  }
  const [here, back] = [paths.action(organization.id, added), cameFrom(query)];
  const link = back === undefined ? {} : { link: { href: here, label: "See the action" } };
  context.flash.leave({ kind: "success", title: "The action was added.", ...link });
  throw new Redirect(back ?? here);
}
