import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import { HIGHEST } from "#model/itil/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { ComputedFrom, rankOf } from "~/components/answering/itil/ComputedFrom";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { ValidationQuestion } from "~/components/answering/itil/ValidationQuestion";
import { SummaryFrame } from "~/components/answering/SummaryFrame";
import { Modal } from "~/components/shell/Modal";
import { Status } from "~/components/shell/Status";
import type { SaveOutcome } from "~/views/answering";
import type { ItilSummaryPage } from "~/views/answering/itil";

interface ItilSummaryProps {
  summary: ItilSummaryPage;
  /** What the address asks: 'submit' or 'validate'. */
  confirm: string | null;
  /** Of a submission that did not succeed. */
  outcome: SaveOutcome | undefined;
  validationFailed: { isLocked: boolean } | undefined;
}

const listed = (names: readonly string[]) => new Intl.ListFormat("en-GB").format(names);
const scoreOrNone = (score: number | null) => (score === null ? "–" : formatScore(score));

/** What was answered and what is missing, how the scores come about, and the ways to submit and to validation (specification C2, C4). */
export function ItilSummary({ summary, confirm, outcome, validationFailed }: ItilSummaryProps) {
  const { assessment, overall, components, practices, validation, readOnly, links } = summary;
  const assessesMaturity = components.length > 0;
  return (
    <SummaryFrame
      assessment={assessment}
      view={summary}
      confirming={confirm === "submit"}
      outcome={outcome}
      submit="Submit"
      facts={
        <dl className="facts">
          <dt>Id</dt>
          <dd className="number">{assessment.id}</dd>
          <dt>Is Test Assessment</dt>
          <dd>{assessment.isTest ? "Yes" : "No"}</dd>
        </dl>
      }
      dialogs={
        <>
          {validationFailed ? <ValidationFailure isLocked={validationFailed.isLocked} here={links.here} /> : null}
          {confirm === "validate" && validation.offered && !validationFailed ? (
            <ValidationQuestion name={assessment.name} action={links.here} fields={{ intent: "validate" }} cancel={links.here} />
          ) : null}
        </>
      }
      score={
        <>
          {assessesMaturity ? (
            <div className="row row-between">
              <span>SVS Maturity Score</span>
              <strong className="summary-score">{overall.score ?? "–"}</strong>
            </div>
          ) : null}
          <progress value={overall.answered} max={overall.total} aria-label="Complete" />
          <span className="small">
            {overall.answered} of {overall.total} {overall.unit} complete
          </span>
        </>
      }
      explained={assessesMaturity ? <MaturityExplained summary={summary} /> : <CapabilityExplained steps={summary.steps} />}
      aside={<Validation summary={summary} />}
    >
      <section className="panel stack-tight" aria-labelledby="practices">
        <h2 id="practices">Capability practices</h2>
        <table className="table cards">
          <thead>
            <tr>
              <th scope="col">Practice</th>
              <th scope="col">Rank</th>
              <th scope="col">Status</th>
              <th scope="col" className="number">
                Score
              </th>
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {practices.map((practice) => (
              <PracticeRow key={practice.code} practice={practice} editable={readOnly === undefined} here={links.here} />
            ))}
          </tbody>
        </table>
      </section>
      {assessesMaturity ? <Components summary={summary} /> : null}
    </SummaryFrame>
  );
}

const markOf = (state: string) =>
  `thread-mark thread-mark-${state === "Complete" ? "answered" : state === "In progress" ? "started" : "not-started"}`;

interface PracticeRowProps {
  practice: ItilSummaryPage["practices"][number];
  editable: boolean;
  here: string;
}

