/** What was agreed (docs/rules/actions.md#next-time). */
import { loadAgreed, loadAgreedRows } from "~/services/answering/actions.server";
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { FINDINGS } from "~/views/action-links";

export const actions: ConcernSource<"actions"> = {
  async onQuestions({ context, assessment, place, here }) {
    const actionsAt = await loadAgreed(context, assessment, place, here);
    return ({ descoped }) => actionsAt(descoped ? FINDINGS.descoped : undefined);
  },
  async rows({ context, assessment, screen, here }) {
    // A summary has links to add actions where it says what would raise the result, and no room to list them.
    if (screen === "summary") return {};
    const actionsAt = await loadAgreedRows(context, assessment, here);
    return { inRow: ({ place, questions }) => actionsAt(place, questions) };
  },
};
