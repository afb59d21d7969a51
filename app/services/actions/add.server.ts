/** Adding an action: by hand, or from a finding that fills the form (docs/rules/actions.md#where-an-action-begins). */
import { randomUUID } from "node:crypto";
import { ACTION_PLACES_MAX, ACTION_TEXT_MAX, ACTIONS_MAX } from "#model/actions.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { cutTo } from "#model/words.ts";
import { openToChange } from "~/services/actions/actions.server";
import { readAction } from "~/services/actions/form.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, NotFound, Redirect } from "~/services/faults.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { getAssessment, titleOf } from "~/services/upstream/assessments.server";
import { listInScope } from "~/services/upstream/models.server";
import { isUpstreamFault, keyFor } from "~/services/upstream/upstream.server";
import { ACTION, type ActionAddPage, type ActionOrigin, type ActionReply } from "~/views/actions";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** The assessment that the address names, of this organization. @throws NotFound for another; LoadFailure */
async function findOrigin({ api }: UserContext, organizationId: Id, query: URLSearchParams): Promise<Assessment | undefined> {
  const asked = query.get("assessmentId");
  if (!asked) return undefined;
  const found = await getAssessment(api, asked);
  if (String(found.organization?.id) !== String(organizationId)) throw new NotFound();
  return found;
}

/** An assessment as an action names it. */
export const originOf = (found: Assessment): ActionOrigin => ({
  name: titleOf(found),
  about: [found.assessmentType, found.selectedScope].filter(Boolean).join(", "),
  href: found.status === "Completed" ? paths.result(found.id, found.assessmentType) : paths.view(found.id),
});

/** What an action of an assessment can be about. @param stored places that may have left the scope */
export function placeOptions(found: Assessment | undefined, stored: readonly string[] = [], nameOf?: (place: string) => string) {
  const offered = found ? listInScope(found).map(({ place, name }) => ({ value: place, label: name })) : [];
  const gone = stored.filter((place) => !offered.some(({ value }) => value === place));
  return [...offered, ...gone.map((place) => ({ value: place, label: nameOf?.(place) ?? place }))];
}

/** The form, filled from the address. @throws NotFound, Forbidden, NotPermitted, LoadFailure */
export async function loadAddAction(context: UserContext, organizationId: Id, query: URLSearchParams): Promise<ActionAddPage> {
  const { organization } = await openToChange(context, organizationId);
  const [found, { counts }] = await Promise.all([
    findOrigin(context, organization.id, query),
    loadFor("organization", context.api.actions.list({ id: organization.id, size: 1 })),
  ]);
  const places = placeOptions(found);
  const asked = new Set((query.get("places") ?? "").split(","));
  const { open, underWay, done, dropped } = counts;
  return {
    organization,
    from: found && originOf(found),
    fields: {
      texts: {
        ...{ owner: "", due: "", effort: "", effect: "", state: "open" },
        title: cutTo(query.get("title")?.trim() ?? "", ACTION_TEXT_MAX.title),
        why: cutTo(query.get("why")?.trim() ?? "", ACTION_TEXT_MAX.why),
        places: places.flatMap(({ value }) => (asked.has(value) ? [value] : [])).slice(0, ACTION_PLACES_MAX),
      },
      base: undefined,
      formId: randomUUID(),
      places,
      back: paths.actions(organization.id, found ? { assessmentId: String(found.id) } : {}),
    },
    refusal: open + underWay + done + dropped >= ACTIONS_MAX ? `An organization holds at most ${ACTIONS_MAX} actions.` : undefined,
  };
}

/** Adds an action. @returns the form to show @throws Redirect once it is saved; NotFound, Forbidden, LoadFailure, SessionOver */
export async function saveNewAction(context: UserContext, organizationId: Id, request: Request): Promise<Reply<ActionReply>> {
  const form = await request.formData();
  context.unsavedForm.keep(form);
  const { organization } = await openToChange(context, organizationId);
  const found = await findOrigin(context, organization.id, new URL(request.url).searchParams);
  const submission = readAction(form);
  const reply = { id: randomUUID(), form: "action" } as const;
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const body = { ...submission.value, assessmentId: found?.id ?? null };
  let added: Id;
  try {
    const idempotencyKey = keyFor(String(form.get(ACTION.formId)), "action", organization.id, body);
    added = (await context.api.actions.add({ id: organization.id, body }, { idempotencyKey })).id;
  } catch (error) {
    const { status, errors, messages } = notSaved(context, error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The action was added." });
  throw new Redirect(paths.action(organization.id, added));
}

/** What a form says that was not saved. @throws SessionOver, and what no form can say */
export function notSaved(context: UserContext, error: unknown): { status: number; errors: Record<string, string[]>; messages: string[] } {
  const { status, errors, advice } = failedSave(context.requestId, "action", error);
  // A refusal that concerns no field says why itself, such as that there is no room.
  const refusal = isUpstreamFault(error) && error.status === 422 && Object.keys(errors).length === 0 ? error.detail.title : undefined;
  return { status, errors, messages: refusal ? [refusal] : ["Something went wrong, please try again", ...(advice ? [advice] : [])] };
}
