/** Progress as the screens show it: groups of items with their states in words and a link to each. */
import type { Assessment } from "#model/contract/assessments.ts";
import type { P3M3Progress } from "#model/contract/p3m3.ts";
import { perspectiveState, threadState } from "#model/p3m3/progress.ts";
import { threadsComplete } from "#model/p3m3/submission.ts";
import { paths } from "~/paths";

interface Named {
  id?: number | undefined;
  code?: string | undefined;
  name: string;
}

/** An upstream may send progress without ids and codes (contract, extras): then the name says which item it is. */
function known(list: readonly { id: number; code: string; name: string }[] | undefined, item: Named) {
  const found = list?.find(({ id, name }) => (item.id === undefined ? name === item.name : id === item.id));
  return { id: item.id ?? found?.id ?? 0, code: item.code ?? found?.code ?? "" };
}

/** Perspectives with their threads. */
export function p3m3ProgressView(found: Assessment, progress: P3M3Progress) {
  const groups = progress.perspectivesProgress.map((perspective) => {
    const { id, code } = known(found.perspectives, perspective);
    return {
      id,
      code,
      name: perspective.name,
      state: perspectiveState(perspective.threads),
      score: perspective.currentScore,
      ...threadsComplete(perspective),
      items: perspective.threads.map((thread) => {
        const item = known(found.threads, thread);
        const { name, score } = thread;
        return { ...item, name, state: threadState(thread), score, href: paths.questions(found.id, code, item.code) };
      }),
    };
  });
  return {
    overall: progress.currentOverallScore,
    maturity: progress.maturityScore,
    answered: groups.reduce((sum, { answered }) => sum + answered, 0),
    total: groups.reduce((sum, { total }) => sum + total, 0),
    groups,
  };
}

export type ProgressView = ReturnType<typeof p3m3ProgressView>;
