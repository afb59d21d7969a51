import { Link } from "@remix-run/react";
import { useRef } from "react";
import { counted } from "#model/words.ts";
import { LinesForm, RowForm } from "~/components/engagements/PlanForms";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { UnderstoodForm } from "~/components/forms/UnderstoodForm";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { Badge, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { type Column, Table } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
import {
  COVERAGE_KINDS,
  COVERAGE_WORDS,
  PLAN,
  PLAN_INTENTS,
  type PlanPage,
  type PlanReply,
  type PlanRowView,
  planPaths,
} from "~/views/engagement-plan";

/** The plan of an engagement (docs/rules/engagements.md#the-plan-on-screen). */
export function PlanScreen({ page, reply }: { page: PlanPage; reply: PlanReply | undefined }) {
  const { engagement, organization, removing, links } = page;
  const understood = reply?.lines?.understood;
  return (
    <Page
      title={`Plan of ${engagement.name}`}
      subtitle={<Link to={organization.to}>{organization.name}</Link>}
      actions={
        <ButtonLink to={engagement.to} variant="soft" className="no-print">
          The engagement
        </ButtonLink>
      }
    >
      {understood ? (
        <UnderstoodForm
          understood={understood}
          summary={`${counted(understood.rows.length, "row is", "rows are")} added to the plan when you press the button below.`}
        >
          {`Add ${counted(understood.rows.length, "row")}`}
        </UnderstoodForm>
      ) : (
        <PlanContent page={page} reply={reply} />
      )}
      {removing && page.closed === undefined ? (
        <Question
          title="Remove the row?"
          at={links.here}
          fields={{ [PLAN.intent]: PLAN_INTENTS.remove, [PLAN.row]: String(removing.id), [PLAN.version]: removing.version }}
          submit="Remove"
        >
          {`‘${removing.what}’ is taken out of the plan, and cannot be brought back.`}
        </Question>
      ) : null}
    </Page>
  );
}

function PlanContent({ page, reply }: { page: PlanPage; reply: PlanReply | undefined }) {
  const { rows, total, counts, coverage, closed, forgottenAt, add, changing, links } = page;
  const forms = useRef<HTMLDivElement>(null);
  const replyTo = (form: PlanReply["form"]) => (reply?.form === form ? reply : undefined);
  return (
    <div className="stack" ref={forms}>
      <LeaveGuard form={forms} isRejected={reply !== undefined} />
      {closed ? (
        <Callout kind={reply ? "error" : "info"} {...(reply ? { title: "Nothing was saved." } : {})}>
          {closed}
        </Callout>
      ) : null}
      {total > 0 && coverage.length > 0 ? <Coverage coverage={coverage} /> : null}
      <section className="panel stack" aria-labelledby="rows">
        <h2 id="rows">Rows</h2>
        <p role="status">
          {total === 0
            ? "Nothing is planned yet."
            : `${counted(total, "row")}, ${counts.done} done${counts.late > 0 ? `, ${counts.late} late` : ""}.`}
        </p>
        {forgottenAt ? <p className="small muted">{`With whom earlier rows were was forgotten on ${forgottenAt}.`}</p> : null}
        {rows.length > 0 ? <Rows rows={rows} /> : null}
        <Pager
          page={page.page}
          pages={page.pages}
          matches={total}
          noun="rows"
          at={(number) => planPaths.screen(page.engagement.id, { page: String(number) })}
        />
        {total > 0 ? (
          <p className="row row-wide no-print">
            <a href={links.workbook} download>
              Export to Excel
            </a>{" "}
            <a href={links.calendar} download>
              Take into a calendar (iCalendar)
            </a>
          </p>
        ) : null}
      </section>
      {changing && (closed === undefined || reply?.form === "change") ? (
        <RowForm
          key={`${changing.row} ${changing.base} ${replyTo("change")?.id}`}
          fields={changing}
          reply={replyTo("change")}
          back={links.here}
        />
      ) : null}
      {add && (closed === undefined || (reply && reply.form !== "change")) ? (
        <>
          <RowForm key={`${total} ${replyTo("add")?.id}`} fields={add} reply={replyTo("add")} back={undefined} />
          <LinesForm key={`${total} ${replyTo("lines")?.id} lines`} formId={add.formId} reply={replyTo("lines")} />
        </>
      ) : null}
    </div>
  );
}

/** Interviews, workshops and documents for each topic; none is marked. */
function Coverage({ coverage }: Pick<PlanPage, "coverage">) {
  type Topic = PlanPage["coverage"][number];
  return (
    <section className="panel stack" aria-labelledby="coverage">
      <h2 id="coverage">Coverage</h2>
      <Table
        caption="Interviews, workshops and documents for each perspective or group of practices"
        columns={[
          { title: "About", names: true, show: ({ name }: Topic) => name },
          ...COVERAGE_KINDS.map(
            (kind): Column<Topic> => ({
              title: COVERAGE_WORDS[kind],
              show: ({ counts: { [kind]: count } }) =>
                count.planned === 0 ? <Badge color="amber">None</Badge> : `${count.planned}${count.done > 0 ? `, ${count.done} done` : ""}`,
            }),
          ),
        ]}
        rows={coverage}
        keyOf={({ topic }) => topic}
      />
    </section>
  );
}

function Rows({ rows }: { rows: PlanRowView[] }) {
  return (
    <Table
      columns={[
        {
          title: "Day",
          show: ({ day, isLate }) => (
            <>
              {day ? shortDate(day) : "–"} {isLate ? <Badge color="amber">Late</Badge> : null}
            </>
          ),
        },
        {
          title: "What it is",
          names: true,
          show: ({ kind, what }) => (
            <>
              {what || kind} {what ? <span className="small muted block">{kind}</span> : null}
            </>
          ),
        },
        { title: "With whom", show: ({ withWhom }) => <span className="note-text">{withWhom || "–"}</span> },
        { title: "About", show: ({ topics }) => topics.join(", ") || "–" },
        { title: "Who of us", show: ({ who }) => who.join(", ") || "–" },
        { title: "State", show: ({ state }) => state },
        {
          title: "Change",
          isUntitled: true,
          show: ({ number, kind, what, day, links }) => {
            if (!links) return null;
            const name = [what || kind, day ? shortDate(day) : ""].filter(Boolean).join(", ");
            return (
              <span className="row row-close no-print">
                <Link to={links.change} aria-label={`Change: ${name}, row ${number}`} preventScrollReset>
                  Change
                </Link>{" "}
                <Link to={links.remove} aria-label={`Remove: ${name}, row ${number}`} preventScrollReset>
                  Remove
                </Link>
              </span>
            );
          },
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id}
    />
  );
}
