import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { counted } from "#model/words.ts";
import { FilterChoice, FilterForm, PlaceOptions } from "~/components/forms/FilterForm";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { ChangeLinks, DecisionLine } from "~/components/reviews/DecisionLine";
import { PointText } from "~/components/reviews/PointText";
import { AnswerForm, AskForm, DecisionForm, PointForm } from "~/components/reviews/ReviewForms";
import { Callout } from "~/components/shell/Callout";
import { downloadClicked, FileLink } from "~/components/shell/DownloadLink";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { type PointView, pointAnchor, REVIEW, REVIEW_INTENTS, type ReviewPage, type ReviewReply } from "~/views/peer-review";

/** The peer review of an assessment: decisions, points, and the forms for both (docs/rules/peer-review.md#the-screen). */
export function ReviewScreen({ page, reply }: { page: ReviewPage; reply: ReviewReply | undefined }) {
  const { assessment, closed, fourEyes, write, ask, decide, removing, links } = page;
  const forms = useRef<HTMLDivElement>(null);
  const replyTo = (form: ReviewReply["form"]) => (reply?.form === form ? reply : undefined);
  return (
    <Page
      title={assessment.name}
      subtitle={["Peer review", assessment.organization, assessment.scope].filter(Boolean).join(" – ")}
      screens={page.screens}
    >
      {closed ? <Callout kind="info">{closed}</Callout> : null}
      {fourEyes ? <Callout kind="info">{fourEyes}</Callout> : null}
      <div className="stack measure" ref={forms}>
        {links.report ? (
          // biome-ignore lint/a11y/useKeyWithClickEvents: a link that has the focus is clicked by Enter
          <p className="no-print" onClick={downloadClicked}>
            Read the <Link to={links.report.screen}>report with its texts</Link>, or as the client gets it:{" "}
            <FileLink href={links.report.docx} label="Word" of="the full report" />,{" "}
            <FileLink href={links.report.pptx} label="PowerPoint" of="the full report" />.
          </p>
        ) : null}
        <LeaveGuard form={forms} isRejected={reply !== undefined} />
        <Standing page={page} />
        <Points page={page} reply={replyTo("reply") ?? replyTo("correct")} />
        {/* The keys empty the fields once what was typed is stored. */}
        {write ? (
          <PointForm
            key={`${page.total} ${write.about} ${replyTo("point")?.id}`}
            write={write}
            places={page.places}
            reply={replyTo("point")}
          />
        ) : null}
        {decide ? (
          <DecisionForm
            key={`${page.decisions.length} ${replyTo("decision")?.id}`}
            decide={decide}
            open={page.open}
            reply={replyTo("decision")}
          />
        ) : null}
        {ask ? <AskForm key={`${page.requests.length} ${replyTo("ask")?.id}`} ask={ask} reply={replyTo("ask")} /> : null}
      </div>
      {removing ? (
        <Question
          title="Remove this review point?"
          kind="warning"
          at={links.here}
          fields={{ [REVIEW.intent]: REVIEW_INTENTS.remove, [REVIEW.point]: String(removing.id), [REVIEW.version]: removing.version }}
          submit="Remove"
        >
          Its replies go with it. The history keeps that it was there, not what it said.
        </Question>
      ) : null}
    </Page>
  );
}

/** Who has decided what, and who is asked. */
function Standing({ page: { decisions, requests, decide, links } }: { page: ReviewPage }) {
  const isSending = useNavigation().state !== "idle";
  const former = decisions.filter(({ isFormer }) => isFormer);
  return (
    <section className="panel stack" aria-labelledby="decisions">
      <h2 id="decisions">Approvals</h2>
      {decisions.length === 0 ? <p className="muted">Nobody has approved this or sent it back yet.</p> : null}
      <Decisions decisions={decisions.filter(({ isFormer }) => !isFormer)} />
      {former.length > 0 ? (
        <details>
          <summary>{counted(former.length, "earlier decision")}</summary>
          <Decisions decisions={former} />
        </details>
      ) : null}
      {decide?.mayWithdraw ? (
        <Form method="post" action={links.here} preventScrollReset className="no-print">
          <HiddenFields fields={{ [REVIEW.intent]: REVIEW_INTENTS.withdrawApproval }} />
          <Button type="submit" variant="soft" disabled={isSending}>
            Withdraw my approval
          </Button>
        </Form>
      ) : null}
      {decide?.sinceSentBack ? <SinceSentBack since={decide.sinceSentBack} /> : null}
      {requests.map(({ words, withdraw }) => (
        <div key={`${withdraw?.id} ${words}`} className="row">
          <p>{words}</p>
          {withdraw ? (
            <Form method="post" action={links.here} preventScrollReset className="no-print">
              <HiddenFields fields={{ [REVIEW.intent]: REVIEW_INTENTS.withdraw, [REVIEW.request]: String(withdraw.id) }} />
              <Button type="submit" variant="soft" disabled={isSending} aria-label={`Withdraw the request to ${withdraw.of}`}>
                Withdraw
              </Button>
            </Form>
          ) : null}
        </div>
      ))}
    </section>
  );
}

