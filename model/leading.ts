import { cutTo } from "./words.ts";

/** The most characters of a word that a message repeats. */
const WORD_SHOWN_MAX = 60;

// Text that mail programs turn into a link. Names and prose may hold 'J. R.', '10.30', 'e.g.' and 'and/or'.
const LINK = /\S@\S|:\/\/|www\.|mailto:|\\\\|[\p{L}\p{N}-][.\u3002][\p{L}]{2}|\d\.\d+\.\d+\.\d/iu;

/**
 * Says why a text cannot be used that comes into mails, such as a name or a message, and names the first word that leads somewhere. It must
 * lead nowhere: a mail of this product holds the product's links alone (docs/rules/people.md#inviting, docs/rules/voices.md#asking). Letters
 * that look like others count as these (NFKC).
 * @returns the message, or undefined for a text that may be used
 */
export function leadingProblem(text: string): string | undefined {
  const word = text.split(/\s+/).find((each) => LINK.test(each.normalize("NFKC")));
  return word === undefined ? undefined : `Please leave out web and mail addresses: ‘${cutTo(word, WORD_SHOWN_MAX)}’.`;
}
