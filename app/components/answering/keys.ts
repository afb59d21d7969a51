/** What the keys of a questions screen and of a grid share: how they are listed, switched off, and when they rest. */

import { type MutableRefObject, type RefObject, useEffect, useRef, useState } from "react";
import type { ConcernKey } from "~/components/answering/concerns/concern";
import { useNavigation } from "~/components/shell/held-forms";
import type { AnsweringChoices } from "~/views/answering";
import { paths } from "~/views/paths";

/** What a key does. */
export type KeyAct = "answer" | "move" | "choose" | "edge" | "next" | "undo" | "concern" | "note" | "list";

/** Keys that do the same, and what that is in words. */
export interface KeyRow {
  act: KeyAct;
  /** Letters in capitals; arrows as they are printed on keyboards. Of those that answer, each gives the choice at its own place. */
  keys: readonly string[];
  does: string;
  /** Whose key it is, if a concern adds it. */
  concern?: Pick<ConcernKey<never>, "key" | "of">;
}

interface KeyWords {
  /** The answers, each with the letter that gives it; without letters for options that only have numbers. */
  choices: readonly { letter?: string; word?: string }[];
  /** What is answered, such as 'level'; undefined where the screen asks but one question. */
  item: string | undefined;
  /** In a grid, what a row is, such as 'thread'. */
  row?: string;
  /** What N leads to. */
  next: string;
  /** Nothing can be answered: there are only the keys of concerns. */
  reads?: boolean;
  /** What concerns add. */
  concerns: readonly Omit<ConcernKey<never>, "press">[];
}

/** The keys of a questions screen or a grid, all in one place: what is listed is what acts (docs/rules/gate.md#keys). */
export function keyRows({ choices, item, row, next, reads, concerns }: KeyWords): KeyRow[] {
  const letters = choices.flatMap(({ letter }) => letter ?? []);
  const numbers = choices.map((_, index) => String(index + 1));
  const words = choices.map(({ word }) => word).join(", ");
  const added = (of: ConcernKey<never>["of"]) =>
    concerns
      .filter((each) => each.of === of)
      .map(({ key, does, joined }): KeyRow => {
        const what =
          item === undefined || joined === undefined
            ? ""
            : ` ${joined} the ${item} in focus, else ${joined} the ${reads ? "whole" : "one asked next"}`;
        return { act: "concern", keys: [key], does: does + what, concern: { key, of } };
      });
  const rows: (KeyRow | false)[] = [
    letters.length > 0 && { act: "answer", keys: letters, does: `${words} for the ${item} in focus, else for the one asked next` },
    { act: "answer", keys: numbers, does: letters.length > 0 ? "the same" : "the option" },
    row === undefined
      ? item !== undefined && { act: "move", keys: ["↑", "↓"], does: `${item} above, below` }
      : { act: "move", keys: ["←", "→", "↑", "↓"], does: "go about without answering" },
    row === undefined && {
      act: "choose",
      keys: item === undefined ? ["←", "→", "↑", "↓"] : ["←", "→"],
      does: item === undefined ? "option before, after" : `answer before, after, for the ${item} in focus`,
    },
    row !== undefined && { act: "edge", keys: ["Home", "End"], does: `first and last ${item}` },
    { act: "next", keys: ["N"], does: row === undefined ? next : `next ${row}, then ${next}` },
    { act: "undo", keys: ["U"], does: "undo the last change" },
    ...added("statement"),
    { act: "note", keys: ["M"], does: "write the note; Esc leaves it" },
    ...added("whole"),
    { act: "list", keys: ["?"], does: "this list" },
  ];
  return rows.filter((each): each is KeyRow => each !== false && (!reads || each.act === "concern" || each.act === "list"));
}

