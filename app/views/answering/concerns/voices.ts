/** What voices say (docs/rules/voices.md#what-the-assessor-sees). */
import type { ConcernView } from "~/views/answering/concerns/concern";
import type { VoicesInRow, VoicesView } from "~/views/answering/voices";

/** `onPage`: voices were asked, and the user may read what they say. */
export interface Voices {
  onPage: true;
  inRow: VoicesInRow;
  onQuestions: VoicesView;
}

export const voices = {
  filters: {
    differ: { label: "Voices differ", none: "Nowhere do voices differ.", passes: (said) => said?.differ },
    apart: { label: "Differs from the voices", none: "No answer differs from the voices.", passes: (said) => said?.apart },
    objected: {
      label: "Objections from a check of facts",
      none: "Nobody objects.",
      passes: (said) => said?.objected,
    },
  },
  searched: "voices",
} satisfies ConcernView<VoicesInRow>;
