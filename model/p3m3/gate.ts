/**
 * The gate of one P3M3 thread (docs/rules/gate.md). The browser, the web server and the reference API all ask these functions.
 */
import { LEVELS, type Level } from "./catalogue.ts";

export const THREAD_SELECTIONS = ["Fully", "Partially", "Rarely/Never"] as const;
/** An answer that a person can give. */
export type ThreadAnswer = (typeof THREAD_SELECTIONS)[number];
/** What is stored for a level; N/A means no selection. */
export type ThreadSelection = ThreadAnswer | "N/A";
/** The five selections of a thread, level 1 first. */
export type ThreadSelections = readonly [ThreadSelection, ThreadSelection, ThreadSelection, ThreadSelection, ThreadSelection];

/** A thread without any answer. */
export const EMPTY_THREAD: ThreadSelections = ["N/A", "N/A", "N/A", "N/A", "N/A"];

/** Five selections from a list, level 1 first. Missing ones are N/A. */
export function threadSelectionsFrom([
  one = "N/A",
  two = "N/A",
  three = "N/A",
  four = "N/A",
  five = "N/A",
]: readonly ThreadSelection[]): ThreadSelections {
  return [one, two, three, four, five];
}

/** The score of each selection (docs/rules/gate.md#answers). */
export const THREAD_SCORES: Readonly<Record<ThreadSelection, 1 | 0.5 | 0>> = { Fully: 1, Partially: 0.5, "Rarely/Never": 0, "N/A": 0 };

type Shape = { kind: "empty" } | { kind: "climbing"; top: number } | { kind: "descending"; at: number } | { kind: "settled"; at: number };

/** The shape of a thread; undefined when it is none of the four that may be stored (docs/rules/gate.md#which-states-exist). */
function shapeOf(selections: ThreadSelections): Shape | undefined {
  const fully = selections.findIndex((selection) => selection !== "Fully");
  const top = fully === -1 ? 5 : fully;
  const last = selections.findLastIndex((selection) => selection !== "N/A") + 1;
  if (last === 0) return { kind: "empty" };
  if (last === top) return { kind: "climbing", top };
  if (selections[last - 1] === "Fully") return undefined;
  if (last === top + 1) return { kind: "settled", at: last };
  return selections.slice(0, last - 1).every((selection) => selection === "N/A") ? { kind: "descending", at: last } : undefined;
}

/** Whether a state may be stored. The API refuses any other with 422. */
export function isThreadState(selections: ThreadSelections): boolean {
  return shapeOf(selections) !== undefined;
}

/** Whether a thread is answered: five times Fully, or less than Fully at some level with all below Fully (docs/rules/gate.md#which-levels-are-open). */
export function isThreadAnswered(selections: ThreadSelections): boolean {
  const shape = shapeOf(selections);
  return shape?.kind === "settled" || (shape?.kind === "climbing" && shape.top === 5);
}

/** Whether any selection was made. */
export function isThreadStarted(selections: ThreadSelections): boolean {
  return selections.some((selection) => selection !== "N/A");
}

/** Whether a level is open, and why. */
export interface ThreadLevelGate {
  level: Level;
  selection: ThreadSelection;
  /** May be answered now. */
  open: boolean;
  /** The open level without a selection that comes next. */
  askedNext: boolean;
  /** The higher level whose Fully made this level Fully too. */
  impliedBy?: Level;
  /** Why a locked level is locked, in words for the reader. */
  reason?: string;
}

/**
 * Which levels are open, implied or locked, and why (docs/rules/gate.md#which-levels-are-open).
 * @param selectedLevel the level at which answering starts
 * @throws RangeError when the selections are not a state that may be stored
 */
