import { News, UndoOffer } from "~/components/answering/Clearing";
import type { EditedRow } from "~/components/answering/grid/model";
import type { GridActs } from "~/components/answering/grid/useGridActs";
import { SaveStatus } from "~/components/saving/SaveStatus";
import type { Draft } from "~/components/saving/useDraft";
import { Button, ButtonLink } from "~/components/shell/parts";
import { type GridPage, rowField } from "~/views/answering/grid";

interface GridBarProps {
  grid: GridPage;
  rows: readonly EditedRow[];
  drafts: readonly Draft[];
  acts: GridActs;
  hydrated: boolean;
  /** The address of what follows. */
  onward: string;
}

/** Below a grid: the state of saving, what the last change cleared, and the way on. */
export function GridBar({ grid, rows, drafts, acts: { changed, walk }, hydrated, onward }: GridBarProps) {
  const editable = grid.readOnly === undefined;
  const last = rows.find(({ row }) => row.id === changed);
  return (
    <div className="panel action-bar row row-between">
      <div className="row">
        <News>{last?.editing.news ? `${last.row.name}: ${last.editing.news}` : ""}</News>
        {editable && hydrated ? <SaveStatus drafts={drafts} /> : null}
        {editable && !hydrated ? <span className="small muted">Use the button to save</span> : null}
        {rows.map(({ row, editing, cleared }) => {
          const { former, answers, undo } = editing;
          // With script this shows what the last change cleared; without script, all that one form cleared.
          if (former === undefined || cleared === undefined || (changed !== undefined && changed !== row.id)) return null;
          return (
            <UndoOffer
              key={row.id}
              cleared={`${row.name}: ${cleared}`}
              former={former}
              name={rowField(row.id, "target")}
              history={undefined}
              onUndo={() => {
                undo();
                walk.moveTo({ row: row.id, item: [...former].findIndex((letter, index) => letter !== answers.value[index]) });
              }}
            />
          );
        })}
      </div>
      <div className="row">
        {editable && !hydrated ? <Button type="submit">Save answers</Button> : null}
        {editable && hydrated ? (
          <ButtonLink to={grid.links.exit} variant="soft">
            Save and Exit
          </ButtonLink>
        ) : null}
        {editable && !hydrated ? null : <ButtonLink to={onward}>{grid.next.label}</ButtonLink>}
      </div>
    </div>
  );
}
