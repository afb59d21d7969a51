import { LockClosedIcon } from "@radix-ui/react-icons";
import { Link, useNavigate } from "@remix-run/react";
import { memo, useCallback, useRef, useState } from "react";
import { CRITERION_LEVELS } from "#model/itil/catalogue.ts";
import { gatePractice, isPracticeComplete, isPracticeStarted, PRACTICE_SELECTIONS, type PracticeLevelGate } from "#model/itil/gate.ts";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridFrame } from "~/components/answering/grid/GridFrame";
import { GridRowName, type GridRowProps } from "~/components/answering/grid/GridRowName";
import { gridKeys, type Spot, useGrid } from "~/components/answering/grid/useGrid";
import { clearedInWords, compareAnswers } from "~/components/answering/itil/telling";
import { usePractice } from "~/components/answering/itil/usePractice";
import { UndoOffer } from "~/components/answering/TakingBack";
import { useHydrated } from "~/components/forms/useHydrated";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import { type GridResult, type PracticeGridPage, type PracticeRow, readFormer, rowField } from "~/views/answering/grid";
import {
  ANSWER_WORDS,
  codeOfAnswer,
  criteriaFrom,
  criterionField,
  type ItilProgressView,
  lettersOf,
  levelsOf,
  type PracticePage,
} from "~/views/answering/itil";
import type { FieldWords } from "~/views/form-words";

interface PracticeGridProps {
  grid: PracticeGridPage;
  /** The answers before the last save without script, so that its effects can be shown and undone. */
  was: string | null;
  result: GridResult | undefined;
}

const WORDS = PRACTICE_SELECTIONS.map((selection) => ANSWER_WORDS[selection]);
const OPTIONS = PRACTICE_SELECTIONS.map((selection) => ({
  value: codeOfAnswer(selection),
  letter: selection.charAt(0),
  word: ANSWER_WORDS[selection],
}));

