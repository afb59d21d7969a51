import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { counted, countInWords, listed } from "#model/words.ts";
import { PlanInWords } from "~/components/engagements/EngagementsScreen";
import { MemberForm, NewMemberForm } from "~/components/engagements/MemberForms";
import { FilterChoice, FilterForm, FilterOptions, FilterSearch, NameOptions } from "~/components/forms/FilterForm";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { CodeNames } from "~/components/home/CodeNames";
import { WORK_COLUMNS, WorkTicks } from "~/components/home/WorkColumns";
import { Callout } from "~/components/shell/Callout";
import { ExportLink } from "~/components/shell/ExportLink";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { type Column, Table } from "~/components/shell/Table";
import {
  ENGAGEMENT,
  ENGAGEMENT_INTENTS,
  type EngagementPage,
  type EngagementReply,
  engagementPaths,
  MEMBER_ORDERS,
  MEMBER_SHOWS,
  type MembersAddress,
  type MemberView,
  STATE_OPTIONS,
} from "~/views/engagements";
import { optionsOf } from "~/views/form-fields";

/** One engagement: who works on what, what is late, what waits (docs/rules/engagements.md#the-screens). */
export function EngagementScreen({ page, reply }: { page: EngagementPage; reply: EngagementReply | undefined }) {
  const { name, organization, facts, people, counts, isFiltered, mayChange, isClosed, changing, takingOut, removing, links } = page;
  const forms = useRef<HTMLDivElement>(null);
  const isOpen = mayChange && !isClosed;
  const isShown = reply === undefined || (isOpen && (reply.form !== "member" || changing !== undefined));
  const replyTo = (form: EngagementReply["form"]) => (reply?.form === form ? reply : undefined);
  return (
    <Page
      title={name}
      subtitle={
        <>
          Engagement – <Link to={organization.to}>{organization.name}</Link>
        </>
      }
      actions={
        <span className="row no-print">
          <ButtonLink to={links.plan}>Plan</ButtonLink>{" "}
          {counts.all > 0 && links.profile ? <ButtonLink to={links.profile}>Profile</ButtonLink> : null}{" "}
          {counts.all > 0 && links.report ? <ButtonLink to={links.report}>Report</ButtonLink> : null}{" "}
          <ButtonLink to={links.list} variant="soft">
            All engagements
          </ButtonLink>
        </span>
      }
    >
      <div className="stack" ref={forms}>
        <LeaveGuard form={forms} isRejected={reply !== undefined} />
        {isShown ? null : <Refusal reply={reply} />}
        <Standing page={page} />
        <section className="panel stack" aria-labelledby="members">
          <h2 id="members">Assessments</h2>
          {counts.all > 1 ? (
            <details className="no-print" open={isFiltered || undefined}>
              <summary>Search, filter and order</summary>
              <MembersFilter page={page} />
            </details>
          ) : null}
          {page.isApart ? <p className="muted">Profile and report are closed to you until you have finished your rating.</p> : null}
          <Members page={page} />
        </section>
        {changing ? (
          <MemberForm
            key={`${changing.id} ${changing.base} ${replyTo("member")?.id}`}
            page={page}
            changing={changing}
            reply={replyTo("member")}
          />
        ) : null}
        {isOpen ? <NewMemberForm key={`${counts.all} ${replyTo("add")?.id}`} page={page} reply={replyTo("add")} /> : null}
        <section className="panel stack" aria-labelledby="about">
          <h2 id="about">About</h2>
          <Facts facts={[...facts, ...(people.length > 0 ? [["People", listed(people)] as const] : [])]} />
          {isOpen ? (
            <p className="row no-print">
              <ButtonLink to={links.edit} variant="soft">
                Edit Details
              </ButtonLink>{" "}
              <Link to={links.remove} preventScrollReset>
                Delete the engagement
              </Link>
            </p>
          ) : null}
        </section>
        {takingOut ? (
          <Question
            title="Take the assessment out?"
            at={links.here}
            fields={{
              [ENGAGEMENT.intent]: ENGAGEMENT_INTENTS.out,
              [ENGAGEMENT.assessment]: String(takingOut.id),
              [ENGAGEMENT.version]: takingOut.version,
            }}
            submit="Take out"
          >
            {`‘${takingOut.name}’ no longer belongs to this engagement. The assessment itself stays as it is.`}
          </Question>
        ) : null}
        {removing ? (
          <Question
            title="Delete the engagement?"
            kind="warning"
            at={links.here}
            fields={{ [ENGAGEMENT.intent]: ENGAGEMENT_INTENTS.remove, [ENGAGEMENT.version]: page.version }}
            submit="Delete"
          >
            Its plan is deleted with it, and cannot be brought back. Its assessments stay as they are.
          </Question>
        ) : null}
      </div>
    </Page>
  );
}

/** Why a form was not stored that the page no longer has: a colleague has closed the engagement, or taken the assessment out. */
function Refusal({ reply }: { reply: EngagementReply | undefined }) {
  const messages = Object.values(reply?.result.error ?? {}).flatMap((each) => each ?? []);
  return (
    <Callout kind="error" title="Nothing was saved.">
      {messages.join(" ")}
    </Callout>
  );
}

