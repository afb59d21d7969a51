/** The outcome of a save, in words. */

import { listed, upperFirst } from "#model/words.ts";
import type { SavedPart, SavedParts } from "~/views/saving";

/** What a part is called; any other by its name, such as 'the reason'. */
const PART_WORDS: Partial<Record<SavedPart, string>> = { answers: "your answers", marks: "your diagnostics", note: "your note" };
const PLURAL: readonly (SavedPart | undefined)[] = ["answers", "marks"];

/** Which parts were saved and which were not, in words. */
export function savedInWords({ unknown, parts }: { unknown?: boolean; parts?: SavedParts }): string {
  if (unknown) return "It is not known whether what you entered was saved.";
  if (!parts) return "Nothing was saved.";
  const sentence = (names: readonly SavedPart[], end: string) => {
    const list = listed(names.map((name) => PART_WORDS[name] ?? `the ${name}`));
    return names.length === 0 ? [] : `${list} ${names.length > 1 || PLURAL.includes(names[0]) ? "were" : "was"} ${end}`;
  };
  const all = [sentence(parts.saved, "saved"), sentence(parts.partly, "saved only in part"), sentence(parts.unsaved, "not")]
    .flat()
    .join(", ");
  return `${upperFirst(all)}.`;
}
