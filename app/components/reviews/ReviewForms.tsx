import { Form, Link, useLocation } from "@remix-run/react";
import { useEffect } from "react";
import type { Id } from "#model/contract/common.ts";
import { POINT_MAX } from "#model/peer-review.ts";
import { AskFirst } from "~/components/forms/AskFirst";
import { ErrorSummary, summaryId } from "~/components/forms/ErrorSummary";
import { FieldError } from "~/components/forms/FieldError";
import { PlaceOptions } from "~/components/forms/FilterForm";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, TextAreaField, TextField } from "~/components/forms/fields";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Button, ButtonLink } from "~/components/shell/parts";
import {
  ASK_LABELS,
  ASK_RULES,
  DECISION_LABELS,
  DECISION_RULES,
  NEW_POINT,
  POINT_LABELS,
  POINT_RULES,
  REPLY,
  REPLY_LABELS,
  REVIEW,
  REVIEW_INTENTS,
  type ReviewPage,
  type ReviewReply,
} from "~/views/peer-review";

const useIsSending = () => useNavigation().state !== "idle";

/** Where a form is sent: a page that refuses it shows why without being scrolled, without script, too. */
const useAction = (form: string) => `${useLocation().search}#${summaryId(form)}`;

/** Moves the focus into a box that somebody has come to type into. */
function useFocus(id: string, isAsked: boolean): void {
  useEffect(() => {
    if (isAsked) document.getElementById(id)?.focus();
  }, [isAsked, id]);
}

interface PointFormProps {
  write: NonNullable<ReviewPage["write"]>;
  places: ReviewPage["places"];
  reply: ReviewReply | undefined;
}

/** A new review point. */
export function PointForm({ write, places, reply }: PointFormProps) {
  const lastResult = reply?.result ?? null;
  const heading = `${NEW_POINT}-heading`;
  const { form, fields, live } = useLiveForm<{ about: string; statement: string; text: string; formId: string }>({
    ...{ id: NEW_POINT, isAside: true, rules: POINT_RULES, lastResult },
    defaultValue: { about: write.about, statement: write.statement, formId: write.formId },
  });
  const { about } = fields;
  useFocus(fields.text.id, write.isAsked && !reply);
  return (
    <section className="panel stack no-print" aria-labelledby={heading}>
      <h2 id={heading}>Write a review point</h2>
      <Form
        method="post"
        action={useAction(form.id)}
        id={form.id}
        noValidate
        className="stack"
        aria-labelledby={heading}
        preventScrollReset
        {...live}
      >
        <HiddenFields
          fields={{ [REVIEW.intent]: REVIEW_INTENTS.add, [REVIEW.formId]: String(fields.formId.initialValue ?? write.formId) }}
        />
        <FormLabels labels={[{ ask: POINT_LABELS }]} />
        <ErrorSummary form={form} fields={fields} labels={POINT_LABELS} refusal={lastResult} />
        <div className="field">
          <label htmlFor={about.id}>
            <span className="field-label">{POINT_LABELS.about}</span>
          </label>
          <select
            className="select"
            id={about.id}
            name={about.name}
            defaultValue={String(about.initialValue ?? write.about)}
            aria-invalid={about.errors ? true : undefined}
            aria-describedby={about.errors ? `${about.id}-error` : undefined}
          >
            <PlaceOptions places={places} />
          </select>
          {about.errors ? <FieldError id={`${about.id}-error`} messages={about.errors} /> : null}
        </div>
        <TextField
          field={fields.statement}
          label={POINT_LABELS.statement}
          hint="Its number among the statements that are answered, such as 2 for that of level 2 of a thread."
          inputMode="numeric"
          optional
        />
        <TextAreaField
          field={fields.text}
          label={POINT_LABELS.text}
          hint={`At most ${POINT_MAX.toLocaleString("en-GB")} characters. Your colleagues read it, with your name.`}
          rows={4}
          required
        />
        <div className="row">
          <Button type="submit" variant="soft" disabled={useIsSending()}>
            Add review point
          </Button>
          {write.from ? <Link to={write.from}>Back without one</Link> : null}
        </div>
      </Form>
    </section>
  );
}

interface ReplyFormProps {
  replyTo: { id: Id; formId: string };
  back: string;
  reply: ReviewReply | undefined;
}

