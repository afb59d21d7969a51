/**
 * The part of a note that the questions screens need. It is apart from `text.ts`, because the rules for names would more than double what
 * these screens load.
 */

import { withoutControls } from "./characters.ts";

/** The most characters of a note (docs/rules/notes-and-diagnostics.md#text-limits). */
export const NOTE_MAX = 20_000;

/** A text with the line ends that are stored and compared. Browsers post text areas with CRLF. */
export function withLineFeeds(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}

/** Whether a note says anything. */
export const isNoted = ({ body }: { body: string }): boolean => body.trim() !== "";

/** A note with a text behind what it says; once, however often it is added. */
export const withText = (note: string, text: string): string =>
  note.includes(text) ? note : note.trim() === "" ? text : `${note.trimEnd()}\n\n${text}`;

/**
 * A short digest of a long text, so that a form can name the version it was rendered from (docs/rules/locks-and-saving.md#both-versions)
 * without carrying the text twice. Line ends do not count, nor do control characters that a form cleans: a page knows a text as it was typed.
 * Two texts that people write are very unlikely to share one, but it does not protect against forgery.
 */
export function fingerprint(text: string): string {
  const normal = withLineFeeds(withoutControls(text));
  let [first, second] = [0x811c9dc5, normal.length];
  for (let index = 0; index < normal.length; index += 1) {
    const code = normal.charCodeAt(index);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ (code + index), 0x5bd1e995) ^ (second >>> 15);
  }
  return [normal.length, first >>> 0, second >>> 0].map((part) => part.toString(36)).join("-");
}
