/**
 * When a P3M3 assessment may be submitted (docs/rules/submission-and-certification.md#when-an-assessment-may-be-submitted), and certified
 * (docs/rules/submission-and-certification.md#certification).
 */
import type { P3M3Progress } from "../contract/p3m3.ts";
import { MANDATORY_THREAD_IDS, PERSPECTIVES, THREADS } from "./catalogue.ts";

type PerspectiveProgress = P3M3Progress["perspectivesProgress"][number];
type ThreadProgress = PerspectiveProgress["threads"][number];

/** A perspective that is not complete, with the threads that are still to be answered. */
export interface Missing {
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
export function missingForSubmission(progress: P3M3Progress): Missing[] {
  return progress.perspectivesProgress.flatMap((perspective) => {
    const { answered, total } = threadsComplete(perspective);
    if (answered > 0 && answered === total) return [];
    return [{ perspective, threads: perspective.threads.filter((thread) => !thread.answered && !thread.descoped) }];
  });
}

/** Whether every perspective has at least one answered thread, and answered = total − descoped. */
export function canSubmit(progress: P3M3Progress): boolean {
  return progress.perspectivesProgress.length > 0 && missingForSubmission(progress).length === 0;
}

/** Whether all seven perspectives are assessed: the condition under which certification is offered at all. */
export function coversAllPerspectives(perspectives: readonly { id: number }[]): boolean {
  return PERSPECTIVES.every(({ id }) => perspectives.some((perspective) => perspective.id === id));
}

/**
 * The names of the mandatory threads that are missing, unanswered or descoped in some perspective. Empty when certification is possible.
 * Thread ids are an extra of the contract (docs/upstream-contract.md#assessments): without one a thread is recognised by its name.
 */
export function missingForCertification(progress: P3M3Progress): string[] {
  return THREADS.filter(({ id }) => MANDATORY_THREAD_IDS.includes(id))
    .filter(({ id, name }) => {
      const isThis = (thread: ThreadProgress) => (thread.id === undefined ? thread.name === name : thread.id === id);
      return !progress.perspectivesProgress.every(({ threads }) => threads.some((thread) => isThis(thread) && thread.answered));
    })
    .map(({ name }) => name);
}
