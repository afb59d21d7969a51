/** Helpers for the sentences of a result. */

const inWords = new Intl.ListFormat("en-GB");

/** Joins names: 'A, B and C'. */
export const joinWithAnd = (items: Iterable<string>): string => inWords.format(items);

/** A count with its noun: '1 note', '3 notes'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** A text that begins with a capital letter. */
export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A text that begins with a small letter. */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
