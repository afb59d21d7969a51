import { Button } from "@radix-ui/themes";
import { Form, Link, useLocation } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { FilterResult, FilterTabs } from "~/components/answering/Filters";
import { GridTrouble, type TroubledRow } from "~/components/answering/grid/GridTrouble";
import { HowToRate, KeysHint } from "~/components/answering/HeadTools";
import { KeyList, KeysButton } from "~/components/answering/KeyList";
import { LeaveQuestion } from "~/components/answering/LeaveQuestion";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { ScoreSoFar } from "~/components/answering/ProgressSidebar";
import { ReadOnlyNotice } from "~/components/answering/ReadOnlyNotice";
import { SaveStatus } from "~/components/answering/SaveStatus";
import { UnsentNotice } from "~/components/answering/UnsentNotice";
import type { AnswerKeys } from "~/components/answering/useAnswerKeys";
import { FormWords } from "~/components/forms/FormWords";
import { useHydrated } from "~/components/forms/useHydrated";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { type Filter, type Filtered, withFilter } from "~/views/answering/filters";
import type { GridResult, PracticeGridPage, ThreadGridPage } from "~/views/answering/grid";
import type { ProgressView } from "~/views/answering/p3m3";
import type { FieldWords } from "~/views/form-words";
import { viewedAt } from "~/views/paths";

interface GridFrameProps {
  grid: ThreadGridPage | PracticeGridPage;
  /** The newest progress. */
  progress: GridFrameProgress;
  /** The filter that the address names, all rows for it to judge, and how many it shows. */
  filter: Filter | undefined;
  items: readonly Filtered[];
  shown: number;
  /** What the links to the other grids are called: 'Perspectives'. */
  label: string;
  /** What is asked, in a word such as 'thread'. */
  what: string;
  troubled: readonly TroubledRow[];
  /** The progress could not be read after a save. */
  progressFailed: boolean;
  result: GridResult | undefined;
  words: readonly FieldWords[];
  /** The keys that work on this screen; none when nothing can be answered. */
  keys: AnswerKeys | undefined;
  form: RefObject<HTMLFormElement>;
  table: RefObject<HTMLTableElement>;
  /** How much is answered. */
  state: ReactNode;
  /** The answers: the letter in a cell, and what it stands for. */
  options: readonly { value: string; letter: string; word: string }[];
  /** The heading of the rows' names, and the headings of the levels. */
  heading: string;
  columns: readonly { level: number; name?: string }[];
  /** The rows. */
  children: ReactNode;
  undo: ReactNode;
  /** What is in focus, in full; undefined where the rows tell it themselves. */
  panel: ReactNode;
}

type GridFrameProgress = Pick<ProgressView, "score"> & { groups: readonly { code: string; answered: number; total: number }[] };

