import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { CodeNames } from "~/components/home/CodeNames";
import { Outcome } from "~/components/home/Outcome";
import { AskedRating, ProgressParts, ReviewState } from "~/components/home/ProgressParts";
import { RowActions } from "~/components/home/RowActions";
import { useKeptFocus } from "~/components/home/useKeptFocus";
import { Pager } from "~/components/shell/Pager";
import { Badge } from "~/components/shell/parts";
import { RosetteIcon } from "~/components/shell/RosetteIcon";
import { Table } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
import type { ModelTable, Row, Tab } from "~/views/home";
import { rowId } from "~/views/paths";
import styles from "./AssessmentTable.module.css";

interface AssessmentTableProps {
  table: ModelTable;
  tab: Tab;
  /** What an empty tab says. */
  empty: ReactNode;
  /** The address of another page of this table. */
  pageAt: (page: number) => string;
}

/** The assessments of one model on one tab (docs/rules/navigation-and-home.md#tables-and-columns). */
export function AssessmentTable({ table, tab, empty, pageAt }: AssessmentTableProps) {
  const { model, rows, names } = table;
  return (
    <section className="stack-tight" aria-label={`${model} assessments`} {...useKeptFocus()}>
      <h3 tabIndex={-1}>{model}</h3>
      {rows.length === 0 ? (
        <p className="panel muted">{table.total === 0 ? empty : "No assessment matches your search."}</p>
      ) : (
        <Table
          className={styles.assessments}
          columns={[
            { title: "ID", headClass: styles.columnId, show: ({ id }) => id },
            { title: "Name", names: true, show: (row) => <Name row={row} /> },
            { title: "Progress", headClass: styles.columnProgress, show: (row) => <Progress row={row} /> },
            {
              title: tab === "active" ? "Start Date" : "Start / End Date",
              headClass: styles.columnDate,
              show: ({ started, completed, progress }) => (
                <span>
                  {progress.apart ? "Not shown" : <Day iso={started} />}
                  {tab === "active" ? null : (
                    <>
                      {" / "}
                      <Day iso={completed} />
                    </>
                  )}
                </span>
              ),
            },
            { title: "Is Test Assessment", headClass: styles.columnTest, show: ({ test }) => (test ? "Yes" : "No") },
            { title: "Actions", headClass: styles.columnActions, show: (row) => <RowActions row={row} /> },
          ]}
          rows={rows}
          keyOf={({ id }) => id}
          attributes={({ id }) => ({ id: rowId(id), tabIndex: -1 })}
        />
      )}
      <CodeNames names={names} />
      <Pager page={table.page} pages={table.pages} matches={table.matches} noun={`${model} assessments`} at={pageAt} />
    </section>
  );
}

function Day({ iso }: { iso: string | null }) {
  return <span className="unbroken">{iso ? shortDate(iso) : "Not provided"}</span>;
}

function Name({ row }: { row: Row }) {
  return (
    <>
      <span>{row.name ?? "Not provided"}</span>{" "}
      {row.badge ? (
        <>
          <Badge color="amber">
            <RosetteIcon />
            {row.badge.word}
          </Badge>{" "}
          {row.badge.requested ? <span className="small muted">{row.badge.requested}</span> : null}
        </>
      ) : null}{" "}
      {row.nextEdition ? (
        <span className="small block">
          {row.nextEdition.to ? (
            <Link to={row.nextEdition.to} aria-label={`${row.nextEdition.words}: ${row.name ?? "Not provided"}`}>
              {row.nextEdition.words}
            </Link>
          ) : (
            row.nextEdition.words
          )}
        </span>
      ) : null}
      <span className="small muted block">
        {row.scope ?? "Not provided"} · Created by {row.createdBy}
      </span>
    </>
  );
}

function Progress({ row }: { row: Row }) {
  const { isSetUp } = row.progress;
  return (
    <div className="stack-tight">
      {row.outcome ? <Outcome outcome={row.outcome} /> : null}
      <ProgressParts progress={row.progress} />
      <ReviewState of={row.review} />
      <AskedRating to={row.ratingRequest} />
      {isSetUp ? null : (
        <p>
          <span className="muted">Not set up yet</span>{" "}
          {row.actions.profile ? (
            <Link to={row.actions.profile} aria-label={`Set it up: ${row.name ?? "Not provided"}`}>
              Set it up
            </Link>
          ) : null}
        </p>
      )}
    </div>
  );
}
