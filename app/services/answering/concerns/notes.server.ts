/** Which notes say anything. */
import { isNoted } from "#model/note.ts";
import type { ConcernSource } from "~/services/answering/concerns/concern.server";

export const notes: ConcernSource<"notes"> = {
  rows: async () => ({
    onPage: (rows) => rows.some(({ note }) => note !== undefined) || undefined,
    inRow: ({ note }) => note && isNoted(note),
  }),
};
