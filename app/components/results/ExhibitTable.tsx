import { MarkSign } from "~/components/results/MarkSign";
import type { Cell, Column, ReportTable } from "~/views/report";

const CLASSES: Record<Column["kind"], string | undefined> = { text: undefined, code: "unbroken", number: "number", mark: "mark" };

/** More columns than fit a phone side by side. */
const MANY = 3;

/** A table of a result. Where it is wider than the screen it scrolls, and its first column stays. */
export function ExhibitTable({ table, labelledBy }: { table: ReportTable; labelledBy: string }) {
  const { columns, rows, total } = table;
  const wide = columns.filter((column) => column.wide).length;
  const content = (
    <table className={`table exhibit-table ${wide > 0 ? "sentences" : ""}`} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ title, kind, wide }) => (
            <th key={title} scope="col" className={wide ? "wide" : CLASSES[kind]}>
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
  if (columns.length + wide <= MANY) return content;
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
        const { title = "", kind = "text", names } = columns[index] ?? {};
        const shape = [CLASSES[kind], cell.mark && `mark-${cell.mark}`, cell.band !== undefined && `band band-${cell.band}`]
          .filter(Boolean)
          .join(" ");
        const Element = names ? "th" : "td";
        return (
          <Element key={title} scope={names ? "row" : undefined} className={shape || undefined}>
            <Content cell={cell} />
          </Element>
        );
      })}
    </tr>
  );
}

function Content({ cell: { text, aside, mark, href } }: { cell: Cell }) {
  if (href !== undefined) return <a href={href}>{text}</a>;
  if (mark)
    return (
      <>
        <MarkSign mark={mark} /> {text}
        {aside ? (
          <>
            {" "}
            <span className="mark-aside">{aside}</span>
          </>
        ) : null}
      </>
    );
  if (aside === undefined) return text;
  return (
    <span className="unbroken">
      {text} <span className="cell-aside">{aside}</span>
    </span>
  );
}
