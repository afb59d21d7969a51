import type { Status } from "#model/contract/assessments.ts";
import type { Role } from "#model/contract/common.ts";

/**
 * The badge of a completed assessment that is to be certified or endorsed, and the words for what has been requested. The rows of the
 * home screen show both; everything else says what was requested alone (docs/rules/results-and-files.md#badges-on-results). Until it is
 * submitted, `planned` is the word for both: a tick at set-up requests nothing yet.
 */
export const BADGES = {
  P3M3: { word: "Certified", requested: "Certification requested", planned: "To be certified" },
  ITIL: { word: "Endorsed", requested: "Independent validation requested", planned: "To be validated" },
} as const;

/** What a screen or file says of an assessment that is to be certified or endorsed. */
export const requestWords = ({ assessmentType, status }: { assessmentType: Role; status: Status }): string =>
  BADGES[assessmentType][status === "Completed" ? "requested" : "planned"];
