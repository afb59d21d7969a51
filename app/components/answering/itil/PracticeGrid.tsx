import { useSearchParams } from "@remix-run/react";
import { memo, useRef, useState } from "react";
import { UNANSWERED, unansweredWord } from "#model/answer-words.ts";
import { CRITERION_LEVELS } from "#model/itil/catalogue.ts";
import { gatePractice, isPracticeComplete, PRACTICE_SELECTIONS, type PracticeLevelGate } from "#model/itil/gate.ts";
import { cellParts, inFocus } from "~/components/answering/concerns";
import type { CellAt } from "~/components/answering/concerns/concern";
import { type EditedRow, Grid } from "~/components/answering/grid/Grid";
import gridStyles from "~/components/answering/grid/Grid.module.css";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridCell, GridRowFoot, type GridRowProps, GridStatement, RowFrame } from "~/components/answering/grid/GridRow";
import type { Spot } from "~/components/answering/grid/walk";
import { clearedInWords, compareAnswers, practiceWord } from "~/components/answering/itil/describe-changes";
import { usePractice } from "~/components/answering/itil/usePractice";
import type { LastChange } from "~/components/answering/useAnswering";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { Status } from "~/components/shell/Status";
import type { OnPage } from "~/views/answering/concerns";
import {
  type GridResult,
  gridLabels,
  type PracticeGridPage,
  type PracticeRow,
  questionsOf,
  readFormer,
  rowField,
} from "~/views/answering/grid";
import {
  codeOf,
  criteriaFrom,
  criterionField,
  type ItilProgressView,
  levelsOf,
  PRACTICE_OPTIONS,
  type PracticeCriterion,
} from "~/views/answering/itil";

interface PracticeGridProps {
  grid: PracticeGridPage;
  result: GridResult | undefined;
}

/** All practices of a group, a row each with the criteria of its levels (docs/rules/gate.md#grid). */
export function PracticeGrid({ grid, result }: PracticeGridProps) {
  const was = useSearchParams()[0].get("was");
  const form = useRef<HTMLFormElement>(null);
  const lastChange = useRef<LastChange>();
  const [newest, setNewest] = useState<ItilProgressView | null>();
  const progress = newest ?? grid.progress;
  const group = progress.groups.find(({ code }) => code === grid.group.code);
  // The rows of a grid never change while it is open (the route gives each grid a key), so neither do the hooks.
  const practices = grid.rows.map((row): EditedRow & EditedPractice => {
    // biome-ignore lint/correctness/useHookAtTopLevel: as often in each render
    const editing = usePractice({
      practice: { ...questionsOf(grid, row), item: row },
      was: readFormer(was, row.id),
      result: result?.rows[row.id],
      form,
      fieldName: (name) => rowField(row.id, name),
      onProgress: setNewest,
      lastChange,
    });
    const { criteria, former } = editing;
    const gates = gatePractice(criteria);
    const isOpen = (level: number) => gates.some((gate) => gate.level === level && gate.open);
    const asked = criteria.findIndex(({ level, selection }) => isOpen(level) && selection === "N/A");
    return {
      row,
      editing,
      gates,
      parts: [{ part: "answers", draft: editing.answers, compare: compareAnswers(row.criteria) }],
      state: isPracticeComplete(criteria) ? "complete" : "to do",
      asked: editing.editable && asked >= 0 ? asked : undefined,
      former,
      cleared: clearedInWords(editing.cleared),
      answer(item, choice) {
        const [criterion, selection] = [criteria[item], PRACTICE_SELECTIONS[choice]];
        if (!criterion || !isOpen(criterion.level) || !selection) return false;
        editing.answer(item, selection);
        return true;
      },
    };
  });
  return (
    <Grid
      {...{ grid, result, form, progress, lastChange }}
      progressFailed={newest === null}
      rows={practices}
      label="Groups of practices"
      what="practice"
      item="criterion"
      news={["Required", UNANSWERED.locked]}
      heading="Practice"
      columns={CRITERION_LEVELS.map((level) => ({ level }))}
      options={PRACTICE_OPTIONS}
      firstItem={0}
      labels={
        import.meta.env.SSR
          ? gridLabels(grid.rows, PRACTICE_OPTIONS, ({ criteria }) =>
              criteria.map(({ code, level }, index) => [criterionField(index), `level ${level}, ${code}`]),
            )
          : []
      }
      state={
        group ? (
          <span>
            {group.answered} of {group.total} practices complete
          </span>
        ) : null
      }
      drawRow={({ row, editing }, drawn) => (
        <PracticeGridRow {...drawn} row={row} cleared={editing.cleared.map(({ index }) => index).join(" ")} />
      )}
      drawFocus={(practice, spot, acts) => (
        <PracticeInFocus {...{ practice, spot, ...acts }} page={grid.concerns} readOnly={grid.readOnly} />
      )}
      drawDetail={(practice, level) => <PracticeLevelDetail {...{ practice, level }} />}
    />
  );
}

