/** What the forms of a peer review do (docs/rules/peer-review.md#the-screen). */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { misfitsInWords } from "#model/checks.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { requiredText, typedText } from "#model/contract/common.ts";
import type { PeerReview } from "#model/contract/peer-review.ts";
import { withLineFeeds } from "#model/note.ts";
import {
  ASKED_AT_ONCE,
  aboutStatement,
  DECISION_TEXT_MAX,
  POINT_MAX,
  REVIEW_MESSAGE_MAX,
  reviewMessages,
  SEEN_MAX,
  subjectOf,
} from "#model/peer-review.ts";
import { dayProblem, textMessages } from "#model/text.ts";
import { counted } from "#model/words.ts";
import type { UserContext } from "~/services/context.server";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { findReport, namedMisfits } from "~/services/results/files/client-report/whole-report.server";
import { movedSince, readAddress } from "~/services/reviews/review.server";
import { getAssessment } from "~/services/upstream/assessments.server";
import { carryOut, versionIn } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { ignoreFault, isUpstreamFault, keyFor } from "~/services/upstream/upstream.server";
import { pointAnchor, REVIEW, REVIEW_INTENTS, type ReviewReply, reviewPaths, WHOLE, writeId } from "~/views/peer-review";
import type { Reply } from "~/views/shell";

const optionalText = (max: number) =>
  typedText(max)
    .optional()
    .transform((typed) => typed ?? "");

const replySchema = z.object({ [REVIEW.text]: requiredText(POINT_MAX) });
const pointSchema = z
  .object({
    [REVIEW.about]: z.string({ error: textMessages.oneOf }).max(100),
    [REVIEW.statement]: optionalText(10).refine((typed) => /^(\s*|\s*[1-9]\d{0,2}\s*)$/.test(typed), reviewMessages.noStatement),
    [REVIEW.text]: requiredText(POINT_MAX),
  })
  .refine(({ about, statement }) => statement.trim() === "" || subjectOf(wholeIsEmpty(about)).place !== undefined, {
    path: [REVIEW.statement],
    message: "Only questions have statements. Leave this empty, or choose what is asked.",
  });

/** What is posted about the whole has a value of its own, because an empty one means that nothing is chosen. */
const wholeIsEmpty = (about: string) => (about === WHOLE ? "" : about);

/** What a point is about, with the number of its statement. */
function aboutIn({ about, statement }: z.output<typeof pointSchema>): string {
  const { place } = subjectOf(wholeIsEmpty(about));
  return statement.trim() === "" || place === undefined ? wholeIsEmpty(about) : aboutStatement(place, Number(statement));
}
const askSchema = z.object({
  [REVIEW.people]: z.array(z.string().max(100), reviewMessages.nobodyAsked).min(1, reviewMessages.nobodyAsked).max(ASKED_AT_ONCE),
  [REVIEW.message]: optionalText(REVIEW_MESSAGE_MAX),
  [REVIEW.until]: z
    .string({ error: textMessages.required })
    .max(100)
    .superRefine((typed, { addIssue }) => {
      const problem = dayProblem(typed);
      if (problem !== undefined) addIssue(problem);
    }),
});
const decisionSchema = z.object({ [REVIEW.text]: optionalText(DECISION_TEXT_MAX), [REVIEW.seen]: z.string().max(SEEN_MAX) });

/** An assessment, and the page of its peer review. */
interface Place {
  id: Id;
  back: string;
}

/** A form of the screen: what it may post, the write, and the message once that is done. */
interface Deed<Schema extends z.ZodType> {
  form: ReviewReply["form"];
  schema: Schema;
  write(value: z.output<Schema>): Promise<unknown>;
  success: string;
  /** What has changed since the form was made, where the write was refused because of that. */
  moved?(value: z.output<Schema>): Promise<NonNullable<ReviewReply["moved"]>>;
  /** At which field a refusal stands that is not about the one that the upstream names. */
  fieldOf?(field: string, messages: readonly string[]): string;
}

/**
 * Does what one of the screen's forms asks for.
 * @returns the form that was not stored
 * @throws Redirect once it is done; NotFound, Forbidden, LoadFailure, SessionOver
 */
export async function changeReview(context: UserContext, assessmentId: Id, request: Request): Promise<Reply<ReviewReply>> {
  await requireExtension("peer-review");
  const { reply: _, correct: __, remove: ___, new: about, from, ...address } = readAddress(new URL(request.url).searchParams);
  const form = await readForm(request);
  const intent = form.get(REVIEW.intent);
  // Somebody who came to write a point reads on where they were.
  if (intent === REVIEW_INTENTS.add && from !== undefined)
    return changeReviewFrom(context, assessmentId, form, () => `${from}#${writeId(subjectOf(about ?? "").statement)}`);
  const { reply, correct, settle } = REVIEW_INTENTS;
  const anchor = [reply, correct, settle].some((each) => each === intent) ? pointAnchor(form.get(REVIEW.point)) : placeOfForm(intent);
  return changeReviewFrom(context, assessmentId, form, (id) => `${reviewPaths.screen(id, address)}#${anchor}`);
}

