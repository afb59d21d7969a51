/** What is flagged for later (docs/rules/notes-and-diagnostics.md#flags). */
import type { ConcernOf } from "~/components/answering/concerns/concern";
import { compareFlags } from "~/components/answering/concerns/flags/FlagButton";
import { Flagged } from "~/components/answering/concerns/flags/Flagged";
import { postChange } from "~/components/answering/useAnswering";
import { useDraft } from "~/components/saving/useDraft";
import { switchWord } from "~/views/saving";

export const flags: ConcernOf<"flags"> = {
  useEdited(flagged, { screen, save, isOpen, posted, shared, undoable, onProgress }) {
    const draft = useDraft({
      screen: { ...screen, writable: isOpen },
      part: "flag",
      stored: flagged === undefined ? undefined : switchWord(flagged),
      posted: posted("flag"),
      send: (target, flagBase, sending) => postChange(save, "flag", { flagBase, flag: target, ...shared(sending) }, onProgress),
    });
    return { part: "flag", draft: undoable("flag", draft), compare: compareFlags };
  },
  inSummary: (flagged) => (flagged ? <Flagged /> : null),
};
