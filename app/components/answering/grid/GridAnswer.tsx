/** One question in a cell of a grid. Cells are plain elements, because a grid has hundreds of them. */
import type { GridModel } from "~/components/answering/grid/model";
import styles from "./GridAnswer.module.css";

interface GridAnswerProps {
  row: number;
  item: number;
  /** The level. */
  column: number;
  /** The question in full: 'Planning, level 3'. */
  label: string;
  /** Shown before the answers where a cell has several questions. */
  code: string | undefined;
  describedBy: string;
  /** The name of the radios. */
  name: string;
  options: GridModel["options"];
  /** The answer that is chosen, by its number from 0. */
  chosen: number | undefined;
  /** The letter of the answer that a concern marks. */
  marked: string | undefined;
  /** The word for none, where nothing can be changed. */
  missing: string;
  open: boolean;
  editable: boolean;
  hydrated: boolean;
  /** Whether the grid is one stop of the Tab key. */
  roves: boolean;
  /** Whether it is that stop. */
  isStop: boolean;
  onAnswer(row: number, item: number, choice: number): void;
}

/** The answers of one question: radios, or what was answered where nothing can be changed. */
export function GridAnswer(props: GridAnswerProps) {
  const {
    row,
    item,
    column,
    label,
    code,
    describedBy,
    name,
    options,
    chosen,
    marked,
    missing,
    open,
    editable,
    hydrated,
    roves,
    isStop,
    onAnswer,
  } = props;
  const place = { "data-row": row, "data-item": item, "data-column": column };
  if (!editable) {
    const given = chosen === undefined ? undefined : options[chosen];
    const text = (
      <>
        <span className="visually-hidden">{label}: </span>
        <strong>{given?.word ?? missing}</strong>
      </>
    );
    // With script the keys stop here, and the statement is shown.
    return hydrated ? (
      <button type="button" className="nav-link" {...place} tabIndex={!roves || isStop ? 0 : -1} aria-describedby={describedBy}>
        {text}
      </button>
    ) : (
      <span {...place}>{text}</span>
    );
  }
  return (
    // No fieldset: hundreds of them and their legends take browsers a third longer to lay out.
    // biome-ignore lint/a11y/useSemanticElements: as above
    <div
      role="group"
      className={styles.gridAnswers}
      {...place}
      aria-label={open ? label : `${label}, locked`}
      aria-describedby={describedBy}
    >
      {code ? (
        <span className={styles.gridCode} aria-hidden>
          {code}
        </span>
      ) : null}
      {options.map(({ value, letter, word }, choice) => (
        <label key={value} className={letter === marked ? `pick ${styles.gridBefore}` : "pick"} data-letter={letter} title={word}>
          <input
            type="radio"
            name={name}
            value={value}
            aria-label={word}
            disabled={!open && !hydrated}
            checked={choice === chosen}
            // With script a locked question can be walked to and read, but not answered.
            aria-disabled={!open && hydrated ? true : undefined}
            tabIndex={!roves || isStop ? undefined : -1}
            onChange={() => onAnswer(row, item, choice)}
          />
          <span aria-hidden>{letter}</span>
        </label>
      ))}
    </div>
  );
}