const PRINTED: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** The row of a key that was pressed, and its place there. Nothing with Ctrl, Alt or the system's key, and nothing that was handled. */
export function findKey(rows: readonly KeyRow[], event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, repeat } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented) return undefined;
  const printed = PRINTED[key] ?? (key.length === 1 ? key.toUpperCase() : key);
  const row = rows.find(({ keys }) => keys.includes(printed));
  // Holding a key down answers once. Arrow keys repeat, because in a radio the browser's own would answer.
  if (!row || (repeat && row.act !== "move" && row.act !== "choose")) return undefined;
  return { act: row.act, at: row.keys.indexOf(printed), concern: row.concern };
}

export interface AnswerKeys {
  rows: readonly KeyRow[];
  /** `on` once somebody knows the keys. */
  choice: AnsweringChoices["keys"];
  choose(choice: "on" | "off"): void;
  /** Leads the focus to the question that had it, else to the one asked next. */
  resume(): void;
}

/** The id of the list of keys. */
export const KEYS_ID = "keys";

/** Whether an element is the button that opens the list of keys, on which all of them act. */
export const isKeysButton = (element: Element | null) => element?.getAttribute("popovertarget") === KEYS_ID && !isInKeyList(element);

const isInKeyList = (element: Element | null) => element?.closest(`#${KEYS_ID}`) != null;

/**
 * Leads the focus back when the list of keys is closed (docs/rules/gate.md#keys). After a click elsewhere the focus stays there.
 * @param list the list of keys
 */
export function useResume(list: RefObject<HTMLElement>, resume: () => void): void {
  useEffect(() => {
    const element = list.current;
    const onToggle = (event: Event) => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || isInKeyList(activeElement) || isKeysButton(activeElement);
      if ((event as ToggleEvent).newState === "closed" && isLost) resume();
    };
    element?.addEventListener("toggle", onToggle);
    return () => element?.removeEventListener("toggle", onToggle);
  });
}

/** Remembers a choice in this browser. If that fails, it holds for the page that is open. */
export function sendChoice(choice: Record<string, string>): void {
  void fetch(paths.choices(), { method: "POST", body: new URLSearchParams(choice) }).catch(() => undefined);
}

/** Whether keys are on or off, and how to choose. The choice is remembered in this browser. */
export function useKeyChoice(remembered: AnsweringChoices["keys"]) {
  const [choice, setChoice] = useState(remembered);
  const choose = (chosen: "on" | "off") => {
    setChoice(chosen);
    sendChoice({ keys: chosen });
  };
  return [choice, choose] as const;
}

/** Opens the list of keys. @returns false where the browser cannot */
export function showKeyList(): boolean {
  const list = document.getElementById(KEYS_ID);
  if (!list || !("showPopover" in list)) return false;
  list.showPopover();
  list.querySelector<HTMLElement>("h2")?.focus();
  return true;
}

/** Leads to the note. @returns false where there is none */
export function focusNote(): boolean {
  const note = document.getElementById("note");
  note?.focus();
  return note !== null;
}

/** Whether a key leaves the note. It does so with the keys switched off, too: no letter can be meant. */
export const leavesNote = ({ key, target, isComposing }: KeyboardEvent) =>
  key === "Escape" && !isComposing && target instanceof Element && target.id === "note";

/**
 * Whether a key has led to another screen that has not come yet; set it with the key. A further key would answer the screen that the user has
 * left. The router says only a moment later that it is on its way.
 */
export function useLeaving(): MutableRefObject<boolean> {
  const isLeaving = useRef(false);
  const { state } = useNavigation();
  useEffect(() => {
    const stay = () => {
      isLeaving.current = false;
    };
    if (state === "idle") stay();
    // A dialog that asks whether to leave takes the focus, and so does whoever stays.
    document.addEventListener("focusin", stay);
    return () => document.removeEventListener("focusin", stay);
  }, [state]);
  return isLeaving;
}

/** Whether a dialog or a popover lies over the page. */
export function isCovered(): boolean {
  const isShown = (popover: Element) => "showPopover" in popover && popover.matches(":popover-open");
  return document.querySelector("dialog[open]") !== null || [...document.querySelectorAll("[popover]")].some(isShown);
}
