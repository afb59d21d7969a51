import { Link } from "@remix-run/react";
import { HIGHEST } from "#model/itil/progress.ts";
import { SVS_MATURITY } from "#model/score-names.ts";
import { Explain } from "~/components/answering/Explain";
import { ComputedFrom, rankOf } from "~/components/answering/itil/ComputedFrom";
import { PracticeExplained } from "~/components/answering/itil/PracticeExplained";
import { summaryColumns } from "~/components/answering/summary-columns";
import { AddActionContext } from "~/components/shell/AddAction";
import { Table } from "~/components/shell/Table";
import type { ItilSummaryPage } from "~/views/answering/itil";

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

/** The practices in scope with rank, status and score. If the address asks for it, a score is explained below its row. */
export function PracticeTable({ summary: { practices, grids, readOnly, links, hasTargets } }: { summary: ItilSummaryPage }) {
  const verb = readOnly === undefined ? "Edit" : "View";
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
      <Table
        columns={[
          PRACTICE.name,
          { title: "Rank", show: ({ mode }) => rankOf(mode) },
          PRACTICE.status,
          PRACTICE.score,
          ...(hasTargets ? [PRACTICE.target] : []),
          PRACTICE.links("Actions", ({ name, href, explain, facts }) => (
            <>
              {explain ? (
                <Link
                  to={facts ? links.here : explain}
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
        ]}
        rows={practices}
        keyOf={({ code }) => code}
        attributes={({ code }) => ({ id: `practice-${code}` })}
        below={({ facts, add }) =>
          facts && (
            <div className="stack-tight small">
              <AddActionContext.Provider value={add}>
                <PracticeExplained facts={facts} />
              </AddActionContext.Provider>
            </div>
          )
        }
      />
    </section>
  );
}

/** The maturity components with their scores, and how the computed ones are calculated. */
export function ComponentTable({ summary: { components, overall, readOnly, hasTargets } }: { summary: ItilSummaryPage }) {
  return (
    <section className="panel stack-tight" aria-labelledby="components">
      <h2 id="components">Maturity components</h2>
      <Table
        columns={[
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
        ]}
        rows={components}
        keyOf={({ code }) => code}
        foot={
          <tr>
            <th scope="row" colSpan={2}>
              {SVS_MATURITY}
            </th>
            <td className="number" data-label="Score">
              <strong>{overall.score ?? "–"}</strong>
            </td>
            <td colSpan={hasTargets ? 2 : undefined} />
          </tr>
        }
      />
      {components
        .filter(({ computed }) => computed)
        .map((component) => (
          <Explain key={component.code} title={`How the score of ${component.name} (${component.code}) is calculated`}>
            <ComputedFrom component={component} />
          </Explain>
        ))}
    </section>
  );
}
