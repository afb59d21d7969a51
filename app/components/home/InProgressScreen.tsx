import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { FilterChoice, FilterForm, FilterSearch, NameOptions } from "~/components/forms/FilterForm";
import { CodeNames } from "~/components/home/CodeNames";
import { ProgressParts, ReviewState } from "~/components/home/ProgressParts";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { Badge } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
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
        {rows.length > 0 ? (
          <p className="no-print">
            <a href={workbook} download>
              Export to Excel{isFiltered ? " (what is shown)" : ""}
            </a>
          </p>
        ) : null}
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
    <Table
      columns={[
        {
          title: "Assessment",
          names: true,
          show: ({ name, to, open, id, model, scope, isTest, isArchived }) => (
            <>
              <Link to={to}>
                {name}
                <span className="visually-hidden">, ID {id}</span>
              </Link>{" "}
              <span className="small muted block">
                {[model, scope, `ID ${id}`, isTest ? "test" : null, isArchived ? "archived" : null].filter(Boolean).join(" · ")}
              </span>{" "}
              {open ? (
                <Link to={open.to} className="small no-print" aria-label={`${open.words}: ${name}, ID ${id}`}>
                  {open.words}
                </Link>
              ) : null}
            </>
          ),
        },
        { title: "Client", show: ({ client }) => <Link to={client.to}>{client.name}</Link> },
        {
          title: "Progress",
          show: ({ progress, review }) => (
            <>
              {progress.isSetUp ? <ProgressParts progress={progress} /> : <span className="muted">Not set up yet</span>}
              <ReviewState of={review} />
            </>
          ),
        },
        {
          title: "Who edits",
          show: ({ editor }) =>
            editor ? (
              <>
                {editor.isReader ? "You" : editor.name}{" "}
                <span className="small muted block">
                  since <Moment iso={editor.since} />
                </span>
              </>
            ) : (
              "–"
            ),
        },
        ...(hasEngagements
          ? [
              {
                title: "Engagement",
                show: ({ engagement }: InProgressRow) => (engagement ? <Link to={engagement.to}>{engagement.name}</Link> : "–"),
              },
              { title: "Responsible", show: ({ engagement }: InProgressRow) => engagement?.responsible ?? "–" },
              {
                title: "Until",
                show: ({ engagement }: InProgressRow) =>
                  engagement?.day ? (
                    <>
                      {shortDate(engagement.day)} {engagement.isLate ? <Badge color="amber">Late</Badge> : null}
                    </>
                  ) : (
                    "–"
                  ),
              },
            ]
          : []),
        { title: "Last change", show: ({ changedAt }) => <Moment iso={changedAt} /> },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}

function InProgressFilter({ page: { query, organizations, models, editors } }: { page: InProgressPage }) {
  const { by } = query;
  return (
    <FilterForm
      query={query}
      label="Filter the assessments"
      hint={
        <div className="row row-wide">
          <Tick name="tests" label="Test assessments, too" isTicked={query.tests !== undefined} />
          <Tick name="archived" label="Archived ones, too" isTicked={query.archived !== undefined} />
        </div>
      }
    >
      <FilterSearch id="in-progress-q" label="Search" value={query.q} />
      <FilterChoice id="in-progress-organization" name="organization" label="Client" value={query.organization} none="All">
        {withChosen(organizations, query.organization).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
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

/** The chosen organization is in the list even if nothing of it is in progress any more. */
const withChosen = (organizations: InProgressPage["organizations"], chosen: string | undefined) =>
  chosen === undefined || organizations.some(({ id }) => id === chosen)
    ? organizations
    : [...organizations, { id: chosen, name: `Number ${chosen}` }];

function Tick({ name, label, isTicked }: { name: string; label: string; isTicked: boolean }) {
  return (
    <label className="row row-close">
      <input type="checkbox" name={name} value="1" defaultChecked={isTicked} />
      {label}
    </label>
  );
}
