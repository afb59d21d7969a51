import { Link } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { TARGET_STATES } from "#model/targets.ts";
import { ChangeOrRemove } from "~/components/home/ChangeOrRemove";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { Table } from "~/components/shell/Table";
import { TargetMark } from "~/components/shell/TargetMark";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import { targetInWords } from "~/views/target-words";
import { SCORED, scopeInWords, type TargetRow, type TargetSetView, type TargetsPage } from "~/views/targets";

/** The scores that an organization wants to reach, with how each stands (docs/rules/targets.md). */
export function TargetsScreen({ page }: { page: TargetsPage }) {
  const { organization, sets, mayChange, add, removing, only, back } = page;
  return (
    <Page title="Targets" subtitle={organization.name}>
      <div className="stack">
        <p className="measure">
          {mayChange
            ? "Which scores does this organization want to reach, until when, and why?"
            : "The scores that this organization wants to reach, until when, and why."}{" "}
          Each target is held against the latest completed assessment that scores it. Targets count in no score.
        </p>
        <div className="row no-print">
          <ButtonLink to={back} variant="soft">
            Go Back
          </ButtonLink>
          {only ? <Link to={only.all}>All targets</Link> : null}
        </div>
        {sets.map((set) => (
          <TargetTable key={scopeInWords(set)} set={set} />
        ))}
        {sets.length === 0 ? (
          <p className="panel muted">{only ? `There are no targets for ${only.name}.` : "There are no targets."}</p>
        ) : null}
        {add.length > 0 ? (
          <section className="panel stack-tight no-print" aria-labelledby="set-targets">
            <h2 id="set-targets">{sets.length > 0 ? "Set more targets" : "Set targets"}</h2>
            <div className="row">
              {add.map(({ name, to }) => (
                <ButtonLink key={name} to={to} variant="soft" aria-label={`Set targets for ${name}`}>
                  {name}
                </ButtonLink>
              ))}
            </div>
          </section>
        ) : null}
      </div>
      {removing ? <RemoveQuestion page={page} removing={removing} /> : null}
    </Page>
  );
}

function TargetTable({ set }: { set: TargetSetView }) {
  const { model, scope, rows, latest, change } = set;
  const name = scopeInWords(set);
  const id = `targets-${model}-${scope ?? "all"}`;
  return (
    <section className="panel stack-tight" aria-labelledby={id}>
      <div className="row row-between">
        <h2 id={id}>{name}</h2>
        {change ? (
          <ButtonLink to={change} variant="soft" className="no-print" aria-label={`Change the targets for ${name}`}>
            Change targets
          </ButtonLink>
        ) : null}
      </div>
      <p className="small">
        {latest.length > 0 ? "Held against " : "No completed assessment scores any of this yet."}
        {latest.map(({ name, date, to }, index) => (
          <span key={to}>
            {index > 0 ? "; " : ""}
            <Link to={to}>{name}</Link>
            {date === null ? "" : `, ${shortDate(date)}`}
          </span>
        ))}
        {latest.length > 0 ? ". " : " "}
        {TARGET_STATES.map((state) => ({ state, count: rows.filter((row) => row.state === state).length }))
          .filter(({ count }) => count > 0)
          .map(({ state, count }) => `${count} ${state}`)
          .join(", ")}
        .
      </p>
      <Table
        columns={[
          { title: SCORED[model], names: true, show: ({ name }) => name },
          { title: "Latest score", isNumber: true, show: ({ now }) => formatScore(now) },
          { title: "Target", isNumber: true, show: ({ score }) => formatScore(score) },
          { title: "Until", show: ({ date }) => <span className="unbroken">{shortDate(date)}</span> },
          { title: "State", show: ({ state }) => <TargetMark state={state} /> },
          { title: "Reason", show: ({ reason }) => reason },
          ...(change
            ? [
                {
                  title: "Actions",
                  isUntitled: true,
                  show: (row: TargetRow) => <ChangeOrRemove {...row} of={`${row.name} (${row.code})`} />,
                },
              ]
            : []),
        ]}
        rows={rows}
        keyOf={({ code }) => code}
      />
    </section>
  );
}

/** Asks before a target is removed. */
function RemoveQuestion({ page: { organization }, removing }: { page: TargetsPage; removing: NonNullable<TargetsPage["removing"]> }) {
  const { row, fields, set, cancel } = removing;
  return (
    <Question title="Remove this target?" at={paths.targets(organization.id)} cancel={cancel} fields={fields} submit="Remove">
      {row.name} ({set}): {targetInWords(row)}. The history keeps it.
    </Question>
  );
}
