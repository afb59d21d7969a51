/** What voices say (docs/rules/voices.md#what-the-assessor-sees). */
import type { ConcernOf } from "~/components/answering/concerns/concern";

export const voices: ConcernOf<"voices"> = { inSummary: ({ words }) => <span className="small muted">{words}</span> };
