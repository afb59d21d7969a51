/** What is flagged for later (docs/rules/notes-and-diagnostics.md#flags). */
import type { ConcernSource } from "~/services/answering/concerns/concern.server";
import { SWITCH } from "~/services/answering/items/part-rules.server";
import { BadRequest } from "~/services/faults.server";
import { postedPart } from "~/services/saving/posted-form.server";
import { hasExtension } from "~/services/upstream/extensions.server";

export const flags: ConcernSource<"flags"> = {
  part: {
    name: "flag",
    plural: "flags",
    rule: SWITCH,
    isBox: true,
    read(posted) {
      const flag = postedPart(posted, "flag");
      if (flag && ![flag.base, flag.target].every((word) => word === "on" || word === "off")) throw new BadRequest();
      return flag;
    },
    said: ({ target }) => (target === "on" ? "Flagged for later. " : "The flag is taken off. "),
  },
  async onQuestions() {
    const isKnown = await hasExtension("flags");
    return ({ known }) => (isKnown ? known.flags : undefined);
  },
  inProgress: ({ flagged }) => flagged,
  async rows() {
    const isKnown = await hasExtension("flags");
    return { onPage: () => isKnown || undefined, inRow: ({ known }) => (isKnown ? known.flags : undefined) };
  },
};
