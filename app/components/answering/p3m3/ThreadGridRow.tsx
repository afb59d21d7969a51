import { Link } from "@remix-run/react";
import { memo } from "react";
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  fromThreadLetters,
  gateThread,
  isThreadAnswered,
  isThreadStarted,
  THREAD_SELECTIONS,
  type ThreadLevelGate,
} from "#model/p3m3/gate.ts";
import { threadScore } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import styles from "~/components/answering/grid/Grid.module.css";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridRowName, type GridRowProps } from "~/components/answering/grid/GridRowName";
import levels from "~/components/answering/Levels.module.css";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import { rowField, type ThreadRow } from "~/views/answering/grid";
import { codeOf, levelField } from "~/views/answering/p3m3";

/** The three answers: the letter in a cell, and its words. */
export const THREAD_OPTIONS = THREAD_SELECTIONS.map((selection) => ({
  value: codeOf(selection),
  letter: selection.charAt(0),
  word: selection,
}));

interface ThreadGridRowProps extends GridRowProps<ThreadRow> {
  selectedLevel: Level;
  /** What the last change did to other levels: '4cleared 5cleared'. */
  effects: string;
}

/** Drawn again only when something in it changed. With hundreds of radios around it, that keeps answering quick. */
export const ThreadGridRow = memo(function ThreadGridRow(props: ThreadGridRowProps) {
  const { row, letters, base, flagged, selectedLevel, effects, editable, hydrated, roves, stop, isUnfolded, detail, foot } = props;
  const { onAnswer, onFold } = props;
  const selections = fromThreadLetters(letters);
  if (!selections) return null;
  const gates = gateThread(selectedLevel, selections);
  const changes = effects.split(" ");
  return (
    <tr data-grid-row={row.id} data-unfolded={isUnfolded || undefined}>
      <th scope="row" id={row.code}>
        <GridRowName {...{ row, flagged, editable, hydrated, roves, isUnfolded, onFold }} />{" "}
        <span className="small">
          {row.descoped ? (
            <Status word="Descoped" />
          ) : (
            <>
              <Status word={isThreadAnswered(selections) ? "Answered" : isThreadStarted(selections) ? "In progress" : "Not started"} />{" "}
              <strong className="number">{isThreadAnswered(selections) ? formatScore(threadScore(selections)) : ""}</strong>
            </>
          )}
        </span>
        {editable ? <input type="hidden" name={rowField(row.id, "base")} value={base} /> : null}
      </th>
      {row.descoped ? (
        <td colSpan={LEVELS.length} className="muted">
          This thread is descoped: it has no answers and counts in no score. <Link to={row.links.here}>Open its questions</Link>
        </td>
      ) : (
        row.questions.map(({ level, name, statement }) => {
          const gate = gates[level - 1];
          const id = `statement-${row.id}-${level}`;
          if (!gate) return null;
          return (
            <td
              key={level}
              className={`${styles.gridCell}${gate.open || !editable ? "" : ` ${levels.locked}`}${gate.askedNext && editable ? ` ${levels.asked}` : ""}`}
            >
              <span className={styles.gridLevel} aria-hidden>
                Level {level} {name}
              </span>
              <p className={styles.gridStatement} id={id}>
                <Rich text={statement} />
              </p>
              <GridAnswer
                row={row.id}
                item={level}
                column={level}
                label={`${row.name}, level ${level}`}
                describedBy={id}
                name={rowField(row.id, levelField(level))}
                options={THREAD_OPTIONS}
                chosen={gate.selection === "N/A" ? undefined : codeOf(gate.selection)}
                open={gate.open}
                editable={editable}
                hydrated={hydrated}
                roves={roves}
                isStop={stop === level}
                onAnswer={onAnswer}
              />
              {editable && (gate.askedNext || !detail) ? (
                <span className={gate.askedNext ? "small status-busy" : "small muted"}>{stateOf(gate, changes)}</span>
              ) : null}
              {detail?.(level)}
            </td>
          );
        })
      )}
      {foot ? <td>{foot}</td> : null}
    </tr>
  );
});

/** The state of a level in a word. */
function stateOf(gate: ThreadLevelGate, changes: readonly string[]): string {
  if (changes.includes(`${gate.level}cleared`)) return "Cleared";
  if (gate.askedNext) return "Required";
  if (!gate.open) return "Locked";
  return gate.impliedBy ? "Implied" : "";
}
