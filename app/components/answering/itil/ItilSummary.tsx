import { Link, useSearchParams } from "@remix-run/react";
import { HIGHEST } from "#model/itil/progress.ts";
import { SVS_MATURITY } from "#model/score-names.ts";
import { Explain } from "~/components/answering/Explain";
import { ItemSummary, type SummaryGroup } from "~/components/answering/ItemSummary";
import { ComputedFrom, rankOf } from "~/components/answering/itil/ComputedFrom";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { CapabilityExplained, MaturityExplained } from "~/components/answering/itil/SummaryExplained";
import { Validation, ValidationFailure } from "~/components/answering/itil/Validation";
import { ValidationQuestion } from "~/components/answering/itil/ValidationQuestion";
import styles from "~/components/answering/Summary.module.css";
import { summaryColumns } from "~/components/answering/summary-columns";
import { AddActionContext } from "~/components/shell/AddAction";
import { type Filter, filterIn, withFilter } from "~/views/answering/filters";
import type { ItilSummaryPage } from "~/views/answering/itil";
import type { SaveOutcome } from "~/views/saving";

type Practice = ItilSummaryPage["practices"][number];
type Component = ItilSummaryPage["components"][number];

const PRACTICE = summaryColumns<Practice>({
  what: "Practice",
  wordOf: ({ state }) => state,
  nameOf: ({ name }) => name,
  scoreOf: ({ score }) => score,
});

const COMPONENT = summaryColumns<Component>({
  what: "Component",
  wordOf: ({ state }) => state,
  nameOf: ({ name, computed, isCapping, score }) => (
    <>
      {name}{" "}
      <span className="small muted">
        {[computed ? "calculated" : "", isCapping && score !== HIGHEST ? "lowest" : ""].filter(Boolean).join(", ")}
      </span>
    </>
  ),
  scoreOf: ({ score }) => score,
});

interface ItilSummaryProps {
  summary: ItilSummaryPage;
  /** The outcome of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
  validationFailed: { why: string | undefined } | undefined;
  /** Validation was requested without the consent being ticked. */
  consentIsMissing: boolean;
}

/** The ITIL summary: scores, what is missing, submission and validation (docs/rules/submission-and-certification.md#itil-summary). */
export function ItilSummary({ summary, outcome, validationFailed, consentIsMissing }: ItilSummaryProps) {
  const { assessment, overall, components, validation, links } = summary;
  const [query] = useSearchParams();
  const filter = filterIn(query, summary.concerns);
  const here = withFilter(links.here, filter);
  const assessesMaturity = components.length > 0;
  return (
    <ItemSummary<Practice | Component>
      model="ITIL"
      assessment={assessment}
      view={summary}
      outcome={outcome}
      submit="Submit"
      facts={
        <dl className="row small">
          <div>
            <dt className="muted">Id</dt>
            <dd>{assessment.id}</dd>
          </div>
          <div>
            <dt className="muted">Is Test Assessment</dt>
            <dd>{assessment.isTest ? "Yes" : "No"}</dd>
          </div>
        </dl>
      }
      dialogs={
        <>
          {validationFailed ? <ValidationFailure why={validationFailed.why} here={here} /> : null}
          {(query.get("confirm") === "validate" || consentIsMissing) && validation.offered && !validationFailed ? (
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
      score={
        <>
          {assessesMaturity ? (
            <div className="row row-between">
              <span>{SVS_MATURITY}</span>
              <strong className={styles.summaryScore}>{overall.score ?? "–"}</strong>
            </div>
          ) : null}
          <progress value={overall.answered} max={overall.total} aria-label="Complete" />
          <span className="small">
            {overall.answered} of {overall.total} {overall.unit} complete
          </span>
        </>
      }
      explained={assessesMaturity ? <MaturityExplained summary={summary} /> : <CapabilityExplained steps={summary.steps} />}
      aside={<Validation summary={summary} filter={filter} />}
      groups={[practicesOf(summary, filter), ...(assessesMaturity ? [componentsOf(summary)] : [])]}
      unit={overall.unit}
    />
  );
}

/** The practices in scope with rank, status and score. If the address asks for it, a score is explained below its row. */
function practicesOf(
  { practices, grids, readOnly, links, hasTargets }: ItilSummaryPage,
  filter: Filter | undefined,
): SummaryGroup<Practice> {
  const verb = readOnly === undefined ? "Edit" : "View";
  return {
    ...{ id: "practices", name: "Capability practices", items: practices, staysEmpty: true },
    links:
      grids.length > 0 ? (
        <p className="row small">
          <span>Grids:</span>
          {grids.map(({ name, href }) => (
            <Link key={href} to={href}>
              {name}
            </Link>
          ))}
        </p>
      ) : null,
    columns: [
      PRACTICE.name,
      { title: "Rank", show: ({ mode }) => rankOf(mode) },
      PRACTICE.status,
      PRACTICE.score,
      ...(hasTargets ? [PRACTICE.target] : []),
      PRACTICE.links("Actions", ({ name, href, explain, facts }) => (
        <>
          {explain ? (
            <Link
              to={withFilter(facts ? links.here : explain, filter)}
              preventScrollReset
              aria-label={facts ? `Close the explanation of ${name}` : `Explain the score of ${name}`}
            >
              {facts ? "Close" : "Explain"}
            </Link>
          ) : null}{" "}
          <Link to={href} aria-label={`${verb} ${name}`}>
            {verb}
          </Link>
        </>
      )),
    ],
    attributes: ({ code }) => ({ id: `practice-${code}` }),
    below: ({ facts, add }) =>
      facts && (
        <div className="stack-tight small">
          <AddActionContext.Provider value={add}>
            <PracticeExplained facts={facts} />
          </AddActionContext.Provider>
        </div>
      ),
  };
}

/** The maturity components with their scores, and how the computed ones are calculated. */
function componentsOf({ components, overall, readOnly, hasTargets }: ItilSummaryPage): SummaryGroup<Component> {
  return {
    ...{ id: "components", name: "Maturity components", items: components },
    columns: [
      COMPONENT.name,
      COMPONENT.status,
      COMPONENT.score,
      ...(hasTargets ? [COMPONENT.target] : []),
      COMPONENT.links("Actions", ({ name, computed, href }) => {
        const verb = computed || readOnly !== undefined ? "View" : "Edit";
        return (
          <Link to={href} aria-label={`${verb} ${name} (component)`}>
            {verb}
          </Link>
        );
      }),
    ],
    foot: (
      <tr>
        <th scope="row" colSpan={2}>
          {SVS_MATURITY}
        </th>
        <td className="number" data-label="Score">
          <strong>{overall.score ?? "–"}</strong>
        </td>
        <td colSpan={hasTargets ? 2 : undefined} />
      </tr>
    ),
    explained: (shown) =>
      shown
        .filter(({ computed }) => computed)
        .map((component) => (
          <Explain key={component.code} title={`How the score of ${component.name} (${component.code}) is calculated`}>
            <ComputedFrom component={component} />
          </Explain>
        )),
  };
}
