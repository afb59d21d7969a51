/**
 * When a P3M3 assessment may be submitted (docs/rules/submission-and-certification.md#when-an-assessment-may-be-submitted), and certified
 * (docs/rules/submission-and-certification.md#certification).
 */
import type { Status } from "../contract/assessments.ts";
import type { P3m3Progress } from "../contract/p3m3.ts";
import { MANDATORY_THREAD_IDS, PERSPECTIVES, THREADS } from "./catalogue.ts";

type PerspectiveProgress = P3m3Progress["perspectivesProgress"][number];
type ThreadProgress = PerspectiveProgress["threads"][number];

/** A perspective that is not complete, with the threads that are still to be answered. */
export interface MissingThreads {
  perspective: PerspectiveProgress;
  threads: ThreadProgress[];
}

/** 'x/y Threads complete' of a perspective: y counts the threads that are not descoped. */
export function threadsComplete(perspective: PerspectiveProgress): { answered: number; total: number } {
  return {
    answered: perspective.answeredThreads,
    total: perspective.totalThreads - perspective.threads.filter((thread) => thread.descoped).length,
  };
}

/** The perspectives that are not complete. Empty when all questions are answered. */
export function missingForP3m3Submission(progress: P3m3Progress): MissingThreads[] {
  return progress.perspectivesProgress.flatMap((perspective) => {
    const { answered, total } = threadsComplete(perspective);
    if (answered > 0 && answered === total) return [];
    return [{ perspective, threads: perspective.threads.filter((thread) => !thread.answered && !thread.descoped) }];
  });
}

/** Whether every perspective has at least one answered thread, and answered = total − descoped. */
export function canSubmitP3m3(progress: P3m3Progress): boolean {
  return progress.perspectivesProgress.length > 0 && missingForP3m3Submission(progress).length === 0;
}

/** Whether all seven perspectives are assessed: the condition under which certification is offered at all. */
export function coversAllPerspectives(perspectives: readonly { id: number }[]): boolean {
  return PERSPECTIVES.every(({ id }) => perspectives.some((perspective) => perspective.id === id));
}

/** A mandatory thread that is missing, unanswered or descoped in some perspective. */
export interface MissingMandatory {
  name: string;
  /** The names of the perspectives in which it is. */
  perspectives: string[];
  /** Whether those are all perspectives of the assessment. */
  everywhere: boolean;
}

/**
 * The mandatory threads that are missing, unanswered or descoped in some perspective. Empty when certification is possible.
 * Thread ids are an extra of the contract (docs/upstream-contract.md#assessments): without one a thread is recognised by its name.
 */
export function missingForCertification({ perspectivesProgress }: P3m3Progress): MissingMandatory[] {
  return THREADS.filter(({ id }) => MANDATORY_THREAD_IDS.includes(id)).flatMap(({ id, name }) => {
    const isThis = (thread: ThreadProgress) => (thread.id === undefined ? thread.name === name : thread.id === id);
    const without = perspectivesProgress.filter(({ threads }) => !threads.some((thread) => isThis(thread) && thread.answered));
    if (without.length === 0) return [];
    return {
      name,
      perspectives: without.map((perspective) => perspective.name),
      everywhere: without.length === perspectivesProgress.length,
    };
  });
}

/**
 * Where users ask for certification: in the profile before completion, in a dialog after it. Undefined where it is not offered
 * (docs/rules/submission-and-certification.md#certification).
 */
export function certificationOffer(assessment: {
  status: Status;
  isArchived: boolean;
  certified?: boolean | null | undefined;
  perspectives?: readonly { id: number }[] | undefined;
  edition?: { replacedBy?: unknown } | null | undefined;
}): "profile" | "confirmation" | undefined {
  const { status, isArchived, certified, perspectives = [], edition } = assessment;
  if (certified || isArchived || edition?.replacedBy || status === "Created") return undefined;
  if (status !== "Completed") return "profile";
  return coversAllPerspectives(perspectives) ? "confirmation" : undefined;
}
