import type { TargetState } from "#model/targets.ts";
import { upperFirst } from "#model/words.ts";
import { StatusIcon } from "~/components/shell/Status";
import { type TargetView, targetInWords } from "~/views/target-words";

const MARKS = {
  reached: { icon: "CheckCircled", tone: "good" },
  "not yet reached": { icon: "Timer", tone: "busy" },
  missed: { icon: "ExclamationTriangle", tone: "bad" },
} as const satisfies Record<TargetState, object>;

/** How a target stands, as an icon and a word (docs/rules/targets.md#reached-or-not). */
export function TargetMark({ state }: { state: TargetState }) {
  return (
    <StatusIcon {...MARKS[state]}>
      <span>{upperFirst(state)}</span>
    </StatusIcon>
  );
}

/** A target and how it stands; nothing where there is none. */
export function TargetLine({ target }: { target: Pick<TargetView, "score" | "date" | "state"> | undefined }) {
  if (!target) return null;
  return (
    <span>
      Target {targetInWords(target)} <TargetMark state={target.state} />
    </span>
  );
}
