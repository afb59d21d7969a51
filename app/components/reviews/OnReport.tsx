import { Form } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { aboutText } from "#model/peer-review.ts";
import { counted } from "#model/words.ts";
import { FieldError } from "~/components/forms/FieldError";
import { FormLabels } from "~/components/forms/FormLabels";
import { isChanged } from "~/components/forms/isChanged";
import { takePreHydrationText } from "~/components/forms/pre-hydration";
import { DecisionLine } from "~/components/reviews/DecisionLine";
import { PointText } from "~/components/reviews/PointText";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import { FORM_FIELD } from "~/views/client-report";
import {
  besideId,
  POINT_LABELS,
  type PointView,
  pointAnchor,
  REPLY_LABELS,
  REPORT_REVIEW,
  REVIEW,
  REVIEW_INTENTS,
  REVIEWER_FORM,
  type ReportReview,
  type ReviewReply,
} from "~/views/peer-review";

/** A text of the report, by its part, with what the page calls it. */
export interface Subject {
  part: string;
  title: string;
}

interface OnReportProps {
  review: ReportReview;
  /** The form that was not stored. */
  reply: ReviewReply | undefined;
}

/** What was typed into a form that came back, and why it did; undefined for any other form. */
function failureOf(reply: ReviewReply | undefined, form: ReviewReply["form"], field: string, value: string) {
  const { error } = reply?.result ?? {};
  const typed = reply?.result.initialValue ?? {};
  if (reply?.form !== form || typed[field] !== value) return undefined;
  const messages = [...(error?.[REVIEW.text] ?? []), ...(error?.[""] ?? [])];
  return { text: String(typed[REVIEW.text] ?? ""), formId: String(typed[REVIEW.formId] ?? ""), messages };
}

const addFailure = (reply: ReviewReply | undefined, part: string) => failureOf(reply, "point", REVIEW.about, aboutText(part));
const replyFailure = (reply: ReviewReply | undefined, { id }: PointView) => failureOf(reply, "reply", REVIEW.point, String(id));

const addBox = (part: string) => `new-point-${part}`;
const replyBox = (id: unknown) => `new-reply-${id}`;
const addForm = (part: string) => `add-point-${part}`;
const replyForm = ({ id }: PointView) => `reply-to-${id}`;
const settleForm = ({ id }: PointView) => `settle-${id}`;

/** How many points there are about a text, in words; undefined without any. */
export function pointsInWords({ points }: ReportReview, part: string): string | undefined {
  const about = points[part] ?? [];
  const open = about.filter(({ settled }) => settled === undefined).length;
  return about.length === 0 ? undefined : `${counted(about.length, "review point")}, ${open} open`;
}

interface ReviewStandingProps extends OnReportProps {
  subjects: readonly Subject[];
  /** The reviewer on the cover, for whoever may change it. */
  reviewer: { text: string; base: string } | undefined;
}

/** Who has approved the report, what has changed since, and how many points are open; nothing where nobody has used any of it. */
export function ReviewStanding({ review, reply, subjects, reviewer }: ReviewStandingProps) {
  const known = new Set(subjects.map(({ part }) => part));
  const elsewhere = Object.entries(review.points).reduce(
    (sum, [part, points]) => (known.has(part) ? sum : sum + points.length),
    review.further,
  );
  if (!review.isUsed && !reply) return null;
  return (
    <section className="panel stack-tight no-print" id={REPORT_REVIEW} aria-labelledby={`${REPORT_REVIEW}-heading`}>
      <h2 id={`${REPORT_REVIEW}-heading`}>Peer review</h2>
      {reply ? (
        <Callout kind="error" title={reply.form === "reply" ? "The reply was not added." : "The review point was not added."}>
          What you typed is still here. <a href={`#${boxOf(reply)}`}>Go to it</a>.
        </Callout>
      ) : null}
      {review.request ? <p>{review.request}</p> : null}
      {review.decide ? (
        <p>
          <a href={review.decide.to}>{review.decide.words}</a>
        </p>
      ) : null}
      {review.decisions.length === 0 ? <p>Nobody has approved this or sent it back yet.</p> : null}
      <ul className="plain-list stack-tight">
        {review.decisions.map((decision) => (
          <li key={decision.words} className="stack-tight">
            <p>
              <DecisionLine decision={decision} />
            </p>
            {decision.text === "" ? null : <p className="note-text">{decision.text}</p>}
            {reviewer && decision.approver ? <UseAsReviewer approver={decision.approver} reviewer={reviewer} /> : null}
          </li>
        ))}
      </ul>
      <p>
        <a href={review.all}>{counted(review.open, "open review point")}</a>
        {elsewhere > 0 ? `, and ${counted(elsewhere, "point")} about texts that ${elsewhere === 1 ? "is" : "are"} only there` : ""}. Only
        your team reads them: no report or file has them.
      </p>
    </section>
  );
}

