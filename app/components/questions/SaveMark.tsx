import { CheckIcon, CrossCircledIcon, UpdateIcon } from "@radix-ui/react-icons";
import type { SaveState } from "~/components/questions/useSaveQueue";

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** The state of saving, always visible: Saving…, Saved at, or Not saved with Retry. */
export function SaveMark({ state, retry }: { state: SaveState<string>; retry(): void }) {
  return (
    <span className="save-mark small" role="status">
      {state.kind === "saving" ? (
        <span className="status">
          <UpdateIcon className="icon" aria-hidden /> Saving…
        </span>
      ) : null}
      {state.kind === "saved" ? (
        <span className="status status-good">
          <CheckIcon className="icon" aria-hidden /> Saved at {TIME.format(state.at)}
        </span>
      ) : null}
      {state.kind === "unsaved" || state.kind === "blocked" ? (
        <span className="status status-bad">
          <CrossCircledIcon className="icon" aria-hidden /> Not saved
          {state.kind === "unsaved" ? (
            <button type="button" className="link-button" onClick={retry}>
              Retry
            </button>
          ) : null}
        </span>
      ) : null}
    </span>
  );
}
