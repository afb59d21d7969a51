/** The screen of who may see an organization (docs/rules/walls.md#leads). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Id, requiredText } from "#model/contract/common.ts";
import type { OrganizationAccess } from "#model/contract/walls.ts";
import { textMessages } from "#model/text.ts";
import { ACCESS, ACCESS_REASON_MAX, type Access, accessMessages, NAMED_MAX } from "#model/walls.ts";
import { counted, listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { baseFrom, mergeForm } from "~/services/http/merged-form.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { internalAccountsInWords } from "~/services/team/internal-accounts.server";
import { hasExtension, requireExtension } from "~/services/upstream/extensions.server";
import { leads, mayChange } from "~/services/upstream/permissions.server";
import { NotPermitted, untilUnmoved } from "~/services/upstream/upstream.server";
import {
  ACCESS_FORM,
  ACCESS_LABELS,
  ACCESS_WORDS,
  type AccessField,
  type AccessPage,
  type AccessReply,
  accessPaths,
  type PersonChoice,
} from "~/views/access";
import { paths } from "~/views/paths";
import type { Reply } from "~/views/shell";

/** @throws NotFound where the upstream has no walls; LoadFailure, also for an organization that the reader may not see */
async function read({ api }: UserContext, id: Id): Promise<OrganizationAccess> {
  await requireExtension("walls");
  return loadFor("organization", api.walls.get({ id }));
}

/** Whether the reader leads the team of an organization. */
const mayGovern = async (context: UserContext, access: OrganizationAccess) => mayChange(access) && (await leads(context));

/** @throws NotFound where the upstream has no walls; LoadFailure, also for an organization that the reader may not see */
export async function loadAccess(context: UserContext, organizationId: Id): Promise<AccessPage> {
  const stored = await read(context, organizationId);
  const { organization, access, since, people, isSeen, internalAccounts } = stored;
  const isLead = await leads(context);
  const ids = people.map(({ id }) => String(id));
  return {
    ...{ organization, access, since, isSeen },
    internal: internalAccountsInWords(internalAccounts),
    people: people.map(({ id, email, firstName, since: from }) => ({ key: String(id), name: firstName ?? email, email, since: from })),
    form: (await mayGovern(context, stored))
      ? { access, people: ids, choices: await choicesFor(context, stored), base: baseFrom(heldBy(stored)) }
      : undefined,
    back: isSeen ? paths.homeAt({ organizationId: organization.id }) : paths.home(),
    all: isLead ? accessPaths.team() : undefined,
  };
}

const nameOf = ({ email, firstName }: { email: string; firstName: string | null }) =>
  firstName === null ? email : `${firstName} (${email})`;

/** The people of the team, and those who are named, by address. Somebody who is suspended cannot be named. */
async function choicesFor({ api }: UserContext, { people: named }: OrganizationAccess): Promise<PersonChoice[]> {
  const people = (await hasExtension("people")) ? (await loadFor("organization", api.people.list())).people : [];
  const isNamed = (id: Id) => named.some((each) => String(each.id) === String(id));
  const others = named.filter(({ id }) => !people.some((each) => String(each.id) === String(id)));
  const choices = people.map(({ id, email, firstName, suspendedAt, isSelf }) => ({
    email,
    choice: {
      ...{ value: String(id), label: nameOf({ email, firstName }) },
      ...(isSelf ? { hint: "You" } : {}),
      ...(suspendedAt === null ? {} : { hint: "Suspended", disabled: !isNamed(id) }),
    },
  }));
  const more = others.map((each) => ({ email: each.email, choice: { value: String(each.id), label: nameOf(each) } }));
  return [...choices, ...more].sort((one, other) => (one.email < other.email ? -1 : 1)).map(({ choice }) => choice);
}

/** Who may see an organization, as a form holds it. */
interface Content {
  access: Access;
  people: readonly string[];
}

const heldBy = ({ access, people }: { access: Access; people: readonly { id: Id }[] }) =>
  formValues({ access, people: people.map(({ id }) => String(id)) });

