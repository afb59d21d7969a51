/** What answers rest on (docs/rules/evidence.md). */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { entryAsked, loadEvidence } from "~/services/answering/evidence.server";
import { hasExtension } from "~/services/upstream/extensions.server";

export const evidence: ConcernSource<"evidence"> = {
  async onQuestions({ context, request, assessment, place, at }) {
    const view = await loadEvidence(context.api, assessment, place, { at, open: entryAsked(request) });
    // Nobody answers what is calculated, so nothing has to be shown for it.
    return ({ computed }) => (computed ? undefined : view);
  },
  async rows() {
    const isKept = await hasExtension("evidence");
    return { onPage: () => isKept || undefined, inRow: (row) => (isKept ? row.evidence : undefined) };
  },
};
