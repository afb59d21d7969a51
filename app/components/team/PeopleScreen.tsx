import { Form, Link } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { LINK_HOURS } from "#model/joining.ts";
import { INVITATION_DAYS } from "#model/people.ts";
import { counted, listed } from "#model/words.ts";
import { FilterChoice, FilterForm, FilterSearch } from "~/components/forms/FilterForm";
import { DeliveryNote } from "~/components/shell/DeliveryNote";
import { downloadClicked } from "~/components/shell/DownloadLink";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Links, LinksHeading } from "~/components/shell/Links";
import { CancelLink, Modal } from "~/components/shell/Modal";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { Badge, Button, ButtonLink } from "~/components/shell/parts";
import { StatusIcon } from "~/components/shell/Status";
import { Table } from "~/components/shell/Table";
import { InviteForm } from "~/components/team/InviteForm";
import { shortDate } from "~/views/dates";
import { morePaths } from "~/views/more-paths";
import { paths } from "~/views/paths";
import { reviewPaths } from "~/views/peer-review";
import {
  INVITATION_INTENTS,
  type InviteReply,
  MODELS,
  modelsInWords,
  PERMISSION_WORDS,
  type PeoplePage,
  type PeopleReply,
  type PersonRow,
  type PersonState,
  permissionOptions,
  STATE_FILTERS,
  STATES,
} from "~/views/people";
import { teamHistoryPaths } from "~/views/team-history";

const JOIN_LINK_NOTE = `Whoever has the link joins as this person, so give it to this person alone. It works once, for ${LINK_HOURS} hours, and is not shown again. Until the address is confirmed by signing in by mail or from the home site, it is marked.`;

/** The people of a team, and who is invited to it (docs/rules/people.md#the-screens). */
export function PeopleScreen({ page, reply }: { page: PeoplePage; reply: PeopleReply | undefined }) {
  const { team, rows, counts, query, isFiltered, back } = page;
  const copied = reply && "copied" in reply ? reply : undefined;
  const inviting = useInviting(page.formId, reply && !("copied" in reply) ? reply : undefined);
  const shownAgain = paths.people({ ...query, page: page.page > 1 ? String(page.page) : undefined });
  return (
    <Page
      title="People"
      subtitle={team ?? (counts.people === 1 ? "You are alone in your team." : "Your team has no name.")}
      actions={
        <span className="row no-print">
          {page.hasTeamName ? (
            <ButtonLink to={morePaths.teamName()} variant="soft">
              Name of the team
            </ButtonLink>
          ) : null}
          {page.hasReportDefaults ? (
            <ButtonLink to={morePaths.reportDefaults()} variant="soft">
              New reports
            </ButtonLink>
          ) : null}
          {page.hasRules ? (
            <ButtonLink to={reviewPaths.rules()} variant="soft">
              Rules of the team
            </ButtonLink>
          ) : null}
          {page.access === undefined ? null : (
            <ButtonLink to={page.access} variant="soft">
              Who may see what
            </ButtonLink>
          )}
          <ButtonLink to={teamHistoryPaths.people()} variant="soft">
            History of people
          </ButtonLink>
          {page.hasTeamHistory ? (
            <ButtonLink to={teamHistoryPaths.screen()} variant="soft">
              History of the team
            </ButtonLink>
          ) : null}
        </span>
      }
    >
      <div className="stack">
        {/* The key makes the fields anew: what could be sent has left the form. */}
        <div className="no-print">
          <InviteForm key={inviting.reply?.id ?? inviting.formId} page={page} {...inviting} />
        </div>
        <section className="panel stack" aria-label="People of the team">
          <p className="only-print">As of {shortDate(page.today)}</p>
          <p role="status" className="small">
            {counted(counts.people, "person", "people")}
            {counts.invitations > 0 ? ` and ${counted(counts.invitations, "invitation")}` : ""}.{" "}
            {counts.refused > 0 && query.state !== "refused" ? (
              <>
                <strong>{counted(counts.refused, "mail was", "mails were")} refused.</strong>{" "}
                <Link to={paths.people({ state: "refused" })}>Show whose</Link>{" "}
              </>
            ) : null}
            {isFiltered ? (
              <>
                {counts.fitting === 0 ? "None fits what you chose. " : `${counts.fitting} found. `}
                <Link to={paths.people()}>Show everybody</Link>
              </>
            ) : null}
          </p>
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
          <p className="row small no-print" onClick={downloadClicked}>
            <a href={page.links.workbook} data-download>
              Export to Excel
            </a>
            {page.links.all ? <Link to={page.links.all}>Show all on one page</Link> : null}
          </p>
          <details className="filters no-print" open={isFiltered || undefined}>
            <summary>Search and filter</summary>
            <PeopleFilter page={page} />
          </details>
          {copied ? (
            <section key={copied.id} className="stack" aria-labelledby="links">
              <LinksHeading id="links" shown={copied.id}>
                Link to copy
              </LinksHeading>
              <Links note={JOIN_LINK_NOTE} {...copied.copied} />
            </section>
          ) : null}
          {rows.length > 0 ? <PeopleTable rows={rows} /> : null}
          <Pager
            page={page.page}
            pages={page.pages}
            matches={counts.fitting}
            noun="entries"
            at={(number) => paths.people({ ...query, page: String(number) })}
          />
          {page.internalAccounts.length > 0 ? (
            <p className="small">Internal accounts, which read everything of every team: {listed(page.internalAccounts)}.</p>
          ) : null}
        </section>
      </div>
      {back ? <BackQuestion row={back} cancel={shownAgain} /> : null}
    </Page>
  );
}