export function gateThread(selectedLevel: Level, selections: ThreadSelections): ThreadLevelGate[] {
  const shape = shapeOf(selections);
  if (!shape) throw new RangeError(`not a thread state: ${selections.join(", ")}`);
  const [lowest, highest] =
    shape.kind === "empty"
      ? [selectedLevel, selectedLevel]
      : shape.kind === "climbing"
        ? [1, Math.min(shape.top + 1, 5)]
        : shape.kind === "descending"
          ? [shape.at - 1, shape.at]
          : [1, shape.at];
  const implying = impliedFrom(selectedLevel, shape);
  return LEVELS.map((level) => {
    const selection = selections[level - 1] as ThreadSelection;
    const open = level >= lowest && level <= highest;
    const gate: ThreadLevelGate = { level, selection, open, askedNext: open && selection === "N/A" };
    if (implying && level < implying) gate.impliedBy = implying;
    if (!open) gate.reason = lockReason(shape, level, selectedLevel);
    return gate;
  });
}

/** The level whose Fully made those below it Fully; undefined when nothing is implied. */
function impliedFrom(selectedLevel: Level, shape: Shape): Level | undefined {
  if (shape.kind === "climbing") return LEVELS.find((level) => level === Math.min(selectedLevel, shape.top));
  if (shape.kind === "settled") return LEVELS.find((level) => level === Math.min(selectedLevel, shape.at - 1));
  return undefined;
}

function lockReason(shape: Shape, level: Level, selectedLevel: Level): string {
  switch (shape.kind) {
    case "empty":
      return level > selectedLevel
        ? `Opens when level ${level - 1} is answered Fully.`
        : `Opens when level ${level + 1} is answered Partially or Rarely/Never; answered for you when level ${selectedLevel} is Fully.`;
    case "climbing":
      return `Opens when level ${level - 1} is answered Fully.`;
    case "descending":
      return level > shape.at
        ? `Locked because level ${shape.at} is not Fully.`
        : `Opens when level ${level + 1} is answered Partially or Rarely/Never.`;
    case "settled":
      return `Locked because level ${shape.at} is not Fully.`;
  }
}

/**
 * The selections after answering one level (docs/rules/gate.md#what-an-answer-changes).
 *
 * Fully at m makes every level below Fully, and keeps a selection at m+1. Less than Fully at m clears every level above. The levels below keep their selections, with one exception: if m was Fully and not above the selected level, they were only implied. They are cleared, so that level m-1 comes next.
 *
 * A level that is not open may be answered too, because a form without script may change several levels at once. The result is always
 * a state that may be stored.
 */
export function applyThreadAnswer(
  selectedLevel: Level,
  selections: ThreadSelections,
  level: Level,
  selection: ThreadAnswer,
): ThreadSelections {
  const next = [...selections] as ThreadSelection[];
  const wasFully = next[level - 1] === "Fully";
  next[level - 1] = selection;
  const clearAbove = (from: number) => next.fill("N/A", from);
  if (selection === "Fully") {
    next.fill("Fully", 0, level);
    const ended = next.findIndex((other) => other !== "Fully");
    if (ended !== -1) clearAbove(ended + 1);
  } else {
    clearAbove(level);
    const wereImplied = wasFully && level <= selectedLevel;
    const belowAreFully = next.slice(0, level - 1).every((other) => other === "Fully");
    if (wereImplied || !belowAreFully) next.fill("N/A", 0, level - 1);
  }
  return threadSelectionsFrom(next);
}

/**
 * Applies the differences between two sets of five selections from the highest level down, so that the lower one wins
 * (docs/rules/gate.md#several-changes-at-once).
 * @param posted what was sent; N/A means that the level was not sent
 */
export function applyThreadDifferences(selectedLevel: Level, base: ThreadSelections, posted: ThreadSelections): ThreadSelections {
  return applyEach(selectedLevel, base, posted).after;
}

/**
 * The state that Undo brings back after several differences were applied: the one before answers were first cleared for good. It holds
 * the higher answers of the same post that a lower one cleared (docs/rules/gate.md#several-changes-at-once).
 */
export function threadBeforeClearing(selectedLevel: Level, base: ThreadSelections, posted: ThreadSelections): ThreadSelections {
  const { states, after } = applyEach(selectedLevel, base, posted);
  const clearing = states.findIndex((state, index) => {
    const next = states[index + 1] ?? after;
    return state.some((selection, at) => selection !== "N/A" && next[at] === "N/A" && after[at] === "N/A");
  });
  return states[clearing] ?? base;
}

