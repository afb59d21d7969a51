import { Fragment, type HTMLAttributes, type ReactNode } from "react";

/** A column of a table, and what each row has in it. */
export interface Column<Row> {
  title: string;
  /** Only screen readers have its title, because its links and buttons speak for themselves. */
  isUntitled?: boolean;
  /** It names its row. */
  names?: boolean;
  isNumber?: boolean;
  headClass?: string | undefined;
  /** Attributes of its cells. */
  attributes?(row: Row): HTMLAttributes<HTMLElement> & { "data-accent-color"?: string | undefined };
  show(row: Row): ReactNode;
}

interface TableProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row, index: number): string | number;
  /** Whether each row is a card on a phone, with the titles of the columns in it. */
  isCards?: boolean;
  className?: string | undefined;
  caption?: string;
  /** Attributes of a row. */
  attributes?(row: Row): HTMLAttributes<HTMLElement>;
  /** What unfolds below a row, over all columns. */
  below?(row: Row): ReactNode;
  foot?: ReactNode;
}

/** A table of rows that are alike. */
export function Table<Row>({ columns, rows, keyOf, isCards = true, className, caption, attributes, below, foot }: TableProps<Row>) {
  return (
    <table className={["table", isCards ? "cards" : "", className].filter(Boolean).join(" ")}>
      {caption ? <caption className="visually-hidden">{caption}</caption> : null}
      <thead>
        <tr>
          {columns.map(({ title, isUntitled, isNumber, headClass }) => (
            <th key={title} scope="col" className={isNumber ? "number" : headClass}>
              {isUntitled ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => {
          const more = below?.(row);
          return (
            <Fragment key={keyOf(row, index)}>
              <tr {...attributes?.(row)}>
                {columns.map((column) => (
                  <Cell key={column.title} column={column} row={row} isCards={isCards} />
                ))}
              </tr>
              {more ? (
                <tr>
                  <td colSpan={columns.length}>{more}</td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </tbody>
      {foot ? <tfoot>{foot}</tfoot> : null}
    </table>
  );
}

function Cell<Row>({ column, row, isCards }: { column: Column<Row>; row: Row; isCards: boolean }) {
  const { title, isUntitled, names, isNumber, attributes, show } = column;
  if (names)
    return (
      <th scope="row" {...attributes?.(row)}>
        {show(row)}
      </th>
    );
  return (
    <td data-label={isCards && !isUntitled ? title : undefined} className={isNumber ? "number" : undefined} {...attributes?.(row)}>
      {show(row)}
    </td>
  );
}
