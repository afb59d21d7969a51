import type { Updateable } from "kysely";
import type { z } from "zod";
import type { AssessmentTable } from "#api/store/database.ts";
import type { StatementItem } from "#model/again.ts";
import type { overviewQuery } from "#model/contract/overview.ts";
import type { AssessmentRow } from "./access.ts";
import type { Work } from "./work.ts";

/** The statements and answers of an assessment at a place. A descoped thread has a reason instead of answers. */
export interface StatementContents {
  /** Those of the pack: always the same object for the same pack and place. */
  statements: readonly StatementItem[];
  /** One for each statement; N/A or nothing where there is no answer. */
  selections: readonly string[];
  descoped?: { reason: string };
}

/** The parts of an assessment that an overview shows; all if none is named. */
export type OverviewFilter = z.output<typeof overviewQuery>;

/** What each maturity model provides. Everything else about assessments is the same for both. */
export interface AssessmentModel<Update, Parts, Progress, Scores, Overview> {
  /** The scopes that an assessment of this model may have. */
  scopes: readonly string[];
  /** The fields that only this model has on the wire, by assessment id. */
  describe(work: Work, rows: readonly AssessmentRow[]): Promise<ReadonlyMap<number, Parts>>;
  /** The columns that an update changes, apart from the name and the test flag. @throws Problem 422 */
  update(work: Work, row: AssessmentRow, update: Update): Promise<Updateable<AssessmentTable>>;
  /** The progress on the wire. */
  progress(work: Work, row: AssessmentRow): Promise<Progress>;
  /** The scores on the wire. */
  scores(work: Work, row: AssessmentRow): Promise<Scores>;
  /** All answers, marks, notes and flags on the wire. @param only these perspectives or practices */
  overview(work: Work, row: AssessmentRow, only: OverviewFilter): Promise<Overview>;
  /** Reads the statements and answers of each place in scope, by place, for those who assess again. @returns one for each row */
  statements(work: Work, rows: readonly AssessmentRow[]): Promise<ReadonlyMap<string, StatementContents>[]>;
  /** The names of what is in scope and a pack has nothing for. @param packSeq the number of the pack */
  goneFrom(work: Work, row: AssessmentRow, packSeq: number): Promise<string[]>;
  /** Whether the answers of one can be proposed to another: whether both are about the same (docs/rules/assess-again.md#what-is-proposed). */
  isComparable(row: AssessmentRow, before: AssessmentRow): boolean;
  /**
   * Checks that the assessment may be submitted (docs/rules/submission-and-certification.md#when-an-assessment-may-be-submitted), and
   * stores what is needed once it is completed.
   * @throws Problem 422 when it may not be submitted
   */
  submit(work: Work, row: AssessmentRow): Promise<void>;
}
