import { Form, Link, useLocation } from "@remix-run/react";
import { type ComponentProps, type ReactNode, useEffect } from "react";
import { POINT_MAX } from "#model/peer-review.ts";
import { AskFirst } from "~/components/forms/AskFirst";
import { ErrorSummary, summaryId } from "~/components/forms/ErrorSummary";
import { FieldError } from "~/components/forms/FieldError";
import { PlaceOptions } from "~/components/forms/FilterForm";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, TextAreaField, TextField } from "~/components/forms/fields";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { ChangeLinks } from "~/components/reviews/DecisionLine";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Button, ButtonLink } from "~/components/shell/parts";
import {
  ASK_LABELS,
  ASK_RULES,
  CORRECT,
  DECISION_LABELS,
  DECISION_RULES,
  NEW_POINT,
  POINT_LABELS,
  POINT_RULES,
  type PointWriting,
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

type ErrorsOf = ComponentProps<typeof ErrorSummary>;

interface ReviewFormProps {
  /** Of `useLiveForm`. */
  live: { form: ErrorsOf["form"] & { id: string }; fields: ErrorsOf["fields"]; live: object };
  labels: Readonly<Record<string, string>>;
  refusal: ReviewReply["result"] | null;
  hidden: Readonly<Record<string, string | number | undefined>>;
  /** The id of its heading, or a name of its own. */
  heading?: string;
  name?: string;
  children: ReactNode;
}

/** A form of the screen, with its errors on top. */
function ReviewForm({ live: { form, fields, live }, labels, refusal, hidden, heading, name, children }: ReviewFormProps) {
  const action = useAction(form.id);
  return (
    <Form
      method="post"
      action={action}
      id={form.id}
      noValidate
      className="stack no-print"
      aria-labelledby={heading}
      aria-label={name}
      preventScrollReset
      {...live}
    >
      <HiddenFields fields={hidden} />
      <FormLabels labels={[{ ask: labels }]} />
      <ErrorSummary form={form} fields={fields} labels={labels} refusal={refusal} />
      {children}
    </Form>
  );
}

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
  const live = useLiveForm<{ about: string; statement: string; text: string; formId: string }>({
    ...{ id: NEW_POINT, isAside: true, rules: POINT_RULES, lastResult },
    defaultValue: { about: write.about, statement: write.statement, formId: write.formId },
  });
  const { fields } = live;
  const { about } = fields;
  useFocus(fields.text.id, write.isAsked && !reply);
  return (
    <section className="panel stack no-print" aria-labelledby={heading}>
      <h2 id={heading}>Write a review point</h2>
      <ReviewForm
        {...{ live, heading }}
        labels={POINT_LABELS}
        refusal={lastResult}
        hidden={{ [REVIEW.intent]: REVIEW_INTENTS.add, [REVIEW.formId]: String(fields.formId.initialValue ?? write.formId) }}
      >
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
      </ReviewForm>
    </section>
  );
}

const ANSWERS = {
  reply: { id: REPLY, labels: REPLY_LABELS, hint: "A reply opens a settled point again.", name: "Reply", submit: "Add reply" },
  correct: {
    id: CORRECT,
    labels: POINT_LABELS,
    hint: "You can correct it as long as it is open and nobody has replied. The history keeps that you did, not what it said.",
    name: "Correct the review point",
    submit: "Save correction",
  },
} as const satisfies Record<PointWriting["form"], object>;

interface AnswerFormProps {
  writing: PointWriting;
  back: string;
  reply: ReviewReply | undefined;
}

