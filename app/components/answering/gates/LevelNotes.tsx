import type { Effect, GatedStatement } from "#model/gates/gate.ts";
import { Icon } from "~/components/shell/Icon";
import { Rich } from "~/components/shell/Rich";
import type { RichText } from "~/views/rich-text";

interface LevelNotesProps {
  gated: Pick<GatedStatement, "open" | "impliedBy" | "reason" | "choice">;
  /** What the last change of another level did to this one. */
  effect: Pick<Effect, "reason"> | undefined;
  hint: RichText | undefined;
  editable: boolean;
}

/** What the gate did to a level, why it is locked, and what would reach it. */
export function LevelNotes({ gated: { open, impliedBy, reason, choice }, effect, hint, editable }: LevelNotesProps) {
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
      {hint && choice !== undefined && choice > 0 ? (
        <p className="small side-line">
          <span className="muted">To reach this level:</span> <Rich text={hint} />
        </p>
      ) : null}
    </>
  );
}
