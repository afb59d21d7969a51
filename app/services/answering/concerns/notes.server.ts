/** Which notes say anything. */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";

export const notes: ConcernSource<"notes"> = {
  rows: async () => ({
    onPage: (rows) => rows.some(({ noted }) => noted !== undefined) || undefined,
    inRow: ({ noted }) => noted,
  }),
};
