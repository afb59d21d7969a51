import type { Updateable } from "kysely";
import type { AssessmentTable } from "#api/store/database.ts";
import type { AssessmentRow } from "./access.ts";
import type { Work } from "./work.ts";

/** What a maturity model has to bring; everything else about assessments is the same for all of them. */
export interface AssessmentModel<Update, Parts, Progress, Scores> {
  /** The scopes that an assessment of this model may have. */
  scopes: readonly string[];
  /** The parts of the wire's assessment that only this model has, by assessment id. */
  describe(work: Work, rows: readonly AssessmentRow[]): Promise<ReadonlyMap<number, Parts>>;
  /** The columns that an update changes besides the name and the test flag. @throws Problem 422 */
  update(work: Work, row: AssessmentRow, update: Update): Promise<Updateable<AssessmentTable>>;
  progress(work: Work, row: AssessmentRow): Promise<Progress>;
  scores(work: Work, row: AssessmentRow): Promise<Scores>;
  /** Stores what is needed of a completed assessment. @throws Problem 422 when it may not be submitted */
  submit(work: Work, row: AssessmentRow): Promise<void>;
}
