import { FilterResult, FilterTabs } from "~/components/answering/Filters";
import { SearchForm } from "~/components/shell/SearchForm";
import type { SummaryView } from "~/views/answering";
import { type Filter, type FilterItem, passes } from "~/views/answering/filters";
import { SEARCH_FIELD, searchedTexts } from "~/views/answering/search";

interface SummaryToolsProps {
  view: Pick<SummaryView, "links" | "knows">;
  filter: Filter | undefined;
  items: readonly FilterItem[];
  /** What is counted, such as 'threads'. */
  unit: string;
}

/** Narrows the tables of a summary to what is still to do, flagged or without a note, and searches in the assessment. */
export function SummaryTools({ view: { links, knows }, filter, items, unit }: SummaryToolsProps) {
  const shown = items.filter((item) => passes(filter, item)).length;
  return (
    <div className="stack-tight">
      <FilterTabs here={links.here} {...{ knows, filter, items, unit }} />
      {links.search ? (
        <SearchForm
          label={searchedTexts(knows.evidence === true)}
          field={SEARCH_FIELD}
          value={undefined}
          action={links.search}
          kept={{}}
          clearAt={links.search}
        />
      ) : null}
      <FilterResult here={links.here} {...{ filter, unit, shown }} total={items.length} />
    </div>
  );
}
