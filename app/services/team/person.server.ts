/** One person of the team, as a lead manages them (docs/rules/people.md#one-person). */

import { z } from "zod";
import { onOneLine } from "#model/characters.ts";
import { type Id, role } from "#model/contract/common.ts";
import type { PersonDetails } from "#model/contract/people.ts";
import { permission } from "#model/contract/permissions.ts";
import { PERSON_NAME_MAX, personNameProblem } from "#model/people.ts";
import { textMessages, textProblem, withoutInvisible } from "#model/text.ts";
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { BadRequest, loadFor, NotFound, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { endedInWords, findInvitedBy, findNamedFor, lostNamingsInWords, someOf, unseenInWords } from "~/services/team/leaving.server";
import { baseOf, mergePerson } from "~/services/team/person-conflict.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { findMe, leads, modelsOf } from "~/services/upstream/permissions.server";
import { ignoreFault, isUpstreamFault } from "~/services/upstream/upstream.server";
import type { UserApi } from "~/services/upstream/user-api.server";
import { accessPaths } from "~/views/access";
import { paths } from "~/views/paths";
import { HAND_OVER, PERSON, PERSON_INTENTS, PERSON_LABELS, type PersonPage, type PersonReply } from "~/views/people";
import type { Reply } from "~/views/shell";

const GONE = "This person is not in your team any more.";

/** @throws NotFound for nobody of the team; NotPermitted for anybody but a lead; LoadFailure */
async function getPerson(api: UserApi, id: Id): Promise<PersonDetails> {
  try {
    return await api.people.get({ id });
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404)
      throw new NotFound({
        title: "There is no such person in your team.",
        description: "They may have left it, or been removed.",
        next: { href: paths.people(), label: "See all people" },
      });
    return loadFor("dashboard", Promise.reject(error));
  }
}

/** @throws NotFound where the upstream manages no people, or for nobody of the team; NotPermitted for anybody but a lead; LoadFailure */
export async function loadPerson(context: UserContext, personId: Id, query: URLSearchParams): Promise<PersonPage> {
  await requireExtension("people");
  const [person, me, models] = await Promise.all([getPerson(context.api, personId), findMe(context), modelsOf(context)]);
  const { id, email, firstName, permission, roles, lastSeenAt, suspendedAt, devices, locks, isSelf, versions } = person;
  const value = query.get("confirm");
  const confirm = !isSelf && (value === "suspend" || value === "remove") ? value : undefined;
  const name = firstName ?? email;
  const unseen = isSelf ? undefined : unseenInWords(name, await findNamedFor(context, person, { unseen: true }));
  const isLastLead = permission === "lead" && me?.leads.every((lead) => lead.email === email);
  return {
    ...{ id, email, permission, roles, lastSeenAt, suspendedAt, devices, locks, isSelf },
    name,
    firstName: firstName ?? "",
    models: role.options
      .filter((model) => models.includes(model) || roles.includes(model))
      .map((model) => ({ model, isFixed: !models.includes(model) })),
    version: versions?.person,
    base: baseOf(person),
    staysLead: isLastLead ? "The team has no other lead. Make somebody else a lead first, to change this." : undefined,
    confirm,
    open: confirm && (await findOpenWork(context, id)),
    unseen,
    ends: confirm ? await endsInWords(context, person, confirm) : [],
  };
}

/** What ends for others when somebody is suspended or removed, in sentences. @throws SessionOver */
async function endsInWords(context: UserContext, person: PersonDetails, how: "suspend" | "remove"): Promise<string[]> {
  const [invited, named] = await Promise.all([findInvitedBy(context, person), findNamedFor(context, person, {})]);
  const organizations = someOf(named.map(({ name }) => name));
  const invitations = `${counted(invited.length, "invitation that they sent ends", "invitations that they sent end")}: ${someOf(invited)}.`;
  const back = how === "suspend" ? " Letting them in again does not name them." : "";
  return [
    ...(invited.length > 0 ? [invitations] : []),
    ...(named.length > 0 ? [`They are no longer named for ${organizations}.${back}`] : []),
  ];
}

/** The sheets that wait when somebody leaves; undefined where there are none, or the upstream does not tell. @throws SessionOver */
async function findOpenWork({ api }: UserContext, id: Id): Promise<PersonPage["open"]> {
  if (!(await hasExtension("joining"))) return undefined;
  const open = await api.joining.openWork({ id }).catch(ignoreFault);
  if (!open || open.sheets === 0) return undefined;
  return {
    sheets: open.sheets,
    colleagues: open.colleagues.map(({ id, firstName, email, sheets }) => ({ id, name: firstName ?? email, sheets })),
  };
}

/**
 * Hands open sheets over, if somebody was chosen, before their asker leaves. These sheets stay with the colleague, also if the rest fails.
 * @returns how many, in words; undefined if nobody was chosen
 * @throws Redirect where they could not be handed over; SessionOver, NotPermitted
 */
async function handOver({ api, flash }: UserContext, id: Id, form: FormData): Promise<string | undefined> {
  const to = String(form.get(HAND_OVER) ?? "");
  if (to === "") return undefined;
  await requireExtension("joining");
  try {
    const { sheets } = await api.joining.handOver({ id, body: { to } });
    return sheets === 0 ? undefined : `${counted(sheets, "sheet was", "sheets were")} handed over.`;
  } catch (error) {
    if (!isUpstreamFault(error)) throw error;
    // The person is gone: the message about that follows.
    if (error.status === 404) return undefined;
    flash.leave({
      kind: "error",
      title: "The sheets could not be handed over.",
      text: "Nobody was suspended or removed. Please try again, or choose somebody else.",
    });
    throw new Redirect(paths.person(id));
  }
}

