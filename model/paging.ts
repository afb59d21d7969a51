/**
 * A page of a list.
 * @param number its number, from 1; the last page where there are fewer
 * @param holding the index of an item that the page has to hold, whatever `number` says; -1 for none
 */
export function pageOf<T>(list: readonly T[], size: number, number = 1, holding = -1): { page: number; pages: number; shown: T[] } {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const page = holding === -1 ? Math.min(number, pages) : Math.floor(holding / size) + 1;
  return { page, pages, shown: list.slice((page - 1) * size, page * size) };
}