/** The box in which the form that came back was typed. */
function boxOf({ form, result }: ReviewReply): string {
  const typed = result.initialValue ?? {};
  return form === "reply" ? replyBox(typed[REVIEW.point]) : addBox(String(typed[REVIEW.about]).replace(aboutText(""), ""));
}

interface UseAsReviewerProps {
  approver: NonNullable<ReportReview["decisions"][number]["approver"]>;
  reviewer: { text: string; base: string };
}

/** Puts an approver on the cover, and into the table to sign off in. */
function UseAsReviewer({ approver: { by, name }, reviewer }: UseAsReviewerProps) {
  if (name === undefined) return <p className="small muted">The cover has no address of mail, and their name is not known here.</p>;
  if (reviewer.text === name) return <p className="small muted">{name} is the reviewer on the cover and in the table to sign off.</p>;
  return (
    <Form method="post" reloadDocument className="row">
      <HiddenFields fields={{ [FORM_FIELD]: REVIEWER_FORM, by, base: reviewer.base }} />
      <Button type="submit" variant="soft" size="1">
        Use as reviewer
        <span className="visually-hidden">: {name}</span>
      </Button>
      <span className="small muted">
        {reviewer.text === ""
          ? `Puts ${name} on the cover and into the table to sign off.`
          : `Takes the place of ${reviewer.text} on the cover.`}
      </span>
    </Form>
  );
}

interface TextReviewProps extends OnReportProps, Subject {
  /** Whether a new point is offered where there is none. */
  isOffered: boolean;
}

/**
 * The points about a text, and a box for a new one. Their forms are elsewhere on the page, because a text can be inside of a form itself: see
 * `ReviewForms`.
 */
