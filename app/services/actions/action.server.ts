/** One action: its form, its remarks, what changed of it, and removing it (docs/rules/actions.md#one-action). */

import { randomUUID } from "node:crypto";
import { ACTION_REMARKS_MAX, isOverdue } from "#model/actions.ts";
import type { ActionWithRemarks } from "#model/contract/actions.ts";
import type { Id } from "#model/contract/common.ts";
import { listed } from "#model/words.ts";
import { getAction, openActions, openToChange, placeNamesOf } from "~/services/actions/actions.server";
import { originOf, placeOptions } from "~/services/actions/add.server";
import { baseOf, changeInWords, mergeAction, readAction, readRemark, textsOf } from "~/services/actions/form.server";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { isUpstreamFault, keyFor, untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { ACTION, ACTION_INTENTS, ACTION_LABELS, type ActionPage, type ActionReply, SIZE_WORDS } from "~/views/actions";
import { shortDate } from "~/views/dates";
import { cameFrom, paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** How a place of an action is called. */
const namesOf = (api: UserApi, { from }: ActionWithRemarks) =>
  from ? placeNamesOf(api, from.model) : Promise.resolve((place: string) => place);

/** @throws NotFound where there is no such action, or the upstream keeps none; LoadFailure */
export async function loadAction(context: UserContext, organizationId: Id, actionId: Id, query: URLSearchParams): Promise<ActionPage> {
  const { api } = context;
  const { organization, mayChange } = await openActions(context, organizationId);
  const action = await getAction(api, organization.id, actionId);
  const [assessment, nameOf] = await Promise.all([
    action.from ? getAssessment(api, action.from.assessmentId) : undefined,
    namesOf(api, action),
  ]);
  const { id, title, state, stateSince, createdAt, places, saidAbout, changes, moreChanges, versions } = action;
  const from = cameFrom(query);
  const all = paths.actions(organization.id);
  return {
    ...{ id, organization, title, state, stateSince, createdAt },
    isOverdue: isOverdue(action, today()),
    from: assessment && originOf(assessment),
    facts: factsOf(action, nameOf),
    fields: mayChange
      ? { texts: textsOf(action), base: baseOf(action), formId: "", places: placeOptions(assessment, places, nameOf), back: from ?? all }
      : undefined,
    version: versions?.action,
    remarks: saidAbout,
    changes: changes.map(({ at, by, ...change }) => ({ at, by, lines: changeInWords(change, nameOf) })).reverse(),
    hasMoreChanges: moreChanges === true,
    isFull: saidAbout.length >= ACTION_REMARKS_MAX,
    remarkFormId: randomUUID(),
    isRemoving: mayChange && query.get("remove") === "ask",
    links: { here: paths.action(organization.id, id, { from }), remove: paths.action(organization.id, id, { remove: "ask", from }), all },
  };
}

/** What an action says, for those who only read it. */
function factsOf({ why, places, owner, due, effort, effect }: ActionWithRemarks, nameOf: (place: string) => string): ActionPage["facts"] {
  return [
    [ACTION_LABELS.why, why || "–"],
    ...(places.length > 0 ? [[ACTION_LABELS.places, listed(places.map(nameOf))] as [string, string]] : []),
    [ACTION_LABELS.owner, owner || "–"],
    [ACTION_LABELS.due, due ? shortDate(due) : "–"],
    [ACTION_LABELS.effort, effort ? SIZE_WORDS[effort] : "–"],
    [ACTION_LABELS.effect, effect ? SIZE_WORDS[effect] : "–"],
  ];
}

/**
 * Does what one of the screen's forms asks for.
 * @returns the form that was not stored
 * @throws Redirect once it is done; NotFound, Forbidden, NotPermitted, LoadFailure, SessionOver
 */
export async function changeAction(context: UserContext, organizationId: Id, actionId: Id, request: Request): Promise<Reply<ActionReply>> {
  const form = await readForm(request);
  const intent = form.get(ACTION.intent);
  if (intent !== ACTION_INTENTS.remove) context.unsavedForm.keep(form);
  const { organization } = await openToChange(context, organizationId);
  const place = { organizationId: organization.id, actionId, from: cameFrom(new URL(request.url).searchParams) };
  if (intent === ACTION_INTENTS.remove) return removeAction(context, place, form);
  if (intent === ACTION_INTENTS.remark) return addRemark(context, place, form);
  return saveAction(context, place, form);
}

/** An action, and the screen of an assessment that led to it. */
interface ActionPlace {
  organizationId: Id;
  actionId: Id;
  from: string | undefined;
}

async function saveAction(context: UserContext, place: ActionPlace, form: FormData): Promise<Reply<ActionReply>> {
  const { api } = context;
  const { organizationId, actionId, from } = place;
  const reply = { id: randomUUID(), form: "action" } as const;
  const submission = readAction(form);
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const stored = await getAction(api, organizationId, actionId);
      const merged = mergeAction(stored, wanted, form, await namesOf(api, stored));
      if (!merged.isSame) return merged;
      const body = { ...wanted, assessmentId: stored.from?.assessmentId ?? null };
      await api.actions.put({ id: organizationId, actionId, body }, { madeFrom: stored.versions });
      return undefined;
    });
    if (conflict) {
      const result = readAction(conflict.form).reply({ formErrors: conflict.messages });
      return [{ ...reply, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "action", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The changes were saved." });
  throw new Redirect(from ?? paths.action(organizationId, actionId));
}

async function addRemark(context: UserContext, place: ActionPlace, form: FormData): Promise<Reply<ActionReply>> {
  const { organizationId, actionId, from } = place;
  const reply = { id: randomUUID(), form: "remark" } as const;
  const submission = readRemark(form);
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const body = submission.value;
  try {
    const idempotencyKey = keyFor(String(form.get(ACTION.formId)), "remark", organizationId, actionId, body);
    await context.api.actions.remark({ id: organizationId, actionId, body }, { idempotencyKey });
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404) await getAction(context.api, organizationId, actionId);
    const { status, errors, messages } = failedForm(context.requestId, "action", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The remark was added." });
  throw new Redirect(paths.action(organizationId, actionId, { from }));
}

function removeAction(context: UserContext, { organizationId, actionId, from }: ActionPlace, form: FormData): Promise<never> {
  const { api } = context;
  const version = versionIn(form);
  const isThere = async () => {
    try {
      await api.actions.get({ id: organizationId, actionId });
      return true;
    } catch (error) {
      if (isUpstreamFault(error) && error.status === 404) return false;
      throw error;
    }
  };
  const madeFrom = version === undefined ? undefined : { action: version };
  return carryOut(context, {
    write: () =>
      api.actions.remove({ id: organizationId, actionId }, { madeFrom, changeKey: version === undefined ? undefined : "action" }),
    isDone: async () => !(await isThere()),
    success: { title: "The action was removed." },
    gone: "The action had been removed already.",
    back: paths.action(organizationId, actionId, { from }),
    after: from ?? paths.actions(organizationId),
  });
}
