import { Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { FieldError } from "~/components/forms/FieldError";
import { FilterForm } from "~/components/forms/FilterForm";
import { downloadClicked } from "~/components/shell/DownloadLink";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { ButtonLink } from "~/components/shell/parts";
import { Table } from "~/components/shell/Table";
import { accessPaths, type ShownAccess, type TeamAccessPage, type WalledRow } from "~/views/access";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";

/** Who may see what, today or on a day (docs/rules/walls.md#who-could-see-what). */
export function TeamAccessScreen({ page: { typed, problem, shown } }: { page: TeamAccessPage }) {
  return (
    <Page
      title={shown?.on === undefined ? "Who may see what" : `Who could see what on ${shortDate(shown.on)}`}
      subtitle="The organizations of your team that only named people may see."
      actions={
        <ButtonLink to={paths.people()} variant="soft">
          All people
        </ButtonLink>
      }
    >
      <div className="stack">
        <section className="panel no-print" aria-label="Day">
          <FilterForm
            query={{ typed }}
            label="Choose a day"
            after={typed === "" ? null : <Link to={accessPaths.team()}>Show who may see what now</Link>}
          >
            <DayField typed={typed} problem={problem} />
          </FilterForm>
        </section>
        {shown ? <Shown shown={shown} /> : null}
      </div>
    </Page>
  );
}

function DayField({ typed, problem }: Pick<TeamAccessPage, "typed" | "problem">) {
  const described = problem === undefined ? "on-hint" : "on-hint on-error";
  return (
    <div className="field">
      <label htmlFor="on">
        <span className="field-label">Day</span>
      </label>
      <span className="field-hint" id="on-hint">
        Left empty, the list is that of now.
      </span>
      <input
        className="input"
        type="date"
        id="on"
        name="on"
        defaultValue={typed}
        aria-describedby={described}
        aria-invalid={problem === undefined ? undefined : true}
      />
      {problem === undefined ? null : <FieldError id="on-error" messages={[`‘${typed}’: ${problem}`]} />}
    </div>
  );
}

function Shown({ shown: { on, rows, page, pages, total, internal, workbook } }: { shown: ShownAccess }) {
  return (
    <section className="panel stack" aria-label={on === undefined ? "Who may see what" : "Who could see what"}>
      <p role="status">
        {total === 0
          ? `The whole team ${on === undefined ? "may" : "could"} see every organization${on === undefined ? "" : " that it had then"}.`
          : `${counted(total, "organization")} behind a wall. The whole team ${on === undefined ? "sees" : "saw"} every other organization.`}
        {on === undefined || total === 0 ? null : " Listed is everybody who was named at any time of that day."}
      </p>
      {rows.length === 0 ? null : (
        <>
          <Table
            caption={on === undefined ? "Who may see what" : "Who could see what"}
            columns={[
              { title: "Organization", names: true, show: ({ name, to }) => <Link to={to}>{name}</Link> },
              { title: on === undefined ? "Who may see it" : "Who could see it", show: (row) => <People row={row} /> },
            ]}
            rows={rows}
            keyOf={({ id }) => id}
          />
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
          <p className="no-print" onClick={downloadClicked}>
            <a href={workbook} data-download>
              Export to Excel
            </a>{" "}
            <span className="small muted">To print this page, use your browser.</span>
          </p>
        </>
      )}
      <Pager
        page={page}
        pages={pages}
        matches={total}
        noun="organizations"
        at={(number) => accessPaths.team({ on, page: String(number) })}
      />
      {internal === undefined ? null : <p className="small muted">{internal}</p>}
    </section>
  );
}

function People({ row: { people, more } }: { row: WalledRow }) {
  if (people.length === 0) return "Nobody";
  return (
    <ul className="plain-list">
      {people.map(({ key, name, email, from, until }) => (
        <li key={key}>
          {name}
          {name === email ? "" : `, ${email}`}{" "}
          <span className="small muted">
            since <Moment iso={from} />
            {until === null ? null : (
              <>
                {" "}
                until <Moment iso={until} />
              </>
            )}
          </span>
        </li>
      ))}
      {more > 0 ? <li className="muted">And {more} more: the Excel file has all.</li> : null}
    </ul>
  );
}
