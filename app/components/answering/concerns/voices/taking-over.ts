/** What voices say becomes an answer, or a part of the note (docs/rules/voices.md#taking-over). */
import { createContext } from "react";
import type { Draft } from "~/components/saving/useDraft";
import type { StatementOpinions, VoicesView } from "~/views/answering/voices";

/** The note that comments can be copied to; undefined where it cannot be changed, or could not be read. */
export const NoteTarget = createContext<Draft | undefined>(undefined);

/** How to take over the answer that voices agree on. */
export interface TakingOver {
  /** The name of the statement's radios, and the value of that answer. */
  field: string;
  value: string;
  /** The statement, for screen readers: 'level 3'. */
  of: string;
  onTake(): unknown;
}

/** Whether voices agree on an answer anywhere on the screen, so that a key can take it over. */
export const hasAgreed = (view: VoicesView | undefined): boolean => view?.statements?.some(({ consensus }) => consensus) === true;

/** How to take over the answer that voices agree on. @param agreed undefined where it cannot be */
export function takingOver(
  consensus: StatementOpinions["consensus"],
  options: readonly { value: string }[],
  how: Omit<TakingOver, "value">,
): TakingOver | undefined {
  const value = consensus && options[consensus.choice]?.value;
  return value === undefined ? undefined : { ...how, value };
}
