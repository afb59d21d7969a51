import { Link } from "@remix-run/react";
import type { Permission } from "#model/permissions.ts";
import { counted, listed } from "#model/words.ts";
import { Callout } from "~/components/shell/Callout";
import { downloadClicked } from "~/components/shell/DownloadLink";
import { Facts } from "~/components/shell/Facts";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { Table } from "~/components/shell/Table";
import { shortDate } from "~/views/dates";
import { joiningPaths } from "~/views/joining";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import { modelsInWords, PERMISSION_WORDS } from "~/views/people";
import { ME_INTENTS, type MePage, type OfferedInvitation } from "~/views/session";

/** One's own account (docs/rules/people.md#your-account). */
export function MeScreen({ page }: { page: MePage }) {
  const { name, email, permission, roles, team, leads, devices, invitations, asks } = page;
  const { label, hint } = PERMISSION_WORDS[permission];
  return (
    <Page title="Your account" subtitle={email}>
      <div className="stack measure">
        {invitations.map((invitation) => (
          <OfferedTeam key={invitation.id} page={page} invitation={invitation} />
        ))}
        <section className="panel stack-tight" aria-labelledby="who">
          <h2 id="who">Who you are</h2>
          <Facts
            facts={[
              ["First name", name ?? "Not provided"],
              ["Address", email],
              ["Team", team ?? (page.isAlone ? "You are a team of one." : "Your team has no name.")],
              ["You may do", `${label}. ${hint}`],
              ["Models", modelsInWords(roles)],
              ...(leads.length > 0 ? [[permission === "lead" ? "Other leads" : "Leads", listed(leads)] as const] : []),
              ...(devices ? [["Signed in on", <Devices key="devices" devices={devices} />] as const] : []),
            ]}
          />
          {page.changesSelf ? (
            <div className="row">
              <ButtonLink to={joiningPaths.ownName()} variant="soft">
                Change your name
              </ButtonLink>
              <ButtonLink to={joiningPaths.ownAddress()} variant="soft">
                Change your address
              </ButtonLink>
            </div>
          ) : null}
          <p className="small muted">
            {page.changesSelf ? (
              "A lead of your team changes rights and models."
            ) : permission === "lead" ? (
              <>
                You change your name on the screen <Link to={paths.people()}>People</Link>.
              </>
            ) : (
              "A lead of your team changes name, rights and models."
            )}
            {page.changesSelf ? null : " An address stays as it is."}
          </p>
        </section>
        <OwnData page={page} />
        <Leaving page={page} />
      </div>
      {asks === "leave" ? <LeaveQuestion page={page} /> : null}
      {asks && asks !== "leave" ? <AnswerQuestion page={page} {...asks} /> : null}
    </Page>
  );
}

const Devices = ({ devices }: { devices: NonNullable<MePage["devices"]> }) => (
  <>
    {listed(devices.map(({ name, isThisOne }) => (isThisOne ? `${name} (this device)` : name)))}.{" "}
    <Link to={paths.sessions()}>Log devices out</Link>
  </>
);

/** What accepting means for the organizations that one has. */
const bringsAlong = ({ organizations }: MePage) =>
  organizations === 0
    ? ""
    : ` ${organizations === 1 ? "Your organization comes" : `Your ${organizations} organizations come`} along, and belong to that team then.`;

/** 'a viewer', 'an assessor' */
const aRole = (permission: Permission) => `${permission === "assessor" ? "an" : "a"} ${PERMISSION_WORDS[permission].label.toLowerCase()}`;

function OfferedTeam({ page, invitation }: { page: MePage; invitation: OfferedInvitation }) {
  const { id, team, by, permission, roles, invitedAt, expiresAt } = invitation;
  return (
    <section className="panel stack-tight" aria-labelledby={`invitation-${id}`}>
      <h2 id={`invitation-${id}`}>Invitation to {team}</h2>
      <p>
        {by ?? "An operator of this service"} invited you on {shortDate(invitedAt)}, as {aRole(permission)} for {modelsInWords(roles)}. You
        can accept until {shortDate(expiresAt)}.
      </p>
      {page.mustLeaveFirst ? (
        <Callout kind="info" isAnnounced={false}>
          You can be in one team only. To accept, leave your team first: see below.
        </Callout>
      ) : null}
      <div className="row">
        {page.mustLeaveFirst ? null : (
          <ButtonLink
            to={paths.me({ confirm: "accept", invitation: id })}
            preventScrollReset
            aria-label={`Accept the invitation to ${team}`}
          >
            Accept
          </ButtonLink>
        )}
        <ButtonLink
          to={paths.me({ confirm: "decline", invitation: id })}
          preventScrollReset
          variant="soft"
          aria-label={`Decline the invitation to ${team}`}
        >
          Decline
        </ButtonLink>
      </div>
    </section>
  );
}

