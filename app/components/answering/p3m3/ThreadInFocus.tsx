/** A level of a thread in full, as a grid shows it: next to the grid, or below its answers on a narrow screen. */

import type { ThreadLevelGate } from "#model/p3m3/gate.ts";
import { GridRowFoot } from "~/components/answering/grid/GridRow";
import { Diagnostics } from "~/components/answering/p3m3/Diagnostics";
import { LevelNotes } from "~/components/answering/p3m3/LevelNotes";
import type { useThread } from "~/components/answering/p3m3/useThread";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import type { ThreadRow } from "~/views/answering/grid";
import { diagnosticsBefore } from "~/views/answering/p3m3";

/** A row of the grid as it is edited. */
export interface EditedThread {
  row: ThreadRow;
  editing: ReturnType<typeof useThread>;
  gates: readonly ThreadLevelGate[];
}

interface InFocusProps {
  thread: EditedThread;
  level: number;
  /** All diagnostics are open, marked or not. */
  unfolded: boolean;
  readOnly: string | undefined;
}

/** The level in focus: its statement, and everything about it. */
export function ThreadInFocus({ thread, level, unfolded, readOnly }: InFocusProps) {
  const { row, editing, gates } = thread;
  const question = row.questions.find((each) => each.level === level);
  if (!question) return null;
  return (
    <div className="stack-tight">
      <h3>
        {row.name} <span className="small muted block">{`Level ${level} ${question.name}`}</span>
      </h3>
      <p>
        <Rich text={question.statement} />
      </p>
      {editing.editable && gates[level - 1]?.askedNext ? (
        <p className="status status-busy small">
          <Icon name="Circle" /> Required
        </p>
      ) : null}
      <ThreadLevelDetail {...{ thread, level, unfolded }} />
      <GridRowFoot row={row} flag={editing.flag} readOnly={readOnly} />
    </div>
  );
}

/** What the gate did to a level, its hint and its diagnostics. */
export function ThreadLevelDetail({ thread: { row, editing, gates }, level, unfolded }: Omit<InFocusProps, "readOnly">) {
  const question = row.questions.find((each) => each.level === level);
  const gate = gates[level - 1];
  if (!question || !gate) return null;
  const { hint, diagnostics } = question;
  const from = diagnosticsBefore(row.questions, question.level);
  const { editable } = editing;
  return (
    <>
      <LevelNotes {...{ gate, hint, editable }} effect={editing.effects.find((each) => each.level === level)} />
      <Diagnostics
        key={`${row.id} ${level}`}
        question={question}
        editable={editable}
        unfolded={unfolded}
        marks={editing.marks.slice(from, from + diagnostics.length)}
        onMark={(index, mark) => editing.mark(from + index, mark)}
      />
    </>
  );
}
