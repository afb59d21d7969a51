import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/shell/LockKeeper";
import { screenTitle } from "~/components/shell/Page";
import { Review } from "~/components/wizard/Review";
import { paths } from "~/paths";
import { commandAssessment } from "~/services/assessments.server";
import { loading } from "~/services/failures.server";
import { hasScope, openStep } from "~/services/wizard.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Review profile") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const { found, readOnly, page } = await openStep(context, request, params.assessmentId ?? "", "review");
  const model = found.assessmentType;
  return {
    found,
    readOnly,
    page,
    ready: hasScope(found),
    links: {
      organization: found.organization ? paths.organizationEdit(found.organization.id) : undefined,
      profile: paths.step("profile", found.id, model),
      scope: paths.step("scope", found.id, model),
      start: paths.continue(found.id),
    },
  };
}

/** Restores an archived assessment and leads home (specification B4). */
export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  if ((await request.formData()).get("command") !== "unarchive") throw data(null, { status: 400 });
  await loading("assessment", commandAssessment(context, params.assessmentId ?? "", "unarchive"));
  context.setFlash({ kind: "success", title: "The assessment was restored." });
  throw redirect(paths.home());
}

export default function ReviewStep() {
  const { page, ...review } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      <h1>Review profile</h1>
      <Review {...review} />
      {page ? <LockKeeper assessmentId={review.found.id} page={page} /> : null}
    </div>
  );
}
