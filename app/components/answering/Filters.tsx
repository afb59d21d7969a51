/** Narrows a summary or a grid by links, so that the choice is in the address (docs/rules/notes-and-diagnostics.md#filters). */
import { Link } from "@remix-run/react";
import { type Filter, type FilterItem, type FilterKnowledge, filtersFor, filterTexts, passes, withFilter } from "~/views/answering/filters";

interface FiltersProps {
  /** The address of the screen, and what is known there. */
  here: string;
  knows: FilterKnowledge;
  filter: Filter | undefined;
  items: readonly FilterItem[];
  /** What is counted, such as 'threads'. */
  unit: string;
}

/** The filters, each with its number. */
export function FilterTabs({ here, knows, filter, items, unit }: FiltersProps) {
  return (
    <nav className="tabs" aria-label={`Which ${unit} to show`}>
      {[undefined, ...filtersFor(knows)].map((each) => (
        <Link key={each ?? "all"} to={withFilter(here, each)} preventScrollReset aria-current={each === filter ? "true" : undefined}>
          {`${each ? filterTexts(each).label : "All"} (${items.filter((item) => passes(each, item)).length})`}
        </Link>
      ))}
    </nav>
  );
}

type FilterResultProps = Pick<FiltersProps, "here" | "filter" | "unit"> & { shown: number; total: number };

/** How much of everything a filter shows, and the way back to all where it shows nothing. */
export function FilterResult({ here, filter, unit, shown, total }: FilterResultProps) {
  return (
    <p role="status" className="small">
      {filter === undefined ? null : shown > 0 ? (
        `${shown} of ${total} ${unit} shown.`
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
