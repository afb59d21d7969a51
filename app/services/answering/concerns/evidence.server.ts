/** What answers rest on (docs/rules/evidence.md). */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { entryAsked, loadEvidence } from "~/services/answering/evidence.server";
import { settleEvidence, typedBeside } from "~/services/answering/evidence-form.server";
import { hasExtension } from "~/services/upstream/extensions.server";

export const evidence: ConcernSource<"evidence"> = {
  typed: typedBeside,
  settle: settleEvidence,
  async onQuestions({ context, request, assessment, place, at }) {
    const view = await loadEvidence(context.api, assessment, place, { at, open: entryAsked(request) });
    // Nobody answers what is calculated, so nothing has to be shown for it.
    return ({ computed }) => (computed ? undefined : view);
  },
  inProgress: ({ evidence: count, computed }) => (computed ? undefined : count),
  async rows() {
    const isKept = await hasExtension("evidence");
    return { onPage: () => isKept || undefined, inRow: ({ known }) => (isKept ? known.evidence : undefined) };
  },
};
