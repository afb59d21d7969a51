/** What is flagged for later (docs/rules/notes-and-diagnostics.md#flags). */
import type { ConcernView } from "~/views/answering/concerns/concern";

/** Whether the upstream has flags, and whether something is flagged. It is saved as `on` or `off`. */
export interface Flags {
  onPage: true;
  inRow: boolean;
  onQuestions: boolean;
  saves: "flag";
}

export const flags = {
  filters: {
    flagged: { label: "Flagged", none: "Nothing is flagged for later.", passes: (flagged) => flagged },
  },
} satisfies ConcernView<Flags["inRow"]>;
