import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { LockKeeper } from "~/components/shell/LockKeeper";
import { screenTitle } from "~/components/shell/Page";
import { ProfileForm } from "~/components/wizard/ProfileForm";
import { paths } from "~/paths";
import { createAssessment, updateAssessment } from "~/services/assessments.server";
import { listPerspectives, listThreads } from "~/services/catalogue.server";
import { profileSchema, profileUpdate, SCOPES } from "~/services/profile-form.server";
import { UpstreamError } from "~/services/upstream.server";
import { openStep } from "~/services/wizard.server";

export const meta: MetaFunction = () => [{ title: screenTitle("Assessment Profile Set-up") }];

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const { roles } = await context.requireUser(request);
  const scopes = Object.fromEntries(roles.map((role) => [role, [...SCOPES[role]]]));
  if (params.assessmentId === undefined) return { roles, scopes, found: undefined, readOnly: undefined, page: undefined };
  const { found, readOnly, page } = await openStep(context, request, params.assessmentId, "profile");
  const { id, name, assessmentType, isTestAssessment, selectedScope, certified, endorsed, status } = found;
  return {
    roles,
    scopes,
    found: { id, name, assessmentType, isTestAssessment, selectedScope, certified, endorsed, status },
    readOnly,
    page,
  };
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { roles } = await context.requireUser(request);
  const form = await request.formData();
  const found = params.assessmentId === undefined ? undefined : (await openStep(context, request, params.assessmentId, "profile")).found;
  const fixed = {
    assessmentType: found?.selectedScope ? found.assessmentType : roles.length === 1 ? roles[0] : undefined,
    selectedScope: found?.status === "Active" ? (found.selectedScope ?? undefined) : undefined,
  };
  const submission = parseWithZod(form, { schema: profileSchema(roles, fixed) });
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const { assessmentType } = submission.value;
  try {
    let id = found?.id;
    if (id === undefined) id = await createAssessment(context, params.organizationId ?? "", submission.value);
    else
      await updateAssessment(context, id, profileUpdate(found as NonNullable<typeof found>, submission.value, await scopeLists(context)));
    if (form.get("then") === "exit") {
      context.setFlash({ kind: "success", title: "The assessment was saved." });
      throw redirect(paths.home(params.organizationId ? { organizationId: params.organizationId } : undefined));
    }
    throw redirect(paths.step("scope", id, assessmentType));
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    return data(submission.reply({ formErrors: ["Something went wrong, please try again..."] }), { status: 502 });
  }
}

async function scopeLists(context: ActionFunctionArgs["context"]) {
  const [perspectives, threads] = await Promise.all([listPerspectives(context), listThreads(context)]);
  return { perspectives, threads };
}

export default function Profile() {
  const { roles, scopes, found, readOnly, page } = useLoaderData<typeof loader>();
  const [form, fields] = useForm({
    lastResult: useActionData<typeof action>() ?? null,
    defaultValue: {
      assessmentType: found?.assessmentType ?? (roles.length === 1 ? roles[0] : ""),
      name: found?.name,
      isTestAssessment: found?.isTestAssessment ? "on" : undefined,
      selectedScope: found?.selectedScope,
      certified: found?.certified ? "on" : undefined,
      endorsed: found?.endorsed ? "on" : undefined,
    },
  });
  return (
    <div className="stack">
      <h1>Assessment Profile Set-up</h1>
      <ProfileForm
        form={form}
        fields={fields}
        roles={roles}
        scopes={scopes}
        modelFixed={roles.length === 1 || Boolean(found?.selectedScope)}
        scopeFixed={found?.status === "Active" || found?.status === "Completed"}
        readOnly={readOnly}
      />
      {found && page ? <LockKeeper assessmentId={found.id} page={page} /> : null}
    </div>
  );
}
