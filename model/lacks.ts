/** A thread, practice or component, as far as it matters for what it may lack. */
export interface Lacking {
  /** In full. */
  answered: boolean;
  descoped?: boolean | undefined;
  /** Follows from others: nobody answers it. */
  computed?: boolean | undefined;
}

/** Whether something is answered, by somebody, and counts: that alone can lack a note or evidence (docs/rules/notes-and-diagnostics.md#without-a-note-or-evidence). */
export const isSomebodysAnswer = ({ answered, descoped, computed }: Lacking): boolean => answered && !descoped && !computed;

/**
 * Whether something was answered without a note or without evidence. Checks, filters, register and results all ask this.
 * @param has how many notes or entries it has, or whether it has any; undefined where nobody knows
 */
export const lacks = (item: Lacking, has: number | boolean | undefined): boolean => isSomebodysAnswer(item) && (has === 0 || has === false);
