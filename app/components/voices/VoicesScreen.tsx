import { Form, Link } from "@remix-run/react";
import { LONG_SHEET_MINUTES, minutesFor, timeInWords } from "#model/voices.ts";
import { counted } from "#model/words.ts";
import { FilterChoice, FilterForm, FilterSearch, NameOptions } from "~/components/forms/FilterForm";
import { Callout } from "~/components/shell/Callout";
import { DeliveryNote } from "~/components/shell/DeliveryNote";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Links, LinksHeading } from "~/components/shell/Links";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Pager } from "~/components/shell/Pager";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { Table } from "~/components/shell/Table";
import { SecondRoundForm } from "~/components/voices/SecondRoundForm";
import { VoiceStateMark } from "~/components/voices/VoiceState";
import { shortDate } from "~/views/dates";
import { paths } from "~/views/paths";
import {
  SECOND_ROUND_FORM,
  VOICE,
  VOICE_FILTERS,
  VOICE_LINKS_NOTE,
  VOICES_INTENTS,
  type VoiceRow,
  type VoicesPage,
  type VoicesReply,
} from "~/views/voices";

/** Lists the people whom the assessor has asked, and how far they are (docs/rules/voices.md#asking). */
export function VoicesScreen({ page, reply }: { page: VoicesPage; reply: VoicesReply | undefined }) {
  const { assessment, screens, readOnly, rows, counts, query, isFiltered, links, confirm } = page;
  const at = (more: object) => paths.voices(assessment.id, { ...query, ...more });
  const here = at({ page: page.page > 1 ? String(page.page) : undefined });
  return (
    <Page title={assessment.name} subtitle={`Voices – ${assessment.scope}`} screens={screens}>
      <div className="stack">
        {readOnly && counts.all > 0 ? <Callout kind="info">{readOnly} The sheets are closed. Names can still be removed.</Callout> : null}
        <div className="row">
          {links.ask ? <ButtonLink to={links.ask}>Ask people</ButtonLink> : null}
          {links.differences ? (
            <ButtonLink to={links.differences} variant="soft">
              Where views differ
            </ButtonLink>
          ) : null}
          <ButtonLink to={links.settings} variant="soft">
            Roles and results
          </ButtonLink>
        </div>
        {links.scope ? (
          <Callout kind="info">
            There is nothing to ask people about yet. <Link to={links.scope}>Choose what this assessment covers</Link>
          </Callout>
        ) : null}
        {counts.all === 0 ? (
          <Empty readOnly={readOnly} />
        ) : (
          <>
            <p>
              {counted(counts.all, "voice")}: {counts.begun} answered something, {counts.done} said that they are done, {counts.open}{" "}
              {counts.open === 1 ? "sheet is" : "sheets are"} open. The result {page.showInResults ? "shows" : "does not show"} how views
              differ.{" "}
              <span role="status">
                {isFiltered ? `${counts.fitting} of them shown. ` : null}
                {isFiltered ? <Link to={links.here}>Show all voices</Link> : null}
              </span>
            </p>
            <details className="panel filters" open={isFiltered || undefined}>
              <summary>Search and filter</summary>
              <VoicesFilter page={page} />
            </details>
            {page.second ? (
              <SecondRoundForm
                key={reply?.id}
                {...{ form: page.second, lastResult: reply?.second ?? null, here: at({ confirm: SECOND_ROUND_FORM }), back: here }}
              />
            ) : null}
            {reply && !reply.second ? (
              <section key={reply.id} className="panel stack" aria-labelledby="links">
                <LinksHeading id="links" shown={reply.id}>
                  Links to copy
                </LinksHeading>
                {reply.links.length + reply.problems.length === 0 ? <p>No open sheet is among those that are shown.</p> : null}
                <Links note={VOICE_LINKS_NOTE} links={reply.links} problems={reply.problems} />
              </section>
            ) : null}
            {rows.length === 0 ? <p className="panel muted">No voice fits what you chose.</p> : <Rows rows={rows} />}
            <Pager
              page={page.page}
              pages={page.pages}
              matches={counts.fitting}
              noun="voices"
              at={(number) => at({ page: String(number) })}
            />
            <Deeds page={page} here={here} />
          </>
        )}
      </div>
      {confirm === "close" ? (
        <Question
          title="Close all sheets?"
          kind="warning"
          at={here}
          fields={{ [VOICE.intent]: VOICES_INTENTS.close }}
          submit="Close all sheets"
        >
          {counted(counts.open, "sheet")} can no longer be filled in. What was answered counts as it is. A later last day opens a sheet
          again.
        </Question>
      ) : null}
      {confirm === "names" ? (
        <Question
          title="Remove all names?"
          kind="warning"
          at={here}
          fields={{ [VOICE.intent]: VOICES_INTENTS.names }}
          submit="Remove all names"
        >
          Names, addresses and messages of all voices are removed, and their links end. Nobody can bring them back. Answers, comments and
          roles stay, as those of ‘Voice 3’.
        </Question>
      ) : null}
    </Page>
  );
}