/** All practices of a group, a row each with the criteria of its levels (docs/rules/gate.md#grid). */
export function PracticeGrid({ grid, was, result }: PracticeGridProps) {
  const { rows, readOnly, next } = grid;
  const form = useRef<HTMLFormElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [newest, setNewest] = useState<ItilProgressView | null>();
  const progress = newest ?? grid.progress;
  // The rows of a grid never change while it is open (the route gives each grid a key), so neither do the hooks.
  const practices = rows.map((row) => {
    const fieldName = (name: string) => rowField(row.id, name);
    const practice = asPractice(grid, row);
    const former = readFormer(was, row.id);
    // biome-ignore lint/correctness/useHookAtTopLevel: as often in each render
    const editing = usePractice({ practice, was: former, result: result?.rows[row.id], form, fieldName, onProgress: setNewest });
    const gates = gatePractice(editing.criteria);
    const isOpen = (level: number) => gates.some((gate) => gate.level === level && gate.open);
    const asked = editing.criteria.findIndex(({ level, selection }) => isOpen(level) && selection === "N/A");
    return { row, editing, gates, isOpen, asked: editing.editable && asked >= 0 ? asked : undefined };
  });
  const [changed, setChanged] = useState<number>();
  const find = (id: number | undefined) => practices.find(({ row }) => row.id === id);

  const answer = (id: number, item: number, choice: number): boolean => {
    const found = find(id);
    const [level, selection] = [found?.editing.criteria[item]?.level, PRACTICE_SELECTIONS[choice]];
    if (!found || level === undefined || !selection || !found.isOpen(level)) return false;
    found.editing.answer(item, selection);
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

  const firstNeeded = practices.find(({ asked }) => asked !== undefined) ?? practices[0];
  const walk = useGrid({
    table,
    choice: grid.choices.keys,
    keys: gridKeys({ choices: WORDS, row: "practice", next: next.label }),
    editable: readOnly === undefined,
    needed: practices.map(({ row, asked }) => ({ row: row.id, item: asked })),
    first: firstNeeded && { row: firstNeeded.row.id, item: firstNeeded.asked ?? 0 },
    onAnswer: (spot, choice) => answer(spot.row, spot.item, choice),
    onUndo: () => undo(changed),
    onNext: () => navigate(next.href),
  });
  const inFocus = find(walk.spot?.row);
  return (
    <GridFrame
      grid={grid}
      counts={progress.groups}
      label="Groups of practices"
      what="practice"
      troubled={practices.map(({ row, editing }) => ({
        id: row.id,
        name: row.name,
        parts: [{ part: "answers", draft: editing.answers, compare: compareAnswers(row.criteria) }],
      }))}
      progressFailed={newest === null}
      result={result}
      words={[wordsOf(rows)]}
      keys={walk.keys}
      form={form}
      table={table}
      state={
        <>
          <span>
            {progress.answered} of {progress.total} {progress.unit} complete
          </span>{" "}
          {progress.score?.now ? (
            <span>
              {progress.score.now.label} <strong className="number">{progress.score.now.value}</strong>
            </span>
          ) : null}
        </>
      }
      options={OPTIONS}
      heading="Practice"
      columns={CRITERION_LEVELS.map((level) => ({ level }))}
      undo={practices.map(({ row, editing }) => {
        // With script the last change is told; without, all that one form cleared.
        if (editing.cleared.length === 0 || (changed !== undefined && changed !== row.id)) return null;
        return (
          <UndoOffer
            key={row.id}
            told={`${row.name}: ${clearedInWords(editing.cleared)}`}
            former={editing.former && lettersOf(editing.former)}
            name={rowField(row.id, "target")}
            history={undefined}
            onUndo={() => walk.moveTo({ row: undo(row.id) ?? row.id, item: walk.spot?.row === row.id ? walk.spot.item : 0 })}
          />
        );
      })}
      panel={inFocus && walk.spot ? <InFocus practice={inFocus} spot={walk.spot} onAnswer={onAnswer} /> : null}
    >
      {practices.map(({ row, editing }) => (
        <GridRow
          key={row.id}
          row={row}
          letters={editing.answers.value}
          base={result?.rows[row.id]?.typed.answers?.base ?? row.answers}
          cleared={editing.cleared.map(({ index }) => index).join(" ")}
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
function asPractice(grid: PracticeGridPage, row: PracticeRow): PracticePage {
  const { group, assessment, progress, next, readOnly, pageId, choices, owner, links } = grid;
  return {
    kind: "practice",
    assessment,
    item: { code: row.code, name: row.name, help: undefined },
    criteria: row.criteria,
    answers: row.answers,
    // The grid leaves notes alone, also those that the browser keeps.
    note: undefined,
    noteVersion: undefined,
    score: null,
    progress,
    place: { group: group.code, item: row.code },
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

/** What the form asks, in words. */
const wordsOf = (rows: readonly PracticeRow[]): FieldWords => ({
  ask: Object.fromEntries(
    rows.flatMap(({ id, name, criteria }) =>
      criteria.map(({ code, level }, index) => [rowField(id, criterionField(index)), `${name}, level ${level}, ${code}`]),
    ),
  ),
  values: Object.fromEntries(OPTIONS.map(({ value, word }) => [value, word])),
});

interface PracticeGridRowProps extends GridRowProps<PracticeRow> {
  /** The criteria that the last change cleared. */
  cleared: string;
}

/** Drawn again only when something of it changed: with hundreds of radios beside it, that is what keeps answering quick. */
const GridRow = memo(function GridRow(props: PracticeGridRowProps) {
  const { row, letters, base, cleared, editable, hydrated, roves, stop, isUnfolded, onAnswer, onFold } = props;
  const criteria = criteriaFrom(letters, levelsOf(row.criteria)) ?? [];
  const gates = gatePractice(criteria);
  const clearedItems = cleared === "" ? [] : cleared.split(" ").map(Number);
  return (
    <tr data-grid-row={row.id} data-unfolded={isUnfolded || undefined}>
      <th scope="row" id={row.code}>
        <GridRowName {...{ row, roves, isUnfolded, onFold }} />{" "}
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
          <td key={level} className={`grid-cell${open || !editable ? "" : " grid-locked"}${asked ? " grid-asked" : ""}`}>
            <span className="grid-level" aria-hidden>
              Level {level}
            </span>
            {inCell.map(({ criterion, index }) => {
              const id = `criterion-${row.id}-${index}`;
              const selection = criteria[index]?.selection ?? "N/A";
              return (
                <div key={criterion.code}>
                  <p className="grid-statement" id={id}>
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
                    options={OPTIONS}
                    chosen={selection === "N/A" ? undefined : codeOfAnswer(selection)}
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
              <span className="grid-word-of-state small">{isCleared ? "Cleared" : asked ? "Required" : open ? "" : "Locked"}</span>
            ) : null}
          </td>
        );
      })}
    </tr>
  );
});

interface InFocusProps {
  practice: { row: PracticeRow; editing: ReturnType<typeof usePractice>; gates: readonly PracticeLevelGate[] };
  spot: Spot;
  onAnswer(row: number, item: number, choice: number): void;
}

/** The criteria of the cell in focus in full, each with its two answers. */
function InFocus({ practice: { row, editing, gates }, spot, onAnswer }: InFocusProps) {
  const level = row.criteria[spot.item]?.level;
  const gate = gates.find((each) => each.level === level);
  if (level === undefined || !gate) return null;
  const effect = editing.cleared.find((each) => each.level === level);
  return (
    <div className="stack-tight">
      <h3>
        {row.name} <span className="level-name">{`Level ${level}`}</span>
      </h3>
      {effect ? <p className="small status-busy">{effect.reason}</p> : null}
      {gate.open || !editing.editable ? null : (
        <p className="small muted">
          <LockClosedIcon className="icon" aria-hidden /> {gate.reason}
        </p>
      )}
      {row.criteria.map(({ level: of, code, statement, dimension, psf, hint }, index) => {
        if (of !== level) return null;
        const selection = editing.criteria[index]?.selection ?? "N/A";
        return (
          <div key={code} className={index === spot.item ? "grid-criterion grid-criterion-current" : "grid-criterion"}>
            <p>
              <Rich text={statement} />
            </p>
            <p className="small muted criterion-place">
              <span className="number">{code}</span> <span>{dimension}</span> {psf ? <span>{psf}</span> : null}
            </p>
            {gate.open && selection === "Rarely" && hint ? (
              <p className="small level-hint">
                <span className="muted">To reach level {level}:</span> <Rich text={hint} />
              </p>
            ) : null}
            {editing.editable && gate.open ? (
              <div className="row">
                {OPTIONS.map(({ value, word }, choice) => (
                  <button
                    key={value}
                    type="button"
                    className="grid-choice"
                    aria-pressed={selection !== "N/A" && codeOfAnswer(selection) === value}
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
      <p className="small">
        <Link to={row.links.here}>{`Note and everything else of ${row.name}`}</Link>
      </p>
    </div>
  );
}
