import { Form, Link, useNavigation } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { overallNames } from "#model/score-names.ts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Modal } from "~/components/shell/Modal";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
import { EARLIER, type EarlierPage, type EarlierRow } from "~/views/earlier-scores";
import { paths } from "~/views/paths";

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
                { title: "Actions", isUntitled: true, show: (row) => <Actions row={row} /> },
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

function Actions({ row: { source, change, remove } }: { row: EarlierRow }) {
  if (!change || !remove) return null;
  return (
    <span className="row">
      <Link to={change} aria-label={`Change: ${source}`}>
        Change
      </Link>
      <Link to={remove} aria-label={`Remove: ${source}`} preventScrollReset>
        Remove
      </Link>
    </span>
  );
}

/** Asks before scores are removed. */
function RemoveQuestion({ page: { organization }, removing }: { page: EarlierPage; removing: NonNullable<EarlierPage["removing"]> }) {
  const { row, version } = removing;
  const isSending = useNavigation().state !== "idle";
  const cancel = paths.earlierScores(organization.id);
  return (
    <Modal title="Remove earlier scores?" dismissTo={cancel}>
      <p>
        {row.source}, {shortDate(row.date)}. Comparison and trend will no longer show them.
      </p>
      <Form method="post" action={cancel} preventScrollReset>
        <HiddenFields fields={{ remove: String(row.id), [EARLIER.version]: version }} />
        <div className="row row-end">
          <ButtonLink to={cancel} preventScrollReset variant="soft">
            Cancel
          </ButtonLink>
          <Button type="submit" disabled={isSending}>
            Remove
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
