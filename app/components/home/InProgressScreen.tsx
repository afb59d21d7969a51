import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { FilterChoice, FilterForm, FilterOptions, FilterSearch, NameOptions } from "~/components/forms/FilterForm";
import { CodeNames } from "~/components/home/CodeNames";
import { WORK_COLUMNS, WorkTicks } from "~/components/home/WorkColumns";
import { ExportLink } from "~/components/shell/ExportLink";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { Table } from "~/components/shell/Table";
import {
  DEFAULT_ORDER,
  IN_PROGRESS_ORDERS,
  type InProgressPage,
  type InProgressRow,
  inProgressPaths,
  NOBODY_EDITS,
  ORDER_WORDS,
} from "~/views/in-progress";

/** Everything of the team that is in progress (docs/rules/in-progress.md). */
export function InProgressScreen({ page }: { page: InProgressPage }) {
  const { rows, names, query, isFiltered, matches, total, workbook } = page;
  const { order } = query;
  const unfiltered = inProgressPaths.screen(order === undefined ? {} : { order });
  return (
    <Page title="In progress" subtitle="The assessments of your team that are not submitted yet, in all organizations that you may see.">
      <div className="stack">
        <p role="status">
          {counted(total, "assessment")}
          {matches === total ? "." : `, ${matches.toLocaleString("en-GB")} of them shown.`}{" "}
          {isFiltered ? (
            <Link to={unfiltered} className="no-print">
              Show without filters
            </Link>
          ) : null}
        </p>
        <details className="panel filters no-print" open={isFiltered || undefined}>
          <summary>Search, filter and order</summary>
          <InProgressFilter page={page} />
        </details>
        {rows.length === 0 ? (
          <p className="panel muted">{isFiltered ? "No assessment fits what you chose." : "Nothing is in progress."}</p>
        ) : (
          <section className="panel stack" aria-label="Assessments in progress">
            <Rows rows={rows} />
            <CodeNames names={names} />
          </section>
        )}
        {rows.length > 0 ? <ExportLink href={workbook} isFiltered={isFiltered} /> : null}
        <Pager
          page={page.page}
          pages={page.pages}
          matches={matches}
          noun="assessments"
          at={(number) => inProgressPaths.screen({ ...query, page: String(number) })}
        />
      </div>
    </Page>
  );
}

function Rows({ rows }: { rows: InProgressRow[] }) {
  const hasEngagements = rows.some(({ engagement }) => engagement);
  return (
    <Table<InProgressRow>
      columns={[
        WORK_COLUMNS.assessment,
        { title: "Client", show: ({ client }) => <Link to={client.to}>{client.name}</Link> },
        WORK_COLUMNS.progress,
        WORK_COLUMNS.editor,
        ...(hasEngagements
          ? [
              {
                title: "Engagement",
                show: ({ engagement }: InProgressRow) => (engagement ? <Link to={engagement.to}>{engagement.name}</Link> : "–"),
              },
              WORK_COLUMNS.responsible,
              WORK_COLUMNS.until,
            ]
          : []),
        { title: "Last change", show: ({ changedAt }) => (changedAt ? <Moment iso={changedAt} /> : "Not shown") },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}

function InProgressFilter({ page: { query, organizations, models, editors } }: { page: InProgressPage }) {
  const { by } = query;
  return (
    <FilterForm query={query} label="Filter the assessments" hint={<WorkTicks query={query} />}>
      <FilterSearch id="in-progress-q" label="Search" value={query.q} />
      <FilterChoice id="in-progress-organization" name="organization" label="Client" value={query.organization} none="All">
        <FilterOptions options={organizations} value={query.organization} />
      </FilterChoice>
      {models.length > 1 ? (
        <FilterChoice id="in-progress-model" name="model" label="Model" value={query.model} none="Both">
          {models.map((model) => (
            <option key={model} value={model}>
              {model}
            </option>
          ))}
        </FilterChoice>
      ) : null}
      <FilterChoice id="in-progress-by" name="by" label="Who edits" value={by} none="Anybody or nobody">
        <option value={NOBODY_EDITS}>Nobody</option>
        <NameOptions names={editors} value={by === NOBODY_EDITS ? undefined : by} />
      </FilterChoice>
      <FilterChoice id="in-progress-order" name="order" label="Order" value={query.order} none={ORDER_WORDS[DEFAULT_ORDER]}>
        {IN_PROGRESS_ORDERS.filter((each) => each !== DEFAULT_ORDER).map((each) => (
          <option key={each} value={each}>
            {ORDER_WORDS[each]}
          </option>
        ))}
      </FilterChoice>
    </FilterForm>
  );
}
