import { CircleIcon, LockClosedIcon } from "@radix-ui/react-icons";
import { Link, useNavigate } from "@remix-run/react";
import { memo, useCallback, useRef, useState } from "react";
import { LEVEL_NAMES, LEVELS, type Level } from "#model/p3m3/catalogue.ts";
import {
  fromLetters,
  gateThread,
  isAnswered,
  isStarted,
  type LevelGate,
  SELECTIONS,
  type Selections,
  toLetters,
} from "#model/p3m3/gate.ts";
import { threadScore } from "#model/p3m3/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridFrame } from "~/components/answering/grid/GridFrame";
import { GridRowName, type GridRowProps } from "~/components/answering/grid/GridRowName";
import { gridKeys, useGrid } from "~/components/answering/grid/useGrid";
import { Diagnostics } from "~/components/answering/p3m3/LevelCard";
import { clearedInWords, compareAnswers, compareMarks } from "~/components/answering/p3m3/telling";
import { useThread } from "~/components/answering/p3m3/useThread";
import { UndoOffer } from "~/components/answering/TakingBack";
import { useHydrated } from "~/components/forms/useHydrated";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import { type GridResult, readFormer, rowField, type ThreadGridPage, type ThreadRow } from "~/views/answering/grid";
import { codeOf, levelField, type ProgressView, type ThreadPage } from "~/views/answering/p3m3";
import type { FieldWords } from "~/views/form-words";

interface ThreadGridProps {
  grid: ThreadGridPage;
  /** The answers before the last save without script, so that its effects can be shown and undone. */
  was: string | null;
  result: GridResult | undefined;
}

const OPTIONS = SELECTIONS.map((selection) => ({ value: codeOf(selection), letter: selection.charAt(0), word: selection }));

