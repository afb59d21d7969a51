/** Confirming what the assessment before proposes (docs/rules/assess-again.md#confirming). */
import type { Confirmation } from "#model/gates/gate.ts";
import { byScript } from "~/components/forms/by-script";
import { CONFIRM_FIELD, confirmProposal, confirmValue, type LastTime, type PreviousTexts, proposedAt } from "~/views/answering/previous";

/** The key that confirms. */
export const keyOf = (time: string) => ({ key: "C", of: "statement", does: `confirm the answer of ${time}`, joined: "for" }) as const;

/** How something is confirmed: by a button that posts it without script. */
export interface Confirming {
  confirmation: Confirmation;
  onConfirm(): unknown;
  /** What it is, for screen readers. */
  of?: string;
  /** The name of the button's field, where a form has several. */
  name?: string | undefined;
}

/** How an item that is open and has no answer is confirmed; undefined for any other. @param index its place, from 0 */
export function confirming(
  said: PreviousTexts | undefined,
  index: number,
  isAsked: boolean,
  how: Pick<Confirming, "of" | "name" | "onConfirm">,
): Confirming | undefined {
  const answers = proposedAt(said?.proposals, index);
  return answers === undefined || !isAsked ? undefined : { ...how, confirmation: { index, answers } };
}

/** How all of an empty thread or practice is confirmed, with the words of the button. */
export type ConfirmingAll = Confirming & { words: string };

/**
 * Looks up what the assessment before proposes to a thread or practice, and confirms it.
 * @param confirm gives the answers; false where that is not possible any more
 * @param lead moves the focus on from an item that a button has confirmed
 */
export function proposalsOf(last: LastTime | undefined, confirm: (confirmation: Confirmation) => boolean) {
  const confirmAt = (index: number) => confirmProposal(last, index, confirm);
  return {
    confirmAt,
    /** How an item is confirmed by its button. */
    at: (index: number, isAsked: boolean, of: string, lead: () => void) =>
      confirming(last, index, isAsked, { of, onConfirm: () => confirmAt(index) && lead() }),
    /** How all of it is confirmed. @param isEmpty whether it can be answered and nothing is */
    all(isEmpty: boolean, words: string): ConfirmingAll | undefined {
      if (last?.all === undefined || !isEmpty) return undefined;
      const confirmation = { index: "all", answers: last.all } as const;
      return { words, confirmation, onConfirm: () => confirm(confirmation) };
    },
  };
}

interface ConfirmButtonProps extends Confirming {
  className?: string | undefined;
  children: string;
}

/** Posts a confirmation without script, and carries it out with it. */
export function ConfirmButton({ confirmation, onConfirm, of, name = CONFIRM_FIELD, className, children }: ConfirmButtonProps) {
  return (
    <button
      type="submit"
      className={className ? `link-button ${className}` : "link-button"}
      name={name}
      value={confirmValue(confirmation)}
      aria-label={of && `${children} ${of}`}
      onClick={byScript(onConfirm)}
    >
      {children}
    </button>
  );
}
