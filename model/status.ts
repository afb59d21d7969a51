/** How the status of an assessment changes (docs/rules/setup-and-scope.md#status). Archived is a separate flag. */
import type { Status } from "./contract/assessments.ts";

/** What changes the status of an assessment. */
export type StatusEvent = "scope saved" | "answer stored" | "submitted";

/** The status after an event. A status never goes back. */
export function statusAfter(status: Status, event: StatusEvent): Status {
  if (event === "submitted" || status === "Completed") return "Completed";
  if (event === "answer stored" || status === "Active") return "Active";
  return "Drafted";
}

/** Whether answering has begun. `selectedScope` is fixed from then on (docs/rules/setup-and-scope.md#when-the-scope-is-fixed). */
export function isStarted(status: Status): boolean {
  return status === "Active" || status === "Completed";
}

/** The refusal of a change to a scope that is fixed. */
export const SCOPE_IS_FIXED = "The scope cannot be changed once the assessment has started.";