/** '1 of 2, not counting one of a model that you do not work with': nobody else's progress is told as if it were missing. */
const submittedInWords = ({ submitted, serious, hidden }: EngagementPage["counts"]): string =>
  `${submitted} of ${serious - hidden}${hidden > 0 ? `, not counting ${countInWords(hidden)} of a model that you do not work with` : ""}`;

/** How far it is, and what is late or waits. */
function Standing({ page: { state, facts, notes, plan, mayChange, version, counts } }: { page: EngagementPage }) {
  const isSending = useNavigation().state === "submitting";
  const days = facts.find(([label]) => label === "Days")?.[1];
  return (
    <section className="panel stack" aria-label="At the moment">
      <Facts
        facts={[
          ["State", STATE_OPTIONS.find(({ value }) => value === state)?.label ?? state],
          ...(days ? [["Days", days] as const] : []),
          ["Submitted", submittedInWords(counts)],
          ["Plan", <PlanInWords key="plan" plan={plan} />],
          ["Late or waiting", notes.length > 0 ? <strong key="notes">{listed(notes)}</strong> : "Nothing"],
        ]}
      />
      {mayChange ? (
        <Form method="post" className="row no-print" aria-label="State" preventScrollReset>
          <HiddenFields fields={{ [ENGAGEMENT.intent]: ENGAGEMENT_INTENTS.state, [ENGAGEMENT.version]: version }} />
          <label htmlFor="engagement-state">It is</label>{" "}
          <select className="select" id="engagement-state" name={ENGAGEMENT.state} defaultValue={state} key={state}>
            {STATE_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label.toLowerCase()}
              </option>
            ))}
          </select>{" "}
          <Button type="submit" variant="soft" disabled={isSending}>
            Set state
          </Button>
        </Form>
      ) : null}
    </section>
  );
}

const change: Column<MemberView> = {
  title: "Change",
  isUntitled: true,
  show: ({ id, name, links }) =>
    links ? (
      <span className="row row-close no-print">
        <Link to={links.change} aria-label={`Change: ${name}, ID ${id}`} preventScrollReset>
          Change
        </Link>{" "}
        <Link to={links.out} aria-label={`Take out: ${name}, ID ${id}`} preventScrollReset>
          Take out
        </Link>
      </span>
    ) : null,
};

/** The assessments that the address asks for, the same table as of what is in progress (docs/rules/in-progress.md). */
function Members({ page: { id, members, names, counts, isFiltered, query, links } }: { page: EngagementPage }) {
  const hasUnits = members.some(({ unit }) => unit !== "");
  const left = counts.all - members.length;
  if (counts.all === 0) return <p className="muted">No assessment belongs to it yet.</p>;
  return (
    <>
      {left > 0 ? (
        <p role="status">
          {counted(members.length, "assessment")} of {counts.all} shown.{" "}
          {isFiltered ? (
            <Link to={engagementPaths.screen(id, orderOf(query))} className="no-print" preventScrollReset>
              Show without filters
            </Link>
          ) : counts.serious < counts.all ? (
            <Link to={links.everything} className="no-print" preventScrollReset>
              Show tests and archived ones, too
            </Link>
          ) : null}
        </p>
      ) : null}
      {members.length === 0 ? (
        <p className="muted">No assessment fits what you chose.</p>
      ) : (
        <Table
          columns={[
            WORK_COLUMNS.assessment,
            ...(hasUnits ? [{ title: "Unit", show: ({ unit }: MemberView) => unit || "–" }] : []),
            WORK_COLUMNS.progress,
            WORK_COLUMNS.editor,
            WORK_COLUMNS.responsible,
            WORK_COLUMNS.until,
            ...(members.some((member) => member.links) ? [change] : []),
          ]}
          rows={members}
          keyOf={({ id }) => id}
        />
      )}
      <CodeNames names={names} />
      {members.length > 0 ? <ExportLink href={links.workbook} isFiltered={isFiltered} /> : null}
    </>
  );
}

const orderOf = ({ order }: MembersAddress): MembersAddress => (order === undefined ? {} : { order });

function MembersFilter({ page: { query, units, responsible } }: { page: EngagementPage }) {
  return (
    <FilterForm query={query} label="Filter the assessments" hint={<WorkTicks query={query} />}>
      <FilterSearch id="members-q" label="Search" value={query.q} />
      {units.length > 0 || query.unit !== undefined ? (
        <FilterChoice id="members-unit" name="unit" label="Unit" value={query.unit} none="All">
          <NameOptions names={units.map(({ value }) => value)} value={query.unit} />
        </FilterChoice>
      ) : null}
      {responsible.length > 0 || query.responsible !== undefined ? (
        <FilterChoice id="members-responsible" name="responsible" label="Responsible" value={query.responsible} none="Anybody or nobody">
          <FilterOptions options={responsible} value={query.responsible} />
        </FilterChoice>
      ) : null}
      <FilterChoice id="members-show" name="show" label="Which" value={query.show} none="All">
        <FilterOptions options={optionsOf(MEMBER_SHOWS)} value={query.show} />
      </FilterChoice>
      <FilterChoice id="members-order" name="order" label="Order" value={query.order} none="Unit">
        <FilterOptions options={optionsOf(MEMBER_ORDERS)} value={query.order} />
      </FilterChoice>
    </FilterForm>
  );
}
