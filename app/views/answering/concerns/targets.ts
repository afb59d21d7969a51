/** What has not reached its target (docs/rules/targets.md). */
import type { ConcernView } from "~/views/answering/concerns/concern";

/** Whether anything has a target, and whether something is below its own, or that of its perspective. */
export interface Targets {
  onPage: true;
  inRow: boolean;
}

export const targets = {
  filters: {
    below: { label: "Below target", none: "Everything has reached its target.", passes: (isBelow) => isBelow },
  },
} satisfies ConcernView<Targets["inRow"]>;
