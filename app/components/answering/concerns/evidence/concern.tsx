/** What answers rest on (docs/rules/evidence.md). */
import { Link } from "@remix-run/react";
import type { ConcernOf } from "~/components/answering/concerns/concern";
import { EvidenceCount } from "~/components/answering/concerns/evidence/EvidenceCount";
import { EvidenceSection } from "~/components/answering/concerns/evidence/EvidenceSection";
import { EvidenceContext, useEvidence } from "~/components/answering/concerns/evidence/useEvidence";
import { EVIDENCE_ID } from "~/views/answering/evidence";
import { evidenceLabels } from "~/views/answering/evidence-form";

export const evidence: ConcernOf<"evidence"> = {
  useOnQuestions(view, { editable, here, pageId, result, form, onProgress }) {
    const editing = useEvidence({ view, here, pageId, result: result?.concerns?.evidence, form, onProgress });
    return {
      wrap: (children) => <EvidenceContext.Provider value={editable ? editing : undefined}>{children}</EvidenceContext.Provider>,
      end: editing.view ? <EvidenceSection view={editing.view} evidence={editing} editable={editable} /> : null,
      labels: import.meta.env.SSR && view ? evidenceLabels(view) : [],
      form: editable ? { ...editing, what: "evidence" } : undefined,
    };
  },
  rowHead: (count, { name, here, roves }) => ({
    // Next to the grid, the panel leads there too.
    sign:
      count === 0 && roves ? null : (
        <Link to={`${here}#${EVIDENCE_ID}`} tabIndex={roves ? -1 : undefined} className="small">
          Evidence<span className="visually-hidden"> of {name}</span> ({count})
        </Link>
      ),
  }),
  rowFoot: (count, { here }) => ({ link: <Link to={`${here}#${EVIDENCE_ID}`}>{`Evidence (${count})`}</Link> }),
  inSummary: (count) => <EvidenceCount count={count} />,
};
