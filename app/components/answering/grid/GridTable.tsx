import { Fragment, type ReactNode, type RefObject } from "react";
import { LevelDetail } from "~/components/answering/grid/GridFocus";
import { GridNote, GridRowFoot } from "~/components/answering/grid/GridRowFoot";
import { ItemRow } from "~/components/answering/grid/ItemRow";
import type { EditedRow, GridModel } from "~/components/answering/grid/model";
import type { GridActs } from "~/components/answering/grid/useGridActs";
import type { InRow } from "~/views/answering/concerns";
import type { GridPage, GridResult } from "~/views/answering/grid";
import { STATEMENTS_ID } from "~/views/shell";
import styles from "./Grid.module.css";

interface GridTableProps {
  grid: GridPage;
  model: GridModel;
  result: GridResult | undefined;
  table: RefObject<HTMLTableElement>;
  /** Those that the filter shows, each with what concerns say of it now. */
  rows: readonly (EditedRow & { live: InRow })[];
  acts: GridActs;
  hydrated: boolean;
  narrow: boolean;
}

/** The table: a row for each thread or practice, and a column for each level. */
export function GridTable({ grid, model, result, table, rows, acts, hydrated, narrow }: GridTableProps): ReactNode {
  const { walk, onAnswer, onConcern } = acts;
  return (
    <table
      id={STATEMENTS_ID}
      tabIndex={-1}
      className={`table panel ${styles.gridTable}`}
      ref={table}
      hidden={rows.length === 0}
      aria-label={`${grid.group.name}, grid`}
    >
      <thead>
        <tr>
          <th scope="col">{model.heading}</th>
          {model.columns.map(({ level, name }) => (
            <th key={level} scope="col">
              <span className={name ? "visually-hidden" : undefined}>Level</span> {level} {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((edited) => {
          const { row, gate, editing, state, live } = edited;
          const { typed } = result?.rows[row.id] ?? {};
          const isUnfolded = walk.unfolded === row.id;
          const tellsAll = narrow && isUnfolded && state !== "descoped";
          return (
            <Fragment key={row.id}>
              <ItemRow
                {...{ model, row, gate, live, hydrated, isUnfolded, onAnswer, onConcern }}
                answers={editing.answers.value}
                base={typed?.answers?.base ?? row.answers}
                cleared={editing.effects.flatMap(({ kind, level }) => (kind === "cleared" ? [level] : [])).join(" ")}
                page={grid.concerns}
                editable={editing.editable}
                roves={hydrated && walk.roves}
                stop={walk.spot?.row === row.id ? walk.spot.item : undefined}
                detail={tellsAll ? (level) => <LevelDetail {...{ model, edited, level }} /> : undefined}
                foot={tellsAll ? <GridRowFoot {...{ row, editing }} page={grid} /> : undefined}
                onFold={walk.fold}
              />
              {hydrated ? null : (
                <GridNote
                  {...{ row, editing }}
                  version={typed?.note?.base ?? row.noteVersion}
                  about={grid.noteAbout}
                  columns={model.columns.length + 1}
                />
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
