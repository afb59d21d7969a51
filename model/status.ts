/** How the status of an assessment moves (contract, "Assessments"; specification A4, B4). Being archived is a separate flag. */
import type { Status } from "./contract/assessments.ts";

export type StatusEvent = "scope saved" | "answer stored" | "submitted";

/** The status after something happened; what was reached is never given back. */
export function statusAfter(status: Status, event: StatusEvent): Status {
  if (event === "submitted" || status === "Completed") return "Completed";
  if (event === "answer stored" || status === "Active") return "Active";
  return "Drafted";
}

/** Once answering has begun, the scope that was selected (Programme, Comprehensive …) stays; what lies within may still change. */
export function isStarted(status: Status): boolean {
  return status === "Active" || status === "Completed";
}

export const SCOPE_IS_FIXED = "The scope cannot be changed once the assessment has started.";
