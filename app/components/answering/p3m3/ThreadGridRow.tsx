import { Link } from "@remix-run/react";
import { memo } from "react";
import { LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import { fromThreadLetters, gateThread, isThreadAnswered, type ThreadLevelGate } from "#model/p3m3/gate.ts";
import { threadScore } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import styles from "~/components/answering/grid/Grid.module.css";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridCell, type GridRowProps, RowFrame } from "~/components/answering/grid/GridRow";
import { threadWord } from "~/components/answering/p3m3/describe-changes";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import { rowField, type ThreadRow } from "~/views/answering/grid";
import { codeOf, levelField, THREAD_OPTIONS } from "~/views/answering/p3m3";

interface ThreadGridRowProps extends GridRowProps<ThreadRow> {
  selectedLevel: Level;
  /** What the last change did to other levels: '4cleared 5cleared'. */
  effects: string;
}

/** Drawn again only when something in it changed. With hundreds of radios around it, that keeps answering quick. */
export const ThreadGridRow = memo(function ThreadGridRow(props: ThreadGridRowProps) {
  const { row, letters, base, selectedLevel, effects, editable, hydrated, roves, stop, detail, onAnswer } = props;
  const selections = fromThreadLetters(letters);
  if (!selections) return null;
  const gates = gateThread(selectedLevel, selections);
  const changes = effects.split(" ");
  const state = row.descoped ? (
    <Status word="Descoped" />
  ) : (
    <>
      <Status word={threadWord(selections)} />{" "}
      <strong className="number">{isThreadAnswered(selections) ? formatScore(threadScore(selections)) : ""}</strong>
    </>
  );
  return (
    <RowFrame {...props} state={state} fields={{ [rowField(row.id, "base")]: base }}>
      {row.descoped ? (
        <td colSpan={LEVELS.length} className="muted">
          This thread is descoped: it has no answers and counts in no score. <Link to={row.links.here}>Open its questions</Link>
        </td>
      ) : (
        row.questions.map(({ level, name, statement }) => {
          const gate = gates[level - 1];
          const id = `statement-${row.id}-${level}`;
          if (!gate) return null;
          const { open, askedNext, selection } = gate;
          return (
            <GridCell
              key={level}
              {...{ level, name, open, editable }}
              isAsked={askedNext && editable}
              news={editable && (askedNext || !detail) ? stateOf(gate, changes) : undefined}
              detail={detail?.(level)}
            >
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
                chosen={selection === "N/A" ? undefined : codeOf(selection)}
                isStop={stop === level}
                {...{ open, editable, hydrated, roves, onAnswer }}
              />
            </GridCell>
          );
        })
      )}
    </RowFrame>
  );
});

/** The state of a level in a word. */
function stateOf(gate: ThreadLevelGate, changes: readonly string[]): string {
  if (changes.includes(`${gate.level}cleared`)) return "Cleared";
  if (gate.askedNext) return "Required";
  if (!gate.open) return "Locked";
  return gate.impliedBy ? "Implied" : "";
}
