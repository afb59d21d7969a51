import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { UNANSWERED } from "#model/answer-words.ts";
import { FlagButton } from "~/components/answering/FlagButton";
import { ConfirmButton, type Confirming, Former } from "~/components/answering/LastTime";
import levels from "~/components/answering/Levels.module.css";
import { NoteBox } from "~/components/answering/NoteBox";
import { Flagged } from "~/components/answering/ProgressSidebar";
import { useHydrated } from "~/components/forms/useHydrated";
import type { Draft } from "~/components/saving/useDraft";
import { AddAction } from "~/components/shell/AddAction";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import { EVIDENCE_ID } from "~/views/answering";
import { type SaidBefore, type SaidOfStatement, withWordsThen } from "~/views/answering/again";
import { type GridPage, rowField } from "~/views/answering/grid";
import type { RichText } from "~/views/rich-text";
import { flagWord } from "~/views/saving";
import styles from "./Grid.module.css";

type NamedRow = Pick<
  GridPage["rows"][number],
  "id" | "code" | "name" | "flagged" | "evidence" | "agreed" | "voices" | "note" | "noteVersion" | "lastTime" | "links"
>;

/** The properties of a row in either grid. Each model adds its own. */
export interface GridRowProps<Row> {
  row: Row;
  letters: string;
  /** What the form was rendered from. */
  base: string;
  /** When the assessment before was completed. */
  month: string | undefined;
  /** Flagged for later. */
  flagged: boolean;
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
  /** Confirms what the assessment before proposes. */
  onConfirm(row: number, item: number): void;
  onFold(row: number): void;
}

interface RowFrameProps extends Omit<GridRowProps<NamedRow>, "letters" | "base" | "month" | "stop" | "detail" | "onAnswer" | "onConfirm"> {
  /** How far it is, next to its name. */
  state: ReactNode;
  /** Fields that its form carries. */
  fields: Readonly<Record<string, string>>;
  /** Its cells. */
  children: ReactNode;
}

/** A row: its name, which leads to its own questions, its state, its flag, what unfolds it on a narrow screen, and its cells. */
export function RowFrame({ row, flagged, editable, hydrated, roves, isUnfolded, onFold, foot, state, fields, children }: RowFrameProps) {
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
        {/* Next to the grid, the panel leads there too. */}
        {row.evidence === undefined || (row.evidence === 0 && roves) ? null : (
          <Link to={`${row.links.here}#${EVIDENCE_ID}`} tabIndex={roves ? -1 : undefined} className="small">
            Evidence<span className="visually-hidden"> of {row.name}</span> ({row.evidence})
          </Link>
        )}{" "}
        {row.agreed?.link ? (
          <Link to={row.agreed.link.href} tabIndex={roves ? -1 : undefined} className="small">
            {row.agreed.link.words}
            <span className="visually-hidden">, about {row.name}</span>
          </Link>
        ) : null}{" "}
        {row.voices ? <span className="small muted">{row.voices.words}</span> : null}{" "}
        {flagged ? (
          <span className="small">
            <Flagged />
          </span>
        ) : null}{" "}
        {editable && !hydrated && row.flagged !== undefined ? (
          <label className="block small without-script">
            <input type="hidden" name={rowField(row.id, "flagBase")} value={flagWord(row.flagged)} />
            <input type="checkbox" name={rowField(row.id, "flag")} value="on" defaultChecked={flagged} />{" "}
            <span>
              Flag<span className="visually-hidden"> {row.name}</span> for later
            </span>
          </label>
        ) : null}
        <span className={`small ${styles.gridState}`}>{state}</span>
        <ToldThen said={row.lastTime} className={styles.gridThen} />
        {editable ? <HiddenFields fields={fields} /> : null}
      </th>
      {children}
      {foot ? <td>{foot}</td> : null}
    </tr>
  );
}

/** What there is to say of a row's thread or practice then, where its statements do not say it. */
function ToldThen({ said, className = "" }: { said: SaidBefore | undefined; className?: string | undefined }) {
  return said?.told.map((sentence) => (
    <span key={sentence} className={`block small muted ${className}`}>
      {sentence}
    </span>
  ));
}

interface CellThenProps {
  /** The id of the words that say that it has changed. */
  id: string;
  since: SaidOfStatement | undefined;
  confirm: Confirming | undefined;
}

/** Shows what a statement was before it changed, or the button that confirms an answer. Next to the grid, the panel has both. */
export function thenInCell({ id, since, confirm }: CellThenProps): ReactNode {
  // Called rather than drawn, because most of the hundreds of cells have neither.
  if (since?.former) return <Former id={id} words={since.words} statement={since.former} className={styles.gridThen} />;
  return confirm ? (
    <ConfirmButton {...confirm} className={styles.gridThen}>
      Confirm
    </ConfirmButton>
  ) : null;
}

interface GridStatementProps {
  id: string;
  statement: RichText;
  since: SaidOfStatement | undefined;
}

/**
 * The statement of a cell, which describes its answers, with what became of it since the assessment before. Of hundreds in a grid, each is one
 * text: an element more in each takes the server longer.
 */
export function GridStatement({ id, statement, since }: GridStatementProps) {
  const words = since && !since.former ? ` (${withWordsThen(since.words, since)})` : "";
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
  /** The time of the answers that are underlined; undefined for none. */
  then: string | undefined;
}

/** Explains the letters and the marks in the cells. */
export function GridLegend({ options, news, then }: GridLegendProps) {
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
      {then === undefined ? null : (
        <span>
          <span className={styles.gridBefore}>Underlined</span>: {then}
        </span>
      )}
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
  editing: { editable: boolean; flag: Draft; note: Draft };
  readOnly: string | undefined;
}

/** What else there is to do about a row: its note, its flag, and the way to its own questions. */
export function GridRowFoot({ row, editing: { editable, flag, note }, readOnly }: GridRowFootProps) {
  const hydrated = useHydrated();
  return (
    <div className="stack-tight">
      <ToldThen said={row.lastTime} />
      {/* Not before script is there: until then nothing would save it. */}
      {hydrated ? (
        <NoteBox key={row.id} draft={note} version={row.noteVersion} editable={editable} stored={row.note} here={row.links.here} />
      ) : null}
      <div className="row small">
        <FlagButton view={{ flagged: row.flagged, readOnly }} draft={flag} /> <Link to={row.links.here}>{`Questions of ${row.name}`}</Link>{" "}
        {row.evidence === undefined ? null : <Link to={`${row.links.here}#${EVIDENCE_ID}`}>{`Evidence (${row.evidence})`}</Link>}{" "}
        {row.agreed?.link ? <Link to={row.agreed.link.href}>{row.agreed.link.words}</Link> : null}{" "}
        <AddAction to={row.agreed?.add} about={row.name} />
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
