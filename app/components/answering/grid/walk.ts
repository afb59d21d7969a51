/** Where keys lead in a grid. Nothing here knows the page (docs/rules/gate.md#grid). */

/** A question of a grid: a level of a thread, or a criterion of a practice. */
export interface Spot {
  row: number;
  item: number;
}

/** A question with its level. */
export interface Cell extends Spot {
  column: number;
}

/** A row that can be walked to, with the item that is needed next, if there is one. */
export interface NeededRow {
  row: number;
  item: number | undefined;
}

export const isSameSpot = (one: Spot | undefined, other: Spot | undefined) => one?.row === other?.row && one?.item === other?.item;

/** The cell that an arrow, Home or End leads to; undefined where there is none. @param cells in the order of the page */
export function stepFrom(cells: readonly Cell[], at: Spot, key: string): Cell | undefined {
  const from = cells.find((cell) => isSameSpot(cell, at));
  if (!from) return undefined;
  const inRow = cells.filter(({ row }) => row === from.row);
  const inColumn = cells.filter(({ column }) => column === from.column);
  const down = (by: number) => inColumn[inColumn.indexOf(from) + by];
  switch (key) {
    case "ArrowDown":
      return down(1);
    case "ArrowUp":
      return down(-1);
    case "ArrowRight":
      return inRow.find(({ column }) => column > from.column);
    case "ArrowLeft": {
      const nearest = Math.max(...inRow.filter(({ column }) => column < from.column).map(({ column }) => column));
      return inRow.find(({ column }) => column === nearest);
    }
    case "Home":
      return inRow[0];
    case "End":
      return inRow.at(-1);
    default:
      return undefined;
  }
}

/** The next question that is needed, from a row on and then from the first row; undefined when nothing is. */
export function neededFrom(rows: readonly NeededRow[], row: number): Spot | undefined {
  const from = Math.max(
    0,
    rows.findIndex((each) => each.row === row),
  );
  const needed = [...rows.slice(from), ...rows.slice(0, from)].find(({ item }) => item !== undefined);
  return needed?.item === undefined ? undefined : { row: needed.row, item: needed.item };
}
