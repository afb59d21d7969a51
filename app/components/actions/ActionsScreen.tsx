import { Link } from "@remix-run/react";
import { ACTION_ORDERS, ACTION_STATES } from "#model/actions.ts";
import { counted } from "#model/words.ts";
import { ActionStateMark } from "~/components/actions/ActionState";
import { FilterChoice, FilterForm, FilterSearch, NameOptions } from "~/components/forms/FilterForm";
import { ExportLink } from "~/components/shell/ExportLink";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { type ActionRow, type ActionsPage, ORDER_WORDS, SIZE_WORDS, STATE_WORDS, UNFINISHED } from "~/views/actions";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";

/** What was agreed with an organization, and what became of it (docs/rules/actions.md#the-register). */
export function ActionsScreen({ page }: { page: ActionsPage }) {
  const { organization, rows, counts, query, isFiltered, assessment, screens, links } = page;
  const at = (more: object) => paths.actions(organization.id, { ...query, ...more });
  return (
    <Page
      title={assessment?.name ?? "Actions"}
      subtitle={assessment ? `Actions – ${organization.name}` : organization.name}
      screens={screens}
    >
      <div className="stack">
        <p className="measure">What was agreed after assessments, and what became of it.</p>
        <div className="row no-print">
          <ButtonLink to={links.back} variant="soft">
            Go Back
          </ButtonLink>
          {links.add ? <ButtonLink to={links.add}>Add an action</ButtonLink> : null}
        </div>
        <p>
          {counted(counts.all, "action")} of {organization.name}: {counts.open} open, {counts.underWay} under way, {counts.done} done,{" "}
          {counts.dropped} dropped.{" "}
          {counts.overdue > 0 ? <Link to={paths.actions(organization.id, { overdue: "1" })}>{counts.overdue} overdue</Link> : null}
        </p>
        <p role="status" className="small">
          {isFiltered ? `${counts.fitting} of them shown. ` : null}
          {isFiltered ? (
            <Link to={paths.actions(organization.id)} className="no-print">
              Show all actions
            </Link>
          ) : null}
        </p>
        <details className="panel filters no-print" open={isFiltered || undefined}>
          <summary>Search, filter and order</summary>
          <RegisterFilter page={page} />
        </details>
        {rows.length === 0 ? (
          <p className="panel muted">
            {counts.all === 0 ? "Nothing was agreed yet. " : "No action fits what you chose. "}
            {counts.all === 0 && links.add ? <Link to={links.add}>Add the first action</Link> : null}
          </p>
        ) : (
          <Rows rows={rows} />
        )}
        {rows.length > 0 ? <ExportLink href={links.workbook} isFiltered={isFiltered} /> : null}
        <Pager page={page.page} pages={page.pages} matches={counts.fitting} noun="actions" at={(number) => at({ page: String(number) })} />
      </div>
    </Page>
  );
}

function Rows({ rows }: { rows: ActionRow[] }) {
  return (
    <section className="panel" aria-label="Actions">
      <Table
        columns={[
          {
            title: "Action",
            names: true,
            show: ({ title, href, places, remarks }) => (
              <>
                <Link to={href}>{title}</Link>
                {places.length > 0 ? <span className="small muted block">{placesInWords(places)}</span> : null}
                {remarks > 0 ? <span className="small muted block">{counted(remarks, "remark")}</span> : null}
              </>
            ),
          },
          { title: "State", show: (row) => <ActionStateMark {...row} /> },
          { title: "Due", show: ({ due }) => (due ? <span className="unbroken">{shortDate(due)}</span> : "–") },
          { title: "Owner", show: ({ owner }) => owner || "–" },
          { title: "Effect", show: ({ effect }) => (effect ? SIZE_WORDS[effect] : "–") },
          { title: "Effort", show: ({ effort }) => (effort ? SIZE_WORDS[effort] : "–") },
          {
            title: "Comes from",
            show: ({ from }) =>
              from ? (
                <span>
                  <Link to={from.at}>{from.name}</Link>{" "}
                  <span className="small muted">{[from.model, from.scope].filter(Boolean).join(", ")}</span>
                </span>
              ) : (
                "–"
              ),
          },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

/** How many places a row names. */
const PLACES_SHOWN = 3;

const placesInWords = (places: readonly string[]) =>
  places.length > PLACES_SHOWN ? `${places.slice(0, PLACES_SHOWN).join("; ")} and ${places.length - PLACES_SHOWN} more` : places.join("; ");

function RegisterFilter({ page: { query, owners } }: { page: ActionsPage }) {
  return (
    <FilterForm query={query} label="Filter the actions">
      <HiddenFields fields={{ assessmentId: query.assessmentId }} />
      <FilterSearch id="actions-q" label="Search" value={query.q} />
      <FilterChoice id="actions-state" name="state" label="State" value={query.state} none="Every state">
        <option value={UNFINISHED}>Not finished</option>
        {ACTION_STATES.map((state) => (
          <option key={state} value={state}>
            {STATE_WORDS[state]}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="actions-overdue" name="overdue" label="Due" value={query.overdue} none="On any day">
        <option value="1">Overdue</option>
      </FilterChoice>
      <FilterChoice id="actions-owner" name="owner" label="Owner" value={query.owner} none="Everybody">
        <NameOptions names={owners} value={query.owner} />
      </FilterChoice>
      <FilterChoice id="actions-order" name="order" label="Order" value={query.order} none={ORDER_WORDS.due}>
        {ACTION_ORDERS.filter((order) => order !== "due").map((order) => (
          <option key={order} value={order}>
            {ORDER_WORDS[order]}
          </option>
        ))}
      </FilterChoice>
    </FilterForm>
  );
}
