import { Link } from "@remix-run/react";
import { createContext, useContext } from "react";
import { ADD_ACTION, withFinding } from "~/views/action-links";

interface AddActionProps {
  /** Undefined for whoever may not add one. */
  to: string | undefined;
  /** The finding that it begins with; it is in the address already where one belongs to all of a screen. */
  of?: string;
  /** What it is about, for those who hear one link after the other. */
  about: string;
}

/** Where an action about the thread, practice or component on the screen is added; undefined for whoever may not. */
export const AddActionContext = createContext<string | undefined>(undefined);

/** A link from a finding about it. */
export const AddActionHere = (props: Omit<AddActionProps, "to">) => <AddAction to={useContext(AddActionContext)} {...props} />;

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
