/**
 * Rules for texts that people type, shared by forms, web server and API (docs/rules/notes-and-diagnostics.md#text-limits).
 */

export const NAME_MAX = 200;
export const BUSINESS_UNIT_MAX = 200;
export const NOTE_MAX = 20_000;
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
} as const;

/** Whether a text holds a control character, which is refused everywhere. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}

/** Whether a text has at most `max` characters, counted in Unicode code points, which comes close to how people count. */
export function isWithin(text: string, max: number): boolean {
  // A code point takes one or two units of a text's length, so a text of more than twice the length need not be counted.
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/** What is asked of a text that people type or choose. */
export interface TextRule {
  required?: boolean;
  /** The most characters. */
  max?: number;
}

/** What is wrong with a text, in words for whoever typed it; undefined when it can be saved. */
export function textProblem(typed: string, { required = false, max = Number.POSITIVE_INFINITY }: TextRule): string | undefined {
  const text = typed.trim();
  if (text === "") return required ? textMessages.required : undefined;
  if (!isWithin(text, max)) return textMessages.tooLong(max);
  return hasControlCharacters(text) ? textMessages.control : undefined;
}

/** A text with the line ends that are stored and compared. Browsers post text areas with CRLF. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * A short stand-in for a long text, so that a form can name the version it was rendered from (docs/rules/locks-and-saving.md#both-versions)
 * without carrying the text twice. Line ends do not count. Two texts that people write are very unlikely to share one, but it does not
 * protect against forgery.
 */
export function fingerprint(text: string): string {
  const normal = withLineFeeds(text);
  let [first, second] = [0x811c9dc5, normal.length];
  for (let index = 0; index < normal.length; index += 1) {
    const code = normal.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ (code + index), 0x5bd1e995) ^ (second >>> 15);
  }
  return [normal.length, first >>> 0, second >>> 0].map((part) => part.toString(36)).join("-");
}
