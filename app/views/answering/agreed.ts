/** What was agreed about a thread, practice or component, next to its questions (docs/rules/actions.md#next-time). */

export interface AgreedAction {
  id: string;
  title: string;
  href: string;
  /** 'Done since 4 Nov 2026'. */
  state: string;
  isOverdue: boolean;
  /** 'Head of PMO, due 30 Jun 2026, after Spring review'; empty where nothing of it is known. */
  more: string;
}

export interface AgreedView {
  actions: readonly AgreedAction[];
  /** Where one is added; undefined for whoever may not. */
  add: string | undefined;
}
