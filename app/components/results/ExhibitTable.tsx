import { Link } from "@remix-run/react";
import { MarkSign } from "~/components/results/MarkSign";
import type { Cell, Column, ReportTable } from "~/views/report";

const CLASSES: Record<Column["kind"], string | undefined> = { text: undefined, code: "unbroken", number: "number", mark: "mark" };

/** More columns than fit a phone side by side. */
const MANY = 4;

/** A table of a result. On a phone, rows with sentences become cards, and a table with many columns scrolls. */
export function ExhibitTable({ table, labelledBy }: { table: ReportTable; labelledBy: string }) {
  const { columns, rows, total } = table;
  const wide = columns.some(({ wide }) => wide);
  const scrolls = !wide && columns.length > MANY;
  const content = (
    <table className={`table ${wide ? "cards" : ""} ${scrolls ? "scrolled" : ""}`} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ title, kind }) => (
            <th key={title} scope="col" className={CLASSES[kind]}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result's rows never change their order
          <Row key={index} row={row} columns={columns} />
        ))}
      </tbody>
      {total ? (
        <tfoot className="totals">
          <Row row={total} columns={columns} />
        </tfoot>
      ) : null}
    </table>
  );
  if (!scrolls) return content;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no heading of its own, which a section needs
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
    <div role="region" className="table-scroll" aria-labelledby={labelledBy} tabIndex={0}>
      {content}
    </div>
  );
}

function Row({ row, columns }: { row: Cell[]; columns: Column[] }) {
  return (
    <tr>
      {row.map((cell, index) => {
        const { title = "", kind = "text", names, wide } = columns[index] ?? {};
        const shape = wide ? "wide" : CLASSES[kind];
        return names ? (
          <th key={title} scope="row">
            <Content cell={cell} />
          </th>
        ) : (
          <td
            key={title}
            data-label={cell.text === "" ? undefined : title}
            className={`${shape ?? ""} ${cell.mark ? `mark-${cell.mark}` : ""} ${cell.band === undefined ? "" : `band band-${cell.band}`}`}
          >
            <Content cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

function Content({ cell: { text, aside, mark, href } }: { cell: Cell }) {
  if (href !== undefined) return <Link to={href}>{text}</Link>;
  if (mark)
    return (
      <span className="mark-content">
        <MarkSign mark={mark} size={16} />
        <span className="mark-word">
          {text} {aside ? <span className="mark-aside">{aside}</span> : null}
        </span>
      </span>
    );
  if (aside === undefined) return text;
  return (
    <span className="unbroken">
      {text} <span className="cell-aside">{aside}</span>
    </span>
  );
}
