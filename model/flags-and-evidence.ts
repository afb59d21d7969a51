/** The flags and evidence of threads and practices, which every questions screen shows. */
import { placeOf, type Subject } from "./contract/history.ts";

export interface FlagsAndEvidence {
  /** The places that are flagged for later. */
  flags: ReadonlySet<string>;
  /** How many entries of evidence there are, by place. */
  evidence: ReadonlyMap<string, number>;
}

/** What there is of one, as the progress says it. */
export function flagAndEvidenceAt({ flags, evidence }: FlagsAndEvidence, subject: Subject): { flagged: boolean; evidence: number } {
  const place = placeOf(subject);
  return { flagged: flags.has(place), evidence: evidence.get(place) ?? 0 };
}