/** The part of the screen on which what somebody did is seen. */
const placeOfForm = (intent: unknown) => (intent === REVIEW_INTENTS.add || intent === REVIEW_INTENTS.remove ? "points" : "decisions");

/**
 * The same for a form of another screen.
 * @param backTo the address of that screen
 * @throws as `changeReview`
 */
export async function changeReviewFrom(
  context: UserContext,
  assessmentId: Id,
  form: FormData,
  backTo: (id: Id) => string,
): Promise<Reply<ReviewReply>> {
  await requireExtension("peer-review");
  const intent = form.get(REVIEW.intent);
  const { settle, remove, withdraw: takeBack, withdrawApproval } = REVIEW_INTENTS;
  const isTyped = ![settle, remove, takeBack, withdrawApproval].some((each) => each === intent);
  if (isTyped) context.unsavedForm.keep(form);
  const assessment = await getAssessment(context.api, assessmentId);
  const { id } = assessment;
  const place = { id, back: backTo(id) };
  if (intent === REVIEW_INTENTS.withdraw) return withdraw(context, place, form);
  if (intent === REVIEW_INTENTS.withdrawApproval) return withdrawApprovalOf(context, place);
  if (!isTyped) return settleOrRemove(context, place, form, intent);
  const { peerReview } = context.api;
  const formId = String(form.get(REVIEW.formId) ?? "");
  if (intent === REVIEW_INTENTS.ask)
    return store(context, place, form, {
      ...{ form: "ask", schema: askSchema, success: "Your colleagues have been asked." },
      write: (body) => peerReview.ask({ id, body }, { idempotencyKey: keyFor(formId, "ask", id, body) }),
    });
  const lines = intent === REVIEW_INTENTS.approve && !form.has(REVIEW.confirmed) ? await linesBeforeApproval(context, assessment) : [];
  if (lines.length > 0) return askBeforeApproval(form, lines);
  if (intent === REVIEW_INTENTS.approve || intent === REVIEW_INTENTS.sendBack)
    return store(context, place, form, {
      ...{ form: "decision", schema: decisionSchema },
      success: intent === REVIEW_INTENTS.approve ? "You have approved this." : "You have sent this back.",
      write: (given) => peerReview.decide({ id, body: { ...given, decision: intent } }),
      moved: ({ seen }) => movedSince(context, assessment, seen),
    });
  if (intent === REVIEW_INTENTS.reply) {
    const pointId = String(form.get(REVIEW.point) ?? "");
    return store(context, place, form, {
      ...{ form: "reply", schema: replySchema, success: "The reply was added." },
      write: (body) => peerReview.reply({ id, pointId, body }, { idempotencyKey: keyFor(formId, "reply", id, pointId, body) }),
    });
  }
  if (intent === REVIEW_INTENTS.correct) {
    const pointId = String(form.get(REVIEW.point) ?? "");
    return store(context, place, form, {
      ...{ form: "correct", schema: replySchema, success: "The review point was corrected." },
      write: (body) => peerReview.correct({ id, pointId, body }, madeFromIn(form)),
    });
  }
  return store(context, place, form, {
    ...{ form: "point", schema: pointSchema, success: "The review point was added." },
    fieldOf: (field, messages) =>
      messages.includes(reviewMessages.noStatement) && String(form.get(REVIEW.statement) ?? "").trim() !== "" ? REVIEW.statement : field,
    write: (given) => {
      const body = { text: given.text, about: aboutIn(given) };
      return peerReview.add({ id, body }, { idempotencyKey: keyFor(formId, "point", id, body) });
    },
  });
}

/** What speaks against an approval by the reader; nothing where they cannot approve, which the upstream refuses. */
async function linesBeforeApproval(context: UserContext, assessment: Assessment): Promise<string[]> {
  const review = await context.api.peerReview.get({ id: assessment.id }).catch(ignoreFault);
  if (!review?.may.includes("approve")) return [];
  const [points, report] = await Promise.all([openPointsInWords(context, assessment.id, review), findReport(context, assessment)]);
  const misfits = report ? namedMisfits(report) : [];
  return [...(misfits.length > 0 ? [`${misfitsInWords(misfits)}.`] : []), ...(points === undefined ? [] : [points])];
}

