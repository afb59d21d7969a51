import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/shell/LockKeeper";
import { screenTitle } from "~/components/shell/Page";
import { ScopeForm } from "~/components/wizard/ScopeForm";
import { paths } from "~/paths";
import { updateAssessment } from "~/services/assessments.server";
import { answersLost, loadScope, readScope } from "~/services/scope-form.server";
import { UpstreamError } from "~/services/upstream.server";
import { openStep } from "~/services/wizard.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Scope details") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await context.requireUser(request);
  const { found, readOnly, page } = await openStep(context, request, params.assessmentId ?? "", "scope");
  if (!found.selectedScope) throw redirect(paths.step("profile", found.id, found.assessmentType));
  return {
    id: found.id,
    certified: found.certified === true,
    scope: await loadScope(context, found),
    readOnly,
    page,
    back: paths.step("profile", found.id, "P3M3"),
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await context.requireUser(request);
  const form = await request.formData();
  const { found } = await openStep(context, request, params.assessmentId ?? "", "scope");
  const { update, errors } = await readScope(context, found, form);
  const typed = {
    selectedLevel: form.get("selectedLevel") === null ? null : Number(form.get("selectedLevel")),
    perspectiveIds: (update.perspectives ?? []).map(({ id }) => id),
    threadIds: (update.threads ?? []).map(({ id }) => id),
  };
  if (Object.keys(errors).length > 0) return data({ typed, errors, lost: [], failed: false }, { status: 400 });
  const lost = form.get("confirm") === "narrow" ? [] : await answersLost(context, found, update);
  if (lost.length > 0) return data({ typed, errors: {}, lost, failed: false }, { status: 400 });
  try {
    await updateAssessment(context, found.id, update);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return data({ typed, errors: {}, lost: [], failed: true }, { status: 502 });
  }
  throw redirect(paths.step("review", found.id, found.assessmentType));
}

export default function Scope() {
  const { id, scope, readOnly, page, back } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <div className="stack">
      <h1>Scope details</h1>
      <ScopeForm
        key={result ? "posted" : "stored"}
        scope={{ ...scope, ...result?.typed }}
        errors={result?.errors ?? {}}
        lost={result?.lost ?? []}
        failed={result?.failed ?? false}
        readOnly={readOnly}
        back={back}
      />
      {page ? <LockKeeper assessmentId={id} page={page} /> : null}
    </div>
  );
}
