/** The one place that tells the two maturity models apart. */
import type { Updateable } from "kysely";
import type { AssessmentTable } from "#api/store/database.ts";
import type { AssessmentUpdate } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";
import type { AssessmentRow } from "./access.ts";
import { itilAssessments } from "./itil/assessments.ts";
import { p3m3Assessments } from "./p3m3/assessments.ts";
import type { Work } from "./work.ts";

const MODELS = { P3M3: p3m3Assessments, ITIL: itilAssessments };

/** The functions for the model of an assessment. Updates differ in type: see `columnsAfter`. */
export function modelOf({ model }: { model: Role }): Omit<(typeof MODELS)[Role], "update"> {
  return MODELS[model];
}

/**
 * The columns that an update changes, apart from the name and the test flag.
 * @param update of the same model as the row
 * @throws Problem 422 when the update breaks a rule of the model
 */
export function columnsAfter(work: Work, row: AssessmentRow, update: AssessmentUpdate): Promise<Updateable<AssessmentTable>> {
  return update.assessmentType === "P3M3" ? MODELS.P3M3.update(work, row, update) : MODELS.ITIL.update(work, row, update);
}
