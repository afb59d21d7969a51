/** Characters that no text may hold, because pages and files break on them, or because nobody can see them. */

/** Half a character, or one of those that Unicode never assigns. Pages and Excel files with one break. */
const NON_CHARACTER = /[\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;
/** Whether there may be one. Looking for halves takes long, and most texts have none. */
const PERHAPS_NON_CHARACTER = /[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/;

/** A text without such parts (docs/rules/notes-and-diagnostics.md#text-limits). */
export function withoutNonCharacters(text: string): string {
  return PERHAPS_NON_CHARACTER.test(text) ? text.replace(NON_CHARACTER, "") : text;
}

/** What Word and old printers end a line or a page with, and Unicode's own ends of lines and paragraphs. */
const LINE_END = /[\v\f\u2028\u2029]/g;
/** Every other control character but tab, line feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g;
/** Whether there may be one of either: most texts have none. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const PERHAPS_CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029]/;
/** What Windows-1252 means by 0x80 to 0x9f; a space where it means nothing. A decoder would do, but that of Node 23 gives these characters back. */
const WINDOWS_1252 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";

const meantBy = (character: string) => WINDOWS_1252.charAt(character.charCodeAt(0) - 0x80).trim();

/**
 * A text as forms, cells and pasted lines take it, without control characters but tabs and ends of lines. Those that end a line become line
 * feeds, those of Windows-1252 what they mean there, and all others go (docs/rules/notes-and-diagnostics.md#control-characters).
 */
export function withoutControls(text: string): string {
  return PERHAPS_CONTROL.test(text) ? text.replace(LINE_END, "\n").replace(CONTROL, meantBy) : text;
}

/** A text of one line: what ends a line in it becomes a space. */
export const onOneLine = (text: string): string =>
  withoutControls(text)
    .split(/[\n\r]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
