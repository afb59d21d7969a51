/** The criteria of a level in full, as a grid shows them: next to the grid, or below its answers on a narrow screen. */

import type { PracticeLevelGate } from "#model/itil/gate.ts";
import gridStyles from "~/components/answering/grid/Grid.module.css";
import { GridRowFoot } from "~/components/answering/grid/GridRow";
import type { Spot } from "~/components/answering/grid/walk";
import type { usePractice } from "~/components/answering/itil/usePractice";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import type { PracticeRow } from "~/views/answering/grid";
import { codeOf, type PracticeCriterion } from "~/views/answering/itil";

/** A row of the grid as it is edited. */
export interface EditedPractice {
  row: PracticeRow;
  editing: ReturnType<typeof usePractice>;
  gates: readonly PracticeLevelGate[];
}

interface InFocusProps {
  practice: EditedPractice;
  spot: Spot;
  options: readonly { value: string; word: string }[];
  readOnly: string | undefined;
  onAnswer(row: number, item: number, choice: number): void;
}

/** The criteria of the cell in focus, each with its two answers. */
export function PracticeInFocus({ practice, spot, options, readOnly, onAnswer }: InFocusProps) {
  const { row, editing, gates } = practice;
  const level = row.criteria[spot.item]?.level;
  const gate = gates.find((each) => each.level === level);
  if (level === undefined || !gate) return null;
  return (
    <div className="stack">
      <h3>
        {row.name} <span className="small muted block">{`Level ${level}`}</span>
      </h3>
      <LevelNews practice={practice} gate={gate} />
      {row.criteria.map((criterion, index) => {
        if (criterion.level !== level) return null;
        const { code, statement, dimension, psf } = criterion;
        const selection = editing.criteria[index]?.selection ?? "N/A";
        return (
          <div key={code} className={index === spot.item ? `stack-close side-line ${gridStyles.gridCurrent}` : "stack-close"}>
            <p>
              <Rich text={statement} />
            </p>
            <p className="row row-wide small muted">
              <span className="number">{code}</span> <span>{dimension}</span> {psf ? <span>{psf}</span> : null}
            </p>
            {gate.open && selection === "Rarely" ? <Hint criterion={criterion} /> : null}
            {editing.editable && gate.open ? (
              <div className="row">
                {options.map(({ value, word }, choice) => (
                  <button
                    key={value}
                    type="button"
                    className="pick"
                    aria-pressed={selection !== "N/A" && codeOf(selection) === value}
                    onClick={() => onAnswer(row.id, index, choice)}
                  >
                    {word}
                    <span className="visually-hidden"> for {code}</span>
                  </button>
                ))}
              </div>
            ) : null}
          </div>
        );
      })}
      <GridRowFoot row={row} flag={editing.flag} readOnly={readOnly} />
    </div>
  );
}

/** The notes of a level: what the gate did to it, and what would reach it. */
export function PracticeLevelDetail({ practice, level }: { practice: EditedPractice; level: number }) {
  const gate = practice.gates.find((each) => each.level === level);
  if (!gate) return null;
  const { row, editing } = practice;
  const rarely = row.criteria.filter((each, index) => each.level === level && editing.criteria[index]?.selection === "Rarely");
  return (
    <>
      <LevelNews practice={practice} gate={gate} />
      {gate.open ? rarely.map((criterion) => <Hint key={criterion.code} criterion={criterion} names />) : null}
    </>
  );
}

function LevelNews({ practice: { editing }, gate }: { practice: EditedPractice; gate: PracticeLevelGate }) {
  const effect = editing.cleared.find((each) => each.level === gate.level);
  return (
    <>
      {effect ? <p className="small status-busy">{effect.reason}</p> : null}
      {gate.open || !editing.editable ? null : (
        <p className="small muted">
          <Icon name="LockClosed" /> {gate.reason}
        </p>
      )}
    </>
  );
}

function Hint({ criterion: { code, hint, level }, names = false }: { criterion: PracticeCriterion & { level: number }; names?: boolean }) {
  return hint ? (
    <p className="small side-line">
      <span className="muted">
        To reach level {level}
        {names ? `, ${code}` : ""}:
      </span>{" "}
      <Rich text={hint} />
    </p>
  ) : null;
}
