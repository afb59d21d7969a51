/** The assessment before (docs/rules/assess-again.md). */
import type { ConcernOf } from "~/components/answering/concerns/concern";
import { CameBefore } from "~/components/answering/concerns/last-time/CameBefore";

export const lastTime: ConcernOf<"lastTime"> = { onSummary: (before) => <CameBefore before={before} counts={before.counts} /> };