function Empty({ readOnly }: { readOnly: string | undefined }) {
  return (
    <section className="panel stack-tight measure" aria-labelledby="about-voices">
      <h2 id="about-voices">Nobody was asked{readOnly ? "" : " yet"}</h2>
      <p>
        You give the verdict. Voices are the client’s own people, who say how they see it. Each gets a personal link to a sheet with the
        statements that you choose, and needs no account.
      </p>
      <p>
        You see their answers next to your own, and where they differ, which is what to talk about in the next interview. Voices count in no
        score.
      </p>
      {readOnly ? <p>{readOnly}</p> : null}
    </section>
  );
}

/** When something was answered, first and last. */
function Answering({ row: { firstAnsweredAt, lastAnsweredAt } }: { row: VoiceRow }) {
  if (firstAnsweredAt === null) return "Not yet";
  return (
    <span>
      <Moment iso={firstAnsweredAt} />
      {lastAnsweredAt !== null && lastAnsweredAt !== firstAnsweredAt ? (
        <span className="small muted block">
          last <Moment iso={lastAnsweredAt} />
        </span>
      ) : null}
    </span>
  );
}

function Rows({ rows }: { rows: VoiceRow[] }) {
  return (
    <section className="panel" aria-label="Voices">
      <Table
        caption="Voices"
        columns={[
          {
            title: "Name",
            names: true,
            show: ({ name, called, href, email }) => (
              <>
                <Link to={href}>{name}</Link>
                {called || email ? <span className="small muted block">{[called, email].filter(Boolean).join(" · ")}</span> : null}
              </>
            ),
          },
          { title: "Role", show: ({ role }) => role },
          {
            title: "State",
            show: ({ refusedMail, ...row }) => (
              <span>
                <VoiceStateMark {...row} />
                {row.second ? (
                  <span className="small muted block">
                    Second round: {row.second.checked} of {counted(row.second.total, "page")} checked
                  </span>
                ) : null}
                {refusedMail ? <DeliveryNote mail={refusedMail} /> : null}
              </span>
            ),
          },
          {
            title: "Answered",
            show: ({ answered, total, state }) => (
              <>
                {answered} of {total}
                {state === "open" && answered < total ? (
                  <span className="small muted block">
                    {timeInWords(total)}
                    {minutesFor(total) > LONG_SHEET_MINUTES ? <strong> – long</strong> : null}
                  </span>
                ) : null}
              </>
            ),
          },
          { title: "First answered", show: (row) => <Answering row={row} /> },
          { title: "Last day", show: ({ until }) => shortDate(until) },
        ]}
        rows={rows}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

/** What can be done with many at once. */
function Deeds({ page, here }: { page: VoicesPage; here: string }) {
  const { assessment, query, readOnly, counts, hasNames, rows, ready } = page;
  const isSending = useNavigation().state !== "idle";
  const confirming = (confirm: string) =>
    paths.voices(assessment.id, { ...query, page: page.page > 1 ? String(page.page) : undefined, confirm });
  const mayClose = readOnly === undefined && counts.open > 0;
  if (!mayClose && !hasNames && ready === 0) return null;
  return (
    <section className="panel ruled" aria-label="All voices">
      {mayClose && rows.some(({ state }) => state === "open") ? (
        <Form method="post" action={here} preventScrollReset className="row row-between">
          <p>Links of the open sheets that are shown, to be copied.</p>
          <HiddenFields fields={{ [VOICE.intent]: VOICES_INTENTS.links }} />
          <Button type="submit" variant="soft" disabled={isSending}>
            Show the links
          </Button>
        </Form>
      ) : null}
      {ready > 0 && !page.second ? (
        <div className="row row-between">
          <p>
            {counted(ready, "person has", "people have")} answered and not yet seen your verdict on it. In a second round they can check it:
            each agrees, or disagrees and says why. Their answers then stay as they are.
          </p>
          <ButtonLink to={confirming(SECOND_ROUND_FORM)} variant="soft">
            Ask for a check of facts
          </ButtonLink>
        </div>
      ) : null}
      {mayClose ? (
        <div className="row row-between">
          <p>Closing ends answering for everybody. What was answered stays.</p>
          <ButtonLink to={confirming("close")} preventScrollReset variant="soft">
            Close all sheets
          </ButtonLink>
        </div>
      ) : null}
      {hasNames ? (
        <div className="row row-between">
          <p>Names and addresses are removed by themselves 90 days after submission, or now.</p>
          <ButtonLink to={confirming("names")} preventScrollReset variant="soft">
            Remove all names
          </ButtonLink>
        </div>
      ) : null}
    </section>
  );
}

function VoicesFilter({ page: { query, roles } }: { page: VoicesPage }) {
  return (
    <FilterForm query={query} label="Filter the voices">
      <FilterSearch id="voices-q" label="Name or address" value={query.q} />
      <FilterChoice id="voices-state" name="state" label="State" value={query.state} none="Every state">
        {Object.entries(VOICE_FILTERS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="voices-role" name="role" label="Role" value={query.role} none="Every role">
        <NameOptions names={roles} value={query.role} />
      </FilterChoice>
    </FilterForm>
  );
}
