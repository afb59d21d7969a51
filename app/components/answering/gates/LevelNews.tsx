import type { Effect, GatedStatement } from "#model/gates/gate.ts";
import { Icon } from "~/components/shell/Icon";

export interface LevelNewsProps {
  gated: Pick<GatedStatement, "open" | "impliedBy" | "reason">;
  /** What the last change of another level did to this one. */
  effect: Pick<Effect, "reason"> | undefined;
  editable: boolean;
}

/** What the gate did to a level, and why it is locked. */
export function LevelNews({ gated: { open, impliedBy, reason }, effect, editable }: LevelNewsProps) {
  return (
    <>
      {effect ? (
        <p className="small status-busy">{effect.reason}</p>
      ) : impliedBy && editable ? (
        <p className="small muted">Implied by level {impliedBy}; you can still change it.</p>
      ) : null}
      {open || !editable ? null : (
        <p className="small muted">
          <Icon name="LockClosed" /> {reason}
        </p>
      )}
    </>
  );
}