const MAILS: Readonly<Record<string, string>> = {
  "sign-in": "To sign in",
  invitation: "Invitation",
  joinLink: "About a link to join by",
  newAddress: "Code for a new address",
  oldAddress: "Code for a new address",
  addressChanged: "About your new address",
  addressUndo: "About your old address",
};

function OwnData({ page: { mails } }: { page: MePage }) {
  return (
    <section className="panel stack-tight" aria-labelledby="own-data">
      <h2 id="own-data">What is stored about you</h2>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <p onClick={downloadClicked}>
        <a href={morePaths.ownData()} data-download>
          Download your data (JSON)
        </a>
        : who you are, devices, invitations, mails and edit locks, and how many assessments and entries of the history are yours.
      </p>
      {mails.length === 0 ? (
        <p className="muted">No mail to you is kept.</p>
      ) : (
        <details>
          <summary>{counted(mails.length, "mail")} to you</summary>
          <Table
            columns={[
              { title: "Mail", names: true, show: ({ kind }) => MAILS[kind] ?? kind },
              { title: "Asked for", show: ({ at }) => <Moment iso={at} /> },
              { title: "Sent", show: ({ sentAt }) => (sentAt ? <Moment iso={sentAt} /> : "No") },
            ]}
            rows={mails}
            keyOf={({ kind, at }, index) => `${kind} ${at} ${index}`}
          />
        </details>
      )}
    </section>
  );
}

function Leaving({ page: { isAlone, mayLeave, permission } }: { page: MePage }) {
  if (isAlone) return null;
  return (
    <section className="panel stack-tight" aria-labelledby="leave">
      <h2 id="leave">Leave the team</h2>
      {mayLeave ? (
        <>
          <p>What you assessed stays with the team. You can come back only by a new invitation.</p>
          <div className="row">
            <ButtonLink to={paths.me({ confirm: "leave" })} preventScrollReset variant="soft">
              Leave the team
            </ButtonLink>
          </div>
        </>
      ) : permission !== "lead" ? (
        <p>Nobody else is in it. Ask whoever runs this service.</p>
      ) : (
        <p>
          You are its only lead. Make <Link to={paths.people()}>somebody else</Link> a lead before you leave.
        </p>
      )}
    </section>
  );
}

function LeaveQuestion({ page: { team, version } }: { page: MePage }) {
  const fields: Record<string, string> = version === undefined ? {} : { version: String(version) };
  return (
    <Question
      title={`Leave ${team ?? "the team"}?`}
      at={paths.me()}
      fields={{ intent: ME_INTENTS.leave, ...fields }}
      submit="Leave the team"
    >
      From then on you no longer see its organizations and assessments, and give back what you are editing. If you asked for voices, their
      sheets stay open, and name your team and a colleague to turn to. You stay signed in, as a team of one.
    </Question>
  );
}

function AnswerQuestion({
  page,
  answer,
  invitation: { id, team, permission, roles },
}: {
  page: MePage;
  answer: "accept" | "decline";
  invitation: OfferedInvitation;
}) {
  const fields = { invitation: String(id), team };
  if (answer === "decline")
    return (
      <Question
        title={`Decline the invitation to ${team}?`}
        at={paths.me()}
        fields={{ intent: ME_INTENTS.decline, ...fields }}
        submit="Decline"
      >
        Nothing changes for you. Whoever invited you sees that you declined, and can invite you again.
      </Question>
    );
  const { hint } = PERMISSION_WORDS[permission];
  return (
    <Question title={`Join ${team}?`} at={paths.me()} fields={{ intent: ME_INTENTS.accept, ...fields }} submit="Join">
      You are {aRole(permission)} there, for {modelsInWords(roles)}. {hint}
      {bringsAlong(page)} You give back what you are editing.
    </Question>
  );
}
