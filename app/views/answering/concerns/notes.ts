/** Which notes say anything. The note itself belongs to each screen. */
import { lacks } from "#model/lacks.ts";
import type { ConcernView } from "~/views/answering/concerns/concern";

/** Whether it is known what has a note, and whether something has one. */
export interface Notes {
  onPage: true;
  inRow: boolean;
}

export const notes = {
  filters: {
    unnoted: { label: "Without note", none: "Everything that is answered has a note.", passes: (noted, item) => lacks(item, noted) },
  },
} satisfies ConcernView<Notes["inRow"]>;
