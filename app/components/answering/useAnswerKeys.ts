import { type RefObject, useEffect, useRef, useState } from "react";
import { type AnswerKeys, isCovered, type KeyRow, showKeyList, useKeyChoice } from "~/components/answering/keys";
import type { AnsweringChoices } from "~/views/answering";

/** What a key does. */
type KeyAct = "answer" | "move" | "next" | "note" | "flag" | "list";

const ARROWS = { ArrowUp: "↑", ArrowDown: "↓" };

/**
 * The keys of a screen, all in one place: what is listed is what acts (docs/rules/gate.md#keys).
 * @param choices the answers, in words
 * @param item what is answered, such as 'level'; undefined where the screen asks but one question, in whose radios the browser moves
 */
export function keyRows({ choices, item, next }: { choices: readonly string[]; item: string | undefined; next: string }): KeyRow<KeyAct>[] {
  const numbers = choices.map((_, index) => String(index + 1));
  return [
    {
      act: "answer",
      keys: numbers,
      does: item ? `${choices.join(", ")} for the ${item} in focus, else for the one asked next` : "the option",
    },
    ...(item ? [{ act: "move", keys: ["↑", "↓"], does: `${item} above, below` } as const] : []),
    { act: "next", keys: ["N"], does: next },
    { act: "note", keys: ["M"], does: "write the note" },
    { act: "flag", keys: ["F"], does: "flag for later" },
    { act: "list", keys: ["?"], does: "this list" },
  ];
}

interface AnswerKeysOptions {
  /** Undefined where nothing can be answered: no key acts then. */
  rows: readonly KeyRow<KeyAct>[] | undefined;
  choice: AnsweringChoices["keys"];
  /** The element around the items to answer; each item has its number in `data-item`. */
  container: RefObject<HTMLElement>;
  /** The next item to answer, if there is one. */
  asked: number | undefined;
  /** Answers an item with one of its choices, counted from 0. */
  onAnswer(item: number, choice: number): void;
  onNext(): void;
  /** Flags for later, or takes the flag off; undefined where nothing can be flagged. */
  onFlag?: (() => void) | undefined;
}

/**
 * Answers a screen of questions by keys, from the moment it is open (docs/rules/gate.md#keys). The keys rest while the user types or marks
 * a diagnostic, while a dialog or a list is open, and with Ctrl, Alt or the system's key, so that nobody answers by accident.
 */
export function useAnswerKeys(options: AnswerKeysOptions): AnswerKeys | undefined {
  const { choice: remembered, container, asked, onAnswer, onNext, onFlag } = options;
  const rows = onFlag ? options.rows : options.rows?.filter(({ act }) => act !== "flag");
  const [choice, choose] = useKeyChoice(remembered);
  const [answered, setAnswered] = useState<{ item: number }>();
  const led = useRef(answered);

  const focusItem = (item: number | undefined) => {
    const radios = [...(container.current?.querySelectorAll<HTMLInputElement>(`[data-item="${item}"] [data-answers] input`) ?? [])];
    const radio = radios.find(({ checked }) => checked) ?? radios[0];
    radio?.focus();
    radio?.closest(".option, [data-item]")?.scrollIntoView({ block: "nearest" });
  };

  // An item that the last answer unlocked can take the focus only after the answer has been rendered. A save that ends at the same moment
  // may render before that.
  useEffect(() => {
    if (answered === led.current) return;
    led.current = answered;
    focusItem(asked ?? answered?.item);
  });

  /** What each key does. `at` is its place among the keys of its row. @returns false when it does nothing here */
  const acts: Record<KeyAct, (at: number, item: number | undefined) => boolean> = {
    answer(at, item = asked) {
      if (item === undefined) return false;
      onAnswer(item, at);
      setAnswered({ item });
      return true;
    },
    move(at, item) {
      if (item === undefined && document.activeElement?.tagName !== "H2") return false;
      const open = [...(container.current?.querySelectorAll<HTMLElement>("[data-item]:has([data-answers]:not(:disabled))") ?? [])];
      const items = open.map((each) => Number(each.dataset.item));
      if (item === undefined) focusItem(asked ?? items[0]);
      else focusItem(at === 0 ? items.findLast((each) => each < item) : items.find((each) => each > item));
      return true;
    },
    next() {
      onNext();
      return true;
    },
    note() {
      const note = document.getElementById("note");
      note?.focus();
      return note !== null;
    },
    flag() {
      onFlag?.();
      return onFlag !== undefined;
    },
    list: showKeyList,
  };

  useEffect(() => {
    if (!rows || choice === "off") return;
    const onKeyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const item = target.closest<HTMLElement>("[data-item]")?.dataset.item;
      const isResting = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
      const isTyping = target.closest("input, select, textarea, [contenteditable], .diagnostics") && !target.matches(".answers input");
      if (isResting || isTyping || isCovered()) return;
      const pressed = ARROWS[event.key as keyof typeof ARROWS] ?? event.key.toUpperCase();
      const row = rows.find(({ keys }) => keys.includes(pressed));
      // Holding a key down answers once. Arrow keys repeat, because in a radio they would answer.
      if (!row || (event.repeat && row.act !== "move")) return;
      if (!acts[row.act](row.keys.indexOf(pressed), item === undefined ? undefined : Number(item))) return;
      event.preventDefault();
      if (choice === undefined) choose("on");
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  });

  return rows && { rows, choice, choose };
}
