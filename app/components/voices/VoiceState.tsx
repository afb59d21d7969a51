import type { VoiceState } from "#model/voices.ts";
import type { IconName } from "~/components/shell/icon-names";
import { StatusIcon } from "~/components/shell/Status";
import { STATE_WORDS } from "~/views/voices";

const LOOK: Record<VoiceState, { icon: IconName; tone?: "busy" }> = {
  open: { icon: "Timer", tone: "busy" },
  closed: { icon: "LockClosed" },
  takenBack: { icon: "MinusCircled" },
};

interface VoiceStateMarkProps {
  state: VoiceState;
  doneAt: string | null;
}

/** How a sheet stands, as an icon and words. */
export function VoiceStateMark({ state, doneAt }: VoiceStateMarkProps) {
  return (
    // One element: a card on a phone shows it next to its title.
    <span>
      <StatusIcon {...LOOK[state]}>{STATE_WORDS[state]}</StatusIcon>
      {doneAt !== null && state !== "takenBack" ? (
        <>
          {" "}
          <StatusIcon icon="CheckCircled" tone="good">
            Done
          </StatusIcon>
        </>
      ) : null}
    </span>
  );
}
