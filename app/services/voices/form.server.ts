/** The forms for voices: the fields that they may post, and how the changes of two people to one voice are merged (docs/rules/voices.md#asking). */
import { z } from "zod";
import { LIST_MAX, typedText } from "#model/contract/common.ts";
import type { VoiceAtLevels, VoiceLevels } from "#model/contract/voice-levels.ts";
import type { Voice, VoiceList, VoicePlace } from "#model/contract/voices.ts";
import { daysAfter } from "#model/days.ts";
import { groupBy } from "#model/group-by.ts";
import { leadingProblem } from "#model/leading.ts";
import { shownAddress } from "#model/mail-address.ts";
import { withLineFeeds } from "#model/note.ts";
import { PERSON_NAME_MAX } from "#model/people.ts";
import { ADDRESS_MAX, dayProblem, textMessages } from "#model/text.ts";
import {
  LONG_SHEET_MINUTES,
  levelChoices,
  minutesFor,
  type SheetLevels,
  sheetLevelsInWords,
  untilProblem,
  VOICE_DAYS_MAX,
  VOICE_MESSAGE_MAX,
  VOICES_MAX,
  voiceMessages,
} from "#model/voices.ts";
import { listed, lowerFirst } from "#model/words.ts";
import { today } from "~/services/config.server";
import { requiredLine } from "~/services/http/form-schema.server";
import { baseFrom, type MergedForm, mergeForm } from "~/services/http/merged-form.server";
import { readSubmission } from "~/services/http/submission.server";
import { shortDate } from "~/views/dates";
import type { Option } from "~/views/form-fields";
import {
  ASK,
  EVERYTHING,
  levelsIn,
  levelsValue,
  type PlaceGroup,
  SECOND_ROUND,
  VOICE,
  VOICE_LABELS,
  type VoiceField,
  type VoiceTexts,
} from "~/views/voices";

const groupOf = ({ place, within }: VoicePlace) => within ?? (place.startsWith("maturity/") ? "Maturity components" : "Practices");

/** What can be asked about, by perspective or kind: what is in scope and not descoped. */
export const groupsOf = (places: readonly VoicePlace[], levels?: VoiceLevels): PlaceGroup[] => {
  const levelsOf = new Map(levels?.places.map(({ place, statements }) => [place, statements.map(({ level }) => level)]));
  return [
    ...groupBy(
      places.filter(({ descoped }) => !descoped),
      groupOf,
    ),
  ].map(([name, items]) => ({
    name,
    options: items.map(({ place, name: label, statements }) => ({ value: place, label, statements, levels: levelsOf.get(place) ?? [] })),
  }));
};

/** The levels that people choose from when a sheet about all places would be long. @param stored that of a voice; it stays a choice */
function levelOptions(groups: readonly PlaceGroup[], selected: number | null, stored: SheetLevels | null): Option[] {
  const options = groups.flatMap((group) => group.options);
  const isLong = minutesFor(options.reduce((sum, { statements }) => sum + statements, 0)) > LONG_SHEET_MINUTES;
  const choices = isLong
    ? levelChoices(
        options.flatMap(({ levels }) => levels),
        selected,
      )
    : [];
  const offered = choices.map(({ isAround, ...levels }) => ({
    value: levelsValue(levels),
    label: isAround
      ? `Around the selected level ${selected}: ${lowerFirst(sheetLevelsInWords(levels, 0))}`
      : sheetLevelsInWords(levels, levels.from),
  }));
  const own = levelsValue(stored);
  return stored === null || offered.some(({ value }) => value === own)
    ? offered
    : [...offered, { value: own, label: sheetLevelsInWords(stored) }];
}

/** What both forms offer. */
export function sheetFieldsOf(
  { places, roles, mail }: Pick<VoiceList, "places" | "roles" | "mail">,
  of: { levels: VoiceLevels | undefined; stored?: SheetLevels | null },
) {
  const first = today();
  const groups = groupsOf(places, of.levels);
  const levels = of.levels ? levelOptions(groups, of.levels.selected, of.stored ?? null) : [];
  return { places: groups, levels, roles, mails: mail, days: { first, last: daysAfter(first, VOICE_DAYS_MAX) } };
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
  [ASK.levels]: z
    .string()
    .max(10)
    .refine((value) => value === "" || levelsIn(value) !== null, textMessages.oneOf)
    .optional()
    .transform((value) => levelsIn(value ?? "")),
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
    }) satisfies z.ZodType<VoiceAtLevels>,
  );

/** Reads what a posted form says of a second round (docs/rules/voices.md#second-round). */
export function readSecondRoundForm(form: FormData) {
  const { until, message } = sheetSchema();
  const voices = z.array(z.string().max(100), { error: CHOOSE_SOMEBODY }).min(1, CHOOSE_SOMEBODY).max(VOICES_MAX);
  return readSubmission(withOneForEachLine(form), z.object({ [SECOND_ROUND.voices]: voices, until, message }));
}
const CHOOSE_SOMEBODY = "Please choose somebody.";

type HeldVoice = Omit<VoiceAtLevels, "name"> & { name: string | null };

/** What is stored, as the form's fields hold it. */
export const textsOf = ({ name, role, email, places, levels, until, message, checksFacts }: HeldVoice): VoiceTexts => ({
  ...{ name: name ?? "", role, email: email ?? "", levels: levelsValue(levels), until, message },
  places: places.toSorted(),
  checksFacts: checksFacts ? "on" : "",
});

/** What a form was made from, as text for it to carry. */
export const baseOf = (voice: Voice & Pick<VoiceAtLevels, "levels">): string => baseFrom(textsOf(voice));

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
export function mergeVoice(stored: HeldVoice, wanted: VoiceAtLevels, form: FormData, nameOf: (place: string) => string): MergedForm {
  const sideOf = (content: HeldVoice) => {
    const held = textsOf(content);
    const inWords = (field: VoiceField): string => {
      if (field === "places") return placesInWords(held.places, nameOf);
      if (field === "levels") return content.levels === null ? "all levels" : lowerFirst(sheetLevelsInWords(content.levels));
      if (field === "checksFacts") return held.checksFacts ? "ticked" : "not ticked";
      if (field === "until") return shortDate(held.until);
      return held[field] === "" ? "" : `‘${held[field]}’`;
    };
    return { held, inWords };
  };
  return mergeForm({ what: "this voice was", labels: VOICE_LABELS, posted: form, now: sideOf(stored), mine: sideOf(wanted) });
}
