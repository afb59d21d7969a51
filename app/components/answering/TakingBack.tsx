/** Undoing a change that cleared other answers (docs/rules/gate.md#nothing-is-cleared-silently). */
import { Link } from "@remix-run/react";
import { byScript } from "~/components/forms/by-script";

interface UndoOfferProps {
  /** The answers that the last change cleared in addition, in words; undefined when it cleared nothing. */
  told: string | undefined;
  /** The answers as they were before. */
  former: string | undefined;
  /** The history of the thread, practice or component, where there is one. */
  history: string | undefined;
  /** The field that brings them back; 'target' unless the form has several. */
  name?: string;
  onUndo(): void;
}

/** After a change that cleared other answers: tells what it cleared, and offers Undo. */
export function UndoOffer({ told, former, name = "target", history, onUndo }: UndoOfferProps) {
  if (told === undefined || former === undefined) return <span role="status" />;
  return (
    <span role="status" className="small undo">
      {told}{" "}
      <button className="link-button" type="submit" name={name} value={former} onClick={byScript(onUndo)}>
        Undo
      </button>{" "}
      {history ? <Link to={history}>History</Link> : null}
    </span>
  );
}
