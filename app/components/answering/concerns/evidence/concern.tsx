/** What answers rest on (docs/rules/evidence.md). */
import type { ConcernOf } from "~/components/answering/concerns/concern";
import { EvidenceCount } from "~/components/answering/concerns/evidence/EvidenceCount";

export const evidence: ConcernOf<"evidence"> = { inSummary: (count) => <EvidenceCount count={count} /> };
