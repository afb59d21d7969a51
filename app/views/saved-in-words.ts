/** The outcome of a save, in words. */

import { listed, upperFirst } from "#model/words.ts";
import type { SavedPart, SavedParts } from "~/views/saving";

const PART_WORDS: Readonly<Record<SavedPart, string>> = {
  answers: "your answers",
  marks: "your diagnostics",
  note: "your note",
  flag: "the flag",
  reason: "the reason",
};
const SINGULAR: readonly SavedPart[] = ["note", "flag", "reason"];

/** Which parts were saved and which were not, in words. */
export function savedInWords({ unknown, parts }: { unknown?: boolean; parts?: SavedParts }): string {
  if (unknown) return "It is not known whether what you entered was saved.";
  if (!parts) return "Nothing was saved.";
  const sentence = (names: readonly SavedPart[], end: string) => {
    const list = listed(names.map((name) => PART_WORDS[name]));
    return names.length === 0 ? [] : `${list} ${names.length === 1 && SINGULAR.some((each) => each === names[0]) ? "was" : "were"} ${end}`;
  };
  const all = [sentence(parts.saved, "saved"), sentence(parts.partly, "saved only in part"), sentence(parts.unsaved, "not")]
    .flat()
    .join(", ");
  return `${upperFirst(all)}.`;
}