/** The frame of a grid of either model: the links between grids, the table, saving, and beside it what is in focus. */
export function GridFrame(props: GridFrameProps) {
  const { grid, progress, what, troubled, result, keys, form, table, columns, filter, items, shown } = props;
  const { assessment, group, grids, links, readOnly, pageId, next } = grid;
  const here = withFilter(links.here, filter);
  /** Grids and summary keep the filter; questions have none. */
  const onward = grids.some(({ href }) => href === next.href) || next.href === links.summary ? withFilter(next.href, filter) : next.href;
  const hydrated = useHydrated();
  const editable = readOnly === undefined;
  const drafts = troubled.flatMap(({ parts }) => parts.map(({ draft }) => draft));
  return (
    <Page title={assessment.name} subtitle={`${group.name} – Grid`}>
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
      <UnsentNotice owner={grid.owner} here={links.here} answersOf={grid.rows.map((row) => row.links.here)} />
      {readOnly ? <ReadOnlyNotice reason={readOnly} result={links.result} /> : null}
      {props.progressFailed ? (
        <Callout kind="error" title="Sorry, something went wrong...">
          Your answers are saved, but the progress could not be read. Please, try again later or get in touch.
        </Callout>
      ) : null}
      <GridTrouble {...{ grid, here, what, result }} rows={troubled} />
      <GridTabs {...{ grid, progress, filter }} label={props.label} />
      <Head {...{ grid, progress, keys, filter }} state={props.state} />
      <div className="with-aside grid-screen">
        <div className="stack-tight">
          <div className="grid-filters">
            <FilterTabs here={links.here} knows={grid.knows} filter={filter} items={items} unit={`${what}s`} />
            <FilterResult here={links.here} filter={filter} unit={`${what}s`} shown={shown} total={items.length} />
          </div>
          <Form
            method="post"
            action={here}
            className="stack-tight"
            ref={form}
            autoComplete="off"
            onSubmit={(event) => {
              // With script every change is saved by itself; pressing Enter only tries again what was not.
              event.preventDefault();
              for (const draft of drafts) if (draft.isUnsent()) draft.retry();
            }}
          >
            {pageId ? <input type="hidden" name="page" value={pageId} /> : null}
            {editable && !hydrated ? <FormWords words={props.words} /> : null}
            <p className="grid-legend small muted">
              {props.options.map(({ value, letter, word }) => (
                <span key={value}>
                  <strong>{letter}</strong> {word}
                </span>
              ))}
            </p>
            <table className="grid-table" ref={table} hidden={shown === 0} aria-label={`${group.name}, grid`}>
              <thead>
                <tr>
                  <th scope="col">{props.heading}</th>
                  {columns.map(({ level, name }) => (
                    <th key={level} scope="col">
                      Level {level} {name ? <span className="level-name">{name}</span> : null}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>{props.children}</tbody>
            </table>
            <div className="action-bar">
              <div className="action-bar-state">
                {editable && hydrated ? <SaveStatus drafts={drafts} /> : null}
                {editable && !hydrated ? <span className="small muted">Use the button to save</span> : null}
                {props.undo}
              </div>
              <div className="action-bar-buttons">
                {editable && !hydrated ? <Button type="submit">Save answers</Button> : null}
                {editable && hydrated ? (
                  <Button asChild variant="soft">
                    <Link to={links.exit}>Save and Exit</Link>
                  </Button>
                ) : null}
                {editable && !hydrated ? null : (
                  <Button asChild>
                    <Link to={onward}>{next.label}</Link>
                  </Button>
                )}
              </div>
            </div>
          </Form>
        </div>
        {props.panel === undefined ? null : (
          <aside className="panel grid-panel needs-script" aria-label="In focus">
            {props.panel}
          </aside>
        )}
      </div>
    </Page>
  );
}

type GridTabsProps = Pick<GridFrameProps, "grid" | "progress" | "filter" | "label">;

/** The links to the other grids. On a narrow screen they are one line, in which the current one is brought into view. */
function GridTabs({ grid: { group, grids }, progress, filter, label }: GridTabsProps) {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    // Not by scrollIntoView, which scrolls the page as well.
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - (tabs.current.clientWidth - current.offsetWidth) / 2;
  }, []);
  return (
    <nav className="tabs grid-tabs" aria-label={label} ref={tabs}>
      {grids.map(({ code, name, href }) => {
        const count = progress.groups.find((each) => each.code === code);
        return (
          <Link key={code} to={withFilter(href, filter)} aria-current={code === group.code ? "page" : undefined}>
            {name} <span className="small muted number">{count ? `${count.answered}/${count.total}` : ""}</span>
          </Link>
        );
      })}
    </nav>
  );
}

type HeadProps = Pick<GridFrameProps, "grid" | "progress" | "state" | "keys" | "filter">;

function Head({ grid: { group, links, howToRate, readOnly }, progress, state, keys, filter }: HeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const loaded = useRef(key);
  // As on the questions screen: after a navigation within the product the heading takes the focus, unless the address names a row or only
  // the filter has changed.
  useEffect(() => {
    if (key !== "default" && key === loaded.current && hash === "") heading.current?.focus({ preventScroll: true });
  }, [key, hash]);
  const { now } = progress.score;
  return (
    <header className="thread-head grid-head">
      <div className="row row-between">
        <h2 ref={heading} tabIndex={-1}>
          {group.name}
        </h2>
        <span className="row">
          {state}{" "}
          {now ? (
            <span>
              {now.label} <strong className="number">{now.value}</strong>
            </span>
          ) : null}{" "}
          <Link to={withFilter(links.summary, filter)}>Summary</Link>
        </span>
      </div>
      <ScoreSoFar score={progress.score} />
      <div className="thread-more small">
        {readOnly === undefined ? <HowToRate lines={howToRate} /> : null}
        {keys ? (
          <span className="needs-script">
            <KeysButton />
          </span>
        ) : null}
      </div>
      {keys ? <KeyList keys={keys} /> : null}
      {keys && progress.groups.some(({ answered }) => answered > 0) ? <KeysHint keys={keys} /> : null}
    </header>
  );
}
