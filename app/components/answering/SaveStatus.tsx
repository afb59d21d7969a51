import { CheckIcon, CrossCircledIcon, UpdateIcon } from "@radix-ui/react-icons";
import type { SaveState } from "~/components/answering/SaveQueue";
import type { Draft } from "~/components/answering/useDraft";

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** The state that matters most: not saved, then saving, then what was saved last. */
function foremost(states: readonly SaveState[]): SaveState {
  const of = (...kinds: SaveState["kind"][]) => states.find(({ kind }) => kinds.includes(kind));
  const saved = states.flatMap((state) => (state.kind === "saved" ? [state] : [])).sort((a, b) => b.at.getTime() - a.at.getTime());
  return of("conflict", "locked", "signed-out", "refused") ?? of("failed") ?? of("saving") ?? saved[0] ?? { kind: "idle" };
}

interface SaveStatusProps {
  drafts: readonly Draft[];
  /** Names what is being saved, if the screen has several. */
  what?: string;
}

/** The state of saving: Saving…, Saved at, or Not saved with Retry (docs/rules/locks-and-saving.md#what-saving-shows). */
export function SaveStatus({ drafts, what }: SaveStatusProps) {
  const state = foremost(drafts.map((draft) => draft.state));
  const retry = () => {
    for (const draft of drafts) if (draft.isUnsent()) draft.retry();
  };
  const named = what ? `${what}: ` : "";
  switch (state.kind) {
    case "idle":
      return (
        <span className="save-mark status" role="status">
          <CheckIcon className="icon" aria-hidden /> <span>{named}All saved</span>
        </span>
      );
    case "saving":
      return (
        <span className="save-mark status" role="status">
          <UpdateIcon className="icon turning" aria-hidden /> <span aria-hidden>{named}Saving…</span>
        </span>
      );
    case "saved":
      return (
        <span className="save-mark status status-good" role="status">
          <CheckIcon className="icon" aria-hidden />{" "}
          <span>
            {named}Saved at {TIME.format(state.at)}
          </span>
        </span>
      );
    default:
      return (
        <span className="save-mark status status-bad" role="status">
          <CrossCircledIcon className="icon" aria-hidden />{" "}
          <span>
            {named}
            {state.kind === "failed" && state.unknown ? "Not known whether it was saved" : "Not saved"}
          </span>
          {state.kind === "conflict" ? null : (
            <button type="button" className="link-button" onClick={retry}>
              Retry
            </button>
          )}
        </span>
      );
  }
}
