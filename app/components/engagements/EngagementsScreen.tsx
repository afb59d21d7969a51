import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { FilterChoice, FilterForm, FilterOptions, FilterSearch, FilterTick } from "~/components/forms/FilterForm";
import { ExportLink } from "~/components/shell/ExportLink";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { Badge, ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import {
  DEFAULT_ENGAGEMENT_ORDER,
  ENGAGEMENT_ORDER_WORDS,
  type EngagementRow,
  type EngagementsPage,
  engagementPaths,
  STATE_OPTIONS,
} from "~/views/engagements";
import { optionsOf } from "~/views/form-fields";

/** The engagements of the team (docs/rules/engagements.md#the-screens). */
export function EngagementsScreen({ page }: { page: EngagementsPage }) {
  const { rows, query, isFiltered, total, create, workbook } = page;
  const { order } = query;
  return (
    <Page
      title="Engagements"
      subtitle="Several assessments for one client, with people and a plan."
      actions={create ? <ButtonLink to={create}>Create an engagement</ButtonLink> : null}
    >
      <div className="stack">
        <p role="status">
          {counted(total, "engagement")}.{" "}
          {isFiltered ? (
            <Link to={engagementPaths.list(order === undefined ? {} : { order })} className="no-print">
              Show without filters
            </Link>
          ) : null}
        </p>
        <details className="panel filters no-print" open={isFiltered || undefined}>
          <summary>Search, filter and order</summary>
          <EngagementsFilter page={page} />
        </details>
        {rows.length === 0 ? (
          <p className="panel muted">{isFiltered ? "No engagement fits what you chose." : "There is no engagement yet."}</p>
        ) : (
          <section className="panel stack" aria-label="Engagements">
            <Rows rows={rows} />
          </section>
        )}
        {rows.length > 0 ? <ExportLink href={workbook} isFiltered={isFiltered} /> : null}
        <Pager
          page={page.page}
          pages={page.pages}
          matches={total}
          noun="engagements"
          at={(number) => engagementPaths.list({ ...query, page: String(number) })}
        />
      </div>
    </Page>
  );
}

function Rows({ rows }: { rows: EngagementRow[] }) {
  return (
    <Table
      columns={[
        { title: "Engagement", names: true, show: ({ name, to }) => <Link to={to}>{name}</Link> },
        { title: "Client", show: ({ client }) => <Link to={client.to}>{client.name}</Link> },
        { title: "State", show: ({ state }) => state },
        {
          title: "Days",
          show: ({ days, isOver }) => (
            <>
              {days || "–"} {isOver ? <Badge color="amber">Late</Badge> : null}
            </>
          ),
        },
        {
          title: "Assessments",
          show: ({ members, submitted }) => (members === 0 ? "None yet" : `${submitted} of ${members} submitted`),
        },
        { title: "Plan", show: ({ plan }) => <PlanInWords plan={plan} /> },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}

/** The plan in a few words. */
export function PlanInWords({ plan: { rows, done, late } }: { plan: EngagementsPage["rows"][number]["plan"] }) {
  if (rows === 0) return <>Nothing planned yet</>;
  return (
    <>
      {done} of {rows} done {late > 0 ? <Badge color="amber">{late} late</Badge> : null}
    </>
  );
}

function EngagementsFilter({ page: { query, organizations } }: { page: EngagementsPage }) {
  return (
    <FilterForm
      query={query}
      label="Filter the engagements"
      hint={<FilterTick name="closed" label="Closed ones, too" isTicked={query.closed !== undefined} />}
    >
      <FilterSearch id="engagements-q" label="Search" value={query.q} />
      {organizations.length > 0 || query.organization !== undefined ? (
        <FilterChoice id="engagements-organization" name="organization" label="Client" value={query.organization} none="All">
          <FilterOptions options={organizations} value={query.organization} />
        </FilterChoice>
      ) : null}
      <FilterChoice id="engagements-state" name="state" label="State" value={query.state} none="All that are not closed">
        <FilterOptions options={STATE_OPTIONS} value={query.state} />
      </FilterChoice>
      <FilterChoice
        id="engagements-order"
        name="order"
        label="Order"
        value={query.order}
        none={ENGAGEMENT_ORDER_WORDS[DEFAULT_ENGAGEMENT_ORDER]}
      >
        <FilterOptions
          options={optionsOf(ENGAGEMENT_ORDER_WORDS).filter(({ value }) => value !== DEFAULT_ENGAGEMENT_ORDER)}
          value={query.order}
        />
      </FilterChoice>
    </FilterForm>
  );
}
