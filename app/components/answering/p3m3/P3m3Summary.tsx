import { ItemSummary } from "~/components/answering/ItemSummary";
import { Certification } from "~/components/answering/p3m3/Certification";
import { OverallExplained, PerspectiveExplained } from "~/components/answering/p3m3/SummaryExplained";
import type { SummaryPage } from "~/views/answering/summary";
import type { SaveOutcome } from "~/views/saving";

interface P3m3SummaryProps {
  summary: SummaryPage<"P3M3">;
  /** The outcome of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
}

/** The P3M3 summary: scores, what is missing, and submission (docs/rules/submission-and-certification.md#p3m3-summary). */
export function P3m3Summary({ summary, outcome }: P3m3SummaryProps) {
  return (
    <ItemSummary
      summary={summary}
      outcome={outcome}
      explained={<OverallExplained own={summary.own} name={summary.overall.name ?? ""} />}
      explainedIn={(group) => <PerspectiveExplained group={group} />}
      aside={<Certification summary={summary} />}
    />
  );
}
