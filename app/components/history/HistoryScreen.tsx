import { Link } from "@remix-run/react";
import { Days, Paging } from "~/components/history/Days";
import { HistoryEntry, PutBackLink } from "~/components/history/HistoryEntry";
import { HistoryFilterForm } from "~/components/history/HistoryFilterForm";
import { PutBackDialog } from "~/components/history/PutBackDialog";
import { Callout } from "~/components/shell/Callout";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { TimeOfDay } from "~/components/shell/TimeOfDay";
import type { HistoryPage, SittingView } from "~/views/history";

interface HistoryScreenProps {
  page: HistoryPage;
  /** Why nothing was put back. */
  failure: { title: string; text: string } | undefined;
}

/** Who did what with an assessment, and when (docs/rules/history.md#the-screen). */
export function HistoryScreen({ page, failure }: HistoryScreenProps) {
  const { assessment, sittings, readOnly, links, isFiltered, question } = page;
  return (
    <Page title={assessment.name} subtitle={`History – ${assessment.scope}`} screens={page.screens}>
      {question ? <PutBackDialog key={question.id} question={question} failure={failure} here={links.here} /> : null}
      {readOnly ? <Callout kind="info">{readOnly} Nothing can be put back.</Callout> : null}
      <div className="stack">
        <details className="panel filters" open={isFiltered || Object.keys(page.errors).length > 0}>
          <summary>Filter by day, person, kind or place</summary>
          <HistoryFilterForm page={page} />
        </details>
        {page.moment ? (
          <p>
            What happened since <Moment iso={page.moment} />. <Link to={links.all}>Show everything</Link>
          </p>
        ) : null}
        {sittings.length === 0 ? (
          <p className="panel muted">
            {isFiltered ? "Nothing fits what you chose. " : "Nothing is recorded yet. "}
            {isFiltered ? <Link to={links.all}>Show everything</Link> : null}
          </p>
        ) : null}
        <Days entries={sittings} keyOf={({ entries }) => entries[0]?.id ?? 0} show={(sitting) => <Sitting sitting={sitting} />} />
        <Paging newer={page.newer} older={page.older} />
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
            ·{" "}
            <Link to={to} aria-label={`Open: ${words}`}>
              Open
            </Link>
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
