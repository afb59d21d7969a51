/** Flagging from a questions screen (docs/rules/notes-and-diagnostics.md#flags). */
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import { FLAG_KEY, FlagButton, toggleFlag } from "~/components/answering/concerns/flags/FlagButton";
import { switchWord } from "~/views/saving";

export const useFlag: OnQuestionsOf<"flags"> = (flagged, { readOnly, editable, edited, result }) => {
  const draft = edited.flags?.draft;
  if (flagged === undefined || !draft) return {};
  return {
    head: <FlagButton view={{ flagged, readOnly }} draft={draft} tellsState={!editable} />,
    fields: readOnly === undefined ? <input type="hidden" name="flagBase" value={result?.typed.flag?.base ?? switchWord(flagged)} /> : null,
    keys: [{ ...FLAG_KEY, press: () => toggleFlag(draft) }],
  };
};
