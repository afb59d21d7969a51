/** What was agreed (docs/rules/actions.md#next-time). */
import type { AgreedInRow, AgreedView } from "~/views/answering/actions";

export interface Actions {
  inRow: AgreedInRow;
  onQuestions: AgreedView;
}
