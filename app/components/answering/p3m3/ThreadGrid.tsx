import { Link, useSearchParams } from "@remix-run/react";
import { memo, useRef, useState } from "react";
import { UNANSWERED, unansweredWord } from "#model/answer-words.ts";
import { LEVEL_NAMES, LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import { fromThreadLetters, gateThread, isThreadAnswered, THREAD_SELECTIONS, type ThreadLevelGate } from "#model/p3m3/gate.ts";
import { threadScore } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { cellParts, inFocus, wrapRow } from "~/components/answering/concerns";
import type { CellAt } from "~/components/answering/concerns/concern";
import { type EditedRow, Grid } from "~/components/answering/grid/Grid";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridCell, type GridNews, GridRowFoot, type GridRowProps, GridStatement, RowFrame } from "~/components/answering/grid/GridRow";
import { Diagnostics } from "~/components/answering/p3m3/Diagnostics";
import { clearedInWords, compareAnswers, compareMarks, threadWord } from "~/components/answering/p3m3/describe-changes";
import { LevelNotes } from "~/components/answering/p3m3/LevelNotes";
import { useThread } from "~/components/answering/p3m3/useThread";
import type { LastChange } from "~/components/answering/useAnswering";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import type { OnPage } from "~/views/answering/concerns";
import {
  type GridResult,
  gridLabels,
  questionsOf,
  readFormer,
  rowField,
  type ThreadGridPage,
  type ThreadRow,
} from "~/views/answering/grid";
import { codeOf, diagnosticsBefore, levelField, type P3m3ProgressView, THREAD_OPTIONS } from "~/views/answering/p3m3";

interface ThreadGridProps {
  grid: ThreadGridPage;
  result: GridResult | undefined;
}

/** All threads of a perspective, a row each with its five levels (docs/rules/gate.md#grid). */
export function ThreadGrid({ grid, result }: ThreadGridProps) {
  const was = useSearchParams()[0].get("was");
  const { assessment, group, readOnly } = grid;
  const form = useRef<HTMLFormElement>(null);
  const lastChange = useRef<LastChange>();
  const [newest, setNewest] = useState<P3m3ProgressView | null>();
  const progress = newest ?? grid.progress;
  const perspective = progress.groups.find(({ code }) => code === group.code);
  const unfolded = grid.choices.diagnostics === "open";
  // The rows of a grid never change while it is open (the route gives each grid a key), so neither do the hooks.
  const threads = grid.rows.map((row): EditedRow & EditedThread => {
    // biome-ignore lint/correctness/useHookAtTopLevel: as often in each render
    const editing = useThread({
      thread: { ...questionsOf(grid, row), perspective: group, thread: row, reason: undefined },
      was: readFormer(was, row.id),
      result: result?.rows[row.id],
      form,
      fieldName: (name) => rowField(row.id, name),
      onProgress: setNewest,
      lastChange,
    });
    const { selections, former, effects, drafts } = editing;
    const gates = gateThread(assessment.selectedLevel, selections);
    const cleared = effects.filter(({ kind }) => kind === "cleared").map(({ level }) => level);
    return {
      row,
      editing,
      gates,
      parts: [
        { part: "answers", draft: drafts.answers, compare: compareAnswers },
        { part: "marks", draft: drafts.marks, compare: compareMarks(row.questions) },
      ],
      state: row.descoped ? "descoped" : isThreadAnswered(selections) ? "answered" : "to do",
      asked: editing.editable ? gates.find(({ askedNext }) => askedNext)?.level : undefined,
      former,
      cleared: cleared.length > 0 ? clearedInWords(cleared) : undefined,
      answer(item, choice) {
        const [gate, selection] = [gates[item - 1], THREAD_SELECTIONS[choice]];
        if (!gate?.open || !selection) return false;
        editing.answer(gate.level, selection);
        return true;
      },
    };
  });
  return (
    <Grid
      {...{ grid, result, form, progress, lastChange }}
      progressFailed={newest === null}
      rows={threads}
      label="Perspectives"
      what="thread"
      item="level"
      news={["Required", "Implied", UNANSWERED.locked]}
      heading="Thread"
      columns={LEVELS.map((level) => ({ level, name: LEVEL_NAMES[level] }))}
      options={THREAD_OPTIONS}
      firstItem={1}
      labels={
        import.meta.env.SSR ? gridLabels(grid.rows, THREAD_OPTIONS, () => LEVELS.map((level) => [levelField(level), `level ${level}`])) : []
      }
      state={
        perspective ? (
          <span>
            {perspective.answered}/{perspective.total} Threads complete
          </span>
        ) : null
      }
      drawRow={({ row, editing }, drawn) => (
        <ThreadGridRow
          {...drawn}
          row={row}
          selectedLevel={assessment.selectedLevel}
          effects={editing.effects.map(({ level, kind }) => `${level}${kind}`).join(" ")}
        />
      )}
      drawFocus={(thread, { item }, { onConcern }) => (
        <ThreadInFocus {...{ thread, unfolded, readOnly, onConcern }} page={grid.concerns} level={item} />
      )}
      drawDetail={(thread, level) => <ThreadLevelDetail {...{ thread, level, unfolded }} />}
    />
  );
}

