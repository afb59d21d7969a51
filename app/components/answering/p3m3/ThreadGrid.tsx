import { useNavigate, useSearchParams } from "@remix-run/react";
import { useCallback, useRef, useState } from "react";
import { LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { gateThread, isAnswered, SELECTIONS, type Selections, toLetters } from "#model/p3m3/gate.ts";
import { compareFlags, toggleFlag } from "~/components/answering/FlagButton";
import { GridFrame } from "~/components/answering/grid/GridFrame";
import { GridRowFoot } from "~/components/answering/grid/GridRowName";
import { gridKeys, useGrid } from "~/components/answering/grid/useGrid";
import { useNarrow } from "~/components/answering/grid/useNarrow";
import { useShownRows } from "~/components/answering/grid/useShownRows";
import { THREAD_OPTIONS, ThreadGridRow } from "~/components/answering/p3m3/ThreadGridRow";
import { LevelDetail, ThreadInFocus } from "~/components/answering/p3m3/ThreadInFocus";
import { clearedInWords, compareAnswers, compareMarks } from "~/components/answering/p3m3/telling";
import { useThread } from "~/components/answering/p3m3/useThread";
import { UndoOffer } from "~/components/answering/TakingBack";
import { useHydrated } from "~/components/forms/useHydrated";
import { filterIn } from "~/views/answering/filters";
import { type GridResult, readFormer, rowField, type ThreadGridPage, type ThreadRow } from "~/views/answering/grid";
import { codeOf, levelField, type ProgressView, type ThreadPage } from "~/views/answering/p3m3";
import type { FieldWords } from "~/views/form-words";

interface ThreadGridProps {
  grid: ThreadGridPage;
  /** The answers before the last save without script, so that its effects can be shown and undone. */
  was: string | null;
  result: GridResult | undefined;
}

/** All threads of a perspective, a row each with its five levels (docs/rules/gate.md#grid). */
export function ThreadGrid({ grid, was, result }: ThreadGridProps) {
  const { assessment, group, rows, readOnly, next } = grid;
  const form = useRef<HTMLFormElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const hydrated = useHydrated();
  const navigate = useNavigate();
  const [newest, setNewest] = useState<ProgressView | null>();
  const progress = newest ?? grid.progress;
  const narrow = useNarrow();
  const unfoldsDiagnostics = grid.choices.diagnostics === "open";
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
    const flagged = editing.flag.value === "on";
    return { row, editing, gates, flagged, asked: editing.editable ? gates.find(({ askedNext }) => askedNext)?.level : undefined };
  });
  const filter = filterIn(useSearchParams()[0], grid.knows);
  const items = threads.map(({ row, editing, flagged }) => ({
    id: row.id,
    state: row.descoped ? "descoped" : isAnswered(editing.selections) ? "answered" : "to do",
    flagged,
    noted: row.noted,
    evidence: row.evidence,
    isTold: result?.rows[row.id] !== undefined || readFormer(was, row.id) !== null,
  }));
  const shown = useShownRows(filter, items);
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
  const walkable = threads.filter(({ row }) => !row.descoped && shown.has(row.id));
  const firstNeeded = walkable.find(({ asked }) => asked !== undefined) ?? walkable[0];
  const walk = useGrid({
    table,
    choice: grid.choices.keys,
    keys: gridKeys({ choices: SELECTIONS, row: "thread", next: next.label, flags: grid.knows.flags }),
    editable: readOnly === undefined,
    needed: walkable.map(({ row, asked }) => ({ row: row.id, item: asked })),
    first: firstNeeded && { row: firstNeeded.row.id, item: firstNeeded.asked ?? 1 },
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
  const perspective = progress.groups.find(({ code }) => code === group.code);
  return (
    <GridFrame
      grid={grid}
      progress={progress}
      filter={filter}
      items={items}
      shown={shown.size}
      label="Perspectives"
      what="thread"
      troubled={threads.map(({ row, editing }) => ({
        id: row.id,
        name: row.name,
        parts: [
          { part: "answers", draft: editing.drafts.answers, compare: compareAnswers },
          { part: "marks", draft: editing.drafts.marks, compare: compareMarks(row.questions) },
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
        perspective ? (
          <span>
            {perspective.answered}/{perspective.total} Threads complete
          </span>
        ) : null
      }
      options={THREAD_OPTIONS}
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
      panel={
        narrow ? undefined : inFocus ? (
          <ThreadInFocus thread={inFocus} level={walk.spot?.item ?? 1} unfolded={unfoldsDiagnostics} readOnly={readOnly} />
        ) : null
      }
    >
      {threads
        .filter(({ row }) => shown.has(row.id))
        .map((thread) => {
          const { row, editing, flagged } = thread;
          const isUnfolded = walk.unfolded === row.id;
          const tellsAll = narrow && isUnfolded && !row.descoped;
          return (
            <ThreadGridRow
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
              flagged={flagged}
              isUnfolded={isUnfolded}
              detail={tellsAll ? (level) => <LevelDetail thread={thread} level={level} unfolded={unfoldsDiagnostics} /> : undefined}
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

const firstChange = (one: Selections, other: Selections) => LEVELS.find((level) => one[level - 1] !== other[level - 1]) ?? 1;

/** What the form asks, in words. */
const wordsOf = (rows: readonly ThreadRow[]): FieldWords => ({
  ask: Object.fromEntries(
    rows.flatMap(({ id, name }) => [
      ...LEVELS.map((level) => [rowField(id, levelField(level)), `${name}, level ${level}`]),
      [rowField(id, "flag"), `${name}, for later`],
    ]),
  ),
  values: { ...Object.fromEntries(SELECTIONS.map((selection) => [codeOf(selection), selection])), on: "Flagged" },
});
