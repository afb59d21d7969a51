/** What was agreed about a thread, practice or component, next to its questions (docs/rules/actions.md#next-time). */

export interface AgreedAction {
  id: string;
  title: string;
  href: string;
  /** 'Done on 4 Nov 2026'. */
  state: string;
  isOverdue: boolean;
  /** 'Head of PMO, due 30 Jun 2026, after Spring review'; empty where nothing of it is known. */
  more: string;
}

/** The actions about a row of a grid. */
export interface AgreedInRow {
  /** 'Actions (2): overdue', and where they are; undefined for none. */
  link: { words: string; href: string } | undefined;
  /** Where one is added; undefined for whoever may not. */
  add: string | undefined;
}

/** The id of the section, for links that lead there. */
export const AGREED_ID = "agreed";

export interface AgreedView {
  actions: readonly AgreedAction[];
  /** Where one is added; undefined for whoever may not. */
  add: string | undefined;
}
