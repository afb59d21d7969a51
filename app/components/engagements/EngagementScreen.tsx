import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { listed } from "#model/words.ts";
import { PlanInWords } from "~/components/engagements/EngagementsScreen";
import { MemberForm, NewMemberForm } from "~/components/engagements/MemberForms";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { CodeNames } from "~/components/home/CodeNames";
import { Outcome } from "~/components/home/Outcome";
import { ProgressParts } from "~/components/home/ProgressParts";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Badge, Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { Table } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
import {
  ENGAGEMENT,
  ENGAGEMENT_INTENTS,
  type EngagementPage,
  type EngagementReply,
  type MemberView,
  STATE_OPTIONS,
} from "~/views/engagements";

/** One engagement: who works on what, what is late, what waits (docs/rules/engagements.md#the-screens). */
export function EngagementScreen({ page, reply }: { page: EngagementPage; reply: EngagementReply | undefined }) {
  const { name, organization, facts, people, members, names, mayChange, isClosed, changing, takingOut, removing, links } = page;
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
          <ButtonLink to={links.plan}>Plan</ButtonLink> {members.length > 0 ? <ButtonLink to={links.profile}>Profile</ButtonLink> : null}{" "}
          {members.length > 0 && links.report ? <ButtonLink to={links.report}>Report</ButtonLink> : null}{" "}
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
          {members.length === 0 ? <p className="muted">No assessment belongs to it yet.</p> : <Members members={members} />}
          <CodeNames names={names} />
        </section>
        {changing ? (
          <MemberForm
            key={`${changing.id} ${changing.base} ${replyTo("member")?.id}`}
            page={page}
            changing={changing}
            reply={replyTo("member")}
          />
        ) : null}
        {isOpen ? <NewMemberForm key={`${members.length} ${replyTo("add")?.id}`} page={page} reply={replyTo("add")} /> : null}
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

/** How far it is, and what is late or waits. */
function Standing({ page: { state, facts, notes, plan, mayChange, version, members } }: { page: EngagementPage }) {
  const isSending = useNavigation().state === "submitting";
  const submitted = members.filter(({ details }) => details?.isSubmitted).length;
  const days = facts.find(([label]) => label === "Days")?.[1];
  return (
    <section className="panel stack" aria-label="At the moment">
      <Facts
        facts={[
          ["State", STATE_OPTIONS.find(({ value }) => value === state)?.label ?? state],
          ...(days ? [["Days", days] as const] : []),
          ["Submitted", `${submitted} of ${members.length}`],
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

function Members({ members }: { members: MemberView[] }) {
  const hasUnits = members.some(({ unit }) => unit !== "");
  return (
    <Table
      columns={[
        {
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
        ...(hasUnits ? [{ title: "Unit", show: ({ unit }: MemberView) => unit || "–" }] : []),
        {
          title: "Progress",
          show: ({ details }) =>
            !details ? (
              <span className="muted">You do not work with its model.</span>
            ) : details.outcome ? (
              <Outcome outcome={details.outcome} />
            ) : details.progress.isSetUp ? (
              <ProgressParts progress={details.progress} />
            ) : (
              <span className="muted">Not set up yet</span>
            ),
        },
        {
          title: "Who edits",
          show: ({ details }) =>
            details?.editor ? (
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
        { title: "Responsible", show: ({ details }) => details?.responsible || "–" },
        {
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
        {
          title: "Peer review",
          show: ({ id, name, details }) => {
            if (!details || (details.review.words.length === 0 && !details.review.to)) return "–";
            const words = listed(details.review.words) || "None yet";
            return details.review.to ? (
              <Link to={details.review.to} aria-label={`Peer review of ${name}, ID ${id}: ${words}`}>
                {words}
              </Link>
            ) : (
              words
            );
          },
        },
        {
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
        },
      ]}
      rows={members}
      keyOf={({ id }) => id}
    />
  );
}
