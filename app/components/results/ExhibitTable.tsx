import { Fragment } from "react";
import { cutTo } from "#model/words.ts";
import { MarkSign } from "~/components/results/MarkSign";
import { ADD_ACTION } from "~/views/action-links";
import type { Cell, CellMark, Column, ResultTable } from "~/views/result";
import styles from "./ExhibitTable.module.css";

const CLASSES: Record<Column["kind"], string | undefined> = { text: undefined, code: "unbroken", number: "number", mark: styles.mark };

const MARK_CLASSES: Record<CellMark, string | undefined> = {
  fully: styles.markFully,
  partially: styles.markPartially,
  rarely: styles.markRarely,
  unassessed: styles.markUnassessed,
  positive: styles.markPositive,
  improvement: styles.markImprovement,
};

/** Characters of a row's text in the name of its link. */
const ABOUT = 60;

/** The table says once that its first columns hold numbers, because hundreds of cells would repeat it. */
const BY_PLACE = 9;

/** Characters in a line on the narrowest phone, including those between two columns. */
const NARROWEST = 34;
const GAP = 1;
/** A row's name has at least this room. */
const NAME = 15;

/** How many characters a table needs side by side so that no word is broken; columns of sentences need more than a word. */
export function leastWidth({ columns, rows, total }: ResultTable): number {
  const longest = (text: string) => text.split(/[\s-]+/).reduce((most, word) => Math.max(most, word.length), 0);
  const widths = columns.map(({ title, kind, names, wide }, index) => {
    const cells = [...rows, ...(total ? [total] : [])].map((row) => {
      const { text = "", aside = "" } = row[index] ?? {};
      return kind === "number" ? text.length + aside.length : longest(text);
    });
    return Math.max(longest(title), names ? NAME : 0, wide ? NAME : 0, ...cells) + GAP;
  });
  return widths.reduce((sum, width) => sum + width, 0);
}

/** A table of a result. Where it is wider than the screen it scrolls, and its first column stays. */
export function ExhibitTable({ table, labelledBy }: { table: ResultTable; labelledBy: string }) {
  const { columns, rows, total, stacks } = table;
  const shapes = [
    "table",
    styles.exhibitTable,
    ...(stacks ? ["cards", styles.stacked] : []),
    ...(columns.some((column) => column.wide) ? [styles.sentences] : []),
    ...columns.flatMap(({ kind }, index) => (kind === "number" && index < BY_PLACE ? [styles[`number${index + 1}`]] : [])),
  ];
  const content = (
    <table className={shapes.join(" ")} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {columns.map(({ title, kind, wide }) => (
            <th key={title} scope="col" className={wide ? styles.wide : CLASSES[kind]}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a result's rows never change their order
          <Row key={index} row={row} columns={columns} labelled={stacks} />
        ))}
      </tbody>
      {total ? (
        <tfoot className={styles.totals}>
          <Row row={total} columns={columns} />
        </tfoot>
      ) : null}
    </table>
  );
  if (leastWidth(table) <= NARROWEST) return content;
  return (
    // biome-ignore lint/a11y/useSemanticElements: it has no heading of its own, which a section needs
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that it can be scrolled by keyboard
    <div role="region" className="table-scroll" aria-labelledby={labelledBy} tabIndex={0}>
      {content}
    </div>
  );
}

/** @param labelled whether cells have the title of their column with them; names and sentences speak for themselves */
function Row({ row, columns, labelled }: { row: Cell[]; columns: Column[]; labelled?: true | undefined }) {
  return (
    <tr>
      {row.map((cell, index) => {
        const { title = "", kind = "text", names, wide } = columns[index] ?? {};
        const shape = [
          kind === "number" && index < BY_PLACE ? undefined : CLASSES[kind],
          cell.mark && MARK_CLASSES[cell.mark],
          cell.marked && styles.marked,
          cell.band !== undefined && `${styles.band} ${styles[`band${cell.band}`]}`,
        ]
          .filter(Boolean)
          .join(" ");
        const Element = names ? "th" : "td";
        return (
          <Element
            key={title}
            scope={names ? "row" : undefined}
            className={shape || undefined}
            data-label={labelled && !names && !wide ? title : undefined}
          >
            <Content cell={cell} isCode={kind === "code"} />
            {cell.act === undefined ? null : (
              <>
                {" "}
                <a href={cell.act} className="small block no-print">
                  {ADD_ACTION}
                  <span className="visually-hidden"> about {[cutTo(cell.text, ABOUT), cell.of].filter(Boolean).join(", ")}</span>
                </a>
              </>
            )}
          </Element>
        );
      })}
    </tr>
  );
}

/** Words as long as this are hardly any but addresses. */
const LONG_WORD = /(\S{25,})/;
/** Its parts: up to a slash or another sign of addresses, and of at most 12 characters. */
const partsOf = (word: string) => word.split(/(?<=[^:/]\/|[._?&=])/).flatMap((part) => part.match(/.{1,12}/gu) ?? []);

/** A text whose very long words may be broken: else they take the room of all other columns, and paper is shrunk to it. */
function Breakable({ text }: { text: string }) {
  return text
    .split(LONG_WORD)
    .flatMap((part, index) => (index % 2 === 1 ? partsOf(part) : part))
    .map((part, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a result's texts never change
      <Fragment key={index}>
        {index > 0 ? <wbr /> : null}
        {part}
      </Fragment>
    ));
}

/** A mark in words. A phone has room for one word, so the mark may be broken after its slash. */
function Mark({ text }: { text: string }) {
  const end = text.indexOf("/") + 1;
  if (end === 0) return text;
  return (
    <>
      {text.slice(0, end)}
      <wbr />
      {text.slice(end)}
    </>
  );
}

function Content({ cell: { text, aside, mark, href, of }, isCode }: { cell: Cell; isCode: boolean }) {
  if (href !== undefined)
    return (
      <a href={href}>
        {text}
        {of === undefined ? null : <span className="visually-hidden">, {of}</span>}
      </a>
    );
  if (mark)
    return (
      <>
        <MarkSign mark={mark} /> <Mark text={text} />
        {aside ? (
          <>
            {" "}
            <span className={`small block ${styles.below}`}>{aside}</span>
          </>
        ) : null}
      </>
    );
  if (aside === undefined) return LONG_WORD.test(text) ? <Breakable text={text} /> : text;
  if (isCode)
    return (
      <>
        {text} <br />
        <span className="cell-aside">{aside}</span>
      </>
    );
  return (
    <span className="unbroken">
      {text} <span className={styles.cellAside}>{aside}</span>
    </span>
  );
}
