import { Link } from "@remix-run/react";
import { FilterChoice, FilterForm, NameOptions } from "~/components/forms/FilterForm";
import { Days, Paging } from "~/components/history/Days";
import { HistoryEntry } from "~/components/history/HistoryEntry";
import { DAYS_HINT, FilterDays } from "~/components/history/HistoryFilterForm";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { paths } from "~/views/paths";
import { type TeamEntryView, type TeamHistoryPage, teamHistoryPaths } from "~/views/team-history";

/** Who did what in a team, and when (docs/rules/history.md#of-a-team). */
export function TeamHistoryScreen({ page }: { page: TeamHistoryPage }) {
  const { entries, isFiltered, errors, files } = page;
  const shown = isFiltered ? " (what is shown)" : "";
  return (
    <Page
      title="History of the team"
      subtitle="What was done in all organizations that you may see, and about the people of the team."
      actions={
        <span className="row">
          <ButtonLink to={files.xlsx} reloadDocument variant="soft">
            Export to Excel{shown}
          </ButtonLink>
          <ButtonLink to={files.jsonl} reloadDocument variant="soft">
            Export as JSON lines{shown}
          </ButtonLink>
          <ButtonLink to={paths.people()} variant="soft">
            All people
          </ButtonLink>
        </span>
      }
    >
      <div className="stack">
        <details className="panel filters" open={isFiltered || Object.keys(errors).length > 0 || undefined}>
          <summary>Filter by day, person, organization or kind</summary>
          <TeamHistoryFilterForm page={page} />
        </details>
        {entries.length === 0 ? (
          <p className="panel muted">
            {isFiltered ? "Nothing fits what you chose. " : "Nothing is recorded yet. "}
            {isFiltered ? <Link to={teamHistoryPaths.screen({ zone: page.filter.zone })}>Show everything</Link> : null}
          </p>
        ) : null}
        <Days entries={entries} keyOf={({ cursor }) => cursor} show={(entry) => <TeamEntry entry={entry} />} />
        <Paging newer={page.newer} older={page.older} />
        <p className="small muted">Whoever reads this, and takes it out as a file, is recorded here.</p>
      </div>
    </Page>
  );
}

function TeamEntry({ entry }: { entry: TeamEntryView }) {
  const { organization, assessment } = entry;
  return (
    <>
      {organization || assessment ? (
        <p className="small">
          {organization ? <Link to={paths.home({ organizationId: organization.id })}>{organization.name}</Link> : null}
          {organization && assessment ? " · " : null}
          {assessment ? <Link to={assessment.to}>{assessment.name}</Link> : null}
        </p>
      ) : null}
      <HistoryEntry entry={entry} to={undefined} />
    </>
  );
}

function TeamHistoryFilterForm({ page }: { page: TeamHistoryPage }) {
  const { filter, errors, people, kinds, organizations, isFiltered } = page;
  return (
    <FilterForm
      query={filter}
      label="Filter the history of the team"
      hint={DAYS_HINT}
      after={isFiltered ? <Link to={teamHistoryPaths.screen({ zone: filter.zone })}>Show everything</Link> : null}
    >
      <FilterDays filter={filter} errors={errors} />
      <FilterChoice id="history-by" name="by" label="Person" value={filter.by} none="Everybody" error={errors.by}>
        <NameOptions names={people} value={undefined} />
      </FilterChoice>
      <FilterChoice
        id="history-organization"
        name="organization"
        label="Organization"
        value={errors.organization ? undefined : filter.organization}
        none="All"
        error={errors.organization}
      >
        {organizations.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice
        id="history-kind"
        name="kind"
        label="Kind"
        value={errors.kind ? undefined : filter.kind}
        none="Everything"
        error={errors.kind}
      >
        {kinds.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </FilterChoice>
    </FilterForm>
  );
}
