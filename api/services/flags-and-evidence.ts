import type { Db } from "#api/store/open.ts";
import type { FlagsAndEvidence } from "#model/flags-and-evidence.ts";
import { evidenceCounts } from "./evidence.ts";
import { flaggedPlaces } from "./flags.ts";

/** The flags and evidence of an assessment, for its progress. */
export async function readFlagsAndEvidence(db: Db, assessmentId: number): Promise<FlagsAndEvidence> {
  return { flags: await flaggedPlaces(db, assessmentId), evidence: await evidenceCounts(db, assessmentId) };
}
