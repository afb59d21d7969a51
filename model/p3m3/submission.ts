/** When a P3M3 assessment may be submitted and certified (specification C4; design rules, "Scope", "Submit", "Certify"). */
import type { P3M3Progress } from "../contract/p3m3.ts";
import { MANDATORY_THREAD_IDS, PERSPECTIVES, THREADS } from "./catalogue.ts";

type PerspectiveProgress = P3M3Progress["perspectivesProgress"][number];
type ThreadProgress = PerspectiveProgress["threads"][number];

/** What keeps an assessment from being submitted: per perspective the threads still to be answered. */
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

/** Perspectives that are not complete, each with its open threads. Empty when the assessment may be submitted. */
export function missingForSubmission(progress: P3M3Progress): Missing[] {
  return progress.perspectivesProgress.flatMap((perspective) => {
    const { answered, total } = threadsComplete(perspective);
    if (answered > 0 && answered === total) return [];
    return [{ perspective, threads: perspective.threads.filter((thread) => !thread.answered && !thread.descoped) }];
  });
}

/** Every perspective has at least one answered thread and answered = total − descoped. */
export function canSubmit(progress: P3M3Progress): boolean {
  return progress.perspectivesProgress.length > 0 && missingForSubmission(progress).length === 0;
}

/** Whether all seven perspectives are assessed: the condition under which certification is offered at all. */
export function coversAllPerspectives(perspectives: readonly { id: number }[]): boolean {
  return PERSPECTIVES.every(({ id }) => perspectives.some((perspective) => perspective.id === id));
}

/**
 * The mandatory threads that are missing or descoped in some perspective, by name. Empty when certification is possible.
 * An upstream may send progress without thread ids (contract, extras); the name then says which thread it is.
 */
export function missingForCertification(progress: P3M3Progress): string[] {
  return THREADS.filter(({ id }) => MANDATORY_THREAD_IDS.includes(id))
    .filter(({ id, name }) => {
      const isThis = (thread: ThreadProgress) => (thread.id === undefined ? thread.name === name : thread.id === id);
      return !progress.perspectivesProgress.every(({ threads }) => threads.some((thread) => isThis(thread) && thread.answered));
    })
    .map(({ name }) => name);
}
