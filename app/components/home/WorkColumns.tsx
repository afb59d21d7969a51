import { Link } from "@remix-run/react";
import { FilterTick } from "~/components/forms/FilterForm";
import { Outcome } from "~/components/home/Outcome";
import { ProgressParts, ReviewState } from "~/components/home/ProgressParts";
import { Moment } from "~/components/shell/Moment";
import { Badge } from "~/components/shell/parts";
import type { Column } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
import type { WorkRow } from "~/views/work-row";

/** The columns that lists of work share: what is in progress, and the assessments of an engagement (docs/rules/in-progress.md#what-it-lists). */
export const WORK_COLUMNS = {
  assessment: {
    title: "Assessment",
    names: true,
    show: ({ id, name, details }) =>
      details ? (
        <>
          <Link to={details.to}>
            {name}
            <span className="visually-hidden">, ID {id}</span>
          </Link>{" "}
          <span className="small muted block">
            {[details.model, details.scope, `ID ${id}`, details.isTest ? "test" : null, details.isArchived ? "archived" : null]
              .filter(Boolean)
              .join(" · ")}
          </span>{" "}
          {details.open && !details.isSubmitted ? (
            <Link to={details.open.to} className="small no-print" aria-label={`${details.open.words}: ${name}, ID ${id}`}>
              {details.open.words}
            </Link>
          ) : null}
        </>
      ) : (
        name
      ),
  },
  progress: {
    title: "Progress",
    show: ({ details }) =>
      details ? (
        // One box: on a phone the cell has its title beside it.
        <div>
          {details.outcome ? (
            <Outcome outcome={details.outcome} />
          ) : details.progress.isSetUp ? (
            <ProgressParts progress={details.progress} />
          ) : (
            <span className="muted">Not set up yet</span>
          )}
          <ReviewState of={details.review} />
        </div>
      ) : (
        <span className="muted">You do not work with its model.</span>
      ),
  },
  editor: {
    title: "Who edits",
    show: ({ details }) =>
      details?.progress.apart ? (
        "Not shown"
      ) : details?.editor ? (
        <>
          {details.editor.isReader ? "You" : details.editor.name}{" "}
          <span className="small muted block">
            since <Moment iso={details.editor.since} />
          </span>
        </>
      ) : details?.isSubmitted ? (
        "Submitted"
      ) : (
        "–"
      ),
  },
  responsible: { title: "Responsible", show: ({ details }) => details?.responsible ?? "–" },
  until: {
    title: "Until",
    show: ({ details }) =>
      details?.day ? (
        <>
          {shortDate(details.day)} {details.isLate ? <Badge color="amber">Late</Badge> : null}
        </>
      ) : (
        "–"
      ),
  },
} satisfies Record<string, Column<WorkRow>>;

/** The boxes that let tests and archived assessments into a list of work. */
export function WorkTicks({ query: { tests, archived } }: { query: { tests?: string | undefined; archived?: string | undefined } }) {
  return (
    <div className="row row-wide">
      <FilterTick name="tests" label="Test assessments, too" isTicked={tests !== undefined} />
      <FilterTick name="archived" label="Archived ones, too" isTicked={archived !== undefined} />
    </div>
  );
}
