/** Creates an assessment for each model, scope and unit that is ticked, as members of an engagement (docs/rules/engagements.md#create-several). */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { type Id, role } from "#model/contract/common.ts";
import type { Engagement } from "#model/contract/engagements.ts";
import { engagementMessages, MEMBERS_MAX, UNITS_MAX } from "#model/engagements.ts";
import { NAME_MAX, textMessages } from "#model/text.ts";
import { counted, listed } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { getToChange } from "~/services/engagements/change.server";
import { colleagueOptions } from "~/services/engagements/engagement.server";
import { Redirect } from "~/services/faults.server";
import { carriedIn, postedDay, requiredLine } from "~/services/http/form-schema.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { SET_UPS } from "~/services/setup/models.server";
import { createAssessment } from "~/services/upstream/assessments.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { modelsOf } from "~/services/upstream/permissions.server";
import { isUpstreamFault } from "~/services/upstream/upstream.server";
import { SEVERAL, type SeveralPage, type SeveralReply } from "~/views/engagement-several";
import { engagementPaths } from "~/views/engagements";
import type { Option } from "~/views/form-fields";
import { orNotProvided } from "~/views/missing";
import type { Reply } from "~/views/shell";

/** A model with a scope, as the form posts it. */
async function kindsOf(context: UserContext): Promise<Option[]> {
  const models = await modelsOf(context);
  return models.flatMap((model) => SET_UPS[model].scopes.map((scope) => ({ value: `${model}/${scope}`, label: `${model} ${scope}` })));
}

/** The form. @throws NotFound, NotPermitted, LoadFailure */
export async function loadSeveral(context: UserContext, id: Id): Promise<SeveralPage> {
  await requireExtension("engagements");
  const engagement = await getToChange(context.api, id);
  return {
    ...{ id: engagement.id, name: engagement.name, organization: orNotProvided(engagement.organization.name) },
    room: MEMBERS_MAX - engagement.members.length,
    texts: { name: engagement.name, kinds: [], units: [], responsible: "", day: "" },
    formId: randomUUID(),
    kinds: await kindsOf(context),
    units: engagement.units.map((unit) => ({ value: unit, label: unit })),
    colleagues: colleagueOptions(engagement.colleagues),
    back: engagementPaths.screen(engagement.id),
  };
}

/** What one assessment is to be. */
interface Wanted {
  key: string;
  kind: string;
  unit: string;
  name: string;
  /** Model and scope. */
  words: string;
}

/** An assessment that was sent has the name that it was sent with; its number, once that is known. */
const sentSchema = z.record(
  z.string().max(300),
  z.object({ name: z.string().max(NAME_MAX), id: z.union([z.string(), z.number()]).optional() }),
);
type Sent = z.output<typeof sentSchema>;

/** The rules of the form, as far as the engagement gives them. */
function schemaFor({ units, colleagues, members }: Engagement, kinds: readonly Option[], sent: Sent) {
  const oneOf = (values: readonly string[]) =>
    z
      .array(z.string())
      .max(UNITS_MAX)
      .default([])
      .refine((chosen) => chosen.every((value) => values.includes(value)), textMessages.oneOf);
  return z
    .object({
      name: requiredLine(NAME_MAX),
      kinds: oneOf(kinds.map(({ value }) => value)).refine((chosen) => chosen.length > 0, "Tick one at least."),
      units: oneOf(units),
      responsible: z
        .string()
        .optional()
        .transform((person) => person ?? null)
        .refine((person) => person === null || colleagues.some(({ id }) => String(id) === person), engagementMessages.unknownPerson),
      day: postedDay,
    })
    .transform(({ name, kinds: chosen, units: parts, ...said }, check) => {
      const all = (parts.length > 0 ? parts : [""]).flatMap((unit) =>
        chosen.map((kind): Wanted => {
          const key = `${kind}/${unit}`;
          const words = kind.replace("/", " ");
          return { key, kind, unit, words, name: sent[key]?.name ?? [name, unit].filter(Boolean).join(", ") };
        }),
      );
      const isMember = ({ key }: Wanted) => members.some(({ id }) => String(id) === String(sent[key]?.id));
      const added = all.filter((each) => !isMember(each)).length;
      const room = MEMBERS_MAX - members.length;
      if (added > room) check.addIssue({ code: "custom", path: ["kinds"], message: noRoom(added, room), input: chosen });
      const tooLong = all.find((each) => each.name.length > NAME_MAX);
      if (tooLong) check.addIssue({ code: "custom", path: ["name"], message: withUnit(tooLong.unit), input: name });
      return { all, said };
    });
}

