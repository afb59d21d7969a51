/**
 * A long list in slices. After each, others have their turn, so that no request holds the process for long.
 * @param size the most entries of a slice
 * @param turn waits until others have had their turn, such as `setImmediate` of `node:timers/promises`
 */
export async function* slicesInTurn<Each>(list: readonly Each[], size: number, turn: () => Promise<unknown>) {
  for (let from = 0; from < list.length; from += size) {
    yield list.slice(from, from + size);
    await turn();
  }
}
