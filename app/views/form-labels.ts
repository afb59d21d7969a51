/**
 * The labels of a form: its questions in words. The form carries them itself. A page that gives an unsaved form back may have no other
 * source for them: no session, no upstream, no memory (docs/rules/errors-and-retries.md#nothing-typed-is-lost).
 */

/** The field that carries the labels. */
export const LABELS_FIELD = "words";

/** Fields that share their possible answers. */
export interface FieldLabels {
  /** What each field asks, by its name. */
  ask: Record<string, string>;
  /** The words for each value. A value without words is not worth showing. Absent for fields that text is typed into. */
  values?: Record<string, string>;
}

/**
 * JSON for a hidden field, to come back as it is: what forms are cleaned of is escaped
 * (docs/rules/notes-and-diagnostics.md#control-characters).
 */
export const fieldJson = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\u009f\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The labels as the form carries them. */
export const writeLabels = (labels: readonly FieldLabels[]): string => fieldJson(labels);

/** One field that offers a list: the question, and each option's value with its name. */
export function choiceLabels(name: string, label: string, options: readonly { value: string; label: string }[]): FieldLabels {
  return { ask: { [name]: label }, values: Object.fromEntries(options.map((option) => [option.value, option.label])) };
}

/** Fields that are ticked or not: the question by name. */
export const tickLabels = (ask: Record<string, string>): FieldLabels => ({ ask, values: { on: "Yes" } });
