import { Link, useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { GridModel } from "~/components/answering/grid/model";
import { HowToRate, KeyList, KeysButton, KeysHint } from "~/components/answering/KeyList";
import type { AnswerKeys } from "~/components/answering/keys";
import { GroupScores, Score, ScoreSoFar } from "~/components/answering/ProgressSidebar";
import questionsFrameStyles from "~/components/answering/QuestionsFrame.module.css";
import type { ProgressView } from "~/views/answering";
import { type Filter, withFilter } from "~/views/answering/filters";
import type { GridPage } from "~/views/answering/grid";
import gridStyles from "./Grid.module.css";

interface GridTabsProps {
  grid: GridPage;
  progress: ProgressView;
  filter: Filter | undefined;
  /** The name of the assessment's grids: 'Perspectives'. */
  label: string;
}

/** The links to the other grids. A narrow screen has them in one line, which scrolls to the current one. */
export function GridTabs({ grid: { group, grids }, progress, filter, label }: GridTabsProps) {
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    // Not by scrollIntoView, which scrolls the page as well.
    if (tabs.current && current) tabs.current.scrollLeft = current.offsetLeft - (tabs.current.clientWidth - current.offsetWidth) / 2;
  }, []);
  return (
    <nav className={`tabs ${gridStyles.gridTabs}`} aria-label={label} ref={tabs}>
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

/** The scores of the whole assessment, above the links to the grids, which are about a part of it each. */
export function GridScores({ score }: Pick<ProgressView, "score">) {
  return (
    <div className={`row row-wide baseline small ${gridStyles.gridScores}`}>
      <Score of={score.now} /> <ScoreSoFar score={score} />
    </div>
  );
}

interface GridHeadProps {
  grid: GridPage;
  model: GridModel;
  progress: ProgressView;
  /** The keys that work on this screen; none when nothing can be answered. */
  keys: AnswerKeys | undefined;
}

/** The name of a grid, its progress, and how to rate. */
export function GridHead({ grid: { group, howToRate, readOnly }, model, progress, keys }: GridHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, hash } = useLocation();
  const loaded = useRef(key);
  // As on the questions screen: after a navigation within the product the heading takes the focus, unless the address names a row or only
  // the filter has changed.
  useEffect(() => {
    if (key !== "default" && key === loaded.current && hash === "") heading.current?.focus({ preventScroll: true });
  }, [key, hash]);
  const count = progress.groups.find(({ code }) => code === group.code);
  return (
    <header className="thread-head stack-tight">
      <div className={`${questionsFrameStyles.threadMore} row row-wide baseline small`}>
        <h2 ref={heading} tabIndex={-1}>
          {group.name}
        </h2>
        <span className={`row ${gridStyles.gridProgress}`}>
          {count ? model.count(count) : null} <GroupScores scores={count?.scores} />
        </span>
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
