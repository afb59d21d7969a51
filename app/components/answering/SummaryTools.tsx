import { Link } from "@remix-run/react";
import { SearchForm } from "~/components/shell/SearchForm";
import { FILTERS, type Filter, filtersFor, passes, type SummaryView, withFilter } from "~/views/answering";
import { SEARCH_FIELD } from "~/views/answering/search";

interface SummaryToolsProps {
  view: Pick<SummaryView, "links" | "knows">;
  filter: Filter | undefined;
  items: readonly Parameters<typeof passes>[1][];
  /** What is counted, such as 'threads'. */
  unit: string;
}

const NOTHING: Readonly<Record<Filter, string>> = {
  todo: "Nothing is left to do.",
  flagged: "Nothing is flagged for later.",
  unnoted: "Everything has a note.",
};

/** Narrows the tables of a summary to what is still to do, flagged or without a note, and searches in the assessment. */
export function SummaryTools({ view: { links, knows }, filter, items, unit }: SummaryToolsProps) {
  const count = (each: Filter | undefined) => items.filter((item) => passes(each, item)).length;
  return (
    <div className="summary-tools stack-tight">
      <nav className="tabs" aria-label={`Which ${unit} to show`}>
        {[undefined, ...filtersFor(knows)].map((each) => (
          <Link
            key={each ?? "all"}
            to={withFilter(links.here, each)}
            preventScrollReset
            aria-current={each === filter ? "true" : undefined}
          >
            {`${each ? FILTERS[each] : "All"} (${count(each)})`}
          </Link>
        ))}
      </nav>
      {links.search ? (
        <SearchForm
          label="Statements, diagnostics and notes"
          field={SEARCH_FIELD}
          value={undefined}
          action={links.search}
          kept={{}}
          clearAt={links.search}
        />
      ) : null}
      <p role="status" className="small">
        {filter === undefined ? null : count(filter) > 0 ? (
          `${count(filter)} of ${count(undefined)} ${unit} shown.`
        ) : (
          <>
            {NOTHING[filter]}{" "}
            <Link to={links.here} preventScrollReset>
              Show all
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
