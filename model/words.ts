/** Words for sentences in many places. */

const list = new Intl.ListFormat("en-GB");

/** A list such as 'one, two and three'. */
export const listed = (items: Iterable<string | number>): string => list.format(Array.from(items, String));

/** How many there are of something: '1 practice', '2 practices'. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const NUMBERS = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/** A count in a sentence: in words up to ten. */
export const countInWords = (count: number): string => NUMBERS[count] ?? String(count);
/** The same of something: 'one practice', '12 practices'. */
export const countedInWords = (count: number, one: string, many = `${one}s`): string =>
  `${countInWords(count)} ${count === 1 ? one : many}`;

/** A text that begins with a capital letter. */
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A text that begins with a small letter, unless it begins with an abbreviation such as SVS. */
export const lowerFirst = (text: string): string => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1));

/** A text without the half of a character that a cut may leave at its end. */
export const withoutHalf = (text: string): string => text.replace(/[\ud800-\udbff]$/, "");

/** A text of at most some UTF-16 units; one that was cut ends with '…'. */
export const cutTo = (text: string, most: number): string => (text.length <= most ? text : `${withoutHalf(text.slice(0, most - 1))}…`);