/** A reply to a point. */
export function ReplyForm({ replyTo, back, reply }: ReplyFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ text: string; formId: string }>({
    ...{ id: REPLY, isAside: true, rules: POINT_RULES, lastResult },
    defaultValue: { formId: replyTo.formId },
  });
  useFocus(fields.text.id, !reply);
  return (
    <Form
      method="post"
      action={useAction(form.id)}
      id={form.id}
      noValidate
      className="stack no-print"
      aria-label="Reply"
      preventScrollReset
      {...live}
    >
      <HiddenFields
        fields={{
          [REVIEW.intent]: REVIEW_INTENTS.reply,
          [REVIEW.point]: String(replyTo.id),
          [REVIEW.formId]: String(fields.formId.initialValue ?? replyTo.formId),
        }}
      />
      <FormLabels labels={[{ ask: REPLY_LABELS }]} />
      <ErrorSummary form={form} fields={fields} labels={REPLY_LABELS} refusal={lastResult} />
      <TextAreaField field={fields.text} label={REPLY_LABELS.text} hint="A reply opens a settled point again." rows={3} required />
      <div className="row">
        <Button type="submit" variant="soft" disabled={useIsSending()}>
          Add reply
        </Button>
        <ButtonLink to={back} variant="soft" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </Form>
  );
}

interface DecisionFormProps {
  decide: NonNullable<ReviewPage["decide"]>;
  /** How many review points are open. */
  open: number;
  reply: ReviewReply | undefined;
}

/** Approves, or sends back. */
export function DecisionForm({ decide: { mayApprove, seen }, open, reply }: DecisionFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ text: string }>({
    ...{ id: "decision", isAside: true, rules: DECISION_RULES, lastResult },
    defaultValue: { text: "" },
  });
  const isSending = useIsSending();
  const approval = reply?.approval;
  return (
    <section className="panel stack no-print" aria-labelledby="decide">
      <h2 id="decide">{mayApprove ? "Send back, or approve" : "Send back"}</h2>
      <Form
        method="post"
        action={useAction(form.id)}
        id={form.id}
        noValidate
        className="stack"
        aria-labelledby="decide"
        preventScrollReset
        {...live}
      >
        <HiddenFields fields={{ [REVIEW.seen]: approval?.seen ?? seen, [REVIEW.confirmed]: approval && "yes" }} />
        <FormLabels labels={[{ ask: DECISION_LABELS }]} />
        <ErrorSummary form={form} fields={fields} labels={DECISION_LABELS} refusal={lastResult} />
        {approval ? <AskFirst title="Approve it all the same?" lines={[approval.words]} /> : null}
        {mayApprove ? (
          <p className="muted">
            An approval covers what the full report shows now: scope, answers, notes for the client, evidence, texts, steps, earlier
            results, actions and targets. Not part of it are the entries of the cover, such as the reviewer, the house style, the benchmark,
            and what depends on today’s date.
          </p>
        ) : null}
        <TextAreaField
          field={fields.text}
          label={DECISION_LABELS.text}
          hint={mayApprove ? "Needed if you send it back: say what has to change." : "Say what has to change."}
          rows={3}
          optional={mayApprove}
        />
        <div className="row">
          <Button type="submit" variant="soft" name={REVIEW.intent} value={REVIEW_INTENTS.sendBack} disabled={isSending}>
            Send back
          </Button>
          {mayApprove ? (
            // While points are open, neither stands out.
            <Button
              type="submit"
              {...(open > 0 ? { variant: "soft" } : {})}
              name={REVIEW.intent}
              value={REVIEW_INTENTS.approve}
              disabled={isSending}
            >
              {approval ? "Approve all the same" : "Approve"}
            </Button>
          ) : null}
        </div>
      </Form>
    </section>
  );
}

interface AskFormProps {
  ask: NonNullable<ReviewPage["ask"]>;
  reply: ReviewReply | undefined;
}

/** Asks colleagues for a peer review. */
export function AskForm({ ask, reply }: AskFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ people: string[]; message: string; until: string; formId: string }>({
    ...{ id: "asking", isAside: true, rules: ASK_RULES, lastResult },
    defaultValue: { until: ask.until, formId: ask.formId },
  });
  const isSending = useIsSending();
  const action = useAction(form.id);
  return (
    <section className="panel stack no-print" aria-labelledby="ask">
      <h2 id="ask">Ask for a peer review</h2>
      {ask.people.length === 0 && !reply ? (
        <p className="muted">There is nobody else in your team whom you could ask now.</p>
      ) : (
        <Form method="post" action={action} id={form.id} noValidate className="stack" aria-labelledby="ask" preventScrollReset {...live}>
          <HiddenFields
            fields={{ [REVIEW.intent]: REVIEW_INTENTS.ask, [REVIEW.formId]: String(fields.formId.initialValue ?? ask.formId) }}
          />
          <FormLabels labels={[{ ask: ASK_LABELS }]} />
          <ErrorSummary form={form} fields={fields} labels={ASK_LABELS} refusal={lastResult} />
          <CheckboxListField field={fields.people} label={ASK_LABELS.people} options={ask.people} />
          {ask.others.length > 0 ? <p className="small muted">{ask.others.join(" ")}</p> : null}
          <TextField field={fields.until} label={ASK_LABELS.until} type="date" min={ask.today} required />
          <TextAreaField field={fields.message} label={ASK_LABELS.message} rows={3} optional />
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