/** A reply to a point, or a correction by its author. */
export function AnswerForm({ writing, back, reply }: AnswerFormProps) {
  const lastResult = reply?.result ?? null;
  const { id, labels, hint, name, submit } = ANSWERS[writing.form];
  const live = useLiveForm<{ text: string; formId: string }>({
    ...{ id, isAside: true, rules: POINT_RULES, lastResult },
    defaultValue: { text: writing.text, formId: writing.formId },
  });
  const { fields } = live;
  useFocus(fields.text.id, !reply);
  return (
    <ReviewForm
      {...{ live, labels, name }}
      refusal={lastResult}
      hidden={{
        [REVIEW.intent]: REVIEW_INTENTS[writing.form],
        [REVIEW.point]: String(writing.id),
        [REVIEW.formId]: String(fields.formId.initialValue ?? writing.formId),
        [REVIEW.version]: writing.form === "correct" ? writing.version : undefined,
      }}
    >
      <TextAreaField field={fields.text} label={labels.text} hint={hint} rows={3} required />
      <div className="row">
        <Button type="submit" variant="soft" disabled={useIsSending()}>
          {submit}
        </Button>
        <ButtonLink to={back} variant="soft" preventScrollReset>
          Cancel
        </ButtonLink>
      </div>
    </ReviewForm>
  );
}

interface DecisionFormProps {
  decide: NonNullable<ReviewPage["decide"]>;
  /** How many review points are open. */
  open: number;
  reply: ReviewReply | undefined;
}

/** Approves, or sends back. */
export function DecisionForm({ decide: { mayApprove, whyNot, seen, misfits }, open, reply }: DecisionFormProps) {
  const lastResult = reply?.result ?? null;
  const live = useLiveForm<{ text: string }>({
    ...{ id: "decision", isAside: true, rules: DECISION_RULES, lastResult },
    defaultValue: { text: "" },
  });
  const isSending = useIsSending();
  const approval = reply?.approval;
  return (
    <section className="panel stack no-print" aria-labelledby="decide">
      <h2 id="decide">{mayApprove ? "Send back, or approve" : "Send back"}</h2>
      <ReviewForm
        live={live}
        heading="decide"
        labels={DECISION_LABELS}
        refusal={lastResult}
        hidden={{ [REVIEW.seen]: approval?.seen ?? seen, [REVIEW.confirmed]: approval && "yes" }}
      >
        {approval ? <AskFirst title="Approve it all the same?" lines={approval.lines} /> : null}
        {reply?.moved?.length ? (
          <p>
            Changed meanwhile: <ChangeLinks changes={reply.moved} />.
          </p>
        ) : null}
        {whyNot ? <p>{whyNot}</p> : null}
        {misfits && !approval ? <Callout kind="warning">{misfits}.</Callout> : null}
        {mayApprove ? (
          <p className="muted">
            An approval covers what the full report shows now: scope, answers, notes for the client, evidence, texts, steps, earlier
            results, actions and targets. Not part of it are the entries of the cover, such as the reviewer, the house style, the benchmark,
            and what depends on today’s date.
          </p>
        ) : null}
        <TextAreaField
          field={live.fields.text}
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
      </ReviewForm>
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
  const live = useLiveForm<{ people: string[]; message: string; until: string; formId: string }>({
    ...{ id: "asking", isAside: true, rules: ASK_RULES, lastResult },
    defaultValue: { until: ask.until, formId: ask.formId },
  });
  const { fields } = live;
  const isSending = useIsSending();
  return (
    <section className="panel stack no-print" aria-labelledby="ask">
      <h2 id="ask">Ask for a peer review</h2>
      {ask.people.length === 0 && !reply ? (
        <p className="muted">There is nobody else in your team whom you could ask now.</p>
      ) : (
        <ReviewForm
          live={live}
          heading="ask"
          labels={ASK_LABELS}
          refusal={lastResult}
          hidden={{ [REVIEW.intent]: REVIEW_INTENTS.ask, [REVIEW.formId]: String(fields.formId.initialValue ?? ask.formId) }}
        >
          <CheckboxListField field={fields.people} label={ASK_LABELS.people} options={ask.people} />
          {ask.others.length > 0 ? <p className="small muted">{ask.others.join(" ")}</p> : null}
          <TextField field={fields.until} label={ASK_LABELS.until} type="date" min={ask.today} required />
          <TextAreaField field={fields.message} label={ASK_LABELS.message} rows={3} optional />
          <div className="row">
            <Button type="submit" variant="soft" disabled={isSending}>
              Ask
            </Button>
          </div>
        </ReviewForm>
      )}
    </section>
  );
}
