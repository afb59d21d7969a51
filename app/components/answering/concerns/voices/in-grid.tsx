/** What voices say, in a grid (docs/rules/voices.md#what-the-assessor-sees). */
import type { InGridOf } from "~/components/answering/concerns/concern";

export const voices: InGridOf<"voices"> = {
  rowHead: ({ words }) => ({ sign: <span className="small muted">{words}</span> }),
};