/** What somebody is asked before an approval while points are open; undefined while none is. */
async function openPointsInWords({ api, user }: UserContext, id: Id, { openPoints: open }: PeerReview): Promise<string | undefined> {
  if (open === 0) return undefined;
  const own = (await api.peerReview.points({ id, state: "open", by: user.email }).catch(ignoreFault))?.total ?? 0;
  const points = `${counted(open, "review point is", "review points are")} open`;
  const whose =
    own === 0 ? "none of them yours" : own === open ? (own === 1 ? "and it is yours" : "all of them yours") : `${own} of them yours`;
  return `${points}, ${open === 1 && own === 0 ? "and it is not yours" : whose}. Approving settles none of them.`;
}

/** The form once more, with a question. What cannot be approved anyway is refused after it. */
function askBeforeApproval(form: FormData, lines: string[]): Reply<ReviewReply> {
  form.set(REVIEW.text, withLineFeeds(String(form.get(REVIEW.text) ?? "")));
  const submission = readSubmission(form, decisionSchema);
  const reply = { id: randomUUID(), form: "decision", result: submission.reply() } as const;
  if (submission.status !== "success") return [reply, { status: 400 }];
  return [{ ...reply, approval: { lines, seen: submission.value.seen } }, { status: 200 }];
}

async function store<Schema extends z.ZodType>(
  context: UserContext,
  { back }: Place,
  form: FormData,
  { form: name, schema, write, success, moved, fieldOf = (field) => field }: Deed<Schema>,
): Promise<Reply<ReviewReply>> {
  const reply = { id: randomUUID(), form: name };
  // Browsers send two characters for each end of a line, which count as one.
  for (const field of [REVIEW.text, REVIEW.message]) if (form.has(field)) form.set(field, withLineFeeds(String(form.get(field))));
  const submission = readSubmission(form, schema);
  if (submission.status !== "success") return [{ ...reply, result: submission.reply() }, { status: 400 }];
  try {
    await write(submission.value);
  } catch (error) {
    if (isUpstreamFault(error) && error.status === 412)
      return [
        { ...reply, result: submission.reply({ formErrors: [...MOVED] }), ...(moved ? { moved: await moved(submission.value) } : {}) },
        { status: 409 },
      ];
    const { status, errors, messages } = failedForm(context.requestId, "peer review", error);
    const fields = Object.entries(errors).map(([field, those]) => [fieldOf(field, those), those] as const);
    const fieldErrors = Object.fromEntries(fields.filter(([field]) => form.has(field)));
    const hasField = Object.keys(fieldErrors).length > 0;
    return [{ ...reply, result: submission.reply({ fieldErrors, ...(hasField ? {} : { formErrors: messages }) }) }, { status }];
  }
  context.flash.leave({ kind: "success", title: success });
  throw new Redirect(back);
}

const MOVED = ["Something was changed while you looked.", "Look at it again, then decide: what you have typed is still here."] as const;

/** The version of the point that a form was made from. */
function madeFromIn(form: FormData) {
  const version = versionIn(form);
  return version === undefined ? {} : { madeFrom: { point: version }, changeKey: "point" };
}

function settleOrRemove(context: UserContext, { id, back }: Place, form: FormData, intent: unknown): Promise<never> {
  const { peerReview } = context.api;
  const pointId = String(form.get(REVIEW.point) ?? "");
  const options = madeFromIn(form);
  const isRemoving = intent === REVIEW_INTENTS.remove;
  return carryOut(context, {
    write: () => (isRemoving ? peerReview.remove({ id, pointId }, options) : peerReview.settle({ id, pointId }, options)),
    isDone: async () => false,
    success: isRemoving
      ? { title: "The review point was removed." }
      : { title: "The review point is settled.", text: "A reply opens it again." },
    gone: "Somebody has removed this review point.",
    back,
  });
}

function withdrawApprovalOf(context: UserContext, { id, back }: Place): Promise<never> {
  const { peerReview } = context.api;
  return carryOut(context, {
    write: () => peerReview.withdrawApproval({ id }),
    isDone: async () => !(await peerReview.get({ id })).may.includes("withdrawApproval"),
    success: { title: "Your approval was withdrawn." },
    gone: "You have no approval here any more.",
    back,
  });
}

function withdraw(context: UserContext, { id, back }: Place, form: FormData): Promise<never> {
  const { peerReview } = context.api;
  const requestId = String(form.get(REVIEW.request) ?? "");
  return carryOut(context, {
    write: () => peerReview.withdraw({ id, requestId }),
    isDone: async () => !(await peerReview.get({ id })).requests.some((request) => String(request.id) === requestId),
    success: { title: "The request was withdrawn." },
    gone: "There is no such request any more.",
    back,
  });
}
