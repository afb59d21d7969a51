/** The forms for voices: the fields that they may post, and how the changes of two people to one voice are merged (docs/rules/voices.md#asking). */
import { z } from "zod";
import { LIST_MAX, typedText } from "#model/contract/common.ts";
import type { Voice, VoiceForm, VoiceList, VoicePlace } from "#model/contract/voices.ts";
import { daysAfter } from "#model/days.ts";
import { groupBy } from "#model/group-by.ts";
import { leadingProblem } from "#model/leading.ts";
import { shownAddress } from "#model/mail-address.ts";
import { withLineFeeds } from "#model/note.ts";
import { PERSON_NAME_MAX } from "#model/people.ts";
import { ADDRESS_MAX, dayProblem, textMessages } from "#model/text.ts";
import { untilProblem, VOICE_DAYS_MAX, VOICE_MESSAGE_MAX, voiceMessages } from "#model/voices.ts";
import { listed } from "#model/words.ts";
import { today } from "~/services/config.server";
import { requiredLine } from "~/services/http/form-schema.server";
import { baseFrom, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
import { readSubmission } from "~/services/http/submission.server";
import { shortDate } from "~/views/dates";
import { ASK, EVERYTHING, type PlaceGroup, VOICE, VOICE_LABELS, type VoiceField, type VoiceTexts } from "~/views/voices";

const groupOf = ({ place, within }: VoicePlace) => within ?? (place.startsWith("maturity/") ? "Maturity components" : "Practices");

/** What can be asked about, by perspective or kind: what is in scope and not descoped. */
export const groupsOf = (places: readonly VoicePlace[]): PlaceGroup[] =>
  [
    ...groupBy(
      places.filter(({ descoped }) => !descoped),
      groupOf,
    ),
  ].map(([name, items]) => ({ name, options: items.map(({ place, name: label, statements }) => ({ value: place, label, statements })) }));

/** What both forms offer. */
export function sheetFieldsOf({ places, roles, mail }: Pick<VoiceList, "places" | "roles" | "mail">) {
  const first = today();
  return { places: groupsOf(places), roles, mails: mail, days: { first, last: daysAfter(first, VOICE_DAYS_MAX) } };
}

/** Ticks what the pressed button of a group asks for. @returns whether there was one, so that the form is only filled in */
export function tickGroup(form: FormData, groups: readonly PlaceGroup[]): boolean {
  const group = form.get(ASK.selectAll);
  if (group === null) return false;
  const wanted = groups.filter(({ name }) => group === EVERYTHING || group === name);
  const ticked = new Set([...form.getAll(ASK.places).map(String), ...wanted.flatMap(({ options }) => options.map(({ value }) => value))]);
  form.delete(ASK.places);
  for (const place of ticked) form.append(ASK.places, place);
  return true;
}

/** @param stored the day of a voice that is changed: it may stay, though it is over */
const sheetSchema = (stored?: string) => ({
  [ASK.places]: z.array(z.string().max(100), { error: textMessages.oneOf }).min(1, textMessages.oneOf).max(LIST_MAX),
  [ASK.until]: z
    .string({ error: textMessages.required })
    .max(100)
    .superRefine((typed, { addIssue }) => {
      const problem = dayProblem(typed) ?? (typed === stored ? undefined : untilProblem(typed, today()));
      if (problem !== undefined) addIssue(problem);
    }),
  [ASK.message]: typedText(VOICE_MESSAGE_MAX)
    .superRefine((typed, { addIssue }) => {
      const problem = leadingProblem(typed);
      if (problem !== undefined) addIssue(problem);
    })
    .optional()
    .transform((typed) => typed ?? ""),
  [ASK.checksFacts]: z
    .literal("on", textMessages.switches)
    .optional()
    .transform((value) => value === "on"),
});

/** Browsers send two characters for each end of a line, which count as one. */
function withOneForEachLine(form: FormData): FormData {
  form.set(ASK.message, withLineFeeds(String(form.get(ASK.message) ?? "")));
  return form;
}

const roleOf = (roles: readonly string[]) =>
  z.string({ error: textMessages.oneOf }).refine((role) => roles.includes(role), voiceMessages.role);

/** What a posted form asks several people. @param problems of its lines, if nobody can be asked */
export const readAsk = (form: FormData, roles: readonly string[], problems: readonly string[]) =>
  readSubmission(
    withOneForEachLine(form),
    z.object({
      [ASK.lines]: z.unknown().superRefine((_, { addIssue }) => {
        for (const problem of problems) addIssue(problem);
      }),
      [ASK.role]: roleOf(roles).optional(),
      ...sheetSchema(),
    }),
  );

/** Reads what a posted form says of a voice. @param stored the voice as it is */
export const readVoiceForm = (form: FormData, roles: readonly string[], stored: Pick<Voice, "until" | "role">) =>
  readSubmission(
    withOneForEachLine(form),
    z.object({
      [VOICE.name]: requiredLine(PERSON_NAME_MAX),
      [VOICE.role]: roleOf([...roles, stored.role]),
      [VOICE.email]: typedText(ADDRESS_MAX)
        .optional()
        .transform((typed) => (typed ? shownAddress(typed) : null)),
      ...sheetSchema(stored.until),
    }) satisfies z.ZodType<VoiceForm>,
  );

/** What is stored, as the form's fields hold it. */
export const textsOf = ({
  name,
  role,
  email,
  places,
  until,
  message,
  checksFacts,
}: Omit<VoiceForm, "name"> & { name: string | null }): VoiceTexts => ({
  ...{ name: name ?? "", role, email: email ?? "", until, message },
  places: places.toSorted(),
  checksFacts: checksFacts ? "on" : "",
});

/** What a form was made from, as text for it to carry. */
export const baseOf = (voice: Voice): string => baseFrom(textsOf(voice));

/** The most places that a message names. */
const NAMED = 6;

/** Places in words: the first of them, and how many more. */
export const placesInWords = (places: readonly string[], nameOf: (place: string) => string): string =>
  listed(places.length <= NAMED + 1 ? places.map(nameOf) : [...places.slice(0, NAMED).map(nameOf), `${places.length - NAMED} more`]);

/** How the places of a list are called. */
export function placeNames(places: readonly VoicePlace[]): (place: string) => string {
  const names = new Map(places.map(({ place, name, within }) => [place, within === null ? name : `${within} / ${name}`]));
  return (place) => names.get(place) ?? "Something that is no longer in scope";
}

/** Puts what was typed together with what a colleague has stored. @param form as it was posted @param nameOf a place */
export function mergeVoice(stored: Voice, wanted: VoiceForm, form: FormData, nameOf: (place: string) => string): MergedForm {
  const sideOf = (content: Parameters<typeof textsOf>[0]) => {
    const held = textsOf(content);
    const inWords = (field: VoiceField): string => {
      if (field === "places") return placesInWords(held.places, nameOf);
      if (field === "checksFacts") return held.checksFacts ? "ticked" : "not ticked";
      if (field === "until") return shortDate(held.until);
      return held[field] === "" ? "" : `‘${held[field]}’`;
    };
    return { held, inWords };
  };
  return mergeForm({ what: "this voice was", labels: VOICE_LABELS, posted: form, now: sideOf(stored), mine: sideOf(wanted) });
}
