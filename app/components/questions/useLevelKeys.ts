import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";
import type { Level } from "#model/p3m3/catalogue.ts";
import { type Answered, SELECTIONS } from "#model/p3m3/gate.ts";

interface LevelKeysOptions {
  /** What holds the levels. */
  container: RefObject<HTMLElement>;
  /** The level that is asked next, if there is one. */
  asked: Level | undefined;
  onAnswer(level: Level, selection: Answered): void;
  onNext(): void;
}

/** The keys, as they are listed on the screen. */
export const KEYS = [
  { keys: ["1", "2", "3"], does: "Fully, Partially, Rarely/Never for the level in focus" },
  { keys: ["↑", "↓"], does: "level above, below" },
  { keys: ["N"], does: "next thread" },
] as const;

/**
 * A way through a thread by keys alone. They count only while the focus is in a level or on the thread's heading, and never
 * in a text field, so that nothing depends on them and nothing is pressed by accident.
 */
export function useLevelKeys({ container, asked, onAnswer, onNext }: LevelKeysOptions) {
  const moveToAsked = useRef(false);

  const focusLevel = (level: number | undefined) => {
    const radios = [...(container.current?.querySelectorAll<HTMLInputElement>(`[data-level="${level}"] .answers input`) ?? [])];
    const radio = radios.find(({ checked }) => checked) ?? radios[0];
    radio?.focus();
    radio?.closest("[data-level]")?.scrollIntoView({ block: "nearest" });
  };

  // A level that the last answer opened can take the focus only now.
  useEffect(() => {
    if (!moveToAsked.current) return;
    moveToAsked.current = false;
    if (asked) focusLevel(asked);
  });

  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey } = event;
    const target = event.target as HTMLElement;
    if (ctrlKey || metaKey || altKey || target.closest("textarea, .diagnostics, button, a, summary")) return;
    const card = target.closest<HTMLElement>("[data-level]");
    if (!card && target.tagName !== "H2") return;
    const level = card ? (Number(card.dataset.level) as Level) : undefined;
    const selection = SELECTIONS[Number(key) - 1];
    if (selection && level) {
      moveToAsked.current = true;
      onAnswer(level, selection);
    } else if (key === "ArrowDown" || key === "ArrowUp") {
      const open = [...(container.current?.querySelectorAll<HTMLElement>("[data-level]:has(.answers:not(:disabled))") ?? [])];
      const levels = open.map((each) => Number(each.dataset.level));
      const next = key === "ArrowDown" ? levels.find((each) => each > (level ?? 0)) : levels.findLast((each) => each < (level ?? 6));
      focusLevel(level === undefined ? (asked ?? next) : next);
    } else if (key === "n" || key === "N") onNext();
    else return;
    event.preventDefault();
  };
}
