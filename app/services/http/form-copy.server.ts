/** A posted form as a page gives it back: what was typed in words, everything else hidden. */
import { z } from "zod";
import { LABELS_FIELD } from "~/views/form-labels";
import type { KeptForm } from "~/views/shell";

/** How many answers are shown. All are sent again. */
const SHOWN_MAX = 40;
/** Whatever comes may be forged, so a page never grows much larger than what was sent. */
const QUESTION_MAX = 500;
const ANSWER_MAX = 200;
const LONG = 60;

const words = z.array(z.object({ ask: z.record(z.string(), z.string()), values: z.record(z.string(), z.string()).optional() }));

type Field = [name: string, value: string];

/** Gives a form back with what it asks in words, as far as the form itself tells (`app/views/form-labels.ts`). */
export function keepForm(action: string, fields: readonly Field[]): KeptForm {
  const labels = readLabels(fields);
  const kept: KeptForm = { action, fields: [], texts: [], answers: [], more: 0 };
  const answers = new Map<string, string[]>();
  for (const [name, value] of fields) {
    const known = labels.get(name);
    const isText = known !== undefined && known.values === undefined;
    if (isText && (value.length > LONG || value.includes("\n"))) kept.texts.push({ name, label: known.question, value });
    else {
      kept.fields.push([name, value]);
      const answer = isText ? value.trim() : cut(known?.values?.get(value) ?? "", ANSWER_MAX);
      if (answer !== "") answers.set(name, [...(answers.get(name) ?? []), answer]);
    }
  }
  for (const [name, given] of answers)
    if (kept.answers.length < SHOWN_MAX) kept.answers.push([labels.get(name)?.question ?? "", cut(given.join(", "), QUESTION_MAX)]);
    else kept.more += 1;
  return kept;
}

/** The question of each field, and the words for its values; empty for a form that carries no labels. */
function readLabels(fields: readonly Field[]): Map<string, { question: string; values: Map<string, string> | undefined }> {
  const parsed = words.safeParse(parse(fields.find(([name]) => name === LABELS_FIELD)?.[1]));
  const groups = parsed.success ? parsed.data : [];
  return new Map(
    groups.flatMap(({ ask, values }) => {
      const meanings = values && new Map(Object.entries(values));
      return Object.entries(ask).map(([name, question]) => [name, { question: cut(question, QUESTION_MAX), values: meanings }] as const);
    }),
  );
}

function parse(text: string | undefined): unknown {
  try {
    return text && JSON.parse(text);
  } catch {
    return undefined;
  }
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);
