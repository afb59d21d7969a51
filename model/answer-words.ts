/**
 * Answers in words, and what stands where there is none (docs/rules/texts.md#one-name-for-one-thing). Every screen and file asks here.
 * Set-up and the wire alone say `N/A`.
 */
export const UNANSWERED = {
  /** Nobody has answered it yet. */
  open: "Not answered",
  /** It was never asked, as a lower level is not fully met. */
  unasked: "Not assessed",
  /** Its thread is out of scope. */
  descoped: "Descoped",
  /** It can't be answered before another level is. */
  locked: "Locked",
} as const;

/** Where an answer could be. */
export interface Place {
  descoped?: boolean | undefined;
  /** Whether its thread, practice or component is complete: it needs no more answers. */
  finished: boolean;
  /** Whether the gate keeps it from being answered. */
  locked: boolean;
}

/** The word for a level, criterion or component without an answer. */
export function unansweredWord({ descoped = false, finished, locked }: Place): string {
  if (descoped) return UNANSWERED.descoped;
  if (finished) return UNANSWERED.unasked;
  return locked ? UNANSWERED.locked : UNANSWERED.open;
}

const WORDS: Readonly<Record<string, string>> = { Rarely: "Rarely/Never", "N/A": UNANSWERED.open };

/**
 * A selection of either model in words.
 * @param selection as it is stored; undefined, as N/A, for none
 */
export const answerInWords = (selection = "N/A"): string => WORDS[selection] ?? selection;
