/** When an ITIL assessment may be submitted (docs/rules/submission-and-certification.md#when-an-assessment-may-be-submitted) and endorsed. */
import type { Status } from "../contract/assessments.ts";
import type { ItilProgress } from "../contract/itil.ts";

type Item = ItilProgress["capabilityProgress"][number];

/** The practices and components that are not complete. Empty when all questions are answered. */
export function missingForItilSubmission({ capabilityProgress, maturityProgress }: ItilProgress): Item[] {
  return [...capabilityProgress, ...maturityProgress].filter(({ complete }) => !complete);
}

/** Whether every practice and component is complete. For the Capability scope progress has no components. */
export function canSubmitItil(progress: ItilProgress): boolean {
  return progress.capabilityProgress.length > 0 && missingForItilSubmission(progress).length === 0;
}

/** Whether independent validation may be requested (docs/rules/submission-and-certification.md#independent-validation). */
export function canBeEndorsed(assessment: {
  status: Status;
  capabilities?: readonly unknown[] | undefined;
  edition?: { replacedBy?: unknown } | null | undefined;
}): boolean {
  if (assessment.edition?.replacedBy) return false;
  if (assessment.status === "Drafted") return (assessment.capabilities?.length ?? 0) > 0;
  return assessment.status === "Active" || assessment.status === "Completed";
}