function PracticeRow({ practice, editable, here }: PracticeRowProps) {
  const { code, name, mode, state, score, href, explain, facts } = practice;
  const verb = editable ? "Edit" : "View";
  return (
    <>
      <tr id={`practice-${code}`}>
        <th scope="row" className={markOf(state)}>
          {name}
        </th>
        <td data-label="Rank">{rankOf(mode)}</td>
        <td data-label="Status">
          <Status word={state} />
        </td>
        <td data-label="Score" className="number">
          {scoreOrNone(score)}
        </td>
        <td className="number">
          {explain ? (
            <Link
              to={facts ? here : explain}
              preventScrollReset
              aria-label={facts ? `Close the explanation of ${name}` : `Explain the score of ${name}`}
            >
              {facts ? "Close" : "Explain"}
            </Link>
          ) : null}{" "}
          <Link to={href} aria-label={`${verb} ${name}`}>
            {verb}
          </Link>
        </td>
      </tr>
      {facts ? (
        <tr>
          <td colSpan={5}>
            <div className="explain-body stack-tight small">
              <PracticeExplained facts={facts} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Components({ summary: { components, overall, readOnly } }: { summary: ItilSummaryPage }) {
  return (
    <section className="panel stack-tight" aria-labelledby="components">
      <h2 id="components">Maturity components</h2>
      <table className="table cards">
        <thead>
          <tr>
            <th scope="col">Component</th>
            <th scope="col">Status</th>
            <th scope="col" className="number">
              Score
            </th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {components.map(({ code, name, computed, state, score, href, isCapping }) => {
            const verb = computed || readOnly !== undefined ? "View" : "Edit";
            return (
              <tr key={code}>
                <th scope="row" className={markOf(state)}>
                  {name}{" "}
                  <span className="small muted">
                    {[computed ? "computed" : "", isCapping && score !== HIGHEST ? "lowest" : ""].filter(Boolean).join(", ")}
                  </span>
                </th>
                <td data-label="Status">
                  <Status word={state} />
                </td>
                <td data-label="Score" className="number">
                  {scoreOrNone(score)}
                </td>
                <td className="number">
                  <Link to={href} aria-label={`${verb} ${name} (component)`}>
                    {verb}
                  </Link>
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              SVS Maturity Score
            </th>
            <td className="number" data-label="Score">
              <strong>{overall.score ?? "–"}</strong>
            </td>
            <td />
          </tr>
        </tfoot>
      </table>
      {components
        .filter(({ computed }) => computed)
        .map((component) => (
          <details key={component.code} className="explain small">
            <summary>
              How the score of {component.name} ({component.code}) is calculated
            </summary>
            <div className="explain-body stack-tight">
              <ComputedFrom component={{ item: component, score: component.score, restsOn: component.restsOn }} />
            </div>
          </details>
        ))}
    </section>
  );
}

/** Which component caps the SVS maturity, what holds that, and what lifts it by one. */
function MaturityExplained({ summary: { components, overall, steps } }: { summary: ItilSummaryPage }) {
  const capping = components.filter(({ isCapping }) => isCapping);
  const { score } = overall;
  return (
    <details className="explain small">
      <summary>How the SVS maturity is calculated</summary>
      <div className="explain-body stack-tight">
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
                ? `The cheapest next step, to ${score + 1}:`
                : `To reach ${score + 1} all of these are needed, the cheapest first:`}
            </p>
            <Steps steps={steps} />
          </>
        ) : null}
      </div>
    </details>
  );
}

const SHOWN = 3;

/** Without maturity components each practice stands for itself. */
function CapabilityExplained({ steps }: Pick<ItilSummaryPage, "steps">) {
  if (steps.length === 0) return null;
  return (
    <details className="explain small">
      <summary>The cheapest next steps</summary>
      <div className="explain-body">
        <Steps steps={steps.slice(0, SHOWN)} />
      </div>
    </details>
  );
}

function Steps({ steps }: Pick<ItilSummaryPage, "steps">) {
  return (
    <ol>
      {steps.map(({ kind, code, name, href, to, criteria }) => (
        <li key={`${kind} ${code}`}>
          <Link to={href}>{name}</Link>
          {kind === "component"
            ? `: what the option of level ${to} says`
            : `: ${criteria === undefined ? "the criteria" : criteria === 1 ? "1 criterion" : `${criteria} criteria`} of level ${to}`}
        </li>
      ))}
    </ol>
  );
}

/** 'Certify assessment' for Comprehensive, 'Request statement' for the other scopes (specification C2). */
function Validation({ summary: { assessment, validation, links } }: { summary: ItilSummaryPage }) {
  if (!validation.offered && !validation.requested) return null;
  const isComprehensive = assessment.scope === "Comprehensive";
  const title = isComprehensive ? "Certify assessment" : "Request statement";
  return (
    <section className="panel stack-tight" aria-labelledby="validation">
      <h2 id="validation">{title}</h2>
      {validation.requested ? (
        <p className="small">Independent validation of this assessment has been requested.</p>
      ) : (
        <>
          <p className="small">
            An external body checks the assessment independently and issues a {isComprehensive ? "certificate" : "statement of results"}.
            That is subject to a fee and needs the end customer's consent to share the data with that body.{" "}
            {isComprehensive ? "Certificates" : "Statements"} are valid for three years.
          </p>
          <Form method="get" action={links.here} preventScrollReset>
            <Button type="submit" name="confirm" value="validate" variant="soft">
              {title}
            </Button>
          </Form>
        </>
      )}
    </section>
  );
}

function ValidationFailure({ isLocked, here }: { isLocked: boolean; here: string }) {
  return (
    <Modal title="Something went wrong, please try again later" kind="error" dismissTo={here}>
      <p>{isLocked ? "Somebody else is editing this assessment now. " : ""}Validation was not requested; the assessment is unchanged.</p>
      <div className="actions">
        <Button asChild>
          <Link to={here} replace preventScrollReset>
            Continue
          </Link>
        </Button>
      </div>
    </Modal>
  );
}
