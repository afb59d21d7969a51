/** The code in a mail that signs in (docs/rules/sign-in-by-mail.md#link-and-code). */

/** Letters and digits that nobody takes for another one: without 0, 1, 2, 5, 8, B, I, L, O, S, U, V and Z. */
export const CODE_ALPHABET = "34679ACDEFGHJKMNPQRTWXY";
export const CODE_LENGTH = 8;
/** Characters that somebody may type: with spaces and dashes between them. */
export const CODE_MAX = 40;

/** What somebody typed, as a code: in capital letters, without anything between them. */
export function asCode(typed: string): string {
  return typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
}

/** A code as it is read, in two halves: `ACDE-FGHJ`. */
export function inHalves(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}
