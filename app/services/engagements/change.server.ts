/** What the forms of engagements do (docs/rules/engagements.md#the-screens). */
import { randomUUID } from "node:crypto";
import type { Id } from "#model/contract/common.ts";
import type { Engagement } from "#model/contract/engagements.ts";
import { ENGAGEMENT_STATES, type EngagementState } from "#model/engagements.ts";
import type { UserContext } from "~/services/context.server";
import { colleagueOptions, getEngagement, readEngagements, readMembersAddress, stateName } from "~/services/engagements/engagement.server";
import {
  baseOf,
  byField,
  mergeEngagement,
  mergeMember,
  readEngagement,
  readMember,
  readNewMember,
  textsOf,
} from "~/services/engagements/form.server";
import { NotFound, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { mayChange, requireWriter } from "~/services/upstream/permissions.server";
import { isUpstreamFault, keyFor, NotPermitted, untilUnmoved } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import {
  colleagueName,
  ENGAGEMENT,
  ENGAGEMENT_INTENTS,
  type EngagementFormPage,
  type EngagementReply,
  engagementPaths,
} from "~/views/engagements";
import { orNotProvided } from "~/views/missing";
import type { Reply } from "~/views/shell";

const EMPTY = { name: "", sponsor: "", purpose: "", included: "", excluded: "", start: "", end: "", units: "", people: [] };

/** The form of a new engagement. @throws NotFound where the upstream keeps none; NotPermitted for a viewer; LoadFailure */
export async function loadNewEngagement(context: UserContext, query: URLSearchParams): Promise<EngagementFormPage> {
  await requireExtension("engagements");
  await requireWriter(context);
  const { organizations } = await readEngagements(context.api, {});
  const chosen = organizations.find(({ id }) => String(id) === query.get("organization"));
  return {
    ...{ organization: chosen && { name: orNotProvided(chosen.name) }, name: undefined },
    fields: {
      ...{ texts: EMPTY, base: undefined, formId: randomUUID(), colleagues: [] },
      organizations: organizations.map(({ id, name }) => ({ value: String(id), label: orNotProvided(name) })),
      organization: chosen ? String(chosen.id) : "",
      back: engagementPaths.list(chosen ? { organization: String(chosen.id) } : {}),
    },
  };
}

/** The form of an engagement that is there. @throws NotFound, NotPermitted, LoadFailure */
export async function loadEngagementForm(context: UserContext, id: Id): Promise<EngagementFormPage> {
  await requireExtension("engagements");
  const engagement = await getToChange(context.api, id);
  return {
    ...{ organization: { name: orNotProvided(engagement.organization.name) }, name: engagement.name },
    fields: {
      ...{ texts: textsOf(engagement), base: baseOf(engagement), formId: "" },
      colleagues: colleagueOptions(engagement.colleagues).map(({ value, label }) => ({ id: value, name: label })),
      ...{ organizations: undefined, organization: "", back: engagementPaths.screen(engagement.id) },
    },
  };
}

/** An engagement that the reader may change. @throws NotFound, NotPermitted, LoadFailure */
export async function getToChange(api: UserApi, id: Id): Promise<Engagement> {
  const engagement = await getEngagement(api, id);
  if (!mayChange(engagement)) throw new NotPermitted({ href: engagementPaths.screen(engagement.id), label: "Go to the engagement" });
  return engagement;
}

/** Creates an engagement. @returns the form to show @throws Redirect once it is there; NotFound, NotPermitted, SessionOver */
export async function saveNewEngagement(context: UserContext, request: Request): Promise<Reply<EngagementReply>> {
  await requireExtension("engagements");
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const organizationId = String(form.get(ENGAGEMENT.organization) ?? "");
  const submission = readEngagement(form);
  const reply = { id: randomUUID(), form: "engagement" } as const;
  if (!/^\d{1,9}$/.test(organizationId)) {
    const fieldErrors = { [ENGAGEMENT.organization]: ["Please select one of the options."] };
    return [{ ...reply, result: submission.reply({ fieldErrors }) }, { status: 400 }];
  }
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  let made: Id;
  try {
    const body = submission.value;
    const idempotencyKey = keyFor(String(form.get(ENGAGEMENT.formId)), "engagement", organizationId, body);
    made = (await context.api.engagements.create({ id: organizationId, body }, { idempotencyKey })).id;
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "engagement", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: byField(errors) }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The engagement was created." });
  throw new Redirect(engagementPaths.screen(made));
}

/** The name of a person, by number. */
const namesIn = ({ colleagues, people }: Engagement) => {
  const names = new Map([...colleagues, ...people].map((person) => [String(person.id), colleagueName(person)]));
  return (id: string) => names.get(id) ?? "somebody";
};

/** Changes an engagement. @returns the form to show @throws Redirect once it is saved; NotFound, NotPermitted, SessionOver */
export async function saveEngagement(context: UserContext, id: Id, request: Request): Promise<Reply<EngagementReply>> {
  const { api } = context;
  await requireExtension("engagements");
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  await getToChange(api, id);
  const submission = readEngagement(form);
  const reply = { id: randomUUID(), form: "engagement" } as const;
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const stored = await getToChange(api, id);
      const merged = mergeEngagement(stored, wanted, form, namesIn(stored));
      if (!merged.isSame) return merged;
      await api.engagements.put({ id, body: wanted }, { madeFrom: stored.versions });
      return undefined;
    });
    if (conflict) {
      const result = readEngagement(conflict.form).reply({ formErrors: conflict.messages });
      return [{ ...reply, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "engagement", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: byField(errors) }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The changes were saved." });
  throw new Redirect(engagementPaths.screen(id));
}

/**
 * Does what one of the forms of the overview asks for.
 * @returns the form that was not stored
 * @throws Redirect once it is done; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function changeEngagement(context: UserContext, engagementId: Id, request: Request): Promise<Reply<EngagementReply>> {
  await requireExtension("engagements");
  const form = await readForm(request);
  const intent = form.get(ENGAGEMENT.intent);
  if (intent === ENGAGEMENT_INTENTS.add || intent === ENGAGEMENT_INTENTS.member) context.unsavedForm.keep(form);
  const engagement = await getToChange(context.api, engagementId);
  const { id } = engagement;
  // The page shows afterwards what it showed before.
  const place = { id, back: engagementPaths.screen(id, readMembersAddress(new URL(request.url).searchParams)) };
  if (intent === ENGAGEMENT_INTENTS.add) return addMember(context, engagement, place, form);
  if (intent === ENGAGEMENT_INTENTS.member) return saveMember(context, place, form);
  if (intent === ENGAGEMENT_INTENTS.out) return takeOut(context, place, form);
  if (intent === ENGAGEMENT_INTENTS.remove) return removeEngagement(context, place, form);
  return saveState(context, place, form);
}

/** Options of a write that was made from the version in a form. */
function fromVersion(form: FormData, part: "engagement" | "member") {
  const version = versionIn(form);
  return version === undefined ? {} : { madeFrom: { [part]: version }, changeKey: part };
}

interface Place {
  id: Id;
  /** Where its screen leads back. */
  back: string;
}
const GONE = "A colleague has deleted the engagement.";

function saveState({ api, ...context }: UserContext, { id, back }: Place, form: FormData): Promise<never> {
  const posted = form.get(ENGAGEMENT.state);
  const state: EngagementState | undefined = ENGAGEMENT_STATES.find((each) => each === posted);
  if (state === undefined) throw new NotFound();
  return carryOut(context, {
    write: () => api.engagements.state({ id, body: { state } }, fromVersion(form, "engagement")),
    isDone: async () => (await api.engagements.get({ id })).state === state,
    success: { title: `The engagement is ${stateName(state).toLowerCase()}.` },
    ...{ gone: GONE, back },
  });
}

const isGone = async (read: Promise<unknown>): Promise<boolean> => {
  try {
    await read;
    return false;
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404) return true;
    throw error;
  }
};