const noRoom = (added: number, room: number) =>
  `That makes ${counted(added, "assessment")}. ${room === 0 ? engagementMessages.manyMembers : `The engagement has room for ${room}.`}`;
const withUnit = (unit: string) => `With the unit ‘${unit}’ behind it, the name has more than ${NAME_MAX} characters.`;

/**
 * Creates what the form asks for, one after the other. Sent again, it makes only what is missing.
 * @returns the form, with what was made and what not
 * @throws Redirect once all are there; NotFound, NotPermitted, LoadFailure, SessionOver
 */
export async function createSeveral(context: UserContext, engagementId: Id, request: Request): Promise<Reply<SeveralReply>> {
  const { api } = context;
  await requireExtension("engagements");
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const engagement = await getToChange(api, engagementId);
  const sent: Sent = carriedIn(form, SEVERAL.sent, sentSchema) ?? {};
  const submission = readSubmission(form, schemaFor(engagement, await kindsOf(context), sent));
  const reply = () => ({ id: randomUUID(), sent: JSON.stringify(sent) });
  if (submission.status !== "success") return [{ ...reply(), result: submission.reply() }, { status: 400 }];
  if (engagement.state === "closed")
    return [{ ...reply(), result: submission.reply({ formErrors: [engagementMessages.closed] }) }, { status: 400 }];
  const { all, said } = submission.value;
  const formId = String(form.get(SEVERAL.formId) ?? randomUUID());
  const made: Wanted[] = [];
  for (const each of all) {
    try {
      await createMember(context, engagement, each, { formId, said, sent });
      made.push(each);
    } catch (error) {
      const { status, errors, messages } = failedForm(context.requestId, "assessments of an engagement", error);
      const isApart = sent[each.key]?.id !== undefined;
      const missing = all.slice(made.length + Number(isApart));
      const outcome = { made: made.map(inWords), apart: isApart ? [inWords(each)] : [], missing: missing.map(inWords) };
      const reasons = Object.values(errors).flat();
      const result = submission.reply({ formErrors: reasons.length > 0 ? reasons : messages });
      return [{ ...reply(), result, ...(made.length > 0 || isApart ? { outcome } : {}) }, { status }];
    }
  }
  const words = listed(made.map(({ words: one, unit }) => (unit ? `${one} (${unit})` : one)));
  const isShort = words.length <= 400;
  context.flash.leave({
    kind: "success",
    title: `${counted(made.length, "assessment was", "assessments were")} created.`,
    text: `${isShort ? `${words}.` : "They are in the list."} Set the scope of each before you begin.`,
  });
  throw new Redirect(engagementPaths.screen(engagement.id));
}

const inWords = ({ words, name }: Wanted) => `${name}: ${words}`;

interface Sending {
  formId: string;
  said: { responsible: string | null; day: string | null };
  sent: Sent;
}

/** Creates one assessment, and makes it a member, unless either was done before. @throws UpstreamFault */
async function createMember({ api }: UserContext, engagement: Engagement, wanted: Wanted, { formId, said, sent }: Sending): Promise<void> {
  const { key, kind, unit, name } = wanted;
  const before = sent[key];
  const [model, selectedScope = ""] = kind.split("/");
  let id = before?.id;
  if (id === undefined) {
    const body = { assessmentType: role.parse(model), name, selectedScope, isTestAssessment: false };
    // An answer that was lost comes again, because name and key are the same.
    sent[key] = { name };
    try {
      id = await createAssessment(api, String(engagement.organization.id), body, `${formId} ${key}`);
    } catch (error) {
      // The upstream made nothing: the name can still change.
      if (isUpstreamFault(error) && error.status === 422) delete sent[key];
      throw error;
    }
    sent[key] = { name, id };
  }
  if (engagement.members.some((member) => String(member.id) === String(id))) return;
  await api.engagements.member({ id: engagement.id, memberId: id, body: { unit, ...said } });
}
