import { data } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/answering/LockKeeper";
import { Review } from "~/components/setup/Review";
import { StepHead } from "~/components/setup/StepHead";
import { screenTitle } from "~/components/shell/Page";
import { BadRequest, Redirect } from "~/services/faults.server";
import { readForm } from "~/services/http/posted.server";
import { loadReview } from "~/services/setup/review.server";
import { openStep } from "~/services/setup/wizard.server";
import { commandAssessment, getAssessment, homeOf } from "~/services/upstream/assessments.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Review profile") }];

export const loader = withUser(async ({ request, params, context }) => {
  const { assessment, readOnly, keeping } = await openStep(context, request, params.assessmentId ?? "", "review");
  return { id: assessment.id, keeping, review: await loadReview(context, assessment, readOnly) };
});

/** Restores an archived assessment and leads home (docs/rules/setup-and-scope.md#review). */
export const action = withUser(async ({ request, params, context }) => {
  if ((await readForm(request)).get("command") !== "unarchive") throw new BadRequest();
  const assessment = await getAssessment(context.api, params.assessmentId ?? "");
  try {
    await commandAssessment(context.api, assessment.id, "unarchive");
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error;
    const failure = error.status === 409 ? "Locked for editing by another user" : "Something went wrong, please try again later";
    return data({ failure }, { status: error.status === 409 ? 409 : 502 });
  }
  context.flash.leave({ kind: "success", title: "The assessment was restored." });
  throw new Redirect(homeOf(assessment));
});

export default function ReviewStep() {
  const { id, keeping, review } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <StepHead title="Review profile" />
      {keeping ? <LockKeeper assessmentId={id} {...keeping} /> : null}
      <Review review={review} failure={useActionData<typeof action>()?.failure} />
    </div>
  );
}
