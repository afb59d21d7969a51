import { type RefObject, useEffect, useRef, useState } from "react";
import type { ConcernKey } from "~/components/answering/concerns/concern";
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
import type { SavedPart } from "~/views/saving";

interface AnswerKeysOptions {
  /** Undefined where nothing can be answered: no key acts then. */
  rows: readonly KeyRow[] | undefined;
  choice: AnsweringChoices["keys"];
  /** The element around the items to answer; each item has its number in `data-item`. */
  container: RefObject<HTMLElement>;
  /** The next item to answer, if there is one. */
  next: number | undefined;
  /** Answers an item with one of its choices, counted from 0. */
  onAnswer(item: number, choice: number): void;
  /** Chooses the answer before or after the chosen one. */
  onStep(item: number, by: 1 | -1): void;
  /** Stores what was chosen so. */
  onSettle(): void;
  onNext(): void;
  /** Undoes the last change. @returns the part that it was a change of; undefined when there is nothing to undo */
  onUndo(): SavedPart | undefined;
  /** What concerns add, and the number of the first item: they count from 0. */
  concerns: readonly ConcernKey<number>[];
  firstItem: 0 | 1;
}

interface LeadingKeys extends AnswerKeys {
  /** Moves the focus after an item was answered without a key, as a key would. */
  lead(item: number): void;
}

/**
 * Answers a screen of questions by keys, from the moment it is open (docs/rules/gate.md#keys). Nobody should answer by accident. So the
 * keys rest while the user types or marks a diagnostic, while a dialog or a list is open, and until the next screen has come. They also rest
 * with Ctrl, Alt or the system's key.
 */
export function useAnswerKeys(options: AnswerKeysOptions): LeadingKeys | undefined {
  const { rows, choice: remembered, container, next, onAnswer, onStep, onSettle, onNext, onUndo, concerns, firstItem } = options;
  const [choice, choose] = useKeyChoice(remembered);
  const isLeaving = useLeaving();
  const [answered, setAnswered] = useState<{ item: number | undefined; stays?: true }>();
  const led = useRef(answered);

  /** The item that had the focus last. */
  const at = useRef<number>();

  /** @returns false for an item that cannot take the focus */
  const focusItem = (item: number | undefined): boolean => {
    const radios = [...(container.current?.querySelectorAll<HTMLInputElement>(`[data-item="${item}"] [data-answers] input`) ?? [])];
    const radio = radios.find(({ checked }) => checked) ?? radios[0];
    radio?.focus();
    radio?.closest(".option, [data-item]")?.scrollIntoView({ block: "nearest" });
    return radio !== undefined && radio === document.activeElement;
  };

  // An item that the last answer unlocked can take the focus only after the answer has been rendered. A save that ends at the same moment
  // may render before that.
  useEffect(() => {
    if (answered === led.current) return;
    led.current = answered;
    focusItem(answered?.stays ? answered.item : (next ?? answered?.item));
  });

  /** Leads to the item that had the focus last, else to the one asked next, else to the heading. */
  const resume = () => {
    const isLed = [at.current, next].some((item) => item !== undefined && focusItem(item));
    if (!isLed) document.querySelector<HTMLElement>(".thread-head h2")?.focus();
  };

  /** What each key does. `at` is its place among the keys of its row. @returns false when it does nothing here */
  const acts: Partial<Record<KeyAct, (at: number, item: number | undefined) => boolean>> = {
    answer(at, item = next) {
      if (item === undefined) return false;
      onAnswer(item, at);
      setAnswered({ item });
      return true;
    },
    move(at, item) {
      const { activeElement } = document;
      if (item === undefined && activeElement?.tagName !== "H2" && !isKeysButton(activeElement)) return false;
      const open = [...(container.current?.querySelectorAll<HTMLElement>("[data-item]:has([data-answers]:not(:disabled))") ?? [])];
      const items = open.map((each) => Number(each.dataset.item));
      if (item === undefined) focusItem(next ?? items[0]);
      else focusItem(at === 0 ? items.findLast((each) => each < item) : items.find((each) => each > item));
      return true;
    },
    choose(at, item) {
      if (item === undefined || !document.activeElement?.matches("[data-answers] input")) return false;
      onStep(item, at % 2 === 0 ? -1 : 1);
      setAnswered({ item, stays: true });
      return true;
    },
    next() {
      isLeaving.current = true;
      onNext();
      return true;
    },
    undo(_, item) {
      const part = onUndo();
      if (part === "answers") setAnswered({ item });
      return part !== undefined;
    },
    note: focusNote,
    list: showKeyList,
  };

  /** Carries out the action of a concern's key. @returns false when it does nothing here */
  const pressConcern = ({ key, of }: Pick<ConcernKey<never>, "key" | "of">, item = next): boolean => {
    const concern = concerns.find((each) => each.key === key);
    if (!concern || (of === "statement" && item === undefined)) return false;
    const isDone = concern.press((item ?? -1) - firstItem);
    if (isDone && of === "statement") setAnswered({ item });
    return isDone;
  };

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      const item = target instanceof Element ? target.closest<HTMLElement>("[data-item]")?.dataset.item : undefined;
      if (item !== undefined) at.current = Number(item);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (leavesNote(event)) {
        resume();
        event.preventDefault();
      }
      if (!rows || choice === "off") return;
      const target = event.target as HTMLElement;
      const item = target.closest<HTMLElement>("[data-item]")?.dataset.item;
      const isTyping =
        target.closest("input, select, textarea, [contenteditable], .diagnostics") && !target.matches("[data-answers] input");
      const pressed = findKey(rows, event);
      if (!pressed || isTyping || isLeaving.current || isCovered()) return;
      const focused = item === undefined ? undefined : Number(item);
      if (pressed.act !== "choose") onSettle();
      if (!(pressed.concern ? pressConcern(pressed.concern, focused) : acts[pressed.act]?.(pressed.at, focused))) return;
      event.preventDefault();
      if (choice === undefined) choose("on");
    };
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      const group = target instanceof Element ? target.closest("[data-answers]") : null;
      if (group && !(relatedTarget instanceof Node && group.contains(relatedTarget))) onSettle();
    };
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", onBlur);
    document.addEventListener("keydown", onKeyDown);
    return () => {
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", onBlur);
      document.removeEventListener("keydown", onKeyDown);
    };
  });

  return rows && { rows, choice, choose, resume, lead: (item) => setAnswered({ item }) };
}
