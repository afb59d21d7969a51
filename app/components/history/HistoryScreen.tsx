import { Link } from "@remix-run/react";
import { useHydrated } from "~/components/forms/useHydrated";
import { HistoryEntry, PutBackLink } from "~/components/history/HistoryEntry";
import { HistoryFilterForm } from "~/components/history/HistoryFilterForm";
import { PutBackDialog } from "~/components/history/PutBackDialog";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { Step } from "~/components/shell/Pager";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import { byDay, type HistoryPage, type SittingView } from "~/views/history";

interface HistoryScreenProps {
  page: HistoryPage;
  /** Why nothing was put back. */
  failure: { title: string; text: string } | undefined;
}

/** Who did what with an assessment, and when (docs/rules/history.md#the-screen). */
export function HistoryScreen({ page, failure }: HistoryScreenProps) {
  const { assessment, sittings, readOnly, links, isFiltered, question } = page;
  const hydrated = useHydrated();
  const days = byDay(sittings, hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC");
  return (
    <Page title={assessment.name} subtitle={`History – ${assessment.scope}`} screens={page.screens}>
      {question ? <PutBackDialog key={question.id} question={question} failure={failure} here={links.here} /> : null}
      {readOnly ? <Callout kind="info">{readOnly} Nothing can be put back.</Callout> : null}
      <div className="stack">
        <details className="panel filters" open={isFiltered || Object.keys(page.errors).length > 0}>
          <summary>Filter by day, person, kind or place</summary>
          <HistoryFilterForm page={page} />
        </details>
        {sittings.length === 0 ? (
          <p className="panel muted">
            {isFiltered ? "Nothing fits what you chose. " : "Nothing is recorded yet. "}
            {isFiltered ? <Link to={links.all}>Show everything</Link> : null}
          </p>
        ) : null}
        {days.map(({ day, sittings }) => (
          <section key={day} className="panel stack-tight" aria-label={day}>
            <h2>
              {day}
              {hydrated ? null : <span className="muted small"> (UTC)</span>}
            </h2>
            <ol className="ruled plain-list">
              {sittings.map((sitting) => (
                <li key={sitting.entries[0]?.id}>
                  <Sitting sitting={sitting} />
                </li>
              ))}
            </ol>
          </section>
        ))}
        <Paging page={page} />
      </div>
    </Page>
  );
}

/** How much of a moment in ISO 8601 tells the minute. */
const MINUTE = "2026-11-05T09:00".length;

function Sitting({ sitting }: { sitting: SittingView }) {
  const { entries, words, folded, since, at, by, to, back } = sitting;
  const [only] = entries;
  if (entries.length === 1 && only) return <HistoryEntry entry={only} to={to} />;
  return (
    <div className="history-entry stack-tight">
      <p>{words}</p>
      <p className="small muted">
        {by} · <TimeOfDay iso={since} dayIsNamed />
        {since.slice(0, MINUTE) === at.slice(0, MINUTE) ? null : (
          <>
            {" "}
            to <TimeOfDay iso={at} dayIsNamed />
          </>
        )}
        {to ? (
          <>
            {" "}
            · <Link to={to}>Open</Link>
          </>
        ) : null}
        <PutBackLink back={back} what="Put back the sitting" words={words} />
      </p>
      <details className="small">
        <summary>
          {entries.length} {folded}
        </summary>
        <ol className="history-sitting ruled side-line plain-list">
          {entries.map((entry) => (
            <li key={entry.id}>
              <HistoryEntry entry={entry} to={undefined} />
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

function Paging({ page: { newer, older } }: { page: HistoryPage }) {
  if (!newer && !older) return null;
  return (
    <nav className="row row-between small" aria-label="Pages of the history">
      <span className="row">
        {newer ? <Step rel="prev" to={newer} words="Newer" /> : null}
        {older ? <Step rel="next" to={older} words="Older" /> : null}
      </span>
    </nav>
  );
}
