/** The forms of an engagement: what they begin with, what they may post, and what becomes of it when two people change one. */
import { z } from "zod";
import type { Id } from "#model/contract/common.ts";
import { typedText } from "#model/contract/common.ts";
import {
  type Engagement,
  type EngagementForm,
  type EngagementMember,
  type EngagementMemberForm,
  engagementForm,
} from "#model/contract/engagements.ts";
import { ENGAGEMENT_NAME_MAX, ENGAGEMENT_TEXT_MAX, SPONSOR_MAX, UNIT_NAME_MAX, UNITS_MAX } from "#model/engagements.ts";
import { withLineFeeds } from "#model/note.ts";
import { textMessages } from "#model/text.ts";
import { listed } from "#model/words.ts";
import { lineText, postedDay, requiredLine } from "~/services/http/form-schema.server";
import { baseFrom, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
import { readSubmission } from "~/services/http/submission.server";
import { shortDate } from "~/views/dates";
import {
  ENGAGEMENT,
  ENGAGEMENT_LABELS,
  type EngagementField,
  type EngagementTexts,
  MEMBER_LABELS,
  type MemberField,
  type MemberTexts,
  partValue,
} from "~/views/engagements";

/** What an engagement says. */
type Content = Pick<Engagement, "name" | "sponsor" | "purpose" | "included" | "excluded" | "start" | "end" | "units"> & {
  people: readonly { id: Id; part: string }[];
};

const optional = <S extends z.ZodType<string>>(schema: S) => schema.optional().transform((typed) => typed ?? "");
const longText = optional(typedText(ENGAGEMENT_TEXT_MAX));

const units = z
  .string()
  .max(2 * UNITS_MAX * (UNIT_NAME_MAX + 1), textMessages.tooLong(UNITS_MAX * (UNIT_NAME_MAX + 1)))
  .optional()
  .transform((typed = "") =>
    typed
      .split("\n")
      .map((unit) => unit.trim())
      .filter((unit) => unit !== ""),
  );
const people = z
  .array(z.string().regex(/^[^:]{1,100}:[a-z]+$/, textMessages.oneOf))
  .default([])
  .transform((values) => values.map((value) => ({ id: value.split(":")[0] ?? "", part: value.split(":")[1] ?? "" })));

const fields = z.object({
  name: requiredLine(ENGAGEMENT_NAME_MAX),
  sponsor: optional(lineText(SPONSOR_MAX)),
  purpose: longText,
  included: longText,
  excluded: longText,
  start: postedDay,
  end: postedDay,
  units,
  people,
});

/** The rules of the wire hold for the whole form. A message about one unit or person is one about the field. */
const schema = fields.transform((given, check): EngagementForm => {
  const parsed = engagementForm.safeParse(given);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    const [field = "name", index] = path.map(String);
    const unit = field === "units" && index !== undefined ? given.units[Number(index)] : undefined;
    check.addIssue({ code: "custom", path: [field], message: unit === undefined ? message : `‘${unit}’: ${message}`, input: given });
  }
  return z.NEVER;
});

/** What a posted engagement says, or what is wrong with it. */
export function readEngagement(form: FormData) {
  // Browsers send two characters for each end of a line, which count as one.
  for (const name of ["purpose", "included", "excluded", "units"]) form.set(name, withLineFeeds(String(form.get(name) ?? "")));
  const parts = form.getAll("people").filter((value) => value !== "");
  form.delete("people");
  for (const part of parts) form.append("people", part);
  return readSubmission(form, schema);
}

/** What is stored, as the form's fields hold it. */
export const textsOf = (content: Content): EngagementTexts => ({
  ...{ name: content.name, sponsor: content.sponsor, purpose: content.purpose },
  ...{ included: content.included, excluded: content.excluded },
  ...{ start: content.start ?? "", end: content.end ?? "", units: content.units.join("\n") },
  people: content.people.map(({ id, part }) => partValue(id, part)).sort(),
});

/** What a form was made from, as text for it to carry. */
export const baseOf = (content: Content): string => baseFrom(textsOf(content));

/**
 * Puts what was typed together with what a colleague has stored.
 * @param nameOf a person, by number
 */
export function mergeEngagement(stored: Engagement, wanted: EngagementForm, form: FormData, nameOf: (id: string) => string): MergedForm {
  const sideOf = (content: Content) => {
    const held = textsOf(content);
    const inWords = (field: EngagementField) => {
      if (field === "people") return listed(held.people.map((value) => nameOf(value.split(":")[0] ?? "")));
      const text = held[field];
      if (text === "") return "";
      return field === "start" || field === "end" ? shortDate(text) : `‘${text.replaceAll("\n", ", ")}’`;
    };
    return { held, inWords };
  };
  return mergeForm({
    what: "this engagement was",
    labels: ENGAGEMENT_LABELS,
    posted: form,
    now: sideOf(stored),
    mine: sideOf({ ...wanted, people: wanted.people }),
  });
}

const memberSchema = z.object({
  [ENGAGEMENT.unit]: optional(z.string().max(1000)),
  [ENGAGEMENT.responsible]: z
    .string()
    .max(100)
    .optional()
    .transform((id) => id ?? null),
  [ENGAGEMENT.day]: postedDay,
}) satisfies z.ZodType<EngagementMemberForm>;
const addSchema = memberSchema.extend({ [ENGAGEMENT.assessment]: z.string({ error: textMessages.oneOf }).max(100) });

export const readMember = (form: FormData) => readSubmission(form, memberSchema);
export const readNewMember = (form: FormData) => readSubmission(form, addSchema);

type MemberContent = { unit: string; responsible: { id: Id } | null; day: string | null };
export const memberTexts = ({ unit, responsible, day }: MemberContent): MemberTexts => ({
  unit,
  responsible: responsible ? String(responsible.id) : "",
  day: day ?? "",
});
export const memberBase = (member: MemberContent): string => baseFrom(memberTexts(member));

/** The same of a member. @param nameOf a person, by number */
export function mergeMember(
  stored: EngagementMember,
  wanted: EngagementMemberForm,
  form: FormData,
  nameOf: (id: string) => string,
): MergedForm {
  const sideOf = (content: MemberContent) => {
    const held = memberTexts(content);
    const inWords = (field: MemberField) => {
      const text = held[field];
      if (text === "") return "";
      return field === "day" ? shortDate(text) : field === "responsible" ? nameOf(text) : `‘${text}’`;
    };
    return { held, inWords };
  };
  const { assessment: _, ...labels } = MEMBER_LABELS;
  return mergeForm<MemberField>({
    ...{ what: "this assessment was", labels, posted: form },
    now: sideOf(stored),
    mine: sideOf({ ...wanted, responsible: wanted.responsible === null ? null : { id: wanted.responsible } }),
  });
}

/** Messages of the upstream about one unit or one person, as messages about the field. */
export const byField = (errors: Readonly<Record<string, string[]>>): Record<string, string[]> => {
  const joined: Record<string, string[]> = {};
  for (const [path, messages] of Object.entries(errors)) {
    const [field = path] = path.split(".");
    joined[field] = [...(joined[field] ?? []), ...messages];
  }
  return joined;
};
