import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isSameSpot, type NeededRow, neededFrom, type Spot, stepFrom } from "~/components/answering/grid/walk";
import {
  type AnswerKeys,
  findKey,
  focusNote,
  isCovered,
  isKeysButton,
  type KeyAct,
  type KeyRow,
  leavesNote,
  showKeyList,
  useKeyChoice,
  useLeaving,
} from "~/components/answering/keys";
import type { AnsweringChoices } from "~/views/answering";

/** What changes nothing. */
const WALKS: readonly KeyAct[] = ["move", "edge", "next"];

interface GridOptions {
  table: RefObject<HTMLTableElement>;
  keys: readonly KeyRow[];
  /** Without it, keys only lead about. */
  editable: boolean;
  choice: AnsweringChoices["keys"];
  /** The rows that can be walked to, in their order. */
  needed: readonly NeededRow[];
  /** Where the walk begins. */
  first: Spot | undefined;
  /** Answers a question with one of its choices, counted from 0. @returns false when it is locked */
  onAnswer(spot: Spot, choice: number): boolean;
  /** Does what the key of a concern does. @returns false where it does nothing */
  onConcern(spot: Spot, key: string): boolean;
  /** Undoes the last change. @returns the row whose answers it was; true for any other; false when there is nothing to undo */
  onUndo(): { row: number } | boolean;
  onNext(): void;
}

function spotOf(element: Element | null | undefined): Spot | undefined {
  const item = element?.closest<HTMLElement>("[data-item]");
  return item ? { row: Number(item.dataset.row), item: Number(item.dataset.item) } : undefined;
}

/**
 * Walks a grid and answers it by keys. One question is the stop of the Tab key; arrows lead from it to any other and never answer. Keys act
 * while the focus is in the grid or nowhere in particular, and not with Ctrl, Alt or the system's key (docs/rules/gate.md#grid).
 */
