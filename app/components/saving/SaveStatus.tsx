import { type MouseEvent, type ReactNode, useRef } from "react";
import type { SaveState } from "~/components/saving/SaveQueue";
import { type Draft, retryUnsent } from "~/components/saving/useDraft";
import { Icon } from "~/components/shell/Icon";

const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });

/** The state that matters most: not saved, then saving, then what was saved last. */
function foremost(states: readonly SaveState[]): SaveState {
  const of = (...kinds: SaveState["kind"][]) => states.find(({ kind }) => kinds.includes(kind));
  const saved = states.flatMap((state) => (state.kind === "saved" ? [state] : [])).sort((a, b) => b.at.getTime() - a.at.getTime());
  return of("conflict", "locked", "signed-out", "refused") ?? of("failed") ?? of("saving") ?? saved[0] ?? { kind: "idle" };
}

/** Where the focus goes from a message that goes because something was done about it. */
export const focusSaveStatus = (): void => document.querySelector<HTMLElement>(".action-bar .save-mark")?.focus();

/** To what was not saved and why: out of sight where the screen is long. */
export const showTrouble = (): void => document.querySelector<HTMLElement>("[data-trouble]")?.focus();

interface SaveStatusProps {
  drafts: readonly Draft[];
  /** Names what is being saved, if the screen has several. */
  what?: string;
  /** Whether another state of saving on the screen announces the same. */
  isQuiet?: boolean;
}

/**
 * The state of saving: Saving…, Saved at, or Not saved with Retry (docs/rules/locks-and-saving.md#what-saving-shows). It can take the focus,
 * which would be lost with a Retry that has done its work. Screen readers announce what was saved when they are idle, and a failure at once; not
 * again while it is tried again, and not where a message says why.
 */
export function SaveStatus({ drafts, what, isQuiet }: SaveStatusProps) {
  const state = foremost(drafts.map((draft) => draft.state));
  const failure = useRef("");
  if (state.kind !== "saving") failure.current = "";
  const retry = ({ currentTarget }: MouseEvent) => {
    currentTarget.parentElement?.focus();
    retryUnsent(drafts);
  };
  const named = what ? `${what}: ` : "";
  if (state.kind === "failed") failure.current = `${named}${state.unknown ? "Not known whether it was saved" : "Not saved"}`;
  const mark = (look: string, icon: ReactNode, words: ReactNode, buttons?: ReactNode) => (
    <span className={`save-mark status ${look}`} tabIndex={-1}>
      {icon} <span role={isQuiet ? undefined : "status"}>{words}</span>
      <span role={isQuiet ? undefined : "alert"} className={state.kind === "saving" ? "visually-hidden" : undefined}>
        {failure.current}
      </span>
      {buttons}
    </span>
  );
  switch (state.kind) {
    case "idle":
      return mark("", <Icon name="Check" />, `${named}All saved`);
    case "saving":
      return mark("", <Icon name="Update" />, <span aria-hidden>{named}Saving…</span>);
    case "saved":
      return mark("status-good", <Icon name="Check" />, `${named}Saved at ${TIME.format(state.at)}`);
    default:
      return mark(
        "status-bad",
        <Icon name="CrossCircled" />,
        null,
        <>
          {state.kind === "failed" ? null : <span>{named}Not saved</span>}
          {state.kind === "conflict" ? null : (
            <button type="button" className="link-button" onClick={retry}>
              Retry
            </button>
          )}
          {state.kind === "failed" && !drafts.some((draft) => draft.hasGivenUp) ? null : (
            <button type="button" className="link-button" onClick={showTrouble}>
              See why
            </button>
          )}
        </>,
      );
  }
}
