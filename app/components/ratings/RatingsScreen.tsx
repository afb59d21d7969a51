import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, RadioField, SelectField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { ratingPaths } from "~/views/rating-paths";
import {
  ASK_RATING_LABELS,
  ASK_RATING_RULES,
  type AskRatingReply,
  RATING,
  RATING_INTENTS,
  RATING_KIND_OPTIONS,
  type RatingRow,
  type RatingsPage,
} from "~/views/ratings";

/** Who rates an assessment apart from the verdict, and asking a colleague (docs/rules/second-ratings.md#asking). */
export function RatingsScreen({ page, reply }: { page: RatingsPage; reply: AskRatingReply | undefined }) {
  const { assessment, screens, ratings, ask, withdrawing, about, differences, here } = page;
  const forms = useRef<HTMLDivElement>(null);
  return (
    <Page
      title={assessment.name}
      subtitle={`Second ratings – ${assessment.scope}`}
      screens={screens}
      actions={
        differences ? (
          <ButtonLink to={differences} variant="soft">
            Where ratings differ
          </ButtonLink>
        ) : null
      }
    >
      <div className="stack measure" ref={forms}>
        <LeaveGuard form={forms} isRejected={reply !== undefined} />
        <section className="panel stack" aria-labelledby="ratings">
          <h2 id="ratings">Ratings</h2>
          <p className="muted">
            {ratings.length === 0 ? "Nobody has been asked for a second rating yet. " : ""}
            {about}
          </p>
          <ul className="plain-list stack ruled">
            {ratings.map((rating) => (
              <li key={rating.number} className="stack-tight">
                <Rating rating={rating} assessmentId={assessment.id} />
              </li>
            ))}
          </ul>
        </section>
        {/* The key empties the form once what was chosen is stored. */}
        {ask ? <AskForm key={`${ratings.length} ${reply?.id}`} ask={ask} reply={reply} /> : null}
      </div>
      {withdrawing ? (
        <Question
          title={`Withdraw the rating of ${withdrawing.name}?`}
          kind="warning"
          at={here}
          fields={{ [RATING.intent]: RATING_INTENTS.withdraw, [RATING.number]: withdrawing.number }}
          submit="Withdraw"
        >
          {withdrawing.name} can answer nothing more there, and sees the assessment again. What was answered stays with the differences.
        </Question>
      ) : null}
    </Page>
  );
}

function Rating({ rating, assessmentId }: { rating: RatingRow; assessmentId: number | string }) {
  const { number, name, kind, words, groups, mayWithdraw, own } = rating;
  return (
    <>
      <h3>
        {name}: {kind.toLowerCase()}
      </h3>
      <p>{words}</p>
      <ul>
        {groups.map(({ group, name: groupName, words: far }) => (
          <li key={group}>
            {groupName}: {far}
          </li>
        ))}
      </ul>
      {own || mayWithdraw ? (
        <div className="row no-print">
          {own ? (
            <ButtonLink to={own}>
              Open your rating<span className="visually-hidden"> of {groups.map((each) => each.name).join(", ")}</span>
            </ButtonLink>
          ) : null}
          {mayWithdraw ? (
            <Link
              to={ratingPaths.list(assessmentId, { withdraw: String(number) })}
              preventScrollReset
              aria-label={`Withdraw the rating of ${name}`}
            >
              Withdraw
            </Link>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

/** Asks a colleague. */
function AskForm({ ask, reply }: { ask: NonNullable<RatingsPage["ask"]>; reply: AskRatingReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ person: string; kind: string; groups: string[]; until: string; formId: string }>({
    rules: ASK_RATING_RULES,
    lastResult,
    defaultValue: { until: ask.until, formId: ask.formId },
  });
  const isSending = useNavigation().state !== "idle";
  return (
    <section className="panel stack no-print" aria-labelledby="ask">
      <h2 id="ask">Ask a colleague</h2>
      {ask.people.length === 0 && !reply ? (
        <p className="muted">There is nobody else in your team whom you could ask now.</p>
      ) : (
        <Form method="post" id={form.id} noValidate className="stack" aria-labelledby="ask" preventScrollReset {...live}>
          <HiddenFields
            fields={{ [RATING.intent]: RATING_INTENTS.ask, [RATING.formId]: String(fields.formId.initialValue ?? ask.formId) }}
          />
          <FormLabels labels={[{ ask: ASK_RATING_LABELS }]} />
          <p className="muted">
            Your colleague answers the same statements apart, group by group. A place is a thread, a practice or a component; what the
            assessment itself answers there is the verdict.
          </p>
          <ErrorSummary form={form} fields={fields} labels={ASK_RATING_LABELS} refusal={lastResult} />
          <SelectField
            field={fields.person}
            label={ASK_RATING_LABELS.person}
            options={ask.people}
            placeholder="Choose a colleague"
            required
          />
          <RadioField field={fields.kind} label={ASK_RATING_LABELS.kind} options={RATING_KIND_OPTIONS} wide />
          <CheckboxListField field={fields.groups} label={ASK_RATING_LABELS.groups} options={ask.groups} />
          <TextField field={fields.until} label={ASK_RATING_LABELS.until} type="date" min={ask.today} required />
          <div className="row">
            <Button type="submit" variant="soft" disabled={isSending}>
              Ask
            </Button>
          </div>
        </Form>
      )}
    </section>
  );
}
