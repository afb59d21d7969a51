/** What has not reached its target. */
import { isBelowTarget } from "#model/targets.ts";
import type { ConcernSource } from "~/services/answering/concerns/concern.server";

export const targets: ConcernSource<"targets"> = {
  rows: async () => ({
    onPage: (rows) => rows.some(({ target }) => target !== undefined) || undefined,
    inRow: ({ target }) => target && isBelowTarget(target.state),
  }),
};
