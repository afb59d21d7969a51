/** When an ITIL assessment may be submitted and endorsed (specification C4; design rules, "Submit"). */
import type { Status } from "../contract/assessments.ts";
import type { ItilProgress } from "../contract/itil.ts";

type Item = ItilProgress["capabilityProgress"][number];

/** Practices and components that are not complete. Empty when the assessment may be submitted, as far as answers go. */
export function missingForItilSubmission({ capabilityProgress, maturityProgress }: ItilProgress): Item[] {
  return [...capabilityProgress, ...maturityProgress].filter(({ complete }) => !complete);
}

/** Every practice and component is complete. Progress has no components for the Capability scope. */
export function canSubmitItil(progress: ItilProgress): boolean {
  return progress.capabilityProgress.length > 0 && missingForItilSubmission(progress).length === 0;
}

/** Independent validation may be requested once the assessment is Active, Drafted with practices, or Completed (specification A4). */
export function canBeEndorsed(assessment: { status: Status; capabilities?: readonly unknown[] | undefined }): boolean {
  if (assessment.status === "Drafted") return (assessment.capabilities?.length ?? 0) > 0;
  return assessment.status === "Active" || assessment.status === "Completed";
}
