/** Narrows a summary or a grid by links, so that the choice is in the address (docs/rules/notes-and-diagnostics.md#filters). */
import { Link, useLocation } from "@remix-run/react";
import { useState } from "react";
import type { Role } from "#model/contract/common.ts";
import { SearchForm } from "~/components/shell/SearchForm";
import type { OnPage } from "~/views/answering/concerns";
import { countPassing, type Filter, type FilterItem, filtersFor, filterTexts, passes, withFilter } from "~/views/answering/filters";
import { SEARCH_FIELD, searchedTexts } from "~/views/answering/search";
import type { SummaryPage } from "~/views/answering/summary";

interface FiltersProps {
  /** The address of the screen, and what concerns give it. */
  here: string;
  concerns: OnPage;
  filter: Filter | undefined;
  items: readonly FilterItem[];
  /** What is counted, such as 'threads'. */
  unit: string;
}

/** The filters, each with its number. */
export function FilterTabs({ here, concerns, filter, items, unit }: FiltersProps) {
  return (
    <nav className="tabs" aria-label={`Which ${unit} to show`}>
      {[undefined, ...filtersFor(concerns)].map((each) => (
        <Link key={each ?? "all"} to={withFilter(here, each)} preventScrollReset aria-current={each === filter ? "true" : undefined}>
          {`${each ? filterTexts(each).label : "All"} (${countPassing(each, items)})`}
        </Link>
      ))}
    </nav>
  );
}

type FilterResultProps = Omit<FiltersProps, "concerns"> & { shown: number };

/** How much of everything a filter shows, and the way back to all where it shows nothing. */
export function FilterResult({ here, filter, items, unit, shown }: FilterResultProps) {
  return (
    <p role="status" className="small">
      {filter === undefined ? null : shown > 0 ? (
        `${shown} of ${countPassing(undefined, items)} ${unit} shown.`
      ) : (
        <>
          {filterTexts(filter).none}{" "}
          <Link to={here} preventScrollReset>
            Show all
          </Link>
        </>
      )}
    </p>
  );
}

interface SummaryToolsProps {
  model: Role;
  view: Pick<SummaryPage, "links" | "concerns">;
  filter: Filter | undefined;
  items: readonly FilterItem[];
  /** What is counted, such as 'threads'. */
  unit: string;
}

/** Narrows the tables of a summary to what is still to do, flagged or without a note, and searches in the assessment. */
export function SummaryTools({ model, view: { links, concerns }, filter, items, unit }: SummaryToolsProps) {
  return (
    <div className="stack-tight">
      <FilterTabs here={links.here} {...{ concerns, filter, items, unit }} />
      {links.search ? (
        <SearchForm
          label={searchedTexts(model, concerns)}
          field={SEARCH_FIELD}
          value={undefined}
          action={links.search}
          kept={{}}
          clearAt={links.search}
        />
      ) : null}
      <FilterResult here={links.here} {...{ filter, items, unit }} shown={countPassing(filter, items)} />
    </div>
  );
}

/** A row with what a filter asks. */
interface FilteredRow extends FilterItem {
  id: number;
  /** Shown whatever the filter says, because there is a message about it. */
  isTold: boolean;
}

/**
 * The rows that a filter shows. The filter is applied when the user chooses it. A row that is answered later stays, so that nothing moves
 * while somebody works.
 */
export function useShownRows(filter: Filter | undefined, rows: readonly FilteredRow[]): ReadonlySet<number> {
  const { key } = useLocation();
  const choose = () => ({ key, ids: new Set(rows.filter((row) => row.isTold || passes(filter, row)).map(({ id }) => id)) });
  const [shown, setShown] = useState(choose);
  if (shown.key === key) return shown.ids;
  const chosen = choose();
  setShown(chosen);
  return chosen.ids;
}