interface PracticeGridRowProps extends GridRowProps<PracticeRow> {
  /** The criteria that the last change cleared. */
  cleared: string;
}

/** Drawn again only when something in it changed. With hundreds of radios around it, that keeps answering quick. */
const PracticeGridRow = memo(function PracticeGridRow(props: PracticeGridRowProps) {
  const { row, letters, base, page, cleared, editable, hydrated, roves, stop, detail, onAnswer, onConcern } = props;
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
        const news = isCleared ? "Cleared" : isAsked ? "Required" : open ? undefined : UNANSWERED.locked;
        return (
          <GridCell key={level} {...{ level, open, editable, isAsked }} news={editable ? news : undefined} detail={detail?.(level)}>
            {inCell.map(({ criterion, index }) => {
              const id = `criterion-${row.id}-${index}`;
              const selection = criteria[index]?.selection ?? "N/A";
              const at = cellAt(row, index, open && editable && selection === "N/A", onConcern);
              const { words, describedBy, marked, below } = cellParts(row.concerns, page, at);
              return (
                <div key={criterion.code}>
                  <GridStatement id={id} said={words} statement={criterion.statement} />
                  <GridAnswer
                    row={row.id}
                    item={index}
                    column={level}
                    label={`${row.name}, level ${level}, ${criterion.code}`}
                    code={criterion.code}
                    describedBy={describedBy === undefined ? id : `${id} ${describedBy}`}
                    marked={marked}
                    name={rowField(row.id, criterionField(index))}
                    options={PRACTICE_OPTIONS}
                    chosen={selection === "N/A" ? undefined : codeOf(selection)}
                    missing={unansweredWord({ finished: isPracticeComplete(criteria), locked: !open })}
                    isStop={stop === index}
                    {...{ open, editable, hydrated, roves, onAnswer }}
                  />
                  {below}
                </div>
              );
            })}
          </GridCell>
        );
      })}
    </RowFrame>
  );
});

/** A criterion as concerns see it. */
const cellAt = (row: PracticeRow, index: number, isAsked: boolean, onConcern: GridRowProps<PracticeRow>["onConcern"]): CellAt => ({
  ...{ index, id: `criterion-${row.id}-${index}`, options: PRACTICE_OPTIONS, isAsked, of: `${row.name}, ${row.criteria[index]?.code}` },
  field: (name) => rowField(row.id, name),
  press: (key) => onConcern(row.id, index, key),
});

/** A row of the grid as it is edited. */
interface EditedPractice {
  row: PracticeRow;
  editing: ReturnType<typeof usePractice>;
  gates: readonly PracticeLevelGate[];
}

interface InFocusProps {
  practice: EditedPractice;
  spot: Spot;
  page: OnPage;
  readOnly: string | undefined;
  onAnswer: GridRowProps<PracticeRow>["onAnswer"];
  onConcern: GridRowProps<PracticeRow>["onConcern"];
}

/** The criteria of the cell in focus, each with its two answers. */
function PracticeInFocus({ practice, spot, page, readOnly, onAnswer, onConcern }: InFocusProps) {
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
            {inFocus(row.concerns, page, cellAt(row, index, editing.editable && gate.open && selection === "N/A", onConcern))}
            {gate.open && selection === "Rarely" ? <Hint criterion={criterion} /> : null}
            {editing.editable && gate.open ? (
              <div className="row">
                {PRACTICE_OPTIONS.map(({ value, letter, word }, choice) => (
                  <button
                    key={value}
                    type="button"
                    className="pick"
                    aria-pressed={selection !== "N/A" && codeOf(selection) === value}
                    onClick={() => onAnswer(row.id, index, choice)}
                  >
                    {word}
                    <span className="visually-hidden"> for {code}</span> <kbd aria-hidden>{letter}</kbd>
                  </button>
                ))}
              </div>
            ) : null}
          </div>
        );
      })}
      <GridRowFoot {...{ row, editing, readOnly }} />
    </div>
  );
}

/** The notes of a level: what the gate did to it, and what would reach it. */
function PracticeLevelDetail({ practice, level }: { practice: EditedPractice; level: number }) {
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
