/** What answers rest on (docs/rules/evidence.md). */
import { lacks } from "#model/lacks.ts";
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
    unevidenced: {
      label: "Without evidence",
      none: "Everything that is answered has evidence.",
      passes: (count, item) => lacks(item, count),
    },
  },
  searched: "evidence",
} satisfies ConcernView<Evidence["inRow"]>;
