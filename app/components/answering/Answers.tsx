import styles from "~/components/answering/Levels.module.css";

interface AnswersProps {
  /** The question in a few words, for screen readers: 'Level 2 answer'. */
  legend: string;
  /** The name of the radios. */
  name: string;
  options: readonly { value: string; letter: string; word: string }[];
  /** The value that is chosen, if one is. */
  chosen: string | undefined;
  /** The word for none, where nothing can be changed. */
  missing: string;
  layout: "row" | "stack-close";
  open: boolean;
  editable: boolean;
  describedBy: string;
  /** @param choice counted from 0 */
  onAnswer(choice: number): void;
}

/** The answers of one question on its own screen, each with its key; or what was answered, where nothing can be changed. */
export function Answers({ legend, name, options, chosen, missing, layout, open, editable, describedBy, onAnswer }: AnswersProps) {
  if (!editable) {
    return (
      <strong className={`${styles.answers} answer-given`}>
        <span className="visually-hidden">Answer: </span>
        {options.find(({ value }) => value === chosen)?.word ?? missing}
      </strong>
    );
  }
  return (
    <fieldset className={`${layout} ${styles.answers}`} data-answers disabled={!open} aria-describedby={describedBy}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ value, letter, word }, choice) => (
        <label key={value} className="pick">
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onAnswer(choice)} />
          <span>{word}</span>{" "}
          <kbd className="needs-script" aria-hidden>
            {letter}
          </kbd>
        </label>
      ))}
    </fieldset>
  );
}