/** All threads of a perspective, a row each with its five levels (docs/rules/gate.md#grid). */
export function ThreadGrid({ grid, was, result }: ThreadGridProps) {
  const { assessment, group, rows, readOnly, next } = grid;
  const form = useRef<HTMLFormElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [newest, setNewest] = useState<ProgressView | null>();
  const progress = newest ?? grid.progress;
  // The rows of a grid never change while it is open (the route gives each grid a key), so neither do the hooks.
  const threads = rows.map((row) => {
    const fieldName = (name: string) => rowField(row.id, name);
    const thread = asThread(grid, row);
    // biome-ignore lint/correctness/useHookAtTopLevel: as often in each render
    const editing = useThread({
      thread,
      was: readFormer(was, row.id),
      result: result?.rows[row.id],
      form,
      fieldName,
      onProgress: setNewest,
    });
    const gates = gateThread(assessment.selectedLevel, editing.selections);
    return { row, editing, gates, asked: editing.editable ? gates.find(({ askedNext }) => askedNext)?.level : undefined };
  });
  const [changed, setChanged] = useState<number>();
  const find = (id: number | undefined) => threads.find(({ row }) => row.id === id);

  const answer = (id: number, item: number, choice: number): boolean => {
    const found = find(id);
    const [level, selection] = [LEVELS.find((each) => each === item), SELECTIONS[choice]];
    if (!found || !level || !selection || found.gates[level - 1]?.open !== true) return false;
    found.editing.answer(level, selection);
    setChanged(id);
    return true;
  };
  const undo = (id: number | undefined) => {
    const found = find(id);
    if (!found?.editing.former) return undefined;
    found.editing.undo();
    return id;
  };
  const newestAnswer = useRef(answer);
  newestAnswer.current = answer;
  const onAnswer = useCallback((id: number, item: number, choice: number) => void newestAnswer.current(id, item, choice), []);

  const walkable = threads.filter(({ row }) => !row.descoped);
  const firstNeeded = walkable.find(({ asked }) => asked !== undefined) ?? walkable[0];
  const walk = useGrid({
    table,
    choice: grid.choices.keys,
    keys: gridKeys({ choices: SELECTIONS, row: "thread", next: next.label }),
    editable: readOnly === undefined,
    needed: walkable.map(({ row, asked }) => ({ row: row.id, item: asked })),
    first: firstNeeded && { row: firstNeeded.row.id, item: firstNeeded.asked ?? 1 },
    onAnswer: (spot, choice) => answer(spot.row, spot.item, choice),
    onUndo: () => undo(changed),
    onNext: () => navigate(next.href),
  });
  const inFocus = find(walk.spot?.row);
  const perspective = progress.groups.find(({ code }) => code === group.code);
  return (
    <GridFrame
      grid={grid}
      counts={progress.groups}
      label="Perspectives"
      what="thread"
      troubled={threads.map(({ row, editing }) => ({
        id: row.id,
        name: row.name,
        parts: [
          { part: "answers", draft: editing.drafts.answers, compare: compareAnswers },
          { part: "marks", draft: editing.drafts.marks, compare: compareMarks(row.questions) },
        ],
      }))}
      progressFailed={newest === null}
      result={result}
      words={[wordsOf(rows)]}
      keys={walk.keys}
      form={form}
      table={table}
      state={
        <>
          {perspective ? (
            <span>
              {perspective.answered}/{perspective.total} Threads complete
            </span>
          ) : null}{" "}
          <span>
            Overall score <strong className="number">{formatScore(progress.overall)}</strong>
          </span>
        </>
      }
      options={OPTIONS}
      heading="Thread"
      columns={LEVELS.map((level) => ({ level, name: LEVEL_NAMES[level] }))}
      undo={threads.map(({ row, editing }) => {
        const cleared = editing.effects.filter(({ kind }) => kind === "cleared").map(({ level }) => level);
        // With script the last change is told; without, all that one form cleared.
        if (cleared.length === 0 || (changed !== undefined && changed !== row.id)) return null;
        return (
          <UndoOffer
            key={row.id}
            told={`${row.name}: ${clearedInWords(cleared)}`}
            former={editing.former && toLetters(editing.former)}
            name={rowField(row.id, "target")}
            history={undefined}
            onUndo={() =>
              walk.moveTo({ row: undo(row.id) ?? row.id, item: editing.former ? firstChange(editing.former, editing.selections) : 1 })
            }
          />
        );
      })}
      panel={inFocus ? <InFocus thread={inFocus} level={walk.spot?.item ?? 1} /> : null}
    >
      {threads.map(({ row, editing }) => (
        <GridRow
          key={row.id}
          row={row}
          letters={editing.drafts.answers.value}
          base={result?.rows[row.id]?.typed.answers?.base ?? row.answers}
          selectedLevel={assessment.selectedLevel}
          effects={editing.effects.map(({ level, kind }) => `${level}${kind}`).join(" ")}
          editable={editing.editable}
          hydrated={hydrated}
          roves={hydrated && walk.roves}
          stop={walk.spot?.row === row.id ? walk.spot.item : undefined}
          isUnfolded={walk.unfolded === row.id}
          onAnswer={onAnswer}
          onFold={walk.fold}
        />
      ))}
    </GridFrame>
  );
}

/** A row as its questions screen would show it. */
function asThread(grid: ThreadGridPage, row: ThreadRow): ThreadPage {
  const { group, assessment, progress, next, readOnly, pageId, choices, owner, links } = grid;
  return {
    assessment,
    perspective: group,
    thread: { code: row.code, name: row.name, help: undefined },
    questions: row.questions,
    answers: row.answers,
    marks: row.marks,
    // The grid leaves notes alone, also those that the browser keeps.
    note: undefined,
    noteVersion: undefined,
    descoped: row.descoped,
    descope: { hidden: true, refusal: undefined, asksReason: false },
    reason: undefined,
    progress,
    next,
    readOnly,
    pageId,
    flagged: undefined,
    choices,
    howToRate: [],
    handover: undefined,
    viewed: undefined,
    owner,
    links: { search: undefined, history: undefined, ...links, ...row.links },
    hasGrid: true,
  };
}

const firstChange = (one: Selections, other: Selections) => LEVELS.find((level) => one[level - 1] !== other[level - 1]) ?? 1;

/** What the form asks, in words. */
const wordsOf = (rows: readonly ThreadRow[]): FieldWords => ({
  ask: Object.fromEntries(
    rows.flatMap(({ id, name }) => LEVELS.map((level) => [rowField(id, levelField(level)), `${name}, level ${level}`])),
  ),
  values: Object.fromEntries(SELECTIONS.map((selection) => [codeOf(selection), selection])),
});

interface ThreadGridRowProps extends GridRowProps<ThreadRow> {
  selectedLevel: Level;
  /** What the last change did to other levels: '4cleared 5cleared'. */
  effects: string;
}

