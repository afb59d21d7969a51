/** What the results of an assessment in progress can say so far (docs/rules/results-and-files.md#drafts). */
import type { P3m3Progress, P3m3Results } from "../contract/p3m3.ts";
import { ranked } from "../rounding.ts";
import { p3m3ScoreSoFar, wholeScore } from "./progress.ts";

/**
 * The results of what is answered: its threads, and the perspectives that have any, each with the mean of its answered threads and its
 * rank by that. The overall score stays what it would be if submitted now. Ids are an extra of the progress: without one, an item is
 * recognised by its name.
 */
export function p3m3ResultsSoFar<R extends Omit<P3m3Results, "descoped">>({
  results,
  progress,
}: {
  results: R;
  progress: P3m3Progress;
}): R {
  const isSame = (item: { id?: number | undefined; name: string }, other: { id: number; name: string }) =>
    item.id === undefined ? item.name === other.name : item.id === other.id;
  const progressOf = (perspective: { id: number; name: string }) =>
    progress.perspectivesProgress.find((item) => isSame(item, perspective))?.threads ?? [];
  const scored = results.perspectives.flatMap((perspective) => {
    const decimal = p3m3ScoreSoFar([{ threads: progressOf(perspective) }]);
    return decimal === null ? [] : [{ ...perspective, score: decimal, decimal }];
  });
  const threads = results.threads.filter((thread) => {
    const perspective = scored.find(({ id }) => id === thread.perspectiveId);
    return perspective && progressOf(perspective).some((item) => item.answered && isSame(item, thread));
  });
  return {
    ...results,
    perspectives: ranked(scored).map((perspective) => ({ ...perspective, score: wholeScore(perspective.score) })),
    threads: ranked(threads),
    ...(results.toImprove && {
      toImprove: results.toImprove.filter((each) =>
        threads.some(({ id, perspectiveId }) => id === each.thread.id && perspectiveId === each.perspective.id),
      ),
    }),
    heatmapScores: results.heatmapScores.filter((row) => scored.some(({ id }) => id === row.id)),
  };
}
