/** Reads what the questions screen posts: the whole form without script, or one change with it. */
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  type Answered,
  applyDifferences,
  fromLetters,
  isThreadState,
  SELECTIONS,
  type Selection,
  type Selections,
  toLetters,
} from "#model/p3m3/gate.ts";
import type { ThreadChange } from "~/services/answers.server";

const text = (form: FormData, name: string) => {
  const value = form.get(name);
  // Browsers send line breaks of a textarea as CRLF; notes are stored and compared with LF.
  return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : undefined;
};

/** The selection that a radio's code stands for: '1', '2', '3' (specification A3). */
function selectionOf(code: string | undefined): Answered | undefined {
  return SELECTIONS[Number(code) - 1];
}

/** What a posted form asks to change. Parts that were not posted are absent. */
export function readThreadChange(form: FormData, selectedLevel: Level): ThreadChange {
  const change: ThreadChange = {};
  const base = text(form, "base");
  const from = base === undefined ? undefined : fromLetters(base);
  if (base !== undefined && from && isThreadState(from)) {
    change.answers = { base, target: text(form, "target") ?? toLetters(applyDifferences(selectedLevel, from, postedSelections(form))) };
  }
  const body = text(form, "note");
  if (body !== undefined) change.note = { base: text(form, "noteBase") ?? "", body };
  const marks = [...form.keys()].flatMap((name) => {
    const diagnosticId = /^diagnostic-(\d+)$/.exec(name)?.[1];
    return diagnosticId === undefined ? [] : [{ diagnosticId: Number(diagnosticId), isPositive: markOf(form.get(name)) }];
  });
  const before = new Map((text(form, "marksBase") ?? "").split(" ").map((pair) => pair.split(":") as [string, string]));
  const changed = marks.filter(
    ({ diagnosticId, isPositive }) => !before.has(String(diagnosticId)) || markOf(before.get(String(diagnosticId)) ?? null) !== isPositive,
  );
  if (changed.length > 0) change.marks = changed;
  return change;
}

/** The levels that were posted; N/A for those that were locked or left open. */
function postedSelections(form: FormData): Selections {
  return LEVELS.map((level): Selection => selectionOf(text(form, `level-${level}`)) ?? "N/A") as unknown as Selections;
}

function markOf(value: FormDataEntryValue | null): boolean | null {
  return value === "positive" ? true : value === "improvement" ? false : null;
}