const formValues = ({ access, people }: Content) => ({ access, people: people.toSorted(), reason: "" });

const isSame = (one: Content, other: Content) =>
  one.access === other.access && (one.access === "team" || one.people.toSorted().join() === other.people.toSorted().join());

/** The schema of the form. Whom a list without a wall names does not matter. */
const schemaFor = (form: FormData) =>
  z.object({
    [ACCESS_FORM.access]: z.enum(ACCESS, textMessages.oneOf),
    [ACCESS_FORM.people]: z
      .array(z.string())
      .min(form.get(ACCESS_FORM.access) === "named" ? 1 : 0, accessMessages.nobody)
      .max(NAMED_MAX, textMessages.oneOf),
    [ACCESS_FORM.reason]: requiredText(ACCESS_REASON_MAX),
  });

/**
 * Changes who may see an organization.
 * @returns the form that was not stored
 * @throws Redirect once it is; NotFound, NotPermitted for anybody but a lead of the team, LoadFailure, SessionOver
 */
export async function saveAccess(context: UserContext, organizationId: Id, request: Request): Promise<Reply<AccessReply>> {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const first = await read(context, organizationId);
  if (!(await mayGovern(context, first))) throw new NotPermitted(undefined, "lead");
  const id = randomUUID();
  const submission = readSubmission(form, schemaFor(form));
  if (submission.status !== "success") return [{ id, result: submission.reply() }, { status: 400 }];
  const { reason, ...wanted } = submission.value;
  let isChanged = false;
  try {
    const choices = await choicesFor(context, first);
    const conflict = await untilUnmoved(async () => {
      const now = await read(context, organizationId);
      const merged = merge(form, wanted, now, choices);
      if (!merged.isSame) return merged;
      isChanged = !isSame(wanted, { access: now.access, people: now.people.map((each) => String(each.id)) });
      const { access, people } = wanted;
      const body = { access, reason, ...(access === "named" ? { people: [...people] } : {}) };
      if (isChanged) await context.api.walls.put({ id: organizationId, body }, { madeFrom: now.versions });
      return undefined;
    });
    if (conflict) {
      conflict.form.set(ACCESS_FORM.reason, reason);
      const result = readSubmission(conflict.form, schemaFor(conflict.form)).reply({ formErrors: conflict.messages });
      return [{ id, result, changedTo: conflict.base }, { status: 409 }];
    }
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "access", error);
    const isAboutFields = Object.keys(errors).some((name) => name in ACCESS_LABELS);
    return [{ id, result: submission.reply({ fieldErrors: errors, ...(isAboutFields ? {} : { formErrors: messages }) }) }, { status }];
  }
  const { name } = first.organization;
  context.flash.leave(
    isChanged
      ? { kind: "success", title: `Who may see ${name} was changed.`, text: whoSees(wanted) }
      : { kind: "info", title: `Who may see ${name} was like this already.`, text: "So nothing was changed." },
  );
  throw new Redirect(accessPaths.organization(organizationId));
}

const whoSees = ({ access, people }: Content) =>
  access === "team" ? "The whole team may see it now." : `${counted(people.length, "person", "people")} may see it now.`;

/** Puts what was chosen together with what is stored. The reason is nobody else's. */
function merge(form: FormData, wanted: Content, now: OrganizationAccess, choices: readonly PersonChoice[]) {
  const labels = new Map([...choices.map(({ value, label }) => [value, label] as const), ...now.people.map(named)]);
  const sideOf = (held: ReturnType<typeof formValues>) => ({
    held,
    inWords: (field: AccessField) => {
      if (field === "access") return ACCESS_WORDS[held.access].label;
      return field === "people" ? listed(held.people.map((each) => labels.get(each) ?? "somebody who has left")) : "";
    },
  });
  return mergeForm<AccessField>({
    what: "who may see this organization was",
    labels: ACCESS_LABELS,
    posted: form,
    now: sideOf(heldBy(now)),
    mine: sideOf(formValues(wanted)),
    empty: "nobody",
  });
}

const named = (person: OrganizationAccess["people"][number]) => [String(person.id), nameOf(person)] as const;
