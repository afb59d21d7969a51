import { Link } from "@remix-run/react";
import { HIGHEST } from "#model/itil/progress.ts";
import { formatScore } from "#model/rounding.ts";
import { ComputedFrom, rankOf } from "~/components/answering/itil/ComputedFrom";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { EvidenceCount, Flagged } from "~/components/answering/ProgressSidebar";
import styles from "~/components/answering/Summary.module.css";
import { Status } from "~/components/shell/Status";
import type { ItilSummaryPage } from "~/views/answering/itil";

const colourOf = (state: string) => (state === "Complete" ? "green" : state === "In progress" ? "amber" : "red");

/** The practices in scope with rank, status and score. If the address asks for it, a score is explained below its row. */
export function PracticeTable({ summary: { practices, grids, readOnly, links } }: { summary: ItilSummaryPage }) {
  return (
    <section className="panel stack-tight" aria-labelledby="practices">
      <h2 id="practices">Capability practices</h2>
      {grids.length > 0 ? (
        <p className="row small">
          <span>Grids:</span>
          {grids.map(({ name, href }) => (
            <Link key={href} to={href}>
              {name}
            </Link>
          ))}
        </p>
      ) : null}
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
  );
}

interface PracticeRowProps {
  practice: ItilSummaryPage["practices"][number];
  editable: boolean;
  here: string;
}

function PracticeRow({ practice, editable, here }: PracticeRowProps) {
  const { code, name, mode, state, score, href, explain, facts, flagged, evidence } = practice;
  const verb = editable ? "Edit" : "View";
  return (
    <>
      <tr id={`practice-${code}`}>
        <th scope="row" className={styles.threadMark} data-accent-color={colourOf(state)}>
          {name}
        </th>
        <td data-label="Rank">{rankOf(mode)}</td>
        <td data-label="Status">
          <Status word={state} /> {flagged ? <Flagged /> : null} <EvidenceCount count={evidence} />
        </td>
        <td data-label="Score" className="number">
          {formatScore(score)}
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
            <div className="stack-tight small">
              <PracticeExplained facts={facts} />
            </div>
          </td>
        </tr>
      ) : null}
    </>
  );
}

/** The maturity components with their scores, and how the computed ones are calculated. */
export function ComponentTable({ summary: { components, overall, readOnly } }: { summary: ItilSummaryPage }) {
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
          {components.map(({ code, name, computed, state, score, href, isCapping, evidence }) => {
            const verb = computed || readOnly !== undefined ? "View" : "Edit";
            return (
              <tr key={code}>
                <th scope="row" className={styles.threadMark} data-accent-color={colourOf(state)}>
                  {name}{" "}
                  <span className="small muted">
                    {[computed ? "calculated" : "", isCapping && score !== HIGHEST ? "lowest" : ""].filter(Boolean).join(", ")}
                  </span>
                </th>
                <td data-label="Status">
                  <Status word={state} /> <EvidenceCount count={evidence} />
                </td>
                <td data-label="Score" className="number">
                  {formatScore(score)}
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
            <div className="stack-tight">
              <ComputedFrom component={{ item: component, score: component.score, restsOn: component.restsOn }} />
            </div>
          </details>
        ))}
    </section>
  );
}