export function useGrid(options: GridOptions) {
  const { table, needed, first } = options;
  const [choice, choose] = useKeyChoice(options.choice);
  const isLeaving = useLeaving();
  const [spot, setSpot] = useState(first);
  /** The same at once: a quick typist presses the next key before the page shows where the last one led. */
  const at = useRef(first);
  /** The row that is unfolded on a narrow screen. */
  const [unfolded, setUnfolded] = useState(first?.row);
  /** What takes the focus once the page shows it: a folded row cannot. */
  const [wanted, setWanted] = useState<Spot>();
  const led = useRef(wanted);

  const elementOf = ({ row, item }: Spot) => table.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-item="${item}"]`);
  const moveTo = (to: Spot | undefined) => {
    if (!to) return;
    setWanted({ ...to });
    at.current = to;
    setSpot(to);
    setUnfolded(to.row);
  };
  /** Shows a question as the one in focus, and leaves the focus where it is. */
  const look = (to: Spot | undefined) => {
    at.current = to;
    setSpot((now) => (isSameSpot(now, to) ? now : to));
    setUnfolded(to?.row);
  };
  const startOf = (row: number): Spot | undefined => {
    const item = needed.find((each) => each.row === row)?.item;
    return item === undefined ? spotOf(table.current?.querySelector(`[data-row="${row}"]`)) : { row, item };
  };

  useEffect(() => {
    if (!wanted || wanted === led.current) return;
    led.current = wanted;
    const element = elementOf(wanted);
    const radios = [...(element?.querySelectorAll("input") ?? [])];
    const target = radios.find(({ checked }) => checked) ?? radios[0] ?? element;
    target?.focus({ preventScroll: true });
    element?.closest("td")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });

  const walk = (key: string) => {
    const items = [...(table.current?.querySelectorAll<HTMLElement>("[data-item]") ?? [])];
    const cells = items.map(({ dataset }) => ({ row: Number(dataset.row), item: Number(dataset.item), column: Number(dataset.column) }));
    if (at.current) moveTo(stepFrom(cells, at.current, key));
    return true;
  };
  /**
   * What each key does. `at` is its place among those that do the same.
   * @returns false when it does nothing here; a row when something in it changed
   */
  const acts: Partial<Record<KeyAct, (at: number, key: string) => boolean | { row: number }>> = {
    answer: (choice) => (at.current && options.onAnswer(at.current, choice) ? { row: at.current.row } : false),
    move: (_, key) => walk(key),
    edge: (_, key) => walk(key),
    next() {
      const following = needed[needed.findIndex(({ row }) => row === at.current?.row) + 1];
      if (following) moveTo(startOf(following.row));
      else {
        isLeaving.current = true;
        options.onNext();
      }
      return true;
    },
    undo: () => options.onUndo(),
    note: focusNote,
    list: showKeyList,
  };

  const press = ({ key, of }: NonNullable<KeyRow["concern"]>): boolean | { row: number } => {
    if (!at.current || !options.onConcern(at.current, key)) return false;
    return of === "statement" ? { row: at.current.row } : true;
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (leavesNote(event)) {
      moveTo(at.current);
      event.preventDefault();
    }
    if (choice === "off" || !(target instanceof HTMLElement)) return;
    const isInGrid = table.current?.contains(target) && target.closest("[data-item]") !== null;
    if (!isInGrid && target !== document.body && target !== table.current && !target.matches("h1, h2, .save-mark") && !isKeysButton(target))
      return;
    const pressed = findKey(options.keys, event);
    if (!pressed || !(options.editable || WALKS.includes(pressed.act))) return;
    // Arrows and Home scroll the page while the focus is neither in the grid nor on the button of the list.
    if ((pressed.act === "move" || pressed.act === "edge") && !isInGrid && !isKeysButton(target)) return;
    if (isLeaving.current || isCovered()) return;
    // At once, so that the next key finds the gate and the focus where this one left them, however quickly it comes.
    const done = flushSync(() => (pressed.concern ? press(pressed.concern) : (acts[pressed.act]?.(pressed.at, event.key) ?? false)));
    if (!done) return;
    event.preventDefault();
    // Only now is it rendered what the gate has opened.
    if (done !== true) handlers.current.goOn(done.row);
    if (choice === undefined) choose("on");
  };

  /** Leads from a row that was changed to the next question that is needed. */
  const goOn = (row: number) => moveTo(neededFrom(needed, row));

  /** Unfolds a row and shows what is needed there, or folds it. */
  const fold = (row: number) => {
    const to = startOf(row);
    if (to && unfolded !== row) look(to);
    else setUnfolded(unfolded === row ? undefined : row);
  };

  const handlers = useRef({ onKeyDown, moveTo, goOn, look, fold });
  handlers.current = { onKeyDown, moveTo, goOn, look, fold };
  useEffect(() => {
    const grid = table.current;
    const press = (event: KeyboardEvent) => handlers.current.onKeyDown(event);
    const enter = ({ target }: Event) => {
      const to = target instanceof Element ? spotOf(target) : undefined;
      if (!to) return;
      handlers.current.look(to);
    };
    /** A click next to the answers of a question moves to that question. */
    const click = ({ target }: Event) => {
      if (!(target instanceof Element) || target.closest("label, button, a")) return;
      const to = spotOf(target) ?? spotOf(target.closest("td")?.querySelector("[data-item]"));
      handlers.current.moveTo(to);
    };
    document.addEventListener("keydown", press);
    grid?.addEventListener("focusin", enter);
    grid?.addEventListener("click", click);
    return () => {
      document.removeEventListener("keydown", press);
      grid?.removeEventListener("focusin", enter);
      grid?.removeEventListener("click", click);
    };
  }, [table]);

  // A filter may have taken the row in focus away.
  const isGone = spot !== undefined && !needed.some(({ row }) => row === spot.row);
  useEffect(() => {
    if (isGone || (!at.current && first)) look(first);
  });

  /** Begins in the row that the address names, coming from its own questions. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for the address that the screen was opened with
  useEffect(() => {
    const named = location.hash === "" ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const row = Number(named?.closest<HTMLElement>("tr[data-grid-row]")?.dataset.gridRow ?? Number.NaN);
    if (!Number.isNaN(row)) moveTo(startOf(row));
  }, []);

  const keys: AnswerKeys | undefined = options.editable
    ? { rows: options.keys, choice, choose, resume: () => moveTo(at.current) }
    : undefined;
  return {
    spot: isGone ? undefined : spot,
    unfolded,
    keys,
    roves: choice !== "off",
    moveTo,
    look: useCallback((to: Spot) => handlers.current.look(to), []),
    goOn: useCallback((row: number) => handlers.current.goOn(row), []),
    fold: useCallback((row: number) => handlers.current.fold(row), []),
  };
}
