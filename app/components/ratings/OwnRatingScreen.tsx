import { Form, Link } from "@remix-run/react";
import { counted } from "#model/words.ts";
import { ChoiceGroup } from "~/components/forms/ChoiceGroup";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { Table } from "~/components/shell/Table";
import { type BeginReply, type OwnRatingPage, RATING, RATING_INTENTS, seenField } from "~/views/ratings";

/** A rating as its rater sees it (docs/rules/second-ratings.md#rating). */
export function OwnRatingScreen({ page, reply }: { page: OwnRatingPage; reply: BeginReply | undefined }) {
  const { assessment, words, begin, mayDecline, giveBack, over } = page;
  return (
    <Page title={`Your rating of ${assessment.name}`} subtitle={assessment.scope}>
      <div className="stack measure">
        {over ? (
          <Callout kind="info">
            {over} {page.groups.some(({ questions }) => questions) ? "You can still read what you answered." : ""}
          </Callout>
        ) : null}
        <section className="panel stack" aria-labelledby="asked">
          <h2 id="asked">What you are asked for</h2>
          {words.map((each) => (
            <p key={each}>{each}</p>
          ))}
          <Groups page={page} />
          {page.afterDone ? <p className="muted">{page.afterDone}</p> : null}
          {page.differences ? (
            <p className="no-print">
              <Link to={page.differences}>Where ratings differ</Link>
            </p>
          ) : null}
          {giveBack ? (
            <p className="no-print">
              <Link to={giveBack} preventScrollReset>
                Give it back
              </Link>
            </p>
          ) : null}
        </section>
        {begin ? <BeginForm key={reply?.id} page={page} reply={reply} /> : null}
        {mayDecline ? <DeclineForm here={page.here} /> : null}
      </div>
      <Confirmation page={page} />
    </Page>
  );
}

function Groups({ page: { groups, begin } }: { page: OwnRatingPage }) {
  return (
    <Table
      caption="What to rate"
      columns={[
        { title: "Group", names: true, show: ({ name }) => name },
        { title: "How far it is", show: ({ words }) => words },
        ...(begin
          ? []
          : [
              {
                title: "Screens",
                isUntitled: true,
                show: ({ name, questions, grid, done }: (typeof groups)[number]) => (
                  <span className="row no-print">
                    {questions ? (
                      <Link to={questions}>
                        Questions<span className="visually-hidden"> of {name}</span>
                      </Link>
                    ) : null}
                    {grid ? (
                      <Link to={grid}>
                        Grid<span className="visually-hidden"> of {name}</span>
                      </Link>
                    ) : null}
                    {done ? (
                      <ButtonLink to={done} variant="soft" preventScrollReset>
                        I am done<span className="visually-hidden"> with {name}</span>
                      </ButtonLink>
                    ) : null}
                  </span>
                ),
              },
            ]),
      ]}
      rows={groups}
      keyOf={({ group }) => group}
    />
  );
}

function BeginForm({ page, reply }: { page: OwnRatingPage; reply: BeginReply | undefined }) {
  const isSending = useNavigation().state !== "idle";
  const { begin = [], isOpinion, here } = page;
  return (
    <section className="panel stack no-print" aria-labelledby="begin">
      <h2 id="begin">Begin</h2>
      <p>
        {isOpinion
          ? "From then on, until you say ‘I am done’ with every group, everything else about this assessment is closed to you: its questions, results, notes, history and files, and the edit lock. Nothing else changes."
          : "Nothing closes, and you need no lock: others go on editing at the same time."}
      </p>
      {reply ? (
        <div role="alert">
          <Callout kind="error" title="You have not begun yet.">
            <ul>
              {begin
                .filter(({ group }) => reply.errors[group])
                .map(({ group, name }) => (
                  <li key={group}>
                    <a href={`#${seenField(group)}`}>
                      {name}: {reply.errors[group]}
                    </a>
                  </li>
                ))}
            </ul>
          </Callout>
        </div>
      ) : null}
      {begin.some(({ seenAnyway }) => seenAnyway) ? (
        <p>
          You count as somebody who has seen results: you have written in this assessment, held its lock, made a file of it or written a
          review point.
        </p>
      ) : null}
      <Form method="post" action={here} className="stack" aria-labelledby="begin" preventScrollReset>
        <HiddenFields fields={{ [RATING.intent]: RATING_INTENTS.begin }} />
        {isOpinion
          ? begin.map(({ group, name, seenAnyway }) => (
              <ChoiceGroup
                key={group}
                type="radio"
                name={seenField(group)}
                label={`Have you seen results of ${name}?`}
                options={[
                  { value: "yes", label: "Yes" },
                  { value: "no", label: "No", disabled: seenAnyway },
                ]}
                chosen={[seenAnyway ? "yes" : (reply?.chosen[group] ?? "")]}
                errors={reply?.errors[group] ? [reply.errors[group]] : undefined}
                inline
              />
            ))
          : null}
        <div className="row">
          <Button type="submit" disabled={isSending}>
            Begin
          </Button>
        </div>
      </Form>
    </section>
  );
}

function DeclineForm({ here }: { here: string }) {
  const isSending = useNavigation().state !== "idle";
  return (
    <Form method="post" action={here} className="no-print" preventScrollReset>
      <HiddenFields fields={{ [RATING.intent]: RATING_INTENTS.decline }} />
      <Button type="submit" variant="soft" disabled={isSending}>
        Decline
      </Button>
    </Form>
  );
}

function Confirmation({ page: { confirm, here, isOpinion } }: { page: OwnRatingPage }) {
  if (confirm?.kind === "give-back")
    return (
      <Question
        title="Give this rating back?"
        kind="warning"
        at={here}
        fields={{ [RATING.intent]: RATING_INTENTS.giveBack }}
        submit="Give it back"
      >
        You can answer nothing more here. What you have answered stays, and your colleagues see it.
        {isOpinion ? " Groups that you are not done with are never called blind." : ""}
      </Question>
    );
  if (confirm?.kind === "done")
    return (
      <Question
        title={`Are you done with ${confirm.name}?`}
        at={here}
        fields={{ [RATING.intent]: RATING_INTENTS.done, [RATING.group]: confirm.group }}
        submit="I am done"
      >
        {confirm.open > 0 ? `${counted(confirm.open, "place")} of it ${confirm.open === 1 ? "is" : "are"} not answered. ` : ""}
        {confirm.counts
          ? "What you have answered so far counts for the agreement. You can still change it, but a change no longer counts. "
          : ""}
        You cannot take this back. {confirm.isLast && isOpinion ? "This is your last group: afterwards you see the assessment again." : ""}
      </Question>
    );
  return null;
}