/** Drawn again only when something of it changed: with hundreds of radios beside it, that is what keeps answering quick. */
const GridRow = memo(function GridRow(props: ThreadGridRowProps) {
  const { row, letters, base, selectedLevel, effects, editable, hydrated, roves, stop, isUnfolded, onAnswer, onFold } = props;
  const selections = fromLetters(letters);
  if (!selections) return null;
  const gates = gateThread(selectedLevel, selections);
  const changes = effects.split(" ");
  return (
    <tr data-grid-row={row.id} data-unfolded={isUnfolded || undefined}>
      <th scope="row" id={row.code}>
        <GridRowName {...{ row, roves, isUnfolded, onFold }} />{" "}
        <span className="small">
          {row.descoped ? (
            <Status word="Descoped" />
          ) : (
            <>
              <Status word={isAnswered(selections) ? "Answered" : isStarted(selections) ? "In progress" : "Not started"} />{" "}
              <strong className="number">{isAnswered(selections) ? formatScore(threadScore(selections)) : ""}</strong>
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
              className={`grid-cell${gate.open || !editable ? "" : " grid-locked"}${gate.askedNext && editable ? " grid-asked" : ""}`}
            >
              <span className="grid-level" aria-hidden>
                Level {level} {name}
              </span>
              <p className="grid-statement" id={id}>
                <Rich text={statement} />
              </p>
              <GridAnswer
                row={row.id}
                item={level}
                column={level}
                label={`${row.name}, level ${level}`}
                describedBy={id}
                name={rowField(row.id, levelField(level))}
                options={OPTIONS}
                chosen={gate.selection === "N/A" ? undefined : codeOf(gate.selection)}
                open={gate.open}
                editable={editable}
                hydrated={hydrated}
                roves={roves}
                isStop={stop === level}
                onAnswer={onAnswer}
              />
              {editable ? <span className="grid-word-of-state small">{stateOf(gate, changes)}</span> : null}
            </td>
          );
        })
      )}
    </tr>
  );
});

/** The state of a level in a word. */
function stateOf(gate: LevelGate, changes: readonly string[]): string {
  if (changes.includes(`${gate.level}cleared`)) return "Cleared";
  if (gate.askedNext) return "Required";
  if (!gate.open) return "Locked";
  return gate.impliedBy ? "Implied" : "";
}

interface InFocusProps {
  thread: { row: ThreadRow; editing: ReturnType<typeof useThread>; gates: readonly LevelGate[] };
  level: number;
}

/** The level in focus in full: its statement, what the gate did to it, its hint and diagnostics. */
function InFocus({ thread: { row, editing, gates }, level: at }: InFocusProps) {
  const question = row.questions.find(({ level }) => level === at);
  const gate = gates[at - 1];
  if (!question || !gate) return null;
  const { level, name, statement, hint, diagnostics } = question;
  const from = row.questions.filter((other) => other.level < level).reduce((sum, other) => sum + other.diagnostics.length, 0);
  const { editable } = editing;
  const effect = editing.effects.find((each) => each.level === level);
  return (
    <div className="stack-tight">
      <h3>
        {row.name} <span className="level-name">{`Level ${level} ${name}`}</span>
      </h3>
      <p>
        <Rich text={statement} />
      </p>
      {editable && gate.askedNext ? (
        <p className="status status-busy small">
          <CircleIcon className="icon" aria-hidden /> Required
        </p>
      ) : null}
      {effect ? (
        <p className="small status-busy">{effect.reason}</p>
      ) : gate.impliedBy && editable ? (
        <p className="small muted">Implied by level {gate.impliedBy}; you can still change it.</p>
      ) : null}
      {gate.open || !editable ? null : (
        <p className="small muted">
          <LockClosedIcon className="icon" aria-hidden /> {gate.reason}
        </p>
      )}
      {hint && (gate.selection === "Partially" || gate.selection === "Rarely/Never") ? (
        <p className="small level-hint">
          <span className="muted">To reach this level:</span> <Rich text={hint} />
        </p>
      ) : null}
      <Diagnostics
        key={`${row.id} ${level}`}
        question={question}
        editable={editable}
        marks={editing.marks.slice(from, from + diagnostics.length)}
        onMark={(index, mark) => editing.mark(from + index, mark)}
      />
      <p className="small">
        <Link to={row.links.here}>{`Note and everything else of ${row.name}`}</Link>
      </p>
    </div>
  );
}
