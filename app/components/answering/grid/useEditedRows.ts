import { useSearchParams } from "@remix-run/react";
import { type MutableRefObject, type RefObject, useMemo } from "react";
import { nextOf } from "#model/gates/gate.ts";
import type { EditedRow, GridModel } from "~/components/answering/grid/model";
import { compareNotes } from "~/components/answering/NoteBox";
import type { LastChange } from "~/components/answering/useAnswering";
import { useItem } from "~/components/answering/useItem";
import type { ProgressView } from "~/views/answering";
import { type GridPage, type GridResult, readFormer, rowField } from "~/views/answering/grid";

interface EditedRowsOptions {
  grid: GridPage;
  model: GridModel;
  result: GridResult | undefined;
  form: RefObject<HTMLFormElement>;
  /** The last change of any row. */
  lastChange: MutableRefObject<LastChange | undefined>;
  /** Takes the newest progress; null when it could not be read. */
  onProgress(newest: ProgressView | null): void;
}

/** The rows of a grid as they are edited. They never change while it is open (the route gives each grid a key), so neither do the hooks. */
export function useEditedRows({ grid, model, result, ...shared }: EditedRowsOptions): EditedRow[] {
  const was = useSearchParams()[0].get("was");
  const gates = useMemo(() => grid.rows.map((row) => model.gateOf(row)), [grid.rows, model]);
  return grid.rows.flatMap((row, index): EditedRow[] => {
    const gate = gates[index];
    if (!gate) return [];
    // biome-ignore lint/correctness/useHookAtTopLevel: as often in each render
    const editing = useItem({
      ...{ screen: grid, item: row, gate, result: result?.rows[row.id], was: readFormer(was, row.id), ...shared },
      label: model.nameOf(grid.group.name, row.name),
      fieldName: (name) => rowField(row.id, name),
    });
    // biome-ignore lint/correctness/useHookAtTopLevel: as above
    const extras = model.useExtras(row, editing, grid);
    const { answers, note, edited, editable, effects } = editing;
    const statements = gate.open(answers.value);
    return [
      {
        ...{ row, gate, editing, statements, extras },
        state: !row.isAnswered ? "descoped" : gate.isFinished(answers.value) ? "answered" : "to do",
        next: editable ? nextOf(statements) : undefined,
        cleared: model.cleared(effects.filter(({ kind }) => kind === "cleared")),
        parts: [
          { part: "answers", draft: answers, compare: model.compare(row, gate) },
          ...extras.parts,
          { part: "note", draft: note, compare: compareNotes(grid.readOnly === undefined) },
          ...Object.values(edited),
        ],
      },
    ];
  });
}
