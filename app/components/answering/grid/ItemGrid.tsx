import { Form, useSearchParams } from "@remix-run/react";
import { useRef, useState } from "react";
import { inGrid, useLive } from "~/components/answering/concerns/in-grid";
import { FilterResult, FilterTabs, useShownRows } from "~/components/answering/Filters";
import { GridBar } from "~/components/answering/grid/GridBar";
import { GridLegend } from "~/components/answering/grid/GridCell";
import { GridFocus } from "~/components/answering/grid/GridFocus";
import { GridHead, GridScores, GridTabs } from "~/components/answering/grid/GridHead";
import { GridTable } from "~/components/answering/grid/GridTable";
import { GridTrouble } from "~/components/answering/grid/GridTrouble";
import type { GridModel } from "~/components/answering/grid/model";
import { useEditedRows } from "~/components/answering/grid/useEditedRows";
import { useGridActs } from "~/components/answering/grid/useGridActs";
import { useNarrow } from "~/components/answering/grid/useNarrow";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import type { LastChange } from "~/components/answering/useAnswering";
import { byScript } from "~/components/forms/by-script";
import { FormLabels } from "~/components/forms/FormLabels";
import { useHydrated } from "~/components/forms/useHydrated";
import { EarlySave } from "~/components/saving/EarlySave";
import { LeaveQuestion } from "~/components/saving/LeaveQuestion";
import { UnsentNotice } from "~/components/saving/UnsentNotice";
import { retryUnsent } from "~/components/saving/useDraft";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import type { ProgressView } from "~/views/answering";
import { filterIn, withFilter } from "~/views/answering/filters";
import { type GridKind, type GridPage, type GridResult, gridLabels, gridSaves, readFormer } from "~/views/answering/grid";
import { viewedAt } from "~/views/paths";
import { withAddresses } from "~/views/screens";
import gridStyles from "./Grid.module.css";

interface ItemGridProps<Kind extends GridKind> {
  grid: GridPage<Kind>;
  model: GridModel<Kind>;
  /** The outcome of a form that was not saved as a whole. */
  result: GridResult | undefined;
}

/**
 * The grid of a perspective or of a group of practices (docs/rules/gate.md#grid). A table has a row for each thread or practice. The level in
 * focus is beside it.
 */
export function ItemGrid<Kind extends GridKind>({ grid, model, result }: ItemGridProps<Kind>) {
  const { assessment, group, links, readOnly, pageId, next } = grid;
  const form = useRef<HTMLFormElement>(null);
  const table = useRef<HTMLTableElement>(null);
  const lastChange = useRef<LastChange>();
  const [newest, setNewest] = useState<ProgressView | null>();
  const progress = newest ?? grid.progress;
  const hydrated = useHydrated();
  const narrow = useNarrow();
  const editable = readOnly === undefined;
  const rows = useEditedRows({ grid, model, result, form, lastChange, onProgress: setNewest });

  const concerned = rows.map(({ row, editing: { edited, note, confirm, answers } }) => ({
    ...{ concerns: row.concerns, edited, note, confirm, stored: row.answers, answers: answers.value },
  }));
  const concerns = inGrid(grid.concerns, concerned);
  const live = useLive(concerned);

  const [query] = useSearchParams();
  const filter = filterIn(query, grid.concerns);
  const all = rows.map((each, index) => ({ ...each, live: live[index] ?? each.row.concerns }));
  const items = all.map(({ row, state, live }) => ({
    ...{ id: row.id, state, concerns: live },
    isTold: result?.rows[row.id] !== undefined || readFormer(query.get("was"), row.id) !== null,
  }));
  const ids = useShownRows(filter, items);
  const shown = all.filter(({ row }) => ids.has(row.id));
  const acts = useGridActs({ grid, model, table, rows, concerned, keys: concerns.keys, shown, lastChange });
  const { walk, onAnswer, onConcern } = acts;

  const drafts = rows.flatMap(({ parts }) => parts.map(({ draft }) => draft));
  const focus = rows.find(({ row }) => row.id === walk.spot?.row);
  const here = withFilter(links.here, filter);
  /** Grids and summary keep the filter; questions have none. */
  const isFiltered = grid.grids.some(({ href }) => href === next.href) || next.href === links.summary;
  const filtered = { here: links.here, filter, items, unit: `${model.what}s` };
  return (
    <Page
      title={assessment.name}
      subtitle={`${group.name} – Grid`}
      screens={withAddresses(grid.screens, { Summary: withFilter(links.summary, filter) })}
    >
      <LeaveQuestion drafts={drafts} />
      <LockKeeper
        assessmentId={assessment.id}
        pageId={pageId}
        handover={grid.handover}
        view={viewedAt(links.summary)}
        save={async () => (await Promise.all(drafts.map((draft) => draft.flush()))).every(Boolean)}
      />
      <UnsentNotice owner={grid.owner} here={links.here} sends={grid.rows.map((row) => row.links.here)} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} /> : null}
      {newest === null ? (
        <Callout kind="error" title="Sorry, something went wrong...">
          Your answers are saved, but the progress could not be read. Please, try again later or get in touch.
        </Callout>
      ) : null}
      <GridTrouble {...{ grid, here, result, rows }} what={model.what} />
      <div className="stack-tight">
        <GridScores score={progress.score} />
        <GridTabs {...{ grid, progress, filter }} label={model.label} />
        <GridHead {...{ grid, model, progress }} keys={walk.keys} />
      </div>
      <div className={`with-aside ${gridStyles.gridScreen}`}>
        <div className="stack-tight">
          <div className={gridStyles.gridFilters}>
            <FilterTabs {...filtered} concerns={grid.concerns} />
            <FilterResult {...filtered} shown={shown.length} />
            {concerns.top}
          </div>
          <Form
            method="post"
            action={here}
            className="stack-tight"
            ref={form}
            autoComplete="off"
            // With script every change saves itself, and pressing Enter only tries failed saves again.
            onSubmit={byScript(() => retryUnsent(drafts))}
          >
            {/* Enter presses the first button of a form. Where it has others, the first one must only save. */}
            {editable && concerns.hasButtons ? <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden /> : null}
            <HiddenFields fields={{ page: pageId }} />
            {editable && !hydrated ? (
              <>
                <EarlySave saves={import.meta.env.SSR ? gridSaves(grid) : undefined} />
                <FormLabels labels={import.meta.env.SSR ? gridLabels(grid, model.options, concerns.labels) : []} />
              </>
            ) : null}
            <GridLegend options={model.options} news={editable ? model.news : []} also={concerns.legend} />
            <GridTable {...{ grid, model, result, table, acts, hydrated, narrow }} rows={shown} />
            <GridBar {...{ grid, rows, drafts, acts, hydrated }} onward={isFiltered ? withFilter(next.href, filter) : next.href} />
          </Form>
        </div>
        {narrow ? null : (
          <aside className={`panel ${gridStyles.gridPanel} needs-script`} aria-label="In focus">
            {focus && walk.spot ? <GridFocus {...{ grid, model, onAnswer, onConcern }} edited={focus} spot={walk.spot} /> : null}
          </aside>
        )}
      </div>
    </Page>
  );
}
