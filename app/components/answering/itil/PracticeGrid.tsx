import { useSearchParams } from "@remix-run/react";
import { useRef, useState } from "react";
import { CRITERION_LEVELS } from "#model/itil/catalogue.ts";
import { gatePractice, isPracticeComplete, PRACTICE_SELECTIONS } from "#model/itil/gate.ts";
import { type EditedRow, Grid } from "~/components/answering/grid/Grid";
import { clearedInWords, compareAnswers } from "~/components/answering/itil/describe-changes";
import { PracticeGridRow } from "~/components/answering/itil/PracticeGridRow";
import { type EditedPractice, PracticeInFocus, PracticeLevelDetail } from "~/components/answering/itil/PracticeInFocus";
import { usePractice } from "~/components/answering/itil/usePractice";
import { type GridResult, gridLabels, type PracticeGridPage, questionsOf, readFormer, rowField } from "~/views/answering/grid";
import { criterionField, type ItilProgressView, PRACTICE_OPTIONS } from "~/views/answering/itil";

interface PracticeGridProps {
  grid: PracticeGridPage;
  result: GridResult | undefined;
}

/** All practices of a group, a row each with the criteria of its levels (docs/rules/gate.md#grid). */
export function PracticeGrid({ grid, result }: PracticeGridProps) {
  const was = useSearchParams()[0].get("was");
  const form = useRef<HTMLFormElement>(null);
  const [newest, setNewest] = useState<ItilProgressView | null>();
  const progress = newest ?? grid.progress;
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
      {...{ grid, result, form, progress }}
      progressFailed={newest === null}
      rows={practices}
      label="Groups of practices"
      what="practice"
      heading="Practice"
      columns={CRITERION_LEVELS.map((level) => ({ level }))}
      options={PRACTICE_OPTIONS}
      firstItem={0}
      labels={
        import.meta.env.SSR
          ? [
              gridLabels(grid.rows, PRACTICE_OPTIONS, ({ criteria }) =>
                criteria.map(({ code, level }, index) => [criterionField(index), `level ${level}, ${code}`]),
              ),
            ]
          : []
      }
      state={
        <span>
          {progress.answered} of {progress.total} {progress.unit} complete
        </span>
      }
      drawRow={({ row, editing }, drawn) => (
        <PracticeGridRow key={row.id} {...drawn} row={row} cleared={editing.cleared.map(({ index }) => index).join(" ")} />
      )}
      drawFocus={(practice, spot, onAnswer) => (
        <PracticeInFocus {...{ practice, spot, onAnswer }} options={PRACTICE_OPTIONS} readOnly={grid.readOnly} />
      )}
      drawDetail={(practice, level) => <PracticeLevelDetail {...{ practice, level }} />}
    />
  );
}
