import { Form, useNavigate, useSearchParams } from "@remix-run/react";
import { Fragment, type MutableRefObject, type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Confirmation } from "#model/gates/gate.ts";
import { UndoOffer } from "~/components/answering/Clearing";
import { inGrid, useLive } from "~/components/answering/concerns";
import type { EditedParts } from "~/components/answering/concerns/concern";
import { FilterResult, FilterTabs, useShownRows } from "~/components/answering/Filters";
import type { GridAnswerOption } from "~/components/answering/grid/GridAnswer";
import { GridHead, GridScores, GridTabs } from "~/components/answering/grid/GridHead";
import { GridLegend, type GridNews, GridNote, GridRowFoot, type GridRowProps } from "~/components/answering/grid/GridRow";
import { GridTrouble, type TroubledRow } from "~/components/answering/grid/GridTrouble";
import { useGrid, useNarrow } from "~/components/answering/grid/useGrid";
import type { Spot } from "~/components/answering/grid/walk";
import { keyRows } from "~/components/answering/keys";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { compareNotes } from "~/components/answering/NoteBox";
import { ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import { type LastChange, takeBack } from "~/components/answering/useAnswering";
import { byScript } from "~/components/forms/by-script";
import { FormLabels } from "~/components/forms/FormLabels";
import { useHydrated } from "~/components/forms/useHydrated";
import { LeaveQuestion } from "~/components/saving/LeaveQuestion";
import { SaveStatus } from "~/components/saving/SaveStatus";
import { UnsentNotice } from "~/components/saving/UnsentNotice";
import { type Draft, retryUnsent } from "~/components/saving/useDraft";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import type { ProgressView } from "~/views/answering";
import { filterIn, withFilter } from "~/views/answering/filters";
import { type GridPage, type GridResult, readFormer, rowField } from "~/views/answering/grid";
import type { FieldLabels } from "~/views/form-labels";
import { viewedAt } from "~/views/paths";
import { withAddresses } from "~/views/screens";
import gridStyles from "./Grid.module.css";

/** A row as it is edited, for either model. */
export interface EditedRow {
  row: GridPage["rows"][number];
  editing: {
    editable: boolean;
    answers: Draft;
    note: Draft;
    edited: EditedParts;
    /** @returns false where there is nothing to confirm */
    confirm(confirmation: Confirmation): boolean;
    undo(): void;
  };
  /** The parts that may fail to be saved, except the note and those of concerns. */
  parts: TroubledRow["parts"];
  /** As filters know it. What is `descoped` is left out of the walk. */
  state: string;
  /** The item that is needed next, if there is one. */
  asked: number | undefined;
  /** The answers before the last change, as letters; undefined when there is nothing to undo. */
  former: string | undefined;
  /** What that change cleared, in words; undefined when nothing. */
  cleared: string | undefined;
  /** Answers an item with one of the choices, counted from 0. @returns false when it is locked */
  answer(item: number, choice: number): boolean;
}

/** The properties with which a model draws its row. */
type DrawnRow = Omit<GridRowProps<unknown>, "row">;

interface GridProps<Row extends EditedRow> {
  grid: GridPage;
  rows: readonly Row[];
  result: GridResult | undefined;
  form: RefObject<HTMLFormElement>;
  /** The last change of any row. */
  lastChange: MutableRefObject<LastChange | undefined>;
  /** The newest progress, and whether it could not be read after a save. */
  progress: ProgressView;
  progressFailed: boolean;
  /** The name of the links to the other grids: 'Perspectives'. */
  label: string;
  /** The thing to answer, in a word such as 'thread'. It is also the heading of its column. */
  what: string;
  heading: string;
  /** What is answered, in a word such as 'level'. */
  item: string;
  /** The headings of the levels. */
  columns: readonly { level: number; name?: string }[];
  /** The answers, in the order of their keys. */
  options: readonly GridAnswerOption[];
  /** The number of a row's first item. */
  firstItem: 0 | 1;
  /** What the form asks, in words. */
  labels: readonly FieldLabels[];
  /** The marks that cells may have. One that tells of a change explains itself. */
  news: readonly GridNews[];
  /** How much is answered. */
  state: ReactNode;
  drawRow(row: Row, drawn: DrawnRow): ReactNode;
  /** The full text of the item in focus, next to the grid. */
  drawFocus(row: Row, spot: Spot, acts: Pick<DrawnRow, "onAnswer" | "onConcern">): ReactNode;
  /** The same for one level, below its answers, where the screen is narrow. */
  drawDetail(row: Row, level: number): ReactNode;
}

/** The grid of either model: the links between grids, the table with its keys, saving, and next to it the item in focus. */
export function Grid<Row extends EditedRow>(props: GridProps<Row>) {
  const { grid, rows, result, form, lastChange, progress, what, options, firstItem } = props;
  const { assessment, group, grids, links, readOnly, pageId, next } = grid;
  const table = useRef<HTMLTableElement>(null);
  const hydrated = useHydrated();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const editable = readOnly === undefined;

  const [query] = useSearchParams();
  const filter = filterIn(query, grid.concerns);
  const concerned = rows.map(({ row, editing }) => ({
    ...{ concerns: row.concerns, edited: editing.edited, note: editing.note, confirm: editing.confirm },
    ...{ stored: row.answers, answers: editing.answers.value },
  }));
  const concerns = inGrid(grid.concerns, concerned);
  const liveConcerns = useLive(concerned);
  const items = rows.map(({ row, state }, index) => ({
    id: row.id,
    state,
    concerns: liveConcerns[index] ?? row.concerns,
    isTold: result?.rows[row.id] !== undefined || readFormer(query.get("was"), row.id) !== null,
  }));
  const ids = useShownRows(filter, items);
  const shown = rows.filter(({ row }) => ids.has(row.id));

  const [changed, setChanged] = useState<number>();
  const find = (id: number | undefined) => rows.find(({ row }) => row.id === id);
  const answer = (id: number, item: number, choice: number): boolean => {
    const isAnswered = find(id)?.answer(item, choice) === true;
    if (isAnswered) setChanged(id);
    return isAnswered;
  };
  /** Does what the key of a concern does to a row, or to a statement of it. @returns false where it does nothing */
  const press = (id: number, item: number, pressed: string): boolean => {
    const concern = concerns.keys.find(({ key }) => key === pressed);
    const row = concerned[rows.findIndex((each) => each.row.id === id)];
    const isDone = row !== undefined && concern?.press({ row, index: item - firstItem }) === true;
    if (isDone && concern.of === "statement") setChanged(id);
    return isDone;
  };

  const walkable = shown.filter(({ state }) => state !== "descoped");
  const first = walkable.find(({ asked }) => asked !== undefined) ?? walkable[0];
  const walk = useGrid({
    table,
    choice: grid.choices.keys,
    keys: keyRows({
      ...{ choices: options, item: props.item, row: what, next: next.label.toLowerCase(), concerns: concerns.keys },
    }),
    editable,
    needed: walkable.map(({ row, asked }) => ({ row: row.id, item: asked })),
    first: first && { row: first.row.id, item: first.asked ?? firstItem },
    onAnswer: (spot, choice) => answer(spot.row, spot.item, choice),
    onConcern: (spot, key) => press(spot.row, spot.item, key),
    onUndo() {
      const undone = takeBack(lastChange);
      const of = rows.find(({ row }) => row.links.here === undone?.href)?.row;
      return undone?.part === "answers" && of ? { row: of.id } : undone !== undefined;
    },
    onNext: () => navigate(next.href),
  });
  const newest = useRef({ answer, press });
  useEffect(() => {
    newest.current = { answer, press };
  });
  const { look, goOn } = walk;
  const onAnswer = useCallback(
    (row: number, item: number, choice: number) => {
      // A click does not always lead the focus: Safari leaves it where it was.
      look({ row, item });
      newest.current.answer(row, item, choice);
    },
    [look],
  );
  const onConcern = useCallback(
    (row: number, item: number, key: string) => {
      look({ row, item });
      // At once, because the button goes: the focus has to find what the gate has opened.
      flushSync(() => newest.current.press(row, item, key));
      goOn(row);
    },
    [look, goOn],
  );

  const troubled = rows.map(({ row, editing, parts }) => ({
    id: row.id,
    name: row.name,
    parts: [...parts, { part: "note" as const, draft: editing.note, compare: compareNotes(editable) }, ...Object.values(editing.edited)],
  }));
  const drafts = troubled.flatMap(({ parts }) => parts.map(({ draft }) => draft));
  const inFocus = find(walk.spot?.row);
  const here = withFilter(links.here, filter);
  /** Grids and summary keep the filter; questions have none. */
  const onward = grids.some(({ href }) => href === next.href) || next.href === links.summary ? withFilter(next.href, filter) : next.href;
  return (
    <Page
      title={assessment.name}
      subtitle={`${group.name} – Grid`}
      screens={withAddresses(grid.screens, { Summary: withFilter(links.summary, filter) })}
    >
      <LeaveQuestion drafts={drafts} />
      {pageId ? (
        <LockKeeper
          assessmentId={assessment.id}
          pageId={pageId}
          handover={grid.handover}
          view={viewedAt(links.summary)}
          save={async () => (await Promise.all(drafts.map((draft) => draft.flush()))).every(Boolean)}
        />
      ) : null}
      <UnsentNotice owner={grid.owner} here={links.here} sends={grid.rows.map((row) => row.links.here)} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} /> : null}
      {props.progressFailed ? (
        <Callout kind="error" title="Sorry, something went wrong...">
          Your answers are saved, but the progress could not be read. Please, try again later or get in touch.
        </Callout>
      ) : null}
      <GridTrouble {...{ grid, here, what, result }} rows={troubled} />
      <div className="stack-tight">
        <GridScores score={progress.score} />
        <GridTabs {...{ grid, progress, filter }} label={props.label} />
        <GridHead {...{ grid, progress }} keys={walk.keys} state={props.state} />
      </div>
      <div className={`with-aside ${gridStyles.gridScreen}`}>
        <div className="stack-tight">
          <div className={gridStyles.gridFilters}>
            <FilterTabs here={links.here} concerns={grid.concerns} filter={filter} items={items} unit={`${what}s`} />
            <FilterResult here={links.here} filter={filter} items={items} unit={`${what}s`} shown={shown.length} />
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
            {editable && !hydrated ? <FormLabels labels={props.labels} /> : null}
            <GridLegend options={options} news={editable ? props.news : []} also={concerns.legend} />
            <table
              className={`table panel ${gridStyles.gridTable}`}
              ref={table}
              hidden={shown.length === 0}
              aria-label={`${group.name}, grid`}
            >
              <thead>
                <tr>
                  <th scope="col">{props.heading}</th>
                  {props.columns.map(({ level, name }) => (
                    <th key={level} scope="col">
                      <span className={name ? "visually-hidden" : undefined}>Level</span> {level} {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((each) => {
                  const { row, editing, state } = each;
                  const isUnfolded = walk.unfolded === row.id;
                  const tellsAll = narrow && isUnfolded && state !== "descoped";
                  const drawn = props.drawRow(each, {
                    letters: editing.answers.value,
                    base: result?.rows[row.id]?.typed.answers?.base ?? row.answers,
                    page: grid.concerns,
                    live: liveConcerns[rows.indexOf(each)] ?? row.concerns,
                    editable: editing.editable,
                    hydrated,
                    roves: hydrated && walk.roves,
                    stop: walk.spot?.row === row.id ? walk.spot.item : undefined,
                    isUnfolded,
                    detail: tellsAll ? (level) => props.drawDetail(each, level) : undefined,
                    foot: tellsAll ? <GridRowFoot {...{ row, editing, readOnly }} /> : undefined,
                    onAnswer,
                    onConcern,
                    onFold: walk.fold,
                  });
                  const version = result?.rows[row.id]?.typed.note?.base ?? row.noteVersion;
                  return (
                    <Fragment key={row.id}>
                      {drawn}
                      {hydrated ? null : <GridNote {...{ row, editing, version }} columns={props.columns.length + 1} />}
                    </Fragment>
                  );
                })}
              </tbody>
            </table>
            <div className="panel action-bar row row-between">
              <div className="row">
                {editable && hydrated ? <SaveStatus drafts={drafts} /> : null}
                {editable && !hydrated ? <span className="small muted">Use the button to save</span> : null}
                {rows.map(({ row, editing, former, cleared }) => {
                  // With script this shows what the last change cleared; without script, all that one form cleared.
                  if (former === undefined || cleared === undefined || (changed !== undefined && changed !== row.id)) return null;
                  const isChanged = (letter: string, index: number) => letter !== editing.answers.value[index];
                  return (
                    <UndoOffer
                      key={row.id}
                      told={`${row.name}: ${cleared}`}
                      former={former}
                      name={rowField(row.id, "target")}
                      history={undefined}
                      onUndo={() => {
                        editing.undo();
                        walk.moveTo({ row: row.id, item: firstItem + [...former].findIndex(isChanged) });
                      }}
                    />
                  );
                })}
              </div>
              <div className="row">
                {editable && !hydrated ? <Button type="submit">Save answers</Button> : null}
                {editable && hydrated ? (
                  <ButtonLink to={links.exit} variant="soft">
                    Save and Exit
                  </ButtonLink>
                ) : null}
                {editable && !hydrated ? null : <ButtonLink to={onward}>{next.label}</ButtonLink>}
              </div>
            </div>
          </Form>
        </div>
        {narrow ? null : (
          <aside className={`panel ${gridStyles.gridPanel} needs-script`} aria-label="In focus">
            {inFocus && walk.spot ? props.drawFocus(inFocus, walk.spot, { onAnswer, onConcern }) : null}
          </aside>
        )}
      </div>
    </Page>
  );
}
