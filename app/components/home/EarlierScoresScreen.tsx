import { formatScore } from "#model/rounding.ts";
import { overallNames } from "#model/score-names.ts";
import { ChangeOrRemove } from "~/components/home/ChangeOrRemove";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { Table } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
import { EARLIER, type EarlierPage, type EarlierRow } from "~/views/earlier-scores";
import { morePaths } from "~/views/more-paths";

/** The scores of an organization from assessments that were made elsewhere (docs/rules/earlier-scores.md). */
export function EarlierScoresScreen({ page }: { page: EarlierPage }) {
  const { organization, rows, mayEnter, add, full, removing, back } = page;
  return (
    <Page title="Earlier scores" subtitle={organization.name}>
      <div className="stack">
        <p className="measure">
          {mayEnter
            ? "Has somebody else assessed this organization before? Enter the scores of that assessment."
            : "Somebody else may have assessed this organization before. Its team enters the scores of such assessments."}{" "}
          Comparison and trend show them, marked ‘entered by hand’. They count nowhere else.
        </p>
        <div className="row">
          <ButtonLink to={back} variant="soft">
            Go Back
          </ButtonLink>
          {add.map(({ model, to }) => (
            <ButtonLink key={model} to={to}>
              Add {model} scores
            </ButtonLink>
          ))}
        </div>
        {full.map((said) => (
          <p key={said} className="muted">
            {said}
          </p>
        ))}
        {rows.length === 0 ? (
          <p className="panel muted">There are no earlier scores.</p>
        ) : (
          <section className="panel" aria-label="Earlier scores">
            <Table
              columns={[
                { title: "Source", names: true, show: ({ source }) => source },
                { title: "Date", show: ({ date }) => shortDate(date) },
                { title: "Model", show: ({ model, scope }) => (scope === null ? model : `${model}, ${scope}`) },
                { title: overallNames(undefined).maturity, show: ({ maturity }) => maturity ?? "–" },
                { title: "Scores", show: (row) => <Scores row={row} /> },
                { title: "Actions", isUntitled: true, show: (row) => <ChangeOrRemove {...row} of={row.source} /> },
              ]}
              rows={rows}
              keyOf={({ id }) => id}
            />
          </section>
        )}
      </div>
      {removing ? <RemoveQuestion page={page} removing={removing} /> : null}
    </Page>
  );
}

function Scores({ row: { scores } }: { row: EarlierRow }) {
  return (
    <details>
      <summary>{scores.length === 1 ? "1 score" : `${scores.length} scores`}</summary>
      <ul>
        {scores.map(({ code, name, score }) => (
          <li key={code}>
            {name}: {formatScore(score)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Asks before scores are removed. */
function RemoveQuestion({ page: { organization }, removing }: { page: EarlierPage; removing: NonNullable<EarlierPage["removing"]> }) {
  const { row, version } = removing;
  const fields = { remove: String(row.id), [EARLIER.version]: version };
  return (
    <Question title="Remove earlier scores?" at={morePaths.earlierScores(organization.id)} fields={fields} submit="Remove">
      {row.source}, {shortDate(row.date)}. Comparison and trend will no longer show them.
    </Question>
  );
}