export function TextReview({ review, reply, part, title, isOffered }: TextReviewProps) {
  const points = review.points[part] ?? [];
  const failed = addFailure(reply, part);
  const mayAdd = review.mayWrite && (isOffered || points.length > 0);
  if (points.length === 0 && !mayAdd) return null;
  return (
    <div className="stack-tight no-print" id={besideId(part)}>
      {points.length > 0 ? (
        <details open={points.some((point) => replyFailure(reply, point)) ? true : undefined}>
          <summary>
            {pointsInWords(review, part)}
            <span className="visually-hidden"> about {title}</span>
          </summary>
          <ul className="plain-list stack ruled">
            {points.map((point) => (
              <li key={point.id} className="stack-tight" id={pointAnchor(point.id)}>
                <PointText point={point} />
                <PointDeeds point={point} title={title} reply={reply} />
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {mayAdd ? (
        <details open={failed ? true : undefined}>
          <summary>
            Write a review point<span className="visually-hidden"> about {title}</span>
          </summary>
          <PointBox
            id={addBox(part)}
            form={addForm(part)}
            label={POINT_LABELS.text}
            about={title}
            submit="Add review point"
            failed={failed}
          />
        </details>
      ) : null}
    </div>
  );
}

function PointDeeds({ point, title, reply }: { point: PointView; title: string; reply: ReviewReply | undefined }) {
  const failed = replyFailure(reply, point);
  const { may } = point;
  if (may.length === 0) return null;
  return (
    <div className="row">
      {may.includes("settle") ? (
        <Button type="submit" variant="soft" size="1" form={settleForm(point)} aria-label={`Settle ${point.called}`}>
          Settle
        </Button>
      ) : null}
      {may.includes("correct") ? (
        <a href={point.links.correct} className="small" aria-label={`Correct ${point.called}`}>
          Correct
        </a>
      ) : null}
      {may.includes("remove") ? (
        <a href={point.links.remove} className="small" aria-label={`Remove ${point.called}`}>
          Remove
        </a>
      ) : null}
      {may.includes("reply") ? (
        <details className="whole-line" open={failed ? true : undefined}>
          <summary>
            Reply
            <span className="visually-hidden"> to {point.called}</span>
          </summary>
          <PointBox
            id={replyBox(point.id)}
            form={replyForm(point)}
            label={REPLY_LABELS.text}
            about={title}
            submit="Add reply"
            failed={failed}
          />
        </details>
      ) : null}
    </div>
  );
}

interface PointBoxProps {
  id: string;
  form: string;
  label: string;
  about: string;
  submit: string;
  failed: ReturnType<typeof failureOf>;
}

function PointBox({ id, form, label, about, submit, failed }: PointBoxProps) {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const early = takePreHydrationText(id);
    if (early !== undefined && box.current) box.current.value = early;
  }, [id]);
  return (
    <div className="stack-tight">
      <div className="field">
        <label htmlFor={id}>
          <span className="field-label">
            {label}
            <span className="visually-hidden"> about {about}</span>
          </span>
        </label>
        <textarea
          className="textarea"
          id={id}
          form={form}
          name={REVIEW.text}
          rows={3}
          required
          ref={box}
          defaultValue={failed?.text}
          aria-invalid={failed ? true : undefined}
          aria-describedby={failed ? `${id}-error` : undefined}
        />
        {failed ? <FieldError id={`${id}-error`} messages={failed.messages} /> : null}
      </div>
      <div className="row">
        <Button type="submit" variant="soft" size="1" form={form}>
          {submit}
          <span className="visually-hidden"> about {about}</span>
        </Button>
      </div>
    </div>
  );
}

interface HeldForm {
  id: string;
  fields: Record<string, string | number | undefined>;
  labels?: Readonly<Record<string, string>>;
}

/** The forms about the texts: for a new point about each, and to reply to and settle each point. */
function formsFor({ review, reply, subjects }: OnReportProps & { subjects: readonly Subject[] }): HeldForm[] {
  const { intent, formId, about, point: pointField, version } = REVIEW;
  return subjects.flatMap(({ part }): HeldForm[] => {
    const add = { [intent]: REVIEW_INTENTS.add, [formId]: addFailure(reply, part)?.formId || review.formId, [about]: aboutText(part) };
    const forPoint = (point: PointView): HeldForm[] => {
      const of = { [pointField]: String(point.id), [about]: aboutText(part) };
      const answer = { ...of, [intent]: REVIEW_INTENTS.reply, [formId]: replyFailure(reply, point)?.formId || review.formId };
      return [
        { id: replyForm(point), fields: answer, labels: REPLY_LABELS },
        { id: settleForm(point), fields: { ...of, [intent]: REVIEW_INTENTS.settle, [version]: point.version } },
      ];
    };
    return [{ id: addForm(part), fields: add, labels: POINT_LABELS }, ...(review.points[part] ?? []).flatMap(forPoint)];
  });
}

/** The forms of all points, without what is typed into them. They ask before the page is left with a point that is half written. */
export function ReviewForms(props: OnReportProps & { subjects: readonly Subject[] }) {
  const holder = useRef<HTMLDivElement>(null);
  const sent = useRef<HTMLFormElement>();
  const hasFailed = props.reply !== undefined;
  useEffect(() => {
    const leaving = (event: BeforeUnloadEvent) => {
      const unsent = [...(holder.current?.querySelectorAll("form") ?? [])].filter((form) => form !== sent.current);
      if ((hasFailed && !sent.current) || unsent.some(isChanged)) event.preventDefault();
    };
    window.addEventListener("beforeunload", leaving);
    return () => window.removeEventListener("beforeunload", leaving);
  }, [hasFailed]);
  if (!props.review.mayWrite) return null;
  return (
    <div ref={holder} className="visually-hidden">
      {formsFor(props).map(({ id, fields, labels }) => (
        <Form
          key={id}
          id={id}
          method="post"
          noValidate
          reloadDocument
          onSubmit={({ currentTarget }) => {
            sent.current = currentTarget;
          }}
        >
          <HiddenFields fields={{ [FORM_FIELD]: REPORT_REVIEW, ...fields }} />
          {labels ? <FormLabels labels={[{ ask: labels }]} /> : null}
        </Form>
      ))}
    </div>
  );
}