function removeEngagement({ api, ...context }: UserContext, { id, back }: Place, form: FormData): Promise<never> {
  return carryOut(context, {
    write: () => api.engagements.remove({ id }, fromVersion(form, "engagement")),
    isDone: () => isGone(api.engagements.get({ id })),
    success: { title: "The engagement was deleted. Its assessments are as they were." },
    ...{ gone: "The engagement had been deleted already.", back, after: engagementPaths.list() },
  });
}

function takeOut({ api, ...context }: UserContext, { id, back }: Place, form: FormData): Promise<never> {
  const memberId = String(form.get(ENGAGEMENT.assessment) ?? "");
  return carryOut(context, {
    write: () => api.engagements.removeMember({ id, memberId }, fromVersion(form, "member")),
    isDone: async () => !(await api.engagements.get({ id })).members.some((member) => String(member.id) === memberId),
    success: { title: "The assessment was taken out. It is as it was." },
    ...{ gone: "The assessment had been taken out already.", back },
  });
}

async function addMember(
  context: UserContext,
  { members }: Engagement,
  { id, back }: Place,
  form: FormData,
): Promise<Reply<EngagementReply>> {
  const reply = { id: randomUUID(), form: "add" } as const;
  const submission = readNewMember(form);
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const { assessment, ...body } = submission.value;
  if (members.some((member) => String(member.id) === assessment)) {
    const fieldErrors = { [ENGAGEMENT.assessment]: ["A colleague has added this assessment already."] };
    return [{ ...reply, result: submission.reply({ fieldErrors }) }, { status: 409 }];
  }
  try {
    await context.api.engagements.member({ id, memberId: assessment, body });
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404) {
      const fieldErrors = { [ENGAGEMENT.assessment]: ["There is no such assessment any more."] };
      return [{ ...reply, result: submission.reply({ fieldErrors }) }, { status: 400 }];
    }
    const { status, errors, messages } = failedForm(context.requestId, "engagement", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The assessment was added." });
  throw new Redirect(back);
}

async function saveMember(context: UserContext, { id, back }: Place, form: FormData): Promise<Reply<EngagementReply>> {
  const { api } = context;
  const memberId = String(form.get(ENGAGEMENT.assessment) ?? "");
  const reply = { id: randomUUID(), form: "member" } as const;
  const submission = readMember(form);
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  const wanted = submission.value;
  try {
    const conflict = await untilUnmoved(async () => {
      const engagement = await getEngagement(api, id);
      const stored = engagement.members.find((member) => String(member.id) === memberId);
      if (!stored) return "gone" as const;
      const merged = mergeMember(stored, wanted, form, namesIn(engagement));
      if (!merged.isSame) return merged;
      await api.engagements.member({ id, memberId, body: wanted }, { madeFrom: stored.versions });
      return undefined;
    });
    if (conflict === "gone") {
      context.flash.leave({ kind: "error", title: "A colleague has taken this assessment out." });
      throw new Redirect(back);
    }
    if (conflict) {
      conflict.form.set(ENGAGEMENT.assessment, memberId);
      const result = readMember(conflict.form).reply({ formErrors: conflict.messages });
      return [{ ...reply, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    if (error instanceof Redirect) throw error;
    const { status, errors, messages } = failedForm(context.requestId, "engagement", error);
    return [{ ...reply, result: submission.reply({ formErrors: messages, fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The changes were saved." });
  throw new Redirect(back);
}