interface ThreadGridRowProps extends GridRowProps<ThreadRow> {
  selectedLevel: Level;
  /** What the last change did to other levels: '4cleared 5cleared'. */
  effects: string;
}

/** Drawn again only when something in it changed. With hundreds of radios around it, that keeps answering quick. */
const ThreadGridRow = memo(function ThreadGridRow(props: ThreadGridRowProps) {
  const { row, letters, base, page, selectedLevel, effects, editable, hydrated, roves, stop, detail, onAnswer, onConcern } = props;
  const selections = fromThreadLetters(letters);
  if (!selections) return null;
  const gates = gateThread(selectedLevel, selections);
  const changes = effects.split(" ");
  const state = row.descoped ? (
    <Status word={UNANSWERED.descoped} />
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
          const { words, describedBy, marked, below } = cellParts(row.concerns, page, cellAt(row, level, editable && askedNext, onConcern));
          return (
            <GridCell
              key={level}
              {...{ level, name, open, editable }}
              isAsked={askedNext && editable}
              news={editable && (askedNext || !detail) ? stateOf(gate, changes) : undefined}
              detail={detail?.(level)}
            >
              <GridStatement {...{ id, statement }} said={words} />
              <GridAnswer
                row={row.id}
                item={level}
                column={level}
                label={`${row.name}, level ${level}`}
                describedBy={describedBy === undefined ? id : `${id} ${describedBy}`}
                marked={marked}
                name={rowField(row.id, levelField(level))}
                options={THREAD_OPTIONS}
                chosen={selection === "N/A" ? undefined : codeOf(selection)}
                missing={unansweredWord({ finished: isThreadAnswered(selections), locked: !open })}
                isStop={stop === level}
                {...{ open, editable, hydrated, roves, onAnswer }}
              />
              {below}
            </GridCell>
          );
        })
      )}
    </RowFrame>
  );
});

/** A level as concerns see it. */
const cellAt = (row: ThreadRow, level: Level, isAsked: boolean, onConcern: GridRowProps<ThreadRow>["onConcern"]): CellAt => ({
  ...{ index: level - 1, id: `statement-${row.id}-${level}`, options: THREAD_OPTIONS, isAsked, of: `${row.name}, level ${level}` },
  field: (name) => rowField(row.id, name),
  press: (key) => onConcern(row.id, level, key),
});

/** The state of a level in a word. */
function stateOf(gate: ThreadLevelGate, changes: readonly string[]): GridNews | undefined {
  if (changes.includes(`${gate.level}cleared`)) return "Cleared";
  if (gate.askedNext) return "Required";
  if (!gate.open) return UNANSWERED.locked;
  return gate.impliedBy ? "Implied" : undefined;
}

/** A row of the grid as it is edited. */
interface EditedThread {
  row: ThreadRow;
  editing: ReturnType<typeof useThread>;
  gates: readonly ThreadLevelGate[];
}

interface InFocusProps {
  thread: EditedThread;
  level: number;
  page: OnPage;
  /** All diagnostics are open, marked or not. */
  unfolded: boolean;
  readOnly: string | undefined;
  onConcern: GridRowProps<ThreadRow>["onConcern"];
}

/** The level in focus: its statement, and everything about it. */
function ThreadInFocus({ thread, level, page, unfolded, readOnly, onConcern }: InFocusProps) {
  const { row, editing, gates } = thread;
  const question = row.questions.find((each) => each.level === level);
  if (!question) return null;
  const isAsked = editing.editable && gates[level - 1]?.askedNext === true;
  return (
    <div className="stack-tight">
      <h3>
        {row.name} <span className="small muted block">{`Level ${level} ${question.name}`}</span>
      </h3>
      <p>
        <Rich text={question.statement} />
      </p>
      {inFocus(row.concerns, page, cellAt(row, question.level, isAsked, onConcern))}
      {isAsked ? (
        <p className="status status-busy small">
          <Icon name="Circle" /> Required
        </p>
      ) : null}
      <ThreadLevelDetail {...{ thread, level, unfolded }} />
      <GridRowFoot {...{ row, editing, readOnly }} />
    </div>
  );
}

/** What the gate did to a level, its hint and its diagnostics. */
function ThreadLevelDetail({ thread: { row, editing, gates }, level, unfolded }: Omit<InFocusProps, "page" | "readOnly" | "onConcern">) {
  const question = row.questions.find((each) => each.level === level);
  const gate = gates[level - 1];
  if (!question || !gate) return null;
  const { hint, diagnostics } = question;
  const from = diagnosticsBefore(row.questions, question.level);
  const { editable } = editing;
  return wrapRow(
    row.concerns,
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
    </>,
  );
}