/**
 * The id of the form that invites, and the answer that it shows. They change only with the answer to that form: a page, a search or a question loads
 * the list anew, and must not take away what is typed.
 */
function useInviting(formId: string, reply: InviteReply | undefined) {
  const [inviting, setInviting] = useState({ formId, reply });
  const { state, formMethod, formData } = useNavigation();
  const isSending = formMethod === "POST" && !formData?.has("intent");
  const wasSent = useRef(false);
  useEffect(() => {
    if (state !== "idle") wasSent.current = isSending;
    else if (wasSent.current) {
      wasSent.current = false;
      setInviting({ formId, reply });
    }
  }, [state, isSending, formId, reply]);
  return inviting;
}

function PeopleFilter({ page: { query, counts } }: { page: PeoplePage }) {
  const hasRefused = counts.refused > 0 || query.state === "refused";
  return (
    <FilterForm query={query} label="Search and filter people">
      <FilterSearch id="people-q" label="Name or address" value={query.q} />
      <FilterChoice id="people-permission" name="permission" label="May do" value={query.permission} none="Anything">
        {permissionOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="people-model" name="model" label="Model" value={query.model} none="Any">
        {MODELS.map((model) => (
          <option key={model} value={model}>
            {model}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="people-state" name="state" label="State" value={query.state} none="Any">
        {Object.entries(hasRefused ? STATE_FILTERS : STATES).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterChoice>
    </FilterForm>
  );
}

function PeopleTable({ rows }: { rows: readonly PersonRow[] }) {
  return (
    <Table
      caption="People and invitations"
      columns={[
        {
          title: "Name",
          names: true,
          show: ({ name, to, isSelf }) => (
            <>
              {to ? <Link to={to}>{name}</Link> : name} {isSelf ? <Badge color="green">You</Badge> : null}
            </>
          ),
        },
        { title: "Address", show: ({ email }) => email },
        { title: "May do", show: ({ permission }) => PERMISSION_WORDS[permission].label },
        { title: "Models", show: ({ roles }) => modelsInWords(roles) },
        { title: "Last seen", show: (row) => <LastSeen row={row} /> },
        {
          title: "State",
          show: ({ state, mail, isUnconfirmed }) => (
            <span>
              <StateMark state={state} />
              {isUnconfirmed ? <span className="small muted block">Address not confirmed</span> : null}
              {mail && state === "invited" ? <DeliveryNote mail={mail} /> : null}
            </span>
          ),
        },
        {
          title: "Actions",
          isUntitled: true,
          headClass: "no-print",
          attributes: () => ({ className: "no-print" }),
          show: (row) => <Actions row={row} />,
        },
      ]}
      rows={rows}
      keyOf={({ key }) => key}
    />
  );
}

function LastSeen({ row: { lastSeenAt, invited } }: { row: PersonRow }) {
  if (!invited) return lastSeenAt ? <Moment iso={lastSeenAt} /> : "Not known";
  const { by, at, until } = invited;
  return (
    <span className="small muted">
      Invited {shortDate(at)}
      {by ? ` by ${by}` : ""}, until {shortDate(until)}
    </span>
  );
}

const STATE_MARKS = {
  active: { icon: "CheckCircled", tone: "good" },
  suspended: { icon: "LockClosed", tone: "bad" },
  invited: { icon: "Timer", tone: "busy" },
  lapsed: { icon: "MinusCircled" },
} as const;

export const StateMark = ({ state }: { state: PersonState }) => <StatusIcon {...STATE_MARKS[state]}>{STATES[state]}</StatusIcon>;

function Actions({ row: { name, invitation, mail } }: { row: PersonRow }) {
  const isSending = useNavigation().state !== "idle";
  if (!invitation) return null;
  const { id, version, back, maySendAgain, mayCopyLink } = invitation;
  const again = mail?.state === "refused" ? "Send again" : "Invite again";
  return (
    <div className="row">
      {maySendAgain ? (
        <Form method="post" preventScrollReset>
          <HiddenFields fields={{ intent: INVITATION_INTENTS.again, invitation: String(id), version, name }} />
          <Button type="submit" size="1" variant="soft" disabled={isSending} aria-label={`${again}: ${name}`}>
            {again}
          </Button>
        </Form>
      ) : null}
      {mayCopyLink ? (
        <Form method="post" preventScrollReset>
          <HiddenFields fields={{ intent: INVITATION_INTENTS.link, invitation: String(id), name }} />
          <Button type="submit" size="1" variant="soft" disabled={isSending} aria-label={`Copy the link: ${name}`}>
            Copy the link
          </Button>
        </Form>
      ) : null}
      <Link to={back} preventScrollReset aria-label={`Take back: ${name}`}>
        Take back
      </Link>
    </div>
  );
}

/** Asks before an invitation is taken back. */
function BackQuestion({ row: { name, email, invitation }, cancel }: { row: PersonRow; cancel: string }) {
  const isSending = useNavigation().state !== "idle";
  if (!invitation) return null;
  return (
    <Modal title="Take the invitation back?" dismissTo={cancel}>
      <p>
        {name === email ? email : `${name} (${email})`} can no longer accept it. You can invite again at any time; an invitation holds for{" "}
        {INVITATION_DAYS} days.
      </p>
      <Form method="post" action={cancel} preventScrollReset>
        <HiddenFields fields={{ intent: INVITATION_INTENTS.back, invitation: String(invitation.id), version: invitation.version, name }} />
        <div className="row row-end">
          <CancelLink to={cancel} />
          <Button type="submit" disabled={isSending}>
            Take it back
          </Button>
        </div>
      </Form>
    </Modal>
  );
}
