/** The cell of a level in a grid, and the legend that explains its marks once. */
import type { ReactNode } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import levels from "~/components/answering/Levels.module.css";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import type { RichText } from "~/views/rich-text";
import styles from "./Grid.module.css";

/** What the gate did to a level: a mark in its cell, which the legend explains once. */
const NEWS = { Required: "Circle", Implied: "Check", Cleared: "Reset", [UNANSWERED.locked]: "LockClosed" } as const;
export type GridNews = keyof typeof NEWS;

interface GridLegendProps {
  options: readonly { letter: string; word: string }[];
  /** The marks of this grid. */
  news: readonly GridNews[];
  /** What concerns explain. */
  also: ReactNode;
}

/** Explains the letters and the marks in the cells. */
export function GridLegend({ options, news, also }: GridLegendProps) {
  return (
    <p className={`row small muted ${styles.gridLegend}`}>
      {options.map(({ letter, word }) => (
        <span key={letter}>
          <strong>{letter}</strong> {word}
        </span>
      ))}
      {news.map((word) => (
        <span key={word} className={`status ${styles.gridMark}`}>
          <Icon name={NEWS[word]} /> {word}
        </span>
      ))}
      {also}
    </p>
  );
}

interface GridCellProps {
  level: number;
  /** The name of the level, where levels have one. */
  name: string | undefined;
  open: boolean;
  editable: boolean;
  /** Whether something in it is to be answered next. */
  isNext: boolean;
  /** A word for what the gate did to it; undefined for none. */
  news: GridNews | undefined;
  detail: ReactNode;
  children: ReactNode;
}

/** The cell of a level. */
export function GridCell({ level, name, open, editable, isNext, news, detail, children }: GridCellProps) {
  const classes = [styles.gridCell, open || !editable ? "" : levels.locked, isNext ? levels.asked : ""];
  return (
    <td className={classes.filter(Boolean).join(" ")}>
      <span className={styles.gridLevel} aria-hidden>
        Level {level} {name}
      </span>
      {children}
      {news === undefined ? null : (
        <span className={`small ${news === "Required" || news === "Cleared" ? "status-busy" : "muted"} ${styles.gridNews}`} title={news}>
          <Icon name={NEWS[news]} /> <span>{news}</span>
        </span>
      )}
      {detail}
    </td>
  );
}

interface GridStatementProps {
  id: string;
  statement: RichText;
  /** What concerns say of it. */
  said: string | undefined;
}

/**
 * The statement of a cell, which describes its answers, with what concerns say of it. Of hundreds in a grid, each is one text: an element more
 * in each takes the server longer.
 */
export function GridStatement({ id, statement, said }: GridStatementProps) {
  const words = said === undefined ? "" : ` (${said})`;
  return (
    <p className={styles.gridStatement} id={id}>
      {typeof statement === "string" ? statement + words : <Rich text={statement} />}
      {typeof statement === "string" ? null : words}
    </p>
  );
}
