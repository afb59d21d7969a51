import { Link } from "@remix-run/react";
import { Fragment, memo, type ReactNode } from "react";
import { UNANSWERED, unansweredWord } from "#model/answer-words.ts";
import type { Gate, GatedStatement } from "#model/gates/gate.ts";
import type { CellAt } from "~/components/answering/concerns/concern";
import { cellParts, rowHead } from "~/components/answering/concerns/in-grid";
import { GridAnswer } from "~/components/answering/grid/GridAnswer";
import { GridCell, type GridNews, GridStatement } from "~/components/answering/grid/GridCell";
import type { GridModel } from "~/components/answering/grid/model";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Icon } from "~/components/shell/Icon";
import { Status } from "~/components/shell/Status";
import type { InRow, OnPage } from "~/views/answering/concerns";
import { baseFields, codeOf, type GridItem, rowField, statementName } from "~/views/answering/grid";
import { answerField } from "~/views/answering/item";
import styles from "./Grid.module.css";

export interface ItemRowProps {
  model: GridModel;
  row: GridItem;
  gate: Gate;
  answers: string;
  /** What the form was rendered from. */
  base: string;
  /** The levels in which the last change cleared an answer: '4 5'. */
  cleared: string;
  /** What concerns say of the whole page, and of the row as it is edited. */
  page: OnPage;
  live: InRow;
  editable: boolean;
  hydrated: boolean;
  /** Whether the grid is one stop of the Tab key, because keys lead through it. */
  roves: boolean;
  /** The statement that is that stop, if it is in this row. */
  stop: number | undefined;
  isUnfolded: boolean;
  /** On a narrow screen, in the row that is unfolded: everything about a level, and about the row. */
  detail: ((level: number) => ReactNode) | undefined;
  foot: ReactNode;
  onAnswer(row: number, item: number, choice: number): void;
  /** Does what the key of a concern does. */
  onConcern(row: number, item: number, key: string): void;
  onFold(row: number): void;
}

/**
 * A thread or practice: its name, which leads to its own questions, its state, what concerns say of it, and a cell for each level. It is drawn
 * again only when something in it changed. With hundreds of radios around it, that keeps answering quick.
 */
export const ItemRow = memo(function ItemRow(props: ItemRowProps) {
  const { model, row, gate, answers, base, live, editable, hydrated, roves, isUnfolded, foot } = props;
  const [statements, finished] = [gate.open(answers), gate.isFinished(answers)];
  const { signs, controls, words } = rowHead(row.concerns, live, {
    ...{ name: row.name, here: row.links.here, editable, hydrated, roves },
    field: (name) => rowField(row.id, name),
  });
  return (
    <tr className={styles.gridRow} data-grid-row={row.id} data-unfolded={isUnfolded || undefined}>
      <th scope="row" id={row.code}>
        <span className="row row-between row-whole">
          <Link to={row.links.here} tabIndex={roves ? -1 : undefined}>
            {row.name}
          </Link>{" "}
          <button
            type="button"
            className={`icon-button ${styles.gridFold} needs-script`}
            aria-expanded={isUnfolded}
            onClick={() => props.onFold(row.id)}
          >
            <span className="visually-hidden">Levels of {row.name}</span>
            <Icon name="ChevronDown" />
          </button>
        </span>{" "}
        {signs} {controls}
        <span className={`small ${styles.gridState}`}>
          <RowState {...{ model, row, gate, answers, finished }} />
        </span>
        {words}
        {editable ? <HiddenFields fields={baseFields(row, base)} /> : null}
      </th>
      {row.isAnswered ? (
        model.columns.map((column) => <LevelCell key={column.level} {...props} {...{ column, statements, finished }} />)
      ) : (
        <td colSpan={model.columns.length} className="muted">
          {`This ${model.what} is descoped: it has no answers and counts in no score. `}
          <Link to={row.links.here}>Open its questions</Link>
        </td>
      )}
      {foot ? <td>{foot}</td> : null}
    </tr>
  );
});

