/** Answers as the history records them, as a form posts them. */
import { criteria } from "#model/gates/criteria.ts";
import { ladder } from "#model/gates/ladder.ts";
import { levelsIn, levelsOf } from "~/views/answering/itil";

/** Which texts are answers does not depend on the level at which a thread begins. */
const THREAD = ladder(1);

/** The letters of a thread; undefined for what may not be stored. @param given nothing where there was no answer yet */
export function threadRecorded(given: unknown): string | undefined {
  const answers = given === undefined ? THREAD.empty : given;
  return typeof answers === "string" && THREAD.isState(answers) ? answers : undefined;
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
  const answers = questions.map(({ id }) => text[recorded.indexOf(id)] ?? "").join("");
  const levels = levelsIn(levelsOf(questions));
  return levels && criteria(levels).isState(answers) ? answers : undefined;
}

/** The id of the option of a component. @param given its level */
export function optionRecorded(given: unknown, options: readonly { id: number; level?: number | undefined }[]): string | undefined {
  const chosen = options.find(({ level }) => level !== undefined && level === given);
  return chosen && String(chosen.id);
}
