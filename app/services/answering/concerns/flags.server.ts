/** What is flagged for later (docs/rules/notes-and-diagnostics.md#flags). */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { hasExtension } from "~/services/upstream/extensions.server";

export const flags: ConcernSource<"flags"> = {
  async onQuestions() {
    const isKnown = await hasExtension("flags");
    return ({ flagged }) => (isKnown ? flagged : undefined);
  },
  async rows() {
    const isKnown = await hasExtension("flags");
    return { onPage: () => isKnown || undefined, inRow: ({ flagged }) => (isKnown ? flagged : undefined) };
  },
};
