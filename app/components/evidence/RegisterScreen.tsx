import { Link } from "@remix-run/react";
import { EVIDENCE_KINDS } from "#model/evidence.ts";
import { FilterChoice, FilterForm, FilterSearch, NameOptions, PlaceOptions } from "~/components/forms/FilterForm";
import { EvidenceWhere, PastDate } from "~/components/shell/EvidenceParts";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { Table } from "~/components/shell/Table";
import { EVIDENCE_ID, KIND_WORDS, levelsInWords, OPEN_FIELD } from "~/views/answering/evidence";
import { shortDate } from "~/views/dates";
import { type RegisterPage, SHOW } from "~/views/evidence";
import { paths } from "~/views/paths";

/** All evidence of an assessment (docs/rules/evidence.md#the-register). */
export function RegisterScreen({ page }: { page: RegisterPage }) {
  const { assessment, counts, unit, links, isFiltered, without, query } = page;
  return (
    <Page title={assessment.name} subtitle={`Evidence – ${assessment.scope}`} screens={page.screens}>
      <div className="stack">
        <div>
          <p>
            {counts.all === 1 ? "1 entry" : `${counts.all} entries`}
            {counts.past > 0 ? (
              <>
                ,{" "}
                <Link to={paths.evidence(page.assessmentId, { show: "past" })}>
                  {counts.past} past {counts.past === 1 ? "its" : "their"} date
                </Link>
              </>
            ) : null}
            . Of {counts.answered} answered {unit},{" "}
            {counts.without > 0 ? (
              <Link to={paths.evidence(page.assessmentId, { show: "unanswered" })}>
                {counts.without} {counts.without === 1 ? "has" : "have"} no evidence
              </Link>
            ) : (
              "none is without evidence"
            )}
            .
          </p>
          {links.add ? (
            <p>
              <Link to={links.add}>Add several entries, or let entries serve more</Link>
            </p>
          ) : null}
          <p role="status" className="small">
            {isFiltered && without === undefined ? `${counts.fitting} of ${counts.all} entries shown. ` : null}
            {isFiltered ? <Link to={links.here}>Show everything</Link> : null}
          </p>
        </div>
        <details className="panel filters" open={isFiltered || undefined}>
          <summary>Search and filter</summary>
          <RegisterFilter page={page} />
        </details>
        {without ? (
          <Without without={without} unit={unit} />
        ) : page.entries.length === 0 ? (
          <p className="panel muted">
            {isFiltered ? "Nothing fits what you chose." : "There is no evidence yet. It is added beside the questions."}
          </p>
        ) : (
          <Entries page={page} />
        )}
        <Pager
          page={page.page}
          pages={page.pages}
          matches={counts.fitting}
          noun="entries"
          at={(number) => paths.evidence(page.assessmentId, { ...query, page: String(number) })}
        />
        {counts.all > 0 && without === undefined ? (
          <p>
            <a href={links.workbook} download>
              Export to Excel{isFiltered ? " (what is shown)" : ""}
            </a>
          </p>
        ) : null}
      </div>
    </Page>
  );
}

function Without({ without, unit }: { without: { name: string; href: string }[]; unit: string }) {
  return (
    <section className="panel stack-tight" aria-labelledby="without">
      <h2 id="without">Answered without evidence</h2>
      {without.length === 0 ? <p>All answered {unit} have evidence.</p> : null}
      <ul>
        {without.map(({ name, href }) => (
          <li key={href}>
            <Link to={href}>{name}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Entries({ page: { entries } }: { page: RegisterPage }) {
  return (
    <section className="panel" aria-label="Entries">
      <Table
        className="evidence-table"
        columns={[
          {
            title: "What it is",
            names: true,
            show: ({ what, remark }) => (
              <>
                {what}
                {remark ? <span className="small muted block">{remark}</span> : null}
              </>
            ),
          },
          { title: "Kind", show: ({ kind }) => KIND_WORDS[kind] },
          {
            title: "Where it is found",
            show: (entry) =>
              entry.where ? (
                <p>
                  <EvidenceWhere entry={entry} />
                </p>
              ) : (
                "–"
              ),
          },
          { title: "Who", show: ({ who }) => who || "–" },
          { title: "Date", show: ({ date }) => (date ? shortDate(date) : "–") },
          {
            title: "Good until",
            show: (entry) => (
              <span>
                {entry.goodUntil ? shortDate(entry.goodUntil) : "–"} <PastDate entry={entry} />
              </span>
            ),
          },
          { title: "For", show: (entry) => <Places entry={entry} /> },
        ]}
        rows={entries}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

/** What an entry is evidence for, each place with the levels. */
function Places({ entry }: { entry: RegisterPage["entries"][number] }) {
  return (
    <ul className="plain-list">
      {entry.for.map((each) => (
        <li key={each.place}>
          <Link to={`${each.href}?${new URLSearchParams({ [OPEN_FIELD]: entry.id })}#${EVIDENCE_ID}`}>{each.name}</Link>
          {levelsInWords(each) ? <span className="small muted"> {levelsInWords(each)}</span> : null}
        </li>
      ))}
      {entry.more > 0 ? <li className="small muted">and {entry.more} more, in the Excel file</li> : null}
    </ul>
  );
}

function RegisterFilter({ page: { query, places, roles } }: { page: RegisterPage }) {
  return (
    <FilterForm query={query} label="Filter the evidence">
      <FilterSearch id="evidence-q" label="Search" value={query.q} />
      <FilterChoice id="evidence-kind" name="kind" label="Kind" value={query.kind} none="Every kind">
        {EVIDENCE_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_WORDS[kind]}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="evidence-place" name="place" label="For" value={query.place} none="Everything">
        <PlaceOptions places={places} />
      </FilterChoice>
      <FilterChoice id="evidence-who" name="who" label="Who" value={query.who} none="Everybody">
        <NameOptions names={roles} value={query.who} />
      </FilterChoice>
      <FilterChoice id="evidence-show" name="show" label="Show" value={query.show} none="All entries">
        {Object.entries(SHOW).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterChoice>
    </FilterForm>
  );
}
