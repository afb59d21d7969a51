/**
 * Rules for texts that people type, shared by forms, web server and API (docs/rules/notes-and-diagnostics.md#text-limits).
 */

import { onOneLine, withoutControls } from "./characters.ts";
import { withLineFeeds } from "./note.ts";

export const NAME_MAX = 200;
export const BUSINESS_UNIT_MAX = 200;
/** For why a thread is descoped. */
export const REASON_MAX = 1000;
/** For why a corrected edition is made. */
export const EDITION_REASON_MAX = 1000;
/** For the summary and the openings of chapters in a report: about a page. */
export const REPORT_TEXT_MAX = 4000;
/** For e-mail addresses: the longest that mail servers take. */
export const ADDRESS_MAX = 254;
/** For what somebody signs in with, in everyday words: 'Firefox on Windows'. */
export const DEVICE_MAX = 100;

// Everything below U+0020 except tab, line feed and carriage return, then DEL and the C1 block.
// U+0000 silently cuts text in SQLite; the others have no place in a name or a note.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** What forms and API say about a wrong field (docs/rules/setup-and-scope.md#validation-messages). */
export const textMessages = {
  required: "This Field is required.",
  control: "Please remove the control characters.",
  tooLong: (max: number) => `Please use at most ${max.toLocaleString("en-GB")} characters.`,
  wrongType: (type: string) => `Please enter a valid ${type}.`,
  oneOf: "Please select one of the options.",
  email: "Please enter a valid email address.",
  switches: "Please select an option.",
  day: "Please enter a day as in 2026-11-05.",
} as const;

/** Whether a text holds a control character, which the API refuses. Forms clean them (`characters.ts`). */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}

/**
 * Characters that no reader can see, or that turn the direction of the text around them. They are soft hyphens, spaces without width, marks
 * and overrides of direction, fillers, Unicode's plane of tags, and non-characters (`characters.ts`). Variation selectors and joiners are
 * looked at below.
 */
const INVISIBLE =
  /\u034f|[\u17b4\u17b5]|[\u180b-\u180d\u180f]|[\p{Cs}\p{NChar}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e001f}\u{e0080}-\u{e00ff}\u{e01f0}-\u{e0fff}]/gu;
/** Tags. Those that make the flags of England, Scotland and Wales follow a black flag, and are captured with it. */
const TAG = /(\u{1f3f4}[\u{e0020}-\u{e007e}]*\u{e007f}?)|[\u{e0020}-\u{e007f}]/gu;
/** Selectors where there is nothing whose look they could choose. */
const SELECTOR = /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Han}\p{S}\d#*])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;
/** Joiners and non-joiners anywhere but in emoji, and in words of scripts that are written with them. */
const CURSIVE =
  "[\\p{sc=Arab}\\p{sc=Syrc}\\p{sc=Deva}\\p{sc=Beng}\\p{sc=Guru}\\p{sc=Gujr}\\p{sc=Orya}\\p{sc=Taml}\\p{sc=Telu}\\p{sc=Knda}\\p{sc=Mlym}\\p{sc=Sinh}\\p{sc=Khmr}\\p{sc=Mymr}]";
const EMOJI = "[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f]";
const JOINER = new RegExp(`[\\u200c\\u200d](?!(?<=${CURSIVE}.)${CURSIVE}|(?<=${EMOJI}\\u200d)${EMOJI})`, "gu");

/**
 * A name without invisible characters and without changes of direction. Two names that look alike are then alike, and none can disguise the
 * ending of a file (docs/rules/notes-and-diagnostics.md#text-limits).
 */
export function withoutInvisible(text: string): string {
  return text
    .replace(/[\u2028\u2029]/g, " ")
    .replace(INVISIBLE, "")
    .replace(TAG, "$1")
    .replace(SELECTOR, "")
    .replace(JOINER, "");
}

/** Whether a text has at most `max` characters, counted in Unicode code points, which comes close to how people count. */
export function isWithin(text: string, max: number): boolean {
  // A code point takes one or two units of a text's length, so a text of more than twice the length need not be counted.
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/** How many units of a text are read for each character that it may have: two for the character, the rest for invisible ones. */
const UNITS_READ = 4;

/**
 * Whether a typed text is too long, whatever its characters are. Check this before anything else, so that no rule reads an endless text.
 */
export const isFarTooLong = (typed: string, max: number): boolean => typed.length > UNITS_READ * max;

/**
 * Whether a text is the stored one. It then passes, even where its limit was lowered after it was stored
 * (docs/rules/locks-and-saving.md#unchanged-texts). Characters that forms and API remove do not count.
 * @param stored what is stored; null or undefined for nothing
 */
export function isUnchanged(typed: string, stored: string | null | undefined): boolean {
  if (!stored || isFarTooLong(typed, stored.length)) return false;
  const cleaned = (text: string) => onOneLine(withoutInvisible(text)).trim();
  return typed === stored || cleaned(typed) === cleaned(stored);
}

/** The rules for a text that people type or choose. */
export interface TextRule {
  required?: boolean;
  /** The most characters. */
  max?: number;
  /** What is stored, which may be longer. */
  stored?: string | undefined;
  /** What else is wrong with a text that is not empty, in words. */
  check?(text: string): string | undefined;
}

/** The problem of a text that somebody types into a form, in words for them; undefined when it can be saved once the form has cleaned it. */
export function textProblem(
  typed: string,
  { required = false, max = Number.POSITIVE_INFINITY, stored, check }: TextRule,
): string | undefined {
  const isStored = isUnchanged(typed, stored);
  if (!isStored && isFarTooLong(typed, max)) return textMessages.tooLong(max);
  const text = withoutInvisible(withoutControls(typed)).trim();
  if (text === "") return required ? textMessages.required : undefined;
  if (!isStored && !isWithin(text, max)) return textMessages.tooLong(max);
  return check?.(text);
}

/** The problem of a typed day, which is ISO 8601, such as 2026-11-05; undefined for one of the calendar, and for none. */
export function dayProblem(typed: string): string | undefined {
  if (typed === "") return undefined;
  const moment = /^\d{4}-\d\d-\d\d$/.test(typed) ? Date.parse(typed) : Number.NaN;
  return Number.isNaN(moment) || !new Date(moment).toISOString().startsWith(typed) ? textMessages.day : undefined;
}

/**
 * A typed text as it is stored where spaces around it and what cannot be seen do not count.
 * @param max the most characters that it may have; one that is far too long stays as it is, to be refused
 */
export const asStored = (typed: string, max: number): string =>
  isFarTooLong(typed, max) ? typed : withoutInvisible(withLineFeeds(withoutControls(typed))).trim();
