/** Words that a report's sentences are made of. */

const inWords = new Intl.ListFormat("en-GB");

/** 'A, B and C'. */
export const joinWithAnd = (items: Iterable<string>): string => inWords.format(items);

/** '1 note', '3 notes'. */
export const pluralize = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
