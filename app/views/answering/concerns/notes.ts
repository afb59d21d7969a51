/** Which notes say anything. The note itself belongs to each screen. */
import type { ConcernView } from "~/views/answering/concerns/concern";

/** Whether it is known what has a note, and whether something has one. */
export interface Notes {
  onPage: true;
  inRow: boolean;
}

export const notes = {
  filters: {
    unnoted: { label: "Without note", none: "Everything has a note.", passes: (noted) => noted === false },
  },
} satisfies ConcernView<Notes["inRow"]>;
