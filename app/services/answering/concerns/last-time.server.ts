/** The assessment before (docs/rules/assess-again.md#on-the-questions-screens). */

import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { loadBefore, loadLastTime, readBefore, withBefore, withCounts } from "~/services/answering/previous.server";

export const lastTime: ConcernSource<"lastTime"> = {
  along: (assessment, screen, place) => (screen === "summary" ? withCounts(assessment) : withBefore(assessment, place)),
  async onQuestions({ context, assessment, place }, withAgain) {
    const read = await loadLastTime(context.api, assessment, place, await withAgain);
    return ({ compared, isChoice, confirmAll }) => {
      const last = read(compared);
      // A label cannot unfold what an option was, so a list does.
      const changed = isChoice && last ? last.statements.flatMap(({ former }) => former ?? []) : [];
      return last && { ...last, changed, all: isChoice ? undefined : confirmAll(last.proposals) };
    };
  },
  async rows({ context, assessment, screen, only }, withAgain) {
    if (screen === "summary") {
      const before = await loadBefore(context.api, assessment, await withAgain);
      return { onPage: () => before };
    }
    const read = await readBefore(context.api, assessment, { ...only, without: "notes" }, await withAgain);
    return { onPage: () => read?.before, inRow: ({ place, compared }) => read?.inRow(place, compared) };
  },
};
