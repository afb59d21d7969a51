import type { ActionState } from "#model/actions.ts";
import type { IconName } from "~/components/shell/icon-names";
import { StatusIcon } from "~/components/shell/Status";
import { STATE_WORDS } from "~/views/actions";

const LOOK: Record<ActionState, { icon: IconName; tone?: "good" | "busy" }> = {
  open: { icon: "Circle" },
  underWay: { icon: "Timer", tone: "busy" },
  done: { icon: "CheckCircled", tone: "good" },
  dropped: { icon: "MinusCircled" },
};

/** The state of an action as an icon and words. */
export function ActionStateMark({ state, isOverdue }: { state: ActionState; isOverdue: boolean }) {
  return (
    // One element: a card on a phone shows it next to its title.
    <span>
      <StatusIcon {...LOOK[state]}>{STATE_WORDS[state]}</StatusIcon>
      {isOverdue ? (
        <>
          {" "}
          <StatusIcon icon="ExclamationTriangle" tone="bad">
            Overdue
          </StatusIcon>
        </>
      ) : null}
    </span>
  );
}
