/** Which notes say anything. */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { isNoted } from "~/services/answering/notes.server";

export const notes: ConcernSource<"notes"> = {
  rows: async () => ({
    onPage: (rows) => rows.some(({ note }) => note !== undefined) || undefined,
    inRow: ({ note }) => note && isNoted(note),
  }),
};
