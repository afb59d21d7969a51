/** What has not reached its target. */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";

export const targets: ConcernSource<"targets"> = {
  rows: async () => ({
    onPage: (rows) => rows.some(({ belowTarget }) => belowTarget !== undefined) || undefined,
    inRow: ({ belowTarget }) => belowTarget,
  }),
};
