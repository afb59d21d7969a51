import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import { rowFoot, rowHead } from "~/components/answering/concerns";
import type { EditedParts } from "~/components/answering/concerns/concern";
import levels from "~/components/answering/Levels.module.css";
import { NoteBox } from "~/components/answering/NoteBox";
import { useHydrated } from "~/components/forms/useHydrated";
import type { Draft } from "~/components/saving/useDraft";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import type { InRow, OnPage } from "~/views/answering/concerns";
import { type GridPage, rowField } from "~/views/answering/grid";
import type { RichText } from "~/views/rich-text";
import styles from "./Grid.module.css";

type NamedRow = Pick<GridPage["rows"][number], "id" | "code" | "name" | "concerns" | "note" | "noteVersion" | "links">;

/** The properties of a row in either grid. Each model adds its own. */
export interface GridRowProps<Row> {
  row: Row;
  letters: string;
  /** What the form was rendered from. */
  base: string;
  /** What concerns say of the whole page, and of the row as it is edited. */
  page: OnPage;
  live: InRow;
  editable: boolean;
  hydrated: boolean;
  /** Whether the grid is one stop of the Tab key, because keys lead through it. */
  roves: boolean;
  /** The item that is that stop, if it is in this row. */
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

interface RowFrameProps extends Omit<GridRowProps<NamedRow>, "letters" | "base" | "page" | "stop" | "detail" | "onAnswer" | "onConcern"> {
  /** How far it is, next to its name. */
  state: ReactNode;
  /** Fields that its form carries. */
  fields: Readonly<Record<string, string>>;
  /** Its cells. */
  children: ReactNode;
}

/** A row: its name, which leads to its own questions, its state, what concerns say of it, what unfolds it on a narrow screen, and its cells. */
export function RowFrame({ row, live, editable, hydrated, roves, isUnfolded, onFold, foot, state, fields, children }: RowFrameProps) {
  const field = (name: string) => rowField(row.id, name);
  const { signs, controls, words } = rowHead(row.concerns, live, {
    ...{ name: row.name, here: row.links.here, editable, hydrated, roves, field },
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
            onClick={() => onFold(row.id)}
          >
            <span className="visually-hidden">Levels of {row.name}</span>
            <Icon name="ChevronDown" />
          </button>
        </span>{" "}
        {signs} {controls}
        <span className={`small ${styles.gridState}`}>{state}</span>
        {words}
        {editable ? <HiddenFields fields={fields} /> : null}
      </th>
      {children}
      {foot ? <td>{foot}</td> : null}
    </tr>
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
  name?: string;
  open: boolean;
  editable: boolean;
  /** Whether something in it is to be answered next. */
  isAsked: boolean;
  /** A word for what the gate did to it; undefined for none. */
  news: GridNews | undefined;
  detail: ReactNode;
  children: ReactNode;
}

/** The cell of a level. */
export function GridCell({ level, name, open, editable, isAsked, news, detail, children }: GridCellProps) {
  const classes = [styles.gridCell, open || !editable ? "" : levels.locked, isAsked ? levels.asked : ""];
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

interface GridRowFootProps {
  row: NamedRow;
  editing: { editable: boolean; edited: EditedParts; note: Draft };
  readOnly: string | undefined;
}

/** What else there is to do about a row: its note, what concerns offer, and the way to its own questions. */
export function GridRowFoot({ row, editing: { editable, edited, note }, readOnly }: GridRowFootProps) {
  const hydrated = useHydrated();
  const at = { name: row.name, here: row.links.here, readOnly };
  const { words, controls, links } = rowFoot(row.concerns, edited, at);
  return (
    <div className="stack-tight">
      {words}
      {/* Not before script is there: until then nothing would save it. */}
      {hydrated ? (
        <NoteBox key={row.id} draft={note} version={row.noteVersion} editable={editable} stored={row.note} here={row.links.here} />
      ) : null}
      <div className="row small">
        {controls} <Link to={row.links.here}>{`Questions of ${row.name}`}</Link> {links}
      </div>
    </div>
  );
}

interface GridNoteProps {
  row: NamedRow;
  editing: { editable: boolean; note: Draft };
  /** The version that the form was rendered from. */
  version: string;
  /** How many columns the grid has. */
  columns: number;
}

/** Without script: the note of a row, below it. It is folded while there is none. */
export function GridNote({ row, editing: { editable, note }, version, columns }: GridNoteProps) {
  if (!editable && row.note === "") return null;
  return (
    <tr className={`${styles.gridNote} without-script`}>
      <td colSpan={columns}>
        <details open={note.value !== "" || note.state.kind !== "idle"}>
          <summary className="small">
            Note<span className="visually-hidden"> of {row.name}</span>
          </summary>
          <NoteBox
            draft={note}
            editable={editable}
            stored={row.note}
            here={row.links.here}
            of={row.name}
            fieldName={(name) => rowField(row.id, name)}
            version={version}
          />
        </details>
      </td>
    </tr>
  );
}