/**
 * Does what one of the screen's forms asks for.
 * @returns the form of name and rights, where it was not stored
 * @throws Redirect once it is done; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function changePerson(context: UserContext, personId: Id, request: Request): Promise<Reply<PersonReply>> {
  await requireExtension("people");
  const form = await readForm(request);
  const intent = form.get("intent");
  if (intent === null) return savePerson(context, personId, form);
  const { api } = context;
  // A removed person is no longer there when the form comes a second time, so it has the name.
  const posted = intent === PERSON_INTENTS.remove ? String(form.get("name") ?? "").slice(0, 200) : "";
  const person = posted === "" ? await getPerson(api, personId) : undefined;
  const { id, firstName, email } = person ?? { id: personId, firstName: posted, email: String(form.get("email") ?? "") };
  const name = firstName ?? email;
  const version = versionIn(form);
  const changeKey = version === undefined ? undefined : "person";
  const madeFrom = version === undefined ? undefined : { person: version };
  const isSuspended = async () => (await api.people.get({ id })).suspendedAt !== null;
  const back = paths.person(id);
  const handedOver = intent === PERSON_INTENTS.readmit ? undefined : await handOver(context, id, form);
  const ended = intent === PERSON_INTENTS.readmit ? undefined : endedInWords(await findInvitedBy(context, { email }));
  const unchanged = handedOver === undefined ? {} : { unchanged: `${handedOver} Nothing else was changed.` };
  if (intent === PERSON_INTENTS.suspend)
    return carryOut(context, {
      ...unchanged,
      write: () => api.people.suspend({ id }, { madeFrom, changeKey }),
      isDone: isSuspended,
      success: { title: `${name} was suspended.`, text: ["They are signed out everywhere.", handedOver, ended].filter(Boolean).join(" ") },
      gone: GONE,
      back,
    });
  if (intent === PERSON_INTENTS.readmit) {
    const lost = person && (await lostNamingsInWords(context, person));
    return carryOut(context, {
      write: () => api.people.readmit({ id }, { madeFrom, changeKey }),
      isDone: async () => !(await isSuspended()),
      success: {
        title: `${name} can sign in again.`,
        ...(lost ? { text: lost, link: { href: accessPaths.team({}), label: "Who may see what" } } : {}),
      },
      gone: GONE,
      back,
    });
  }
  if (intent !== PERSON_INTENTS.remove) throw new BadRequest();
  return carryOut(context, {
    ...unchanged,
    write: () => api.people.remove({ id }, { madeFrom, changeKey }),
    isDone: async () => !(await api.people.list()).people.some((each) => String(each.id) === String(id)),
    success: {
      title: `${name} was removed.`,
      text: ["What they assessed stays with the team.", handedOver, ended].filter(Boolean).join(" "),
    },
    gone: GONE,
    back,
    after: paths.people(),
  });
}

const personSchema = z.object({
  [PERSON.firstName]: z
    .string()
    .optional()
    .transform((typed = "", check) => {
      const message = textProblem(typed, { max: PERSON_NAME_MAX, check: personNameProblem });
      if (message !== undefined) check.addIssue(message);
      return withoutInvisible(onOneLine(typed)).trim();
    }),
  [PERSON.permission]: z.enum(permission.options, textMessages.oneOf).optional(),
  [PERSON.roles]: z.array(role, textMessages.oneOf).min(1, "Please choose at least one model."),
});

async function savePerson(context: UserContext, personId: Id, form: FormData): Promise<Reply<PersonReply>> {
  context.unsavedForm.keep(form);
  const submission = readSubmission(form, personSchema);
  if (submission.status !== "success") return [{ result: submission.reply() }, { status: 400 }];
  const { firstName, permission, roles } = submission.value;
  const body = { firstName, roles, ...(permission === undefined ? {} : { permission }) };
  const version = versionIn(form);
  const { api } = context;
  const before = permission === undefined || permission === "lead" ? undefined : await getPerson(api, personId);
  const ended = before?.permission === "lead" ? endedInWords(await findInvitedBy(context, before)) : undefined;
  try {
    await api.people.put({ id: personId, body }, { madeFrom: version === undefined ? undefined : { person: version } });
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 404) await getPerson(api, personId);
    if (isUpstreamFault(error) && error.status === 412) {
      const now = await getPerson(api, personId);
      const merged = mergePerson(form, { ...now, ...body }, now);
      const result = readSubmission(merged.form, personSchema).reply({ formErrors: merged.messages });
      return [{ result, ...(now.versions?.person === undefined ? {} : { changedTo: now.versions.person }) }, { status: 409 }];
    }
    const { status, errors, advice } = failedSave(context.requestId, "person", error);
    // A refusal that names no field is about who leads the team.
    const refusal = isUpstreamFault(error) && error.status === 422 && Object.keys(errors).length === 0 ? error.detail.title : undefined;
    if (refusal) return [{ result: submission.reply({ fieldErrors: { [PERSON.permission]: [refusal] } }) }, { status }];
    const isAboutFields = Object.keys(errors).some((name) => name in PERSON_LABELS);
    const formErrors = ["Something went wrong, please try again", ...(advice === undefined ? [] : [advice])];
    return [{ result: submission.reply({ ...(isAboutFields ? {} : { formErrors }), fieldErrors: errors }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: "The changes were saved.", ...(ended ? { text: ended } : {}) });
  // Leads who have made themselves something else may not see this screen any more.
  const maySee = permission === undefined || permission === "lead" || (await leads(context));
  throw new Redirect(maySee ? paths.person(personId) : paths.me());
}
