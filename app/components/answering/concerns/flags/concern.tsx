/** What is flagged for later (docs/rules/notes-and-diagnostics.md#flags). */
import type { ConcernOf } from "~/components/answering/concerns/concern";
import { compareFlags, FlagButton, toggleFlag } from "~/components/answering/concerns/flags/FlagButton";
import { Flagged } from "~/components/answering/concerns/flags/Flagged";
import { postChange } from "~/components/answering/useAnswering";
import { useDraft } from "~/components/saving/useDraft";
import { switchWord } from "~/views/saving";

const KEY = { key: "L", of: "whole", does: "flag for later, or take the flag off" } as const;

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
  live: ({ given, part }) => (given === undefined ? undefined : part?.draft.value === "on"),
  useOnQuestions(flagged, { readOnly, editable, edited, result }) {
    const draft = edited.flags?.draft;
    if (flagged === undefined || !draft) return {};
    return {
      head: <FlagButton view={{ flagged, readOnly }} draft={draft} tellsState={!editable} />,
      fields:
        readOnly === undefined ? <input type="hidden" name="flagBase" value={result?.typed.flag?.base ?? switchWord(flagged)} /> : null,
      keys: [{ ...KEY, press: () => toggled(draft) }],
    };
  },
  inGrid: (isOffered) =>
    isOffered
      ? {
          keys: [{ ...KEY, press: ({ row: { part } }) => part !== undefined && toggled(part.draft) }],
          labels: import.meta.env.SSR ? { fields: { flag: "for later" }, values: { on: "Flagged" } } : undefined,
        }
      : {},
  rowHead: (stored, { live, name, editable, hydrated, field }) => ({
    control: (
      <>
        {live ? (
          <span className="small">
            <Flagged />
          </span>
        ) : null}{" "}
        {editable && !hydrated ? (
          <label className="block small without-script">
            <input type="hidden" name={field("flagBase")} value={switchWord(stored)} />
            <input type="checkbox" name={field("flag")} value="on" defaultChecked={live} />{" "}
            <span>
              Flag<span className="visually-hidden"> {name}</span> for later
            </span>
          </label>
        ) : null}
      </>
    ),
  }),
  rowFoot: (flagged, { part, readOnly }) => ({ control: part && <FlagButton view={{ flagged, readOnly }} draft={part.draft} /> }),
  inSummary: (flagged) => (flagged ? <Flagged /> : null),
};

function toggled(draft: Parameters<typeof toggleFlag>[0]): true {
  toggleFlag(draft);
  return true;
}
