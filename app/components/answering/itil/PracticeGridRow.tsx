import { memo } from "react";
import { gatePractice } from "#model/itil/gate.ts";
import styles from "~/components/answering/grid/Grid.module.css";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridCell, type GridRowProps, RowFrame } from "~/components/answering/grid/GridRow";
import { practiceWord } from "~/components/answering/itil/describe-changes";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import { type PracticeRow, rowField } from "~/views/answering/grid";
import { codeOf, criteriaFrom, criterionField, levelsOf, PRACTICE_OPTIONS } from "~/views/answering/itil";

interface PracticeGridRowProps extends GridRowProps<PracticeRow> {
  /** The criteria that the last change cleared. */
  cleared: string;
}

/** Drawn again only when something in it changed. With hundreds of radios around it, that keeps answering quick. */
export const PracticeGridRow = memo(function PracticeGridRow(props: PracticeGridRowProps) {
  const { row, letters, base, cleared, editable, hydrated, roves, stop, detail, onAnswer } = props;
  const criteria = criteriaFrom(letters, levelsOf(row.criteria)) ?? [];
  const clearedItems = cleared === "" ? [] : cleared.split(" ").map(Number);
  return (
    <RowFrame
      {...props}
      state={<Status word={practiceWord(criteria)} />}
      fields={{ [rowField(row.id, "base")]: base, [rowField(row.id, "levels")]: levelsOf(row.criteria) }}
    >
      {gatePractice(criteria).map(({ level, open }) => {
        const inCell = row.criteria.flatMap((criterion, index) => (criterion.level === level ? [{ criterion, index }] : []));
        const isAsked = open && editable && inCell.some(({ index }) => criteria[index]?.selection === "N/A");
        const isCleared = inCell.some(({ index }) => clearedItems.includes(index));
        const news = isCleared ? "Cleared" : isAsked ? "Required" : open ? "" : "Locked";
        return (
          <GridCell key={level} {...{ level, open, editable, isAsked }} news={editable ? news : undefined} detail={detail?.(level)}>
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
                    isStop={stop === index}
                    {...{ open, editable, hydrated, roves, onAnswer }}
                  />
                </div>
              );
            })}
          </GridCell>
        );
      })}
    </RowFrame>
  );
});
