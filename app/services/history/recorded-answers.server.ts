/** Answers as the history records them, as a form posts them. */
import { isPracticeState } from "#model/itil/gate.ts";
import { EMPTY_THREAD, fromThreadLetters, isThreadState, toThreadLetters } from "#model/p3m3/gate.ts";
import { criteriaFrom, lettersOf, levelsOf } from "~/views/answering/itil";

/** The letters of a thread; undefined for what may not be stored. @param given nothing where there was no answer yet */
export function threadRecorded(given: unknown): string | undefined {
  const selections = typeof given === "string" ? fromThreadLetters(given) : given === undefined ? EMPTY_THREAD : undefined;
  return selections && isThreadState(selections) ? toThreadLetters(selections) : undefined;
}

/**
 * The letters of a practice by level, as screens show it.
 * @param recorded the ids of its criteria in the order in which the upstream gives and records them
 */
export function practiceRecorded(
  given: unknown,
  questions: readonly { id: number; level: number }[],
  recorded: readonly number[],
): string | undefined {
  const text = typeof given === "string" ? given : given === undefined ? "N".repeat(recorded.length) : "";
  const criteria = criteriaFrom(questions.map(({ id }) => text[recorded.indexOf(id)] ?? "").join(""), levelsOf(questions));
  return criteria && isPracticeState(criteria) ? lettersOf(criteria) : undefined;
}

/** The id of the option of a component. @param given its level */
export function optionRecorded(given: unknown, options: readonly { id: number; level?: number | undefined }[]): string | undefined {
  const chosen = options.find(({ level }) => level !== undefined && level === given);
  return chosen && String(chosen.id);
}
