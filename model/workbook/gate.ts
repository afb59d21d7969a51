/** The gate of a thread or practice, as the import of a workbook applies it (docs/rules/workbook.md#gate). */
import type { CriterionLevel } from "../itil/catalogue.ts";
import { openLevel, type PracticeSelection } from "../itil/gate.ts";
import type { ThreadSelection, ThreadSelections } from "../p3m3/gate.ts";
import { threadSelectionsFrom } from "../p3m3/gate.ts";

/** An answer that the gate does not allow, and what to do about it. */
export interface GateFault {
  /** From 0, in the order of the cells. */
  index: number;
  text: string;
}

/** What somebody typed, with the levels that they left empty below one that is Fully: those are Fully too, as on the questions screen. */
export function withImplied(typed: ThreadSelections): ThreadSelections {
  const top = typed.lastIndexOf("Fully");
  return threadSelectionsFrom(typed.map((selection, index): ThreadSelection => (index < top && selection === "N/A" ? "Fully" : selection)));
}

/** Which of five answers the gate does not allow; none if they are a state that may be stored (docs/rules/gate.md#which-states-exist). */
export function threadFaults(selections: ThreadSelections): GateFault[] {
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
export function practiceFaults(criteria: readonly { level: CriterionLevel; selection: PracticeSelection }[]): GateFault[] {
  const asked = openLevel(criteria);
  return criteria.flatMap(({ level, selection }, index) =>
    asked === undefined || level <= asked || selection === "N/A"
      ? []
      : [
          {
            index,
            text: `Level ${level} is locked because level ${asked} is not all Fully. Clear this cell, or answer level ${asked} Fully.`,
          },
        ],
  );
}
