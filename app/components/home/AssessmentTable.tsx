import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { RowActions } from "~/components/home/RowActions";
import { useKeptFocus } from "~/components/home/useKeptFocus";
import { Pager } from "~/components/shell/Pager";
import { Badge } from "~/components/shell/parts";
import { RosetteIcon } from "~/components/shell/RosetteIcon";
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
  const date = tab === "active" ? "Start Date" : "Start / End Date";
  return (
    <section className="stack-tight" aria-label={`${model} assessments`} {...useKeptFocus()}>
      <h3 tabIndex={-1}>{model}</h3>
      {rows.length === 0 ? (
        <p className="panel muted">{table.total === 0 ? empty : "No assessment matches your search."}</p>
      ) : (
        <table className={`table cards ${styles.assessments}`}>
          <thead>
            <tr>
              <th scope="col" className={styles.columnId}>
                ID
              </th>
              <th scope="col">Name</th>
              <th scope="col" className={styles.columnProgress}>
                Progress
              </th>
              <th scope="col" className={styles.columnDate}>
                {date}
              </th>
              <th scope="col" className={styles.columnTest}>
                Is Test Assessment
              </th>
              <th scope="col" className={styles.columnActions}>
                Actions
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id} id={rowId(row.id)} tabIndex={-1}>
                <td data-label="ID">{row.id}</td>
                <th scope="row">
                  <Name row={row} />
                </th>
                <td data-label="Progress">
                  <Progress row={row} />
                </td>
                <td data-label={date}>
                  <span>
                    <Day iso={row.started} />
                    {tab === "active" ? null : (
                      <>
                        {" / "}
                        <Day iso={row.completed} />
                      </>
                    )}
                  </span>
                </td>
                <td data-label="Is Test Assessment">{row.test ? "Yes" : "No"}</td>
                <td data-label="Actions">
                  <RowActions row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {names.length > 0 ? (
        <p className="row row-wide small muted">
          {names.map(({ code, name }) => (
            <span key={code}>
              <b>{code}</b> {name}
            </span>
          ))}
        </p>
      ) : null}
      <Pager page={table.page} pages={table.pages} found={table.found} noun={`${model} assessments`} at={pageAt} />
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
          <span className="small muted">{row.badge.requested}</span>
        </>
      ) : null}{" "}
      <span className="small muted block">
        {row.scope ?? "Not provided"} · Created by {row.createdBy}
      </span>
    </>
  );
}

function Progress({ row }: { row: Row }) {
  const { perspectives = [], practices, components, isSetUp } = row.progress;
  return (
    <div className="stack-tight">
      {perspectives.length > 0 || practices ? (
        <ul className="row row-close plain-list">
          {perspectives.map(({ code, name, answered, total }) => (
            <li key={code} {...filled(answered, total)} title={`${name}: ${answered} of ${total} threads`}>
              <span aria-hidden>
                {code} {answered}/{total}
              </span>{" "}
              <span className="visually-hidden">
                {name}: {answered} of {total} threads
              </span>
            </li>
          ))}
          {practices ? (
            <li {...filled(practices.complete, practices.total)}>
              {practices.complete}/{practices.total} practices complete
            </li>
          ) : null}
          {components ? (
            <li {...filled(components.complete, components.total)}>
              {components.complete}/{components.total} components complete
            </li>
          ) : null}
        </ul>
      ) : null}
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

/** How far something is, as a line along its foot, and as its colour when it is complete. */
const filled = (done: number, total: number) => ({
  className: styles.part,
  "data-complete": total > 0 && done === total ? "" : undefined,
  style: { backgroundSize: `${total === 0 ? 0 : (100 * done) / total}% 3px` },
});
