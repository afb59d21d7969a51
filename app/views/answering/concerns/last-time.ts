/** The assessment before (docs/rules/assess-again.md#on-the-questions-screens). */
import type { BeforeView, LastTime as LastTimeView, PreviousInRow } from "~/views/answering/previous";

export interface LastTime {
  onPage: BeforeView;
  inRow: PreviousInRow;
  onQuestions: LastTimeView;
}
