import type { Db } from "#api/store/open.ts";
import type { BesideAnswers } from "#model/beside-answers.ts";
import { evidenceCounts } from "./evidence.ts";
import { flaggedPlaces } from "./flags.ts";

/** What the progress of an assessment says besides its answers. */
export async function besideAnswers(db: Db, assessmentId: number): Promise<BesideAnswers> {
  return { flags: await flaggedPlaces(db, assessmentId), evidence: await evidenceCounts(db, assessmentId) };
}
