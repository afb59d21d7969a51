/** What no text may hold, because pages and files break on it. */

/** What is no character: half of one, and what Unicode keeps free for ever. Pages and Excel files with one break. */
const NON_CHARACTER = /[\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;
/** Whether there may be one. Looking for halves takes long, and most texts have none. */
const PERHAPS_NON_CHARACTER = /[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/;

/** A text without what is no character (docs/rules/notes-and-diagnostics.md#text-limits). */
export function withoutNonCharacters(text: string): string {
  return PERHAPS_NON_CHARACTER.test(text) ? text.replace(NON_CHARACTER, "") : text;
}
