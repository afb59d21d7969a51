/** Words that many screens put together. */

/** A list such as 'one, two and three'. */
export const listed = (items: readonly (string | number)[]): string => new Intl.ListFormat("en-GB").format(items.map(String));

/** How many there are of something: '1 practice', '2 practices'. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