const Decisions = ({ decisions }: Pick<ReviewPage, "decisions">) => (
  <ul className="plain-list stack-tight">
    {decisions.map((decision) => (
      <li key={`${decision.words} ${decision.at}`}>
        <p>
          <DecisionLine decision={decision} />
        </p>
        {decision.text === "" ? null : <p className="note-text">{decision.text}</p>}
      </li>
    ))}
  </ul>
);

/** What was done since the reader sent it back. */
function SinceSentBack({ since: { at, changes, points } }: { since: NonNullable<NonNullable<ReviewPage["decide"]>["sinceSentBack"]> }) {
  return (
    <p>
      Since you sent it back on <Moment iso={at} />: {changes.length === 0 ? "nothing has changed" : <ChangeLinks changes={changes} />}
      {points ? `; ${points}` : ""}.
    </p>
  );
}

function Points({ page, reply }: { page: ReviewPage; reply: ReviewReply | undefined }) {
  const { points, total, open, filter, isFiltered, people, places, newer, older, links } = page;
  /** A form that came back stays, even where nobody may send it any more. */
  const writingAt = ({ id, may }: PointView) =>
    page.writing?.id === id && (may.includes(page.writing.form) || reply?.form === page.writing.form) ? page.writing : undefined;
  return (
    <section className="panel stack" aria-labelledby="points">
      <h2 id="points">Review points</h2>
      <p className="muted">
        {total === 0 && !isFiltered ? "Nobody has written a review point yet." : `${counted(total, "review point")}, ${open} open in all.`}{" "}
        Only your team reads them: no report or file has them.
      </p>
      <details className="filters" open={isFiltered}>
        <summary>Filter by place, state or person</summary>
        <FilterForm query={filter} label="Filter the review points" after={isFiltered ? <Link to={links.all}>Show everything</Link> : null}>
          <FilterChoice id="points-about" name="about" label="About" value={filter.about} none="Everything">
            <PlaceOptions places={places} />
          </FilterChoice>
          <FilterChoice id="points-state" name="state" label="State" value={filter.state} none="Open and settled">
            <option value="open">Open</option>
            <option value="settled">Settled</option>
          </FilterChoice>
          <FilterChoice id="points-by" name="by" label="Written by" value={filter.by} none="Everybody">
            {people.map((person) => (
              <option key={person} value={person}>
                {person}
              </option>
            ))}
          </FilterChoice>
        </FilterForm>
      </details>
      {points.length === 0 && isFiltered ? <p>Nothing fits what you chose.</p> : null}
      <ul className="plain-list stack ruled">
        {points.map((point) => {
          const writing = writingAt(point);
          return (
            <li key={point.id} id={pointAnchor(point.id)} className="stack-tight">
              <Point point={point} here={links.here} isWritten={writing !== undefined} />
              {writing ? (
                <AnswerForm
                  key={`${writing.form} ${point.replies.length} ${reply?.id}`}
                  writing={writing}
                  back={`${links.here}#${pointAnchor(point.id)}`}
                  reply={reply}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {newer || older ? (
        <nav className="row no-print" aria-label="Pages of review points">
          {newer ? <ButtonLink to={newer}>Page before</ButtonLink> : null}
          {older ? <ButtonLink to={older}>Next page</ButtonLink> : null}
        </nav>
      ) : null}
    </section>
  );
}

/** @param isWritten whether a box about it is open: nothing else about the point is done by the next key then */
function Point({ point, here, isWritten }: { point: PointView; here: string; isWritten: boolean }) {
  const { id, about, called, to, version, may, links, settled } = point;
  const isSending = useNavigation().state !== "idle";
  return (
    <>
      {/* A page that is loaded unfolds what its address names. */}
      <PointText point={point} about={to ? <a href={to}>{about}</a> : about} />
      {may.length > 0 && !isWritten ? (
        <div className="row no-print">
          {may.includes("reply") ? (
            <Link to={links.reply} preventScrollReset>
              {settled ? "Reply, and open again" : "Reply"}
              <span className="visually-hidden"> to {called}</span>
            </Link>
          ) : null}
          {may.includes("settle") ? (
            <Form method="post" action={here} preventScrollReset>
              <HiddenFields fields={{ [REVIEW.intent]: REVIEW_INTENTS.settle, [REVIEW.point]: String(id), [REVIEW.version]: version }} />
              <Button type="submit" variant="soft" disabled={isSending} aria-label={`Settle ${called}`}>
                Settle
              </Button>
            </Form>
          ) : null}
          {may.includes("correct") ? (
            <Link to={links.correct} preventScrollReset aria-label={`Correct ${called}`}>
              Correct
            </Link>
          ) : null}
          {may.includes("remove") ? (
            <Link to={links.remove} preventScrollReset aria-label={`Remove ${called}`}>
              Remove
            </Link>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
