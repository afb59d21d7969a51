import { ArchiveIcon, DotsHorizontalIcon, LockClosedIcon, ReloadIcon } from "@radix-ui/react-icons";
import { Button } from "@radix-ui/themes";
import { Form, Link, useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { shortDate, timeOfDay } from "~/dates";
import type { Row, Tab } from "~/view";

interface AssessmentTableProps {
  model: Row["model"];
  rows: Row[];
  tab: Tab;
  empty: string;
}

/** The assessments of one model in one tab (specification A2). */
export function AssessmentTable({ model, rows, tab, empty }: AssessmentTableProps) {
  if (rows.length === 0) {
    return (
      <section aria-label={`${model} assessments`}>
        <h3>{model}</h3>
        <p className="empty">{empty}</p>
      </section>
    );
  }
  return (
    <section className="table-scroll" aria-label={`${model} assessments`}>
      <table className="table cards">
        <caption>{model}</caption>
        <thead>
          <tr>
            <th scope="col">ID</th>
            <th scope="col">Name</th>
            <th scope="col">Progress</th>
            <th scope="col">{tab === "active" ? "Start Date" : "Start / End Date"}</th>
            <th scope="col">Is Test Assessment</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td data-label="ID">{row.id}</td>
              <th scope="row">
                <div>{row.name ?? "Not provided"}</div>
                <div className="small muted">{row.scope ?? "Not provided"}</div>
                <div className="small muted">Created by {row.createdBy}</div>
                {row.marked ? <Mark row={row} /> : null}
              </th>
              <td data-label="Progress">
                <Progress row={row} />
              </td>
              <td data-label={tab === "active" ? "Start Date" : "Start / End Date"}>
                {row.started ? shortDate(row.started) : "Not provided"}
                {tab === "active" ? null : ` / ${row.completed ? shortDate(row.completed) : "Not provided"}`}
              </td>
              <td data-label="Is Test Assessment">{row.test ? "Yes" : "No"}</td>
              <td data-label="Actions">{row.locked ? <Locked row={row} /> : <Actions row={row} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Mark({ row }: { row: Row }) {
  const completed = row.status === "Completed";
  const words = row.model === "P3M3" ? (completed ? "Certified" : "To be certified") : completed ? "Endorsed" : "To be endorsed";
  return <span className={completed ? "badge badge-good" : "badge"}>{words}</span>;
}

function Progress({ row }: { row: Row }) {
  if (row.progress.length === 0) return <span className="muted">Not set up yet</span>;
  return (
    <span className="codes small">
      {row.progress.map(({ code, name, answered, total }) => (
        <abbr key={code} title={`${name}: ${answered} of ${total} threads answered`} style={{ textDecoration: "none" }}>
          {code} {answered}/{total}
        </abbr>
      ))}
    </span>
  );
}

function Locked({ row }: { row: Row }) {
  const { pathname, search } = useLocation();
  const by = row.locked?.by ? ` (${row.locked.by}${row.locked.until ? `, until ${timeOfDay(row.locked.until)}` : ""})` : "";
  return (
    <div className="stack-tight">
      <span className="status status-bad" style={{ whiteSpace: "normal" }}>
        <LockClosedIcon className="icon" aria-hidden />
        <span>
          Locked for editing by another user
          <span className="muted">{by}</span>
        </span>
      </span>
      <Button asChild variant="soft" size="1">
        <Link to={`${pathname}${search}`} reloadDocument>
          <ReloadIcon aria-hidden />
          Retry
        </Link>
      </Button>
    </div>
  );
}

function Actions({ row }: { row: Row }) {
  const label = `${row.name ?? "Not provided"}`;
  if (row.archived) {
    return (
      <div className="row">
        <Go to={row.links.view} label={label} words="View" />
        <Command row={row} command="unarchive">
          <Button type="submit" size="1" variant="soft" aria-label={`Restore ${label}`}>
            Restore
          </Button>
        </Command>
      </div>
    );
  }
  if (row.status === "Completed") {
    return (
      <div className="row">
        <Go to={row.links.view} label={label} words="View" />
        <Command row={row} command="archive">
          <button type="submit" className="nav-link" aria-label={`Archive assessment ${label}`} title="Archive assessment">
            <ArchiveIcon className="icon" aria-hidden />
          </button>
        </Command>
      </div>
    );
  }
  return (
    <div className="row">
      {row.ready ? <Go to={row.links.open} label={label} words={row.status === "Active" ? "Continue" : "Start"} /> : null}
      <details className="row-menu">
        <summary aria-label={`More actions for ${label}`}>
          <DotsHorizontalIcon className="icon" aria-hidden />
        </summary>
        <div className="row-menu-items">
          <Link className="nav-link" to={row.links.profile}>
            Edit profile set up
          </Link>
          <Command row={row} command="archive">
            <button type="submit" className="nav-link">
              Archive
            </button>
          </Command>
        </div>
      </details>
    </div>
  );
}

function Go({ to, words, label }: { to: string; words: string; label: string }) {
  return (
    <Button asChild size="1">
      <Link to={to} aria-label={`${words} ${label}`}>
        {words}
      </Link>
    </Button>
  );
}

function Command({ row, command, children }: { row: Row; command: string; children: ReactNode }) {
  const { search } = useLocation();
  return (
    <Form
      method="post"
      action={`/?index&${search.slice(1) || new URLSearchParams({ organization: String(row.organizationId) })}`}
      preventScrollReset
    >
      <input type="hidden" name="command" value={command} />
      <input type="hidden" name="assessment" value={String(row.id)} />
      {children}
    </Form>
  );
}
