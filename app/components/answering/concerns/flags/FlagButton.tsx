/** Flagging a thread or practice for later (docs/rules/notes-and-diagnostics.md#flags). */

import { Flagged } from "~/components/answering/concerns/flags/Flagged";
import { byScript } from "~/components/forms/by-script";
import { useHydrated } from "~/components/forms/useHydrated";
import { SaveStatus } from "~/components/saving/SaveStatus";
import type { Draft } from "~/components/saving/useDraft";
import { Icon } from "~/components/shell/Icon";
import { Button } from "~/components/shell/parts";

interface FlagButtonProps {
  view: { flagged: boolean; readOnly: string | undefined };
  draft: Draft;
  /** Whether to show the state of saving here, because the screen shows it nowhere else. */
  tellsState?: boolean;
}

/** Sets and takes off the flag. Without script the button sends the form, so that everything on it is saved, too. */
export function FlagButton({ view, draft, tellsState = false }: FlagButtonProps) {
  const hydrated = useHydrated();
  // Without script nothing sends a flag again that could not be stored, so the button shows what is.
  const isFlagged = hydrated ? draft.value === "on" : view.flagged;
  if (view.readOnly !== undefined) return isFlagged ? <Flagged /> : null;
  return (
    <>
      <Button
        type="submit"
        size="1"
        variant={isFlagged ? "solid" : "soft"}
        name="flag"
        value={isFlagged ? "off" : "on"}
        onClick={byScript(() => toggleFlag(draft))}
      >
        <Icon name={isFlagged ? "BookmarkFilled" : "Bookmark"} inButton /> {isFlagged ? "Flagged – take it off" : "Flag for later"}
      </Button>
      {tellsState && draft.state.kind !== "idle" ? <SaveStatus drafts={[draft]} what="Flag" /> : null}
    </>
  );
}

/** The key of flags, in a grid and on a questions screen. */
export const FLAG_KEY = { key: "L", of: "whole", does: "flag for later, or take the flag off" } as const;

/** Flags, or takes the flag off. */
export function toggleFlag(draft: Draft): true {
  draft.change(draft.value === "on" ? "off" : "on");
  return true;
}

const inWords = (word: string) => (word === "on" ? "Flagged" : "Not flagged");

/** Two versions of a flag. */
export function compareFlags(stored: string, mine: string) {
  return { what: "Flag", rows: [{ name: "For later", stored: inWords(stored), mine: inWords(mine) }] };
}
