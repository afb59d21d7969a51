/** What the answers of a questions screen rest on (docs/rules/evidence.md). */
import type { OnQuestionsOf } from "~/components/answering/concerns/concern";
import { EvidenceSection } from "~/components/answering/concerns/evidence/EvidenceSection";
import { EvidenceContext, useEvidence } from "~/components/answering/concerns/evidence/useEvidence";
import { evidenceLabels } from "~/views/answering/evidence-form";

export const useEvidenceSection: OnQuestionsOf<"evidence"> = (view, { editable, here, pageId, result, form, onProgress }) => {
  const editing = useEvidence({ view, here, pageId, result: result?.concerns?.evidence, form, onProgress });
  return {
    wrap: (children) => <EvidenceContext.Provider value={editable ? editing : undefined}>{children}</EvidenceContext.Provider>,
    end: editing.view ? <EvidenceSection view={editing.view} evidence={editing} editable={editable} /> : null,
    labels: import.meta.env.SSR && view ? evidenceLabels(view) : [],
    form: editable ? { ...editing, what: "evidence" } : undefined,
  };
};