/** Applies the differences from the highest level down. @returns the state before each of them, and the one after all */
function applyEach(
  selectedLevel: Level,
  base: ThreadSelections,
  posted: ThreadSelections,
): { states: ThreadSelections[]; after: ThreadSelections } {
  const states: ThreadSelections[] = [];
  let after = base;
  for (const level of LEVELS.toReversed()) {
    const selection = posted[level - 1] as ThreadSelection;
    if (selection === "N/A" || selection === base[level - 1]) continue;
    states.push(after);
    after = applyThreadAnswer(selectedLevel, after, level, selection);
  }
  return { states, after };
}

/** A change that an answer made to another level. */
export interface LevelChange {
  level: Level;
  kind: "cleared" | "implied";
  /** In words for the reader, e.g. "Cleared because level 3 is no longer Fully." */
  reason: string;
}

/**
 * What a change did to levels other than those that were answered (docs/rules/gate.md#nothing-is-cleared-silently).
 * @param answered the levels that were answered, in ascending order; none when the whole thread was emptied
 */
export function sideEffects(before: ThreadSelections, after: ThreadSelections, answered: readonly Level[]): LevelChange[] {
  return LEVELS.flatMap((level): LevelChange[] => {
    const to = after[level - 1];
    if (to === before[level - 1]) return [];
    if (to === "N/A") return [{ level, kind: "cleared", reason: clearedReason(before, after) }];
    if (to === "Fully" && !answered.includes(level)) return [{ level, kind: "implied", reason: impliedReason(after, answered, level) }];
    return [];
  });
}

/**
 * The levels that somebody must have answered to get from one state to another: those with a new answer. Of several that became Fully, only
 * the highest counts, because it implies the others.
 */
export function answeredBetween(before: ThreadSelections, after: ThreadSelections): Level[] {
  const changed = LEVELS.filter((level) => after[level - 1] !== before[level - 1] && after[level - 1] !== "N/A");
  const highest = changed.findLast((level) => after[level - 1] === "Fully");
  return changed.filter((level) => after[level - 1] !== "Fully" || level === highest);
}

/** Levels are cleared because of the level where the new state ends: the highest with a selection, or the next one if that is Fully. */
function clearedReason(before: ThreadSelections, after: ThreadSelections): string {
  const end = after.findLastIndex((selection) => selection !== "N/A");
  if (end === -1) return "Cleared.";
  if (after[end] === "Fully") return `Cleared because level ${end + 2} is not Fully.`;
  return `Cleared because level ${end + 1} is ${before[end] === "Fully" ? "no longer" : "not"} Fully.`;
}

function impliedReason(after: ThreadSelections, answered: readonly Level[], level: Level): string {
  const by = answered.find((other) => other > level && after[other - 1] === "Fully");
  return by ? `Set to Fully because level ${by} is Fully.` : "Set to Fully because a higher level was answered Fully.";
}

const LETTERS: Readonly<Record<ThreadSelection, string>> = { Fully: "F", Partially: "P", "Rarely/Never": "R", "N/A": "N" };
const SELECTION_BY_LETTER = new Map([...THREAD_SELECTIONS, "N/A" as const].map((selection) => [LETTERS[selection], selection]));

/** Five selections as five letters, e.g. "FFPNN": how they are stored and how a form carries its base. */
export function toThreadLetters(selections: ThreadSelections): string {
  return selections.map((selection) => LETTERS[selection]).join("");
}

/** The selections of five letters; undefined for any other text. */
export function fromThreadLetters(letters: string): ThreadSelections | undefined {
  const selections = [...letters].map((letter) => SELECTION_BY_LETTER.get(letter));
  const isThread = selections.length === LEVELS.length && selections.every((selection) => selection !== undefined);
  return isThread ? threadSelectionsFrom(selections) : undefined;
}
