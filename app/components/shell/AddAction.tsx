import { Link } from "@remix-run/react";
import { ADD_ACTION, withFinding } from "~/views/action-links";

interface AddActionProps {
  /** Undefined for whoever may not add one. */
  to: string | undefined;
  /** The finding that it begins with; it is in the address already where one belongs to all of a screen. */
  of?: string;
  /** What it is about, for those who hear one link after the other. */
  about: string;
}

/** A link from a finding to the form of an action about it (docs/rules/actions.md#where-an-action-begins). */
export function AddAction({ to, of, about }: AddActionProps) {
  if (to === undefined) return null;
  return (
    <Link to={of === undefined ? to : withFinding(to, of)} className="small no-print">
      {ADD_ACTION}
      <span className="visually-hidden"> about {about}</span>
    </Link>
  );
}
