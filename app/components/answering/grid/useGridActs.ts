import { useNavigate } from "@remix-run/react";
import { type MutableRefObject, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ConcernKey } from "~/components/answering/concerns/concern";
import type { ConcernedRow } from "~/components/answering/concerns/in-grid";
import type { EditedRow, GridModel } from "~/components/answering/grid/model";
import { useGrid } from "~/components/answering/grid/useGrid";
import { keyRows } from "~/components/answering/keys";
import { type LastChange, takeBack } from "~/components/answering/useAnswering";
import type { GridPage } from "~/views/answering/grid";

interface GridActsOptions {
  grid: GridPage;
  model: GridModel;
  table: RefObject<HTMLTableElement>;
  rows: readonly EditedRow[];
  /** The same as concerns see them, and the keys that concerns add. */
  concerned: readonly ConcernedRow[];
  keys: readonly ConcernKey<{ row: ConcernedRow; index: number }>[];
  /** The rows that the filter shows. */
  shown: readonly EditedRow[];
  lastChange: MutableRefObject<LastChange | undefined>;
}

/**
 * Acts on keys and clicks in a grid: answers, walks and undoes. The functions for rows are always the same, so that a row is drawn again only
 * when something in it changed.
 */
export function useGridActs({ grid, model, table, rows, concerned, keys, shown, lastChange }: GridActsOptions) {
  const { next } = grid;
  const navigate = useNavigate();
  const [changed, setChanged] = useState<number>();
  const answer = (id: number, item: number, choice: number): boolean => {
    const { editing, statements } = rows.find(({ row }) => row.id === id) ?? {};
    if (!statements?.[item]?.open || !model.options[choice]) return false;
    editing?.answer(item, choice);
    setChanged(id);
    return true;
  };
  /** Does what the key of a concern does to a row, or to a statement of it. @returns false where it does nothing */
  const press = (id: number, index: number, pressed: string): boolean => {
    const concern = keys.find(({ key }) => key === pressed);
    const row = concerned[rows.findIndex((each) => each.row.id === id)];
    const isDone = row !== undefined && concern?.press({ row, index }) === true;
    if (isDone && concern.of === "statement") setChanged(id);
    return isDone;
  };

  const walkable = shown.filter(({ state }) => state !== "descoped");
  const first = walkable.find((each) => each.next !== undefined) ?? walkable[0];
  const nextInWords = `${next.label.toLowerCase()}; after the last answer of a ${model.what} the next one comes by itself`;
  const walk = useGrid({
    table,
    choice: grid.choices.keys,
    keys: keyRows({
      ...{ choices: model.options, item: model.item, row: model.what, next: nextInWords, concerns: keys },
    }),
    editable: grid.readOnly === undefined,
    needed: walkable.map((each) => ({ row: each.row.id, item: each.next })),
    first: first && { row: first.row.id, item: first.next ?? 0 },
    onAnswer: (spot, choice) => answer(spot.row, spot.item, choice),
    onConcern: (spot, key) => press(spot.row, spot.item, key),
    onUndo() {
      const undone = takeBack(lastChange);
      const of = rows.find(({ row }) => row.links.here === undone?.href)?.row;
      return undone?.part === "answers" && of ? { row: of.id } : undone !== undefined;
    },
    onNext: () => navigate(next.href),
  });
  const newest = useRef({ answer, press });
  useEffect(() => {
    newest.current = { answer, press };
  });
  const { look, goOn } = walk;
  const onAnswer = useCallback(
    (row: number, item: number, choice: number) => {
      // A click does not always lead the focus: Safari leaves it where it was.
      look({ row, item });
      newest.current.answer(row, item, choice);
    },
    [look],
  );
  const onConcern = useCallback(
    (row: number, item: number, key: string) => {
      look({ row, item });
      // At once, because the button goes: the focus has to find what the gate has opened.
      flushSync(() => newest.current.press(row, item, key));
      goOn(row);
    },
    [look, goOn],
  );
  return { walk, changed, onAnswer, onConcern };
}

export type GridActs = ReturnType<typeof useGridActs>;
