import { memo } from "react";
import { gatePractice, isPracticeComplete, isPracticeStarted, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import styles from "~/components/answering/grid/Grid.module.css";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridRowName, type GridRowProps } from "~/components/answering/grid/GridRowName";
import levels from "~/components/answering/Levels.module.css";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import { type PracticeRow, rowField } from "~/views/answering/grid";
import { ANSWER_WORDS, codeOf, criteriaFrom, criterionField, levelsOf } from "~/views/answering/itil";

/** The two answers: the letter in a cell, and its words. */
export const PRACTICE_OPTIONS = PRACTICE_SELECTIONS.map((selection) => ({
  value: codeOf(selection),
  letter: selection.charAt(0),
  word: ANSWER_WORDS[selection],
}));

interface PracticeGridRowProps extends GridRowProps<PracticeRow> {
  /** The criteria that the last change cleared. */
  cleared: string;
}

/** Drawn again only when something in it changed. With hundreds of radios around it, that keeps answering quick. */
export const PracticeGridRow = memo(function PracticeGridRow(props: PracticeGridRowProps) {
  const { row, letters, base, flagged, cleared, editable, hydrated, roves, stop, isUnfolded, detail, foot, onAnswer, onFold } = props;
  const criteria = criteriaFrom(letters, levelsOf(row.criteria)) ?? [];
  const gates = gatePractice(criteria);
  const clearedItems = cleared === "" ? [] : cleared.split(" ").map(Number);
  return (
    <tr data-grid-row={row.id} data-unfolded={isUnfolded || undefined}>
      <th scope="row" id={row.code}>
        <GridRowName {...{ row, flagged, editable, hydrated, roves, isUnfolded, onFold }} />{" "}
        <span className="small">
          <Status word={isPracticeComplete(criteria) ? "Complete" : isPracticeStarted(criteria) ? "In progress" : "Not started"} />
        </span>
        {editable ? (
          <>
            <input type="hidden" name={rowField(row.id, "base")} value={base} />
            <input type="hidden" name={rowField(row.id, "levels")} value={levelsOf(row.criteria)} />
          </>
        ) : null}
      </th>
      {gates.map(({ level, open }) => {
        const inCell = row.criteria.flatMap((criterion, index) => (criterion.level === level ? [{ criterion, index }] : []));
        const asked = open && editable && inCell.some(({ index }) => criteria[index]?.selection === "N/A");
        const isCleared = inCell.some(({ index }) => clearedItems.includes(index));
        return (
          <td key={level} className={`${styles.gridCell}${open || !editable ? "" : ` ${levels.locked}`}${asked ? ` ${levels.asked}` : ""}`}>
            <span className={styles.gridLevel} aria-hidden>
              Level {level}
            </span>
            {inCell.map(({ criterion, index }) => {
              const id = `criterion-${row.id}-${index}`;
              const selection = criteria[index]?.selection ?? "N/A";
              return (
                <div key={criterion.code}>
                  <p className={styles.gridStatement} id={id}>
                    <Rich text={criterion.statement} />
                  </p>
                  <GridAnswer
                    row={row.id}
                    item={index}
                    column={level}
                    label={`${row.name}, level ${level}, ${criterion.code}`}
                    code={criterion.code}
                    describedBy={id}
                    name={rowField(row.id, criterionField(index))}
                    options={PRACTICE_OPTIONS}
                    chosen={selection === "N/A" ? undefined : codeOf(selection)}
                    open={open}
                    editable={editable}
                    hydrated={hydrated}
                    roves={roves}
                    isStop={stop === index}
                    onAnswer={onAnswer}
                  />
                </div>
              );
            })}
            {editable ? (
              <span className={asked ? "small status-busy" : "small muted"}>
                {isCleared ? "Cleared" : asked ? "Required" : open ? "" : "Locked"}
              </span>
            ) : null}
            {detail?.(level)}
          </td>
        );
      })}
      {foot ? <td>{foot}</td> : null}
    </tr>
  );
});