/** How far a row is, in a word, and its score where rows have one. */
function RowState({ model, row, gate, answers, finished }: Pick<LevelCellProps, "model" | "row" | "gate" | "answers" | "finished">) {
  if (!row.isAnswered) return <Status word={UNANSWERED.descoped} />;
  const word = finished ? model.finished : gate.isStarted(answers) ? "In progress" : "Not started";
  const score = model.score(gate, answers);
  return (
    <>
      <Status word={word} />
      {score === undefined ? null : (
        <>
          {" "}
          <strong className="number">{score}</strong>
        </>
      )}
    </>
  );
}

interface LevelCellProps extends ItemRowProps {
  column: GridModel["columns"][number];
  /** Those of the row, as the gate sees them. */
  statements: readonly GatedStatement[];
  /** Whether the row needs no more answers. */
  finished: boolean;
}

/** The cell of a level: its statements with their answers. */
function LevelCell(props: LevelCellProps) {
  const { model, row, cleared, page, editable, hydrated, roves, stop, detail, column, statements, finished } = props;
  const { level, name } = column;
  const inCell = statements.flatMap((now, index) => (now.level === level ? [{ now, index }] : []));
  const open = inCell.every(({ now }) => now.open);
  const isNext = editable && inCell.some(({ now }) => now.isNext);
  const news = newsOf(
    inCell.map(({ now }) => now),
    cleared.split(" ").includes(String(level)),
  );
  const missing = unansweredWord({ finished, locked: !open });
  // Around one of several, so that there is room between them.
  const Frame = model.hasSeveral ? "div" : Fragment;
  return (
    <GridCell
      {...{ level, name, open, editable, isNext }}
      news={editable && (isNext || !detail || model.hasSeveral) ? news : undefined}
      detail={detail?.(level)}
    >
      {inCell.map(({ now, index }) => {
        const statement = row.statements[index];
        if (!statement) return null;
        const at = cellAt(model, row, index, editable && now.isNext, props.onConcern);
        const { words, describedBy, marked, below } = cellParts(row.concerns, page, at);
        const code = codeOf(statement);
        return (
          <Frame key={index}>
            <GridStatement id={at.id} said={words} statement={statement.statement} />
            <GridAnswer
              row={row.id}
              item={index}
              column={level}
              label={`${row.name}, ${statementName(statement)}`}
              describedBy={describedBy === undefined ? at.id : `${at.id} ${describedBy}`}
              name={rowField(row.id, answerField(row.gate.kind, index))}
              options={model.options}
              chosen={now.choice}
              isStop={stop === index}
              {...{ code, marked, missing, open: now.open, editable, hydrated, roves, onAnswer: props.onAnswer }}
            />
            {below}
          </Frame>
        );
      })}
    </GridCell>
  );
}

/** The effect of the gate on a level, in a word. @param cleared whether the last change cleared an answer in it */
function newsOf(statements: readonly GatedStatement[], cleared: boolean): GridNews | undefined {
  if (cleared) return "Cleared";
  if (statements.some(({ isNext }) => isNext)) return "Required";
  if (statements.some(({ open }) => !open)) return UNANSWERED.locked;
  return statements.some(({ impliedBy }) => impliedBy !== undefined) ? "Implied" : undefined;
}

/** A statement of a row as concerns see it. @param isAsked whether it is to be answered next */
export const cellAt = (model: GridModel, row: GridItem, index: number, isAsked: boolean, onConcern: ItemRowProps["onConcern"]): CellAt => ({
  ...{ index, id: `statement-${row.id}-${index}`, options: model.options, isAsked },
  of: `${row.name}, ${codeOf(row.statements[index]) ?? `level ${row.statements[index]?.level}`}`,
  field: (name) => rowField(row.id, name),
  press: (key) => onConcern(row.id, index, key),
});
