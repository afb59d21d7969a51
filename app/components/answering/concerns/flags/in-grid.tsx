/** Flagging from a grid (docs/rules/notes-and-diagnostics.md#flags). */
import type { InGridOf } from "~/components/answering/concerns/concern";
import { FLAG_KEY, FlagButton, toggleFlag } from "~/components/answering/concerns/flags/FlagButton";
import { Flagged } from "~/components/answering/concerns/flags/Flagged";
import { switchWord } from "~/views/saving";

export const flags: InGridOf<"flags"> = {
  live: ({ given, part }) => (given === undefined ? undefined : part?.draft.value === "on"),
  around: (isOffered) =>
    isOffered
      ? {
          keys: [{ ...FLAG_KEY, press: ({ row: { part } }) => part !== undefined && toggleFlag(part.draft) }],
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
};
