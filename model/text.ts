/**
 * Rules for text that people type, shared by forms, web server and API.
 * Bounds: design rules, "Both" (names 1–200 characters trimmed, notes up to 20,000, business unit up to 200).
 */

export const NAME_MAX = 200;
export const BUSINESS_UNIT_MAX = 200;
export const NOTE_MAX = 20_000;
/** What somebody signs in with, as people call it: 'Firefox on Windows'. */
export const DEVICE_MAX = 100;

// Everything below U+0020 but tab, line feed and carriage return, plus DEL and the C1 block.
// U+0000 cuts text silently in SQLite; the others have no place in a name or a note.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

export const textMessages = {
  required: "This Field is required.",
  control: "Please remove the control characters.",
  tooLong: (max: number) => `Please use at most ${max.toLocaleString("en-GB")} characters.`,
  wrongType: (type: string) => `Please enter a valid ${type}.`,
  oneOf: "Please select one of the options.",
  email: "Please enter a valid email address.",
  switches: "Please select an option.",
} as const;

/** True when the text holds a control character that is refused everywhere. */
export function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text);
}

/** True when a text has at most so many characters, counted in Unicode code points, as people do. */
export function isWithin(text: string, max: number): boolean {
  // A code point takes one or two of the units that a text's length counts; what is far longer is not taken apart.
  return text.length <= max || (text.length <= 2 * max && [...text].length <= max);
}

/** Line ends as they are stored and compared: browsers post those of a text area as CRLF. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/**
 * A short stand-in for a long text, so that a form can say which version it was rendered from without carrying it twice.
 * Line ends do not count. Two texts that people write share one only by extreme chance; it is no protection against forgery.
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
