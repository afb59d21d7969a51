import { useSearchParams } from "@remix-run/react";
import { useRef, useState } from "react";
import { LEVEL_NAMES, LEVELS } from "#model/p3m3/catalogue.ts";
import { gateThread, isThreadAnswered, THREAD_SELECTIONS } from "#model/p3m3/gate.ts";
import { type EditedRow, Grid } from "~/components/answering/grid/Grid";
import { clearedInWords, compareAnswers, compareMarks } from "~/components/answering/p3m3/describe-changes";
import { ThreadGridRow } from "~/components/answering/p3m3/ThreadGridRow";
import { type EditedThread, ThreadInFocus, ThreadLevelDetail } from "~/components/answering/p3m3/ThreadInFocus";
import { useThread } from "~/components/answering/p3m3/useThread";
import { type GridResult, gridLabels, questionsOf, readFormer, rowField, type ThreadGridPage } from "~/views/answering/grid";
import { levelField, type P3m3ProgressView, THREAD_OPTIONS } from "~/views/answering/p3m3";

interface ThreadGridProps {
  grid: ThreadGridPage;
  result: GridResult | undefined;
}

/** All threads of a perspective, a row each with its five levels (docs/rules/gate.md#grid). */
export function ThreadGrid({ grid, result }: ThreadGridProps) {
  const was = useSearchParams()[0].get("was");
  const { assessment, group, readOnly } = grid;
  const form = useRef<HTMLFormElement>(null);
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
      {...{ grid, result, form, progress }}
      progressFailed={newest === null}
      rows={threads}
      label="Perspectives"
      what="thread"
      heading="Thread"
      columns={LEVELS.map((level) => ({ level, name: LEVEL_NAMES[level] }))}
      options={THREAD_OPTIONS}
      firstItem={1}
      labels={
        import.meta.env.SSR
          ? [gridLabels(grid.rows, THREAD_OPTIONS, () => LEVELS.map((level) => [levelField(level), `level ${level}`]))]
          : []
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
          key={row.id}
          {...drawn}
          row={row}
          selectedLevel={assessment.selectedLevel}
          effects={editing.effects.map(({ level, kind }) => `${level}${kind}`).join(" ")}
        />
      )}
      drawFocus={(thread, { item }) => <ThreadInFocus {...{ thread, unfolded, readOnly }} level={item} />}
      drawDetail={(thread, level) => <ThreadLevelDetail {...{ thread, level, unfolded }} />}
    />
  );
}
