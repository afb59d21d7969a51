/** What answers rest on (docs/rules/evidence.md). */
import type { ConcernView } from "~/views/answering/concerns/concern";
import type { EvidenceResult, EvidenceView } from "~/views/answering/evidence";

/** `inRow`: how many entries something has; `typed`: an entry that was typed into the form of a questions screen. */
export interface Evidence {
  onPage: true;
  inRow: number;
  onQuestions: EvidenceView;
  typed: EvidenceResult;
}

export const evidence = {
  filters: {
    unevidenced: { label: "Without evidence", none: "Everything has evidence.", passes: (count) => count === 0 },
  },
  searched: "evidence",
} satisfies ConcernView<Evidence["inRow"]>;
