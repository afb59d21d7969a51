import { useNavigate, useSearchParams } from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import { CRITERION_LEVELS } from "#model/itil/catalogue.ts";
import { gatePractice, isPracticeComplete, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import { compareFlags, toggleFlag } from "~/components/answering/FlagButton";
import { GridFrame } from "~/components/answering/grid/GridFrame";
import { GridRowFoot } from "~/components/answering/grid/GridRowName";
import { gridKeys, useGrid } from "~/components/answering/grid/useGrid";
import { useNarrow } from "~/components/answering/grid/useNarrow";
import { useShownRows } from "~/components/answering/grid/useShownRows";
import { PRACTICE_OPTIONS, PracticeGridRow } from "~/components/answering/itil/PracticeGridRow";
import { PracticeInFocus, PracticeLevelDetail } from "~/components/answering/itil/PracticeInFocus";
import { clearedInWords, compareAnswers } from "~/components/answering/itil/telling";
import { usePractice } from "~/components/answering/itil/usePractice";
import { UndoOffer } from "~/components/answering/TakingBack";
import { useHydrated } from "~/components/forms/useHydrated";
import { filterIn } from "~/views/answering/filters";
import { type GridResult, type PracticeGridPage, type PracticeRow, readFormer, rowField } from "~/views/answering/grid";
import { criterionField, type ItilProgressView, lettersOf, type PracticePage } from "~/views/answering/itil";
import type { FieldWords } from "~/views/form-words";

interface PracticeGridProps {
  grid: PracticeGridPage;
  /** The answers before the last save without script, so that its effects can be shown and undone. */
  was: string | null;
  result: GridResult | undefined;
}

/** All practices of a group, a row each with the criteria of its levels (docs/rules/gate.md#grid). */
export function PracticeGrid({ grid, was, result }: PracticeGridProps) {
  const { rows, readOnly, next } = grid;
  const form = useRef<HTMLFormElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [newest, setNewest] = useState<ItilProgressView | null>();
  const progress = newest ?? grid.progress;
  const narrow = useNarrow();
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
    const flagged = editing.flag.value === "on";
    return { row, editing, gates, flagged, isOpen, asked: editing.editable && asked >= 0 ? asked : undefined };
  });
  const filter = filterIn(useSearchParams()[0], grid.knows);
  const items = practices.map(({ row, editing, flagged }) => ({
    id: row.id,
    state: isPracticeComplete(editing.criteria) ? "complete" : "to do",
    flagged,
    noted: row.noted,
    evidence: row.evidence,
    isTold: result?.rows[row.id] !== undefined || readFormer(was, row.id) !== null,
  }));
  const shown = useShownRows(filter, items);
  const walkable = practices.filter(({ row }) => shown.has(row.id));
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
  const firstNeeded = walkable.find(({ asked }) => asked !== undefined) ?? walkable[0];
  const walk = useGrid({
    table,
    choice: grid.choices.keys,
    keys: gridKeys({ choices: PRACTICE_OPTIONS.map(({ word }) => word), row: "practice", next: next.label, flags: grid.knows.flags }),
    editable: readOnly === undefined,
    needed: walkable.map(({ row, asked }) => ({ row: row.id, item: asked })),
    first: firstNeeded && { row: firstNeeded.row.id, item: firstNeeded.asked ?? 0 },
    onAnswer: (spot, choice) => answer(spot.row, spot.item, choice),
    onUndo: () => undo(changed),
    onFlag(id) {
      const flag = find(id)?.editing.flag;
      if (flag && grid.knows.flags) toggleFlag(flag);
    },
    onNext: () => navigate(next.href),
  });
  const newestAnswer = useRef(answer);
  newestAnswer.current = answer;
  const { look } = walk;
  const onAnswer = useCallback(
    (row: number, item: number, choice: number) => {
      // A click does not always lead the focus: Safari leaves it where it was.
      look({ row, item });
      newestAnswer.current(row, item, choice);
    },
    [look],
  );
  const inFocus = find(walk.spot?.row);
  return (
    <GridFrame
      grid={grid}
      progress={progress}
      filter={filter}
      items={items}
      shown={shown.size}
      label="Groups of practices"
      what="practice"
      troubled={practices.map(({ row, editing }) => ({
        id: row.id,
        name: row.name,
        parts: [
          { part: "answers", draft: editing.answers, compare: compareAnswers(row.criteria) },
          { part: "flag", draft: editing.flag, compare: compareFlags },
        ],
      }))}
      progressFailed={newest === null}
      result={result}
      words={[wordsOf(rows)]}
      keys={walk.keys}
      form={form}
      table={table}
      state={
        <span>
          {progress.answered} of {progress.total} {progress.unit} complete
        </span>
      }
      options={PRACTICE_OPTIONS}
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
      panel={
        narrow ? undefined : inFocus && walk.spot ? (
          <PracticeInFocus practice={inFocus} spot={walk.spot} options={PRACTICE_OPTIONS} readOnly={readOnly} onAnswer={onAnswer} />
        ) : null
      }
    >
      {walkable.map((practice) => {
        const { row, editing, flagged } = practice;
        const isUnfolded = walk.unfolded === row.id;
        const tellsAll = narrow && isUnfolded;
        return (
          <PracticeGridRow
            key={row.id}
            row={row}
            letters={editing.answers.value}
            base={result?.rows[row.id]?.typed.answers?.base ?? row.answers}
            cleared={editing.cleared.map(({ index }) => index).join(" ")}
            editable={editing.editable}
            hydrated={hydrated}
            roves={hydrated && walk.roves}
            stop={walk.spot?.row === row.id ? walk.spot.item : undefined}
            flagged={flagged}
            isUnfolded={isUnfolded}
            detail={tellsAll ? (level) => <PracticeLevelDetail practice={practice} level={level} /> : undefined}
            foot={tellsAll ? <GridRowFoot row={row} flag={editing.flag} readOnly={readOnly} /> : undefined}
            onAnswer={onAnswer}
            onFold={walk.fold}
          />
        );
      })}
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
    flagged: row.flagged,
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
    rows.flatMap(({ id, name, criteria }) => [
      ...criteria.map(({ code, level }, index) => [rowField(id, criterionField(index)), `${name}, level ${level}, ${code}`]),
      [rowField(id, "flag"), `${name}, for later`],
    ]),
  ),
  values: { ...Object.fromEntries(PRACTICE_OPTIONS.map(({ value, word }) => [value, word])), on: "Flagged" },
});
