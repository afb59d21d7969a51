import { useSearchParams } from "@remix-run/react";
import { Explain } from "~/components/answering/Explain";
import { ItemSummary } from "~/components/answering/ItemSummary";
import { ComputedFrom } from "~/components/answering/itil/ComputedFrom";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { CapabilityExplained, MaturityExplained } from "~/components/answering/itil/SummaryExplained";
import { Validation, ValidationFailure } from "~/components/answering/itil/Validation";
import { ValidationQuestion } from "~/components/answering/itil/ValidationQuestion";
import { AddActionContext } from "~/components/shell/AddAction";
import { filterIn, withFilter } from "~/views/answering/filters";
import type { SummaryPage, SummaryRow } from "~/views/answering/summary";
import type { SaveOutcome } from "~/views/saving";

interface ItilSummaryProps {
  summary: SummaryPage<"ITIL">;
  /** The outcome of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
  validationFailed: { why: string | undefined } | undefined;
  /** Validation was requested without the consent being ticked. */
  consentIsMissing: boolean;
}

/** The ITIL summary: scores, what is missing, submission and validation (docs/rules/submission-and-certification.md#itil-summary). */
export function ItilSummary({ summary, outcome, validationFailed, consentIsMissing }: ItilSummaryProps) {
  const { assessment, own, links } = summary;
  const [query] = useSearchParams();
  const filter = filterIn(query, summary.concerns);
  const here = withFilter(links.here, filter);
  return (
    <ItemSummary
      summary={summary}
      outcome={outcome}
      dialogs={
        <>
          {validationFailed ? <ValidationFailure why={validationFailed.why} here={here} /> : null}
          {(query.get("confirm") === "validate" || consentIsMissing) && own.validation.offered && !validationFailed ? (
            <ValidationQuestion
              name={assessment.name}
              action={here}
              fields={{ intent: "validate" }}
              cancel={here}
              consentIsMissing={consentIsMissing}
            />
          ) : null}
        </>
      }
      explained={summary.overall.name === undefined ? <CapabilityExplained steps={own.steps} /> : <MaturityExplained summary={summary} />}
      explainedIn={(_, shown) =>
        shown.map(({ code, name, score, computed, restsOn }) =>
          computed && restsOn ? (
            <Explain key={code} title={`How the score of ${name} (${code}) is calculated`}>
              <ComputedFrom component={{ code, score, restsOn }} />
            </Explain>
          ) : null,
        )
      }
      below={explainPractice}
      aside={<Validation summary={summary} filter={filter} />}
    />
  );
}

/** Why a practice is at its level, below its row, if the address asks for it. */
const explainPractice = ({ explained }: SummaryRow) =>
  explained?.facts && (
    <div className="stack-tight small">
      <AddActionContext.Provider value={explained.add}>
        <PracticeExplained facts={explained.facts} />
      </AddActionContext.Provider>
    </div>
  );
