/** Who rates an assessment apart from the verdict, and how far they are (docs/rules/second-ratings.md#asking). */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Id } from "#model/contract/common.ts";
import type { Rating } from "#model/contract/ratings.ts";
import { daysAfter } from "#model/days.ts";
import { RATING_KINDS, ratingMessages } from "#model/ratings.ts";
import { dayProblem, textMessages } from "#model/text.ts";
import { namesOfRatings } from "~/services/answering/rating-words.server";
import { today } from "~/services/config.server";
import type { UserContext } from "~/services/context.server";
import { loadFor, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedForm } from "~/services/http/unsaved-form.server";
import { askerName, groupsOf, kindName, stateInWords } from "~/services/ratings/words.server";
import { getAssessment, titleOf } from "~/services/upstream/assessments.server";
import { carryOut } from "~/services/upstream/carry-out.server";
import { requireExtension } from "~/services/upstream/extensions.server";
import { isOpenRating, raterName } from "~/services/upstream/open-ratings.server";
import { mayChange, mayReadRatings } from "~/services/upstream/permissions.server";
import { screensBeside } from "~/services/upstream/screens.server";
import { keyFor } from "~/services/upstream/upstream.server";
import { ratingPaths } from "~/views/rating-paths";
import { type AskRatingReply, RATING, RATING_INTENTS, type RatingRow, type RatingsPage } from "~/views/ratings";
import type { Reply } from "~/views/shell";

/** How many days a colleague has unless the form says otherwise. */
const USUAL_DAYS = 7;

const rowOf = (assessmentId: Id, rating: Rating, names: ReadonlyMap<number, string>): RatingRow => ({
  number: rating.number,
  name: names.get(rating.number) ?? raterName(rating),
  kind: kindName(rating.kind),
  words: `${askerName(rating)} has asked. ${stateInWords(rating)}`,
  groups: groupsOf(rating),
  mayWithdraw: rating.may.includes("withdraw"),
  own: rating.mine ? ratingPaths.own(assessmentId, rating.number) : undefined,
});

/** @throws NotFound where the upstream has no ratings, or there is no such assessment; Forbidden, LoadFailure */
export async function loadRatings(context: UserContext, assessmentId: Id, query: URLSearchParams): Promise<RatingsPage> {
  await requireExtension("ratings");
  const { api } = context;
  const assessment = await getAssessment(api, assessmentId);
  const { id } = assessment;
  // Viewers learn of no requests, and of differences once it is submitted.
  if (!mayChange(assessment) && mayReadRatings(assessment)) throw new Redirect(ratingPaths.differences(id));
  const [{ ratings, colleagues, groups, may }, screens] = await Promise.all([
    loadFor("assessment", api.ratings.list({ id })),
    screensBeside(context, assessment, "Second ratings"),
  ]);
  const names = namesOfRatings(ratings.map((rating) => ({ number: rating.number, name: raterName(rating) })));
  const withdrawing = ratings.find(({ number, may: mine }) => String(number) === query.get("withdraw") && mine.includes("withdraw"));
  return {
    assessment: { id, name: titleOf(assessment), scope: assessment.selectedScope ?? "Not provided" },
    screens,
    ratings: [...ratings.filter(isOpenRating), ...ratings.filter((each) => !isOpenRating(each))].map((rating) => rowOf(id, rating, names)),
    ask: may.includes("ask")
      ? {
          people: colleagues.map((each) => ({
            value: String(each.id),
            label: `${each.firstName ? `${each.firstName} (${each.email})` : each.email}${each.isUnconfirmed ? ", address not confirmed" : ""}`,
          })),
          groups: groups.map(({ group, name }) => ({ value: group, label: name })),
          ...{ until: daysAfter(today(), USUAL_DAYS), today: today(), formId: randomUUID() },
        }
      : undefined,
    withdrawing: withdrawing && { number: withdrawing.number, name: raterName(withdrawing) },
    differences: ratings.some(({ begunAt }) => begunAt !== null) ? ratingPaths.differences(id) : undefined,
    about:
      assessment.status === "Completed"
        ? "The assessment was submitted, so no rating changes it any more."
        : "A rating changes no answer until whoever edits the assessment uses it.",
    here: ratingPaths.list(id),
  };
}

const askSchema = z.object({
  [RATING.person]: z.string({ error: textMessages.oneOf }).max(100),
  [RATING.kind]: z.enum(RATING_KINDS, { error: textMessages.oneOf }),
  [RATING.groups]: z.array(z.string().max(100), ratingMessages.noGroups).min(1, ratingMessages.noGroups),
  [RATING.until]: z
    .string({ error: textMessages.required })
    .max(100)
    .superRefine((typed, { addIssue }) => {
      const problem = dayProblem(typed);
      if (problem !== undefined) addIssue(problem);
    }),
});

/**
 * Asks a colleague, or withdraws a request.
 * @returns the form that was not stored
 * @throws Redirect once it is done; NotFound, Forbidden, LoadFailure, SessionOver
 */
export async function changeRatings(context: UserContext, assessmentId: Id, request: Request): Promise<Reply<AskRatingReply>> {
  await requireExtension("ratings");
  const form = await readForm(request);
  const { api } = context;
  const { id } = await getAssessment(api, assessmentId);
  const back = ratingPaths.list(id);
  if (form.get(RATING.intent) === RATING_INTENTS.withdraw) {
    const number = String(form.get(RATING.number) ?? "");
    return carryOut(context, {
      write: () => api.ratings.withdraw({ id, number }),
      isDone: async () => {
        const rating = (await api.ratings.list({ id })).ratings.find((each) => String(each.number) === number);
        return rating !== undefined && !isOpenRating(rating);
      },
      success: { title: "The request was withdrawn." },
      gone: "There is no such rating any more.",
      back,
    });
  }
  context.unsavedForm.keep(form);
  const submission = readSubmission(form, askSchema);
  if (submission.status !== "success") return [{ id: randomUUID(), result: submission.reply() }, { status: 400 }];
  try {
    const body = submission.value;
    await api.ratings.ask({ id, body }, { idempotencyKey: keyFor(String(form.get(RATING.formId) ?? ""), "ask", id, body) });
  } catch (error) {
    const { status, errors, messages } = failedForm(context.requestId, "second rating", error);
    const fieldErrors = Object.fromEntries(Object.entries(errors).filter(([field]) => field in askSchema.shape));
    const hasField = Object.keys(fieldErrors).length > 0;
    return [{ id: randomUUID(), result: submission.reply({ fieldErrors, ...(hasField ? {} : { formErrors: messages }) }) }, { status }];
  }
  context.unsavedForm.forget();
  context.flash.leave({ kind: "success", title: "Your colleague has been asked." });
  throw new Redirect(back);
}
