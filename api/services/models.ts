import type { Updateable } from "kysely";
import type { AssessmentTable } from "#api/store/database.ts";
import type { AssessmentOfEither, AssessmentUpdate, ItilAssessment, P3M3Assessment } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import type { ItilProgress, ItilScores } from "#model/contract/itil.ts";
import type { P3M3Progress, P3M3Scores } from "#model/contract/p3m3.ts";
import type { AssessmentRow } from "./access.ts";
import { itilAssessments } from "./itil/assessments.ts";
import { p3m3Assessments } from "./p3m3/assessments.ts";
import type { Work } from "./work.ts";

/** What of the wire's assessment only one model has. `selectedLevel` is sent as null for ITIL (docs/upstream-contract.md). */
export type P3M3Parts = Omit<P3M3Assessment, keyof AssessmentOfEither>;
export type ItilParts = Omit<ItilAssessment, keyof AssessmentOfEither> & { selectedLevel: null };

/** What differs between the two models; everything else about assessments is the same. */
export interface ModelOfAssessment {
  scopes: readonly string[];
  /** The parts of the wire's assessment that only this model has, by assessment id. */
  describe(work: Work, rows: readonly AssessmentRow[]): Promise<ReadonlyMap<number, P3M3Parts | ItilParts>>;
  /** The columns that an update changes beside name and test flag. @throws Problem 422 */
  update(work: Work, row: AssessmentRow, update: AssessmentUpdate): Promise<Updateable<AssessmentTable>>;
  progress(work: Work, row: AssessmentRow): Promise<P3M3Progress | ItilProgress>;
  scores(work: Work, row: AssessmentRow): Promise<P3M3Scores | ItilScores>;
  /** Keeps what a completed assessment needs. @throws Problem 422 when it may not be submitted */
  submit(work: Work, row: AssessmentRow): Promise<void>;
}

const MODELS: Readonly<Record<Role, ModelOfAssessment>> = { P3M3: p3m3Assessments, ITIL: itilAssessments };

/** The one place that tells the models apart. */
export function modelOf({ model }: { model: Role }): ModelOfAssessment {
  return MODELS[model];
}
