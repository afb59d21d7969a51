/** The level in focus in full, next to a grid. Where the screen is narrow, each level has its details below its answers. */
import type { ReactNode } from "react";
import { inFocus, wrapRow } from "~/components/answering/concerns/in-grid";
import { LevelNews } from "~/components/answering/gates/LevelNews";
import styles from "~/components/answering/grid/Grid.module.css";
import { GridRowFoot } from "~/components/answering/grid/GridRowFoot";
import { cellAt } from "~/components/answering/grid/ItemRow";
import type { EditedRow, GridModel } from "~/components/answering/grid/model";
import type { Spot } from "~/components/answering/grid/walk";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { codeOf, type GridPage } from "~/views/answering/grid";

interface GridFocusProps {
  model: GridModel;
  grid: GridPage;
  edited: EditedRow;
  spot: Spot;
  onAnswer(row: number, item: number, choice: number): void;
  onConcern(row: number, item: number, key: string): void;
}

/** The statements of the level in focus, and what concerns and the gate say of them. */
export function GridFocus(props: GridFocusProps) {
  const { model, grid, edited, spot } = props;
  const { row, editing, statements } = edited;
  const level = statements[spot.item]?.level;
  const column = model.columns.find((each) => each.level === level);
  if (!column) return null;
  const inLevel = statements.flatMap((each, index) => (each.level === level ? [index] : []));
  return (
    <div className={model.hasSeveral ? "stack" : "stack-tight"}>
      <h3>
        {row.name} <span className="small muted block">{["Level", column.level, column.name].filter(Boolean).join(" ")}</span>
      </h3>
      {model.hasSeveral ? <NewsInRow edited={edited} level={column.level} /> : null}
      {inLevel.map((index) =>
        model.hasSeveral ? (
          <OneOfSeveral key={index} {...props} index={index} />
        ) : (
          <StatementInFocus key={index} {...props} index={index} />
        ),
      )}
      {model.hasSeveral ? null : <LevelDetail {...{ model, edited }} level={column.level} />}
      <GridRowFoot {...{ row, editing }} page={grid} />
    </div>
  );
}

type AtStatement = GridFocusProps & { index: number };

/** The only statement of a level. It is answered in the grid. */
function StatementInFocus({ model, grid, edited: { row, editing, statements }, index, onConcern }: AtStatement) {
  const statement = row.statements[index];
  const isNext = editing.editable && statements[index]?.isNext === true;
  if (!statement) return null;
  return (
    <>
      <p>
        <Rich text={statement.statement} />
      </p>
      {inFocus(row.concerns, grid.concerns, cellAt(model, row, index, isNext, onConcern))}
      {isNext ? (
        <p className="status status-busy small">
          <Icon name="Circle" /> Required
        </p>
      ) : null}
    </>
  );
}

/** One of the statements of a level, with its answers. */
function OneOfSeveral({ model, grid, edited, spot, index, onAnswer, onConcern }: AtStatement) {
  const { row, editing, statements } = edited;
  const [statement, now] = [row.statements[index], statements[index]];
  if (!statement || !now) return null;
  const code = codeOf(statement);
  return (
    <div className={index === spot.item ? `stack-close side-line ${styles.gridCurrent}` : "stack-close"}>
      <p>
        <Rich text={statement.statement} />
      </p>
      {"dimension" in statement ? (
        <p className="row row-wide small muted">
          <span className="number">{code}</span> <span>{statement.dimension}</span> {statement.psf ? <span>{statement.psf}</span> : null}
        </p>
      ) : null}
      {inFocus(row.concerns, grid.concerns, cellAt(model, row, index, editing.editable && now.isNext, onConcern))}
      <Hint {...{ model, edited, index }} />
      {editing.editable && now.open ? (
        <div className="row">
          {model.options.map(({ value, letter, word }, choice) => (
            <button
              key={value}
              type="button"
              className="pick"
              aria-pressed={now.choice === choice}
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
}

interface AtLevel {
  edited: EditedRow;
  level: number;
}

/** What the gate did to a level, what would reach it, and what else the model has there. */
export function LevelDetail({ model, edited, level }: AtLevel & { model: GridModel }): ReactNode {
  return wrapRow(
    edited.row.concerns,
    <>
      <NewsInRow {...{ edited, level }} />
      {edited.statements.map((each, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: statements never change their places
        each.level === level ? <Hint key={index} {...{ model, edited, index }} names /> : null,
      )}
      {edited.extras.below(level)}
    </>,
  );
}

/** What the last change of another level did to a level of a row, and why it is locked. */
function NewsInRow({ edited: { editing, statements }, level }: AtLevel) {
  const { editable, effects } = editing;
  const gated = statements.find((each) => each.level === level);
  return gated ? <LevelNews {...{ gated, editable }} effect={effects.find((each) => each.level === level)} /> : null;
}

interface HintProps {
  model: GridModel;
  edited: EditedRow;
  index: number;
  /** Says which of several statements it is about. */
  names?: boolean;
}

/** What would reach a level whose statement is not met. */
function Hint({ model, edited: { row, statements }, index, names = false }: HintProps) {
  const [statement, now] = [row.statements[index], statements[index]];
  // The first answer is that it is met.
  if (!statement?.hint || !now?.open || !now.choice) return null;
  const code = names ? codeOf(statement) : undefined;
  return (
    <p className="small side-line">
      <span className="muted">{`${model.reach(statement.level)}${code === undefined ? "" : `, ${code}`}:`}</span>{" "}
      <Rich text={statement.hint} />
    </p>
  );
}
