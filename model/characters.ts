/** Characters that no text may hold, because pages and files break on them. */

/** Half a character, or one of those that Unicode never assigns. Pages and Excel files with one break. */
const NON_CHARACTER = /[\p{Surrogate}\p{Noncharacter_Code_Point}]/gu;
/** Whether there may be one. Looking for halves takes long, and most texts have none. */
const PERHAPS_NON_CHARACTER = /[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/;

/** A text without such parts (docs/rules/notes-and-diagnostics.md#text-limits). */
export function withoutNonCharacters(text: string): string {
  return PERHAPS_NON_CHARACTER.test(text) ? text.replace(NON_CHARACTER, "") : text;
}
