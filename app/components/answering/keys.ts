/** What the keys of a questions screen and of a grid share: how they are listed, switched off, and when they rest. */
import { useState } from "react";
import type { AnsweringChoices } from "~/views/answering";
import { paths } from "~/views/paths";

/** Keys that do the same, and what that is in words. */
export interface KeyRow<Act extends string = string> {
  act: Act;
  /** Letters in capitals; arrows as they are printed on keyboards. */
  keys: readonly string[];
  does: string;
}

export interface AnswerKeys {
  rows: readonly KeyRow[];
  /** `on` once somebody knows the keys. */
  choice: AnsweringChoices["keys"];
  choose(choice: "on" | "off"): void;
}

/** The id of the list of keys. */
export const KEYS_ID = "keys";

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

/** Whether a dialog or a popover lies over the page. */
export function isCovered(): boolean {
  const isShown = (popover: Element) => "showPopover" in popover && popover.matches(":popover-open");
  return document.querySelector("dialog[open]") !== null || [...document.querySelectorAll("[popover]")].some(isShown);
}
