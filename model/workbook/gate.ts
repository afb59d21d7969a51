/** The gate of a thread or practice, as the import of a workbook applies it (docs/rules/workbook.md#gate). */
import type { CriterionLevel } from "../itil/catalogue.ts";
import { openLevel, type PracticeSelection } from "../itil/gate.ts";
import { type ThreadSelection, type ThreadSelections, threadSelectionsFrom } from "../p3m3/gate.ts";

/** An answer that the gate does not allow, and what to do about it. */
export interface GateFault {
  /** From 0, in the order of the cells. */
  index: number;
  text: string;
}

/** What of the cells of a thread or practice can be stored, and which cells cannot. */
export interface GateOutcome<S> {
  kept: S;
  faults: GateFault[];
}

/**
 * The answers of a thread that the gate allows, read from level 1 upwards, and those that it does not.
 * @param typed what each cell says; a cell that cannot be read says what is stored
 * @param unread the cells that cannot be read, from 0
 * @returns a state that may be stored, and a fault for each typed cell that is not in it
 */
export function keptOfThread(typed: ThreadSelections, unread: ReadonlySet<number>): GateOutcome<ThreadSelections> {
  const left: ThreadSelection[] = [...typed];
  const faults: GateFault[] = [];
  const leaveOut = (fault: GateFault) => {
    // A cell that only counts as Fully because of one above it was not typed.
    if (left[fault.index] !== "N/A") faults.push(fault);
    left[fault.index] = "N/A";
  };
  const unknown = left.findIndex((selection, index) => unread.has(index) && selection !== "Fully");
  for (const [index, selection] of left.entries())
    if (unknown !== -1 && index > unknown && selection === "Fully")
      leaveOut({ index, text: `Level ${index + 1} can be Fully only when level ${unknown + 1} is, and that cell could not be read.` });
  for (;;) {
    const kept = withImplied(threadSelectionsFrom(left));
    const broken = threadFaults(kept);
    if (broken.length === 0) return { kept, faults: faults.sort((one, other) => one.index - other.index) };
    broken.forEach(leaveOut);
  }
}

/** The same for the criteria of a practice. */
export function keptOfPractice(
  criteria: readonly { level: CriterionLevel; selection: PracticeSelection }[],
): GateOutcome<readonly PracticeSelection[]> {
  const faults = practiceFaults(criteria);
  const closed = new Set(faults.map(({ index }) => index));
  return { kept: criteria.map(({ selection }, index) => (closed.has(index) ? "N/A" : selection)), faults };
}

/** What somebody typed, with the levels that they left empty below one that is Fully: those are Fully too, as on the questions screen. */
function withImplied(typed: ThreadSelections): ThreadSelections {
  const top = typed.lastIndexOf("Fully");
  return threadSelectionsFrom(typed.map((selection, index): ThreadSelection => (index < top && selection === "N/A" ? "Fully" : selection)));
}

/** Which of five answers the gate does not allow; none if they are a state that may be stored (docs/rules/gate.md#which-states-exist). */
function threadFaults(selections: ThreadSelections): GateFault[] {
  const given = selections.flatMap((selection, index) => (selection === "N/A" ? [] : [index]));
  const end = selections.findIndex((selection) => selection !== "Fully");
  const [first, ...above] = given.filter((index) => end !== -1 && index >= end);
  if (first === undefined) return [];
  const closed = above.map((index) => ({
    index,
    text: `Level ${index + 1} is locked because level ${first + 1} is not Fully. Clear this cell, or answer level ${first + 1} Fully.`,
  }));
  if (end === 0 || first === end) return closed;
  return [
    { index: first, text: `Level ${first + 1} opens when level ${end + 1} is Fully. Answer level ${end + 1} first, or clear this cell.` },
    ...closed,
  ];
}

/** The same for the criteria of a practice (docs/rules/itil.md#gate-of-a-practice). */
function practiceFaults(criteria: readonly { level: CriterionLevel; selection: PracticeSelection }[]): GateFault[] {
  const next = openLevel(criteria);
  return criteria.flatMap(({ level, selection }, index) =>
    next === undefined || level <= next || selection === "N/A"
      ? []
      : [
          {
            index,
            text: `Level ${level} is locked because level ${next} is not all Fully. Clear this cell, or answer level ${next} Fully.`,
          },
        ],
  );
}
