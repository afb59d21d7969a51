import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { subjectOf } from "#model/peer-review.ts";
import { ReportScreen } from "~/components/results/ReportScreen";
import type { ReviewSlots } from "~/components/results/review-slots";
import { stepTitle } from "~/components/results/StepsForm";
import { BeforeFiles } from "~/components/reviews/BeforeFiles";
import { pointsInWords, ReviewForms, ReviewStanding, type Subject, TextReview } from "~/components/reviews/OnReport";
import { titled } from "~/components/shell/Page";
import { releaseLeft } from "~/services/answering/locks.server";
import { Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { issueVersion } from "~/services/results/files/client-report/issue-version.server";
import { loadReportPage, saveReportSteps, saveText } from "~/services/results/files/client-report/report-page.server";
import { saveCover } from "~/services/results/files/client-report/save-cover.server";
import { keepAsRight } from "~/services/results/files/client-report/still-right.server";
import { takeAsReviewer } from "~/services/results/files/client-report/take-reviewer.server";
import { saveTickedNotes } from "~/services/results/files/client-report/ticked-notes.server";
import { resultRequestOf } from "~/services/results/results.server";
import { changeReviewFrom } from "~/services/reviews/change.server";
import { loadReportReview } from "~/services/reviews/report-review.server";
import { formStatus } from "~/services/saving/posted-form.server";
import {
  COVER_ID,
  FORM_FIELD,
  MISFITS_ID,
  NOTES_ID,
  type ReportPage,
  STEPS_ID,
  type StepFormRow,
  textId,
  VERSIONS_ID,
} from "~/views/client-report";
import { isDraftAt, resultPaths } from "~/views/paths";
import { besideId, REPORT_REVIEW, REVIEW, REVIEWER_FORM, type ReportReview, type ReviewReply } from "~/views/peer-review";
import { withUser } from "~/with-user.server";

/** The forms that are saved as a whole. */
const WHOLE: Readonly<
  Record<
    string,
    { save: typeof saveCover | typeof saveReportSteps | typeof saveTickedNotes | typeof issueVersion | typeof keepAsRight; done: string }
  >
> = {
  [MISFITS_ID]: { save: keepAsRight, done: "The text is kept as still right." },
  [COVER_ID]: { save: saveCover, done: "The cover was saved." },
  [STEPS_ID]: { save: saveReportSteps, done: "The steps were saved." },
  [NOTES_ID]: { save: saveTickedNotes, done: "The list was saved." },
  [VERSIONS_ID]: { save: issueVersion, done: "The version was issued." },
};

export const meta = titled<typeof loader>(
  ({ page }) => `${page.draft === undefined ? "Report" : "Draft report"} of ${page.assessment.name}`,
  "Report",
);

export const loader = withUser(async ({ request, params, context }) => {
  const resultRequest = resultRequestOf(request, params.assessmentId ?? "");
  const [page, review] = await Promise.all([
    loadReportPage(context, resultRequest),
    loadReportReview(context, resultRequest.assessmentId),
    releaseLeft(context, request),
  ]);
  return { page, review };
});

/** Saves the cover, the steps, the list of notes, or one text, issues a version, or does what is about a review point, without script. */
export const action = withUser(async ({ request, params, context }) => {
  const form = await readForm(request);
  context.unsavedForm.keep(form);
  const { assessmentId = "" } = params;
  const at = resultPaths(isDraftAt(request));
  const query = new URL(request.url).searchParams.toString();
  const done = (title: string, id: string) => {
    context.flash.leave({ kind: "success", title });
    return new Redirect(at.report(assessmentId, query, id));
  };
  const which = form.get(FORM_FIELD);
  if (which === REPORT_REVIEW) {
    const back = besideId(subjectOf(String(form.get(REVIEW.about) ?? "")).text ?? REPORT_REVIEW);
    const [review, { status }] = await changeReviewFrom(context, assessmentId, form, (id) => at.report(id, query, back));
    return data({ review }, { status });
  }
  if (which === REVIEWER_FORM) {
    context.flash.leave(await takeAsReviewer(context, assessmentId, form));
    throw new Redirect(at.report(assessmentId, query, REPORT_REVIEW));
  }
  const whole = WHOLE[String(which)];
  if (whole) {
    const failed = await whole.save(context, assessmentId, form);
    if (failed) return data(failed, { status: "lines" in failed && failed.lines ? 200 : formStatus(failed) });
    throw done(whole.done, String(which));
  }
  const outcome = await saveText(context, assessmentId, form);
  if (outcome.kind !== "saved") return data(outcome, { status: formStatus(outcome) });
  throw done("The text was saved.", textId(outcome.part));
});

export default function Report() {
  const { page, review: loaded } = useLoaderData<typeof loader>();
  const [later, setLater] = useState<{ than: typeof loaded; review: ReportReview }>();
  const review = later && later.than === loaded ? later.review : loaded;
  const answer = useActionData<typeof action>();
  const reply = answer && "review" in answer ? answer.review : undefined;
  const outcome = answer && !("review" in answer) ? answer : undefined;
  return (
    <ReportScreen
      page={page}
      outcome={outcome}
      review={review && slotsFor(page, review, reply)}
      onReview={(now) => setLater({ than: loaded, review: now })}
    />
  );
}

/** The peer review at the places of the screen. */
function slotsFor(page: ReportPage, review: ReportReview, reply: ReviewReply | undefined): ReviewSlots {
  const subjects: Subject[] = [...(page.texts ?? []), ...(page.steps ?? []).flatMap(stepSubject)];
  const about = { review, reply };
  return {
    beforeFiles: <BeforeFiles lines={review.before} />,
    standing: <ReviewStanding {...about} subjects={subjects} reviewer={page.cover?.reviewer} />,
    beside: (part, title) =>
      subjects.some((subject) => subject.part === part) ? (
        <TextReview {...about} part={part} title={title} isOffered={review.isUsed || !page.mayWrite} />
      ) : null,
    count: (part) => pointsInWords(review, part),
    forms: <ReviewForms {...about} subjects={subjects} />,
  };
}

/** A step that has words. */
const stepSubject = (row: StepFormRow, index: number): Subject[] =>
  row.about === "" && row.texts.step === "" ? [] : [{ part: row.key, title: stepTitle(row, index) }];
