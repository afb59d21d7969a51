import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

interface AnswerKeysOptions {
  /** The element around the items to answer; each item has its number in `data-item`. */
  container: RefObject<HTMLElement>;
  /** The item that is asked next, if there is one. */
  asked: number | undefined;
  /** Answers an item with one of its choices, counted from 0. @returns false when there is no such choice */
  onAnswer(item: number, choice: number): boolean;
  onNext(): void;
  /** False leaves the arrow keys to the browser. */
  arrows?: boolean;
}

/** The keys, as they are listed on the screen. */
export function keysFor({ choices, item, next }: { choices: readonly string[]; item: string; next: string }) {
  return [
    { keys: choices.map((_, index) => String(index + 1)), does: `${choices.join(", ")} for the ${item} in focus` },
    { keys: ["↑", "↓"], does: `${item} above, below` },
    { keys: ["N"], does: next },
  ];
}

/**
 * Answers a screen of questions by keys (docs/rules/gate.md#keys). They only work while the focus is in an item or on the screen's heading,
 * never in a text field, so that nothing is answered by accident.
 */
export function useAnswerKeys({ container, asked, onAnswer, onNext, arrows = true }: AnswerKeysOptions) {
  const answered = useRef<number>();

  const focusItem = (item: number | undefined) => {
    const radios = [...(container.current?.querySelectorAll<HTMLInputElement>(`[data-item="${item}"] .answers input`) ?? [])];
    const radio = radios.find(({ checked }) => checked) ?? radios[0];
    radio?.focus();
    radio?.closest("[data-item]")?.scrollIntoView({ block: "nearest" });
  };

  // An item that the last answer unlocked can take the focus only after rendering.
  useEffect(() => {
    if (answered.current === undefined) return;
    focusItem(asked ?? answered.current);
    answered.current = undefined;
  });

  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const target = event.target as HTMLElement;
    if (ctrlKey || metaKey || altKey || target.closest("textarea, .diagnostics, button, a, summary")) return;
    const card = target.closest<HTMLElement>("[data-item]");
    if (!card && target.tagName !== "H2") return;
    const item = card ? Number(card.dataset.item) : undefined;
    if (/^[1-9]$/.test(key) && item !== undefined) {
      if (!onAnswer(item, Number(key) - 1)) return;
      answered.current = item;
    } else if (arrows && (key === "ArrowDown" || key === "ArrowUp")) {
      const open = [...(container.current?.querySelectorAll<HTMLElement>("[data-item]:has(.answers:not(:disabled))") ?? [])];
      const items = open.map((each) => Number(each.dataset.item));
      const isAbove = key === "ArrowUp";
      const next = isAbove
        ? items.findLast((each) => each < (item ?? Number.POSITIVE_INFINITY))
        : items.find((each) => each > (item ?? Number.NEGATIVE_INFINITY));
      focusItem(item === undefined ? (asked ?? next) : next);
    } else if (key === "n" || key === "N") onNext();
    else return;
    event.preventDefault();
  };
}
