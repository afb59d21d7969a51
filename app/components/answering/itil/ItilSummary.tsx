import { Form, Link, useSearchParams } from "@remix-run/react";
import { HIGHEST } from "#model/itil/progress.ts";
import { SVS_MATURITY } from "#model/score-names.ts";
import { counted, listed } from "#model/words.ts";
import { Explain } from "~/components/answering/Explain";
import { SummaryTools } from "~/components/answering/Filters";
import { ComponentTable, PracticeTable } from "~/components/answering/itil/ItilSummaryTables";
import { ValidationQuestion } from "~/components/answering/itil/ValidationQuestion";
import styles from "~/components/answering/Summary.module.css";
import { SummaryFrame } from "~/components/answering/SummaryFrame";
import { AddAction } from "~/components/shell/AddAction";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { MessageDialog } from "~/components/shell/MessageDialog";
import { Button } from "~/components/shell/parts";
import { FILTER_FIELD, type Filter, filterIn, passes, withFilter } from "~/views/answering/filters";
import type { ItilSummaryPage } from "~/views/answering/itil";
import type { SaveOutcome } from "~/views/saving";

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
  const { assessment, overall, practices, components, validation, links } = summary;
  const [query] = useSearchParams();
  const filter = filterIn(query, summary.concerns);
  const here = withFilter(links.here, filter);
  const shown = {
    ...summary,
    practices: practices
      .filter((item) => passes(filter, item))
      .map((item) => ({ ...item, explain: item.explain && withFilter(item.explain, filter) })),
    components: components.filter((item) => passes(filter, item)),
    links: { ...links, here },
  };
  const assessesMaturity = components.length > 0;
  const items = [...practices, ...components];
  return (
    <SummaryFrame
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
      items={items}
      unit={overall.unit}
    >
      <SummaryTools model="ITIL" view={summary} filter={filter} items={items} unit={overall.unit} />
      {filter === undefined || shown.practices.length > 0 ? <PracticeTable summary={shown} /> : null}
      {shown.components.length > 0 ? <ComponentTable summary={shown} /> : null}
    </SummaryFrame>
  );
}

/**
 * 'Certify assessment' for the scope Comprehensive, 'Request statement' for the others
 * (docs/rules/submission-and-certification.md#itil-summary).
 */
function Validation({ summary, filter }: { summary: ItilSummaryPage; filter: Filter | undefined }) {
  const { assessment, validation, links } = summary;
  if (!validation.offered && !validation.words) return null;
  const isComprehensive = assessment.scope === "Comprehensive";
  const title = isComprehensive ? "Certify assessment" : "Request statement";
  return (
    <section className="panel stack-tight" aria-labelledby="validation">
      <h2 id="validation">{title}</h2>
      {validation.words ? (
        <p className="small">{validation.words}</p>
      ) : (
        <>
          <p className="small">
            An external body{" "}
            {isComprehensive ? "validates the assessment independently" : "checks the assessment and issues a statement of results"}. That
            is subject to a fee and needs the end customer's consent to share the data with that body.{" "}
            {isComprehensive ? "Independent validation is" : "Statements of results are"} valid for three years.
          </p>
          <Form method="get" action={links.here} preventScrollReset>
            <HiddenFields fields={{ [FILTER_FIELD]: filter }} />
            <Button type="submit" name="confirm" value="validate" variant="soft">
              {title}
            </Button>
          </Form>
        </>
      )}
    </section>
  );
}

function ValidationFailure({ why, here }: { why: string | undefined; here: string }) {
  return (
    <MessageDialog title="Something went wrong, please try again later" here={here}>
      {why} Validation was not requested; the assessment is unchanged.
    </MessageDialog>
  );
}

/**
 * Which components hold the SVS maturity, which practices hold those, and what would raise it by one
 * (docs/rules/itil.md#what-holds-a-level).
 */
function MaturityExplained({ summary: { components, overall, steps } }: { summary: ItilSummaryPage }) {
  const capping = components.filter(({ isCapping }) => isCapping);
  const { score } = overall;
  return (
    <Explain title={`How the ${SVS_MATURITY} is calculated`}>
      <p>
        It is the lowest of the five components, as a whole number.{" "}
        {score === null
          ? "It is known once all of them are."
          : score === HIGHEST
            ? "All of them are at level 5."
            : `${listed(capping.map(({ name }) => name))} ${capping.length === 1 ? "caps" : "cap"} it at ${score}.`}
      </p>
      {score === null
        ? null
        : capping.map(({ code, name, restsOn }) => {
            const holding = restsOn.filter(({ isHolding }) => isHolding);
            return holding.length === 0 ? null : (
              <p key={code}>
                {code === "M-CI" ? `${name} has the level of the practice ` : `${name} is held there by `}
                {listed(holding.map((practice) => practice.name))}.
              </p>
            );
          })}
      {steps.length > 0 && score !== null ? (
        <>
          <p>
            {steps.length === 1
              ? `The easiest next step, to ${score + 1}:`
              : `To reach ${score + 1}, all of these are needed, the easiest first:`}
          </p>
          <Steps steps={steps} />
        </>
      ) : null}
    </Explain>
  );
}

const SHOWN = 3;

/** For the scope Capability: what would raise single practices, as there is no maturity. */
function CapabilityExplained({ steps }: Pick<ItilSummaryPage, "steps">) {
  if (steps.length === 0) return null;
  return (
    <Explain title="The easiest next steps">
      <Steps steps={steps.slice(0, SHOWN)} />
    </Explain>
  );
}

function Steps({ steps }: Pick<ItilSummaryPage, "steps">) {
  return (
    <ol>
      {steps.map(({ kind, code, name, href, to, criteria, add }) => (
        <li key={`${kind} ${code}`}>
          <Link to={href}>{name}</Link>
          {kind === "component"
            ? `: what the option for level ${to} describes`
            : `: ${criteria === undefined ? "the criteria" : counted(criteria, "criterion", "criteria")} of level ${to}`}{" "}
          <AddAction to={add} about={name} />
        </li>
      ))}
    </ol>
  );
}
