import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData, useNavigation, useSearchParams } from "@remix-run/react";
import type { Id } from "#model/contract/common.ts";
import { fieldNames, ORGANIZATION_FIELDS } from "#model/fields.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormFields } from "~/components/forms/FormFields";
import { FormLabels } from "~/components/forms/FormLabels";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { type FormState, useLiveForm } from "~/components/forms/useLiveForm";
import { FirstSteps } from "~/components/home/FirstSteps";
import { Page, screenTitle } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { releaseLeft } from "~/services/answering/locks.server";
import { Redirect } from "~/services/faults.server";
import { changeOrganization } from "~/services/home/organization-conflict.server";
import { loadOrganizationLists, loadOrganizationPage, organizationSchema } from "~/services/home/organization-form.server";
import { readSubmission } from "~/services/http/submission.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { createOrganization } from "~/services/upstream/organizations.server";
import { UpstreamFault } from "~/services/upstream/upstream.server";
import { defaultsOf, formLabelsOf, labelsOf, rulesOf } from "~/views/form-fields";
import { paths } from "~/views/paths";
import { withUser } from "~/with-user.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: screenTitle(data?.heading ?? "Organization details") }];

export const loader = withUser(async ({ request, params, context }) => {
  const { api, user } = context;
  const [{ hasCompany, ...page }] = await Promise.all([loadOrganizationPage(api, params.organizationId), releaseLeft(context, request)]);
  const newcomer = hasCompany ? "Organization details" : `Welcome, ${user.firstName ?? "User"}`;
  return { ...page, isNew: !hasCompany, heading: page.organization ? "Edit organization details" : newcomer, formId: randomUUID() };
});

export const action = withUser(async ({ request, params, context }) => {
  const form = await request.formData();
  context.unsavedForm.keep(form);
  const lists = await loadOrganizationLists(context.api);
  const submission = readSubmission(form, organizationSchema(lists));
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const wanted = submission.value;
  let id = params.organizationId;
  try {
    const conflict = id === undefined ? undefined : await changeOrganization(context.api, id, { form, wanted });
    if (conflict) {
      const shown = readSubmission(conflict.form, organizationSchema(lists));
      return data({ ...shown.reply({ formErrors: conflict.messages }), changedTo: conflict.base }, { status: 409 });
    }
    id ??= String(await createOrganization(context.api, wanted, String(form.get("formId") ?? randomUUID())));
  } catch (error) {
    const { status, errors, advice } = failedSave(context.requestId, "organization", error);
    const isDenied = error instanceof UpstreamFault && error.status === 401;
    const more = isDenied ? NO_CREDENTIALS : advice === undefined ? [] : [advice];
    return data(submission.reply({ formErrors: ["Something went wrong, please try again", ...more], fieldErrors: errors }), {
      status: isDenied ? 401 : status,
    });
  }
  if (form.get("then") === "assessment") throw new Redirect(paths.assessmentCreate(id));
  context.flash.leave({ kind: "success", title: params.organizationId ? "Your changes were saved." : "The organization was saved." });
  throw new Redirect(wayBack(new URL(request.url).searchParams, id));
});

/** Where the form leads back to: the review that it was opened from, or home (docs/rules/setup-and-scope.md#review). */
function wayBack(query: URLSearchParams, organizationId: Id): string {
  const assessmentId = query.get("review");
  // That address leads an ITIL assessment on to its own.
  return assessmentId ? paths.step("review", assessmentId, "P3M3") : paths.homeAt({ organizationId });
}

const LABELS = labelsOf(ORGANIZATION_FIELDS);
/** Credentials do not come back by trying again. */
const NO_CREDENTIALS = [
  "Sorry, your credentials has expired. Please, try to login again or get in touch",
  "Nothing was saved; what you entered is below. Leave this page open, log out and sign in again in another tab, then save here.",
];

const options = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));

/** Mounts the form again when the server sends other values, because somebody else has changed them. */
export default function Organization() {
  const rejected = useActionData<typeof action>();
  return <OrganizationForm key={rejected && "changedTo" in rejected ? String(rejected.changedTo) : "opened"} />;
}

function OrganizationForm() {
  const { lists, organization, heading, isNew, formId } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>() ?? null;
  const { form, fields, state, live } = useLiveForm({
    rules: rulesOf(ORGANIZATION_FIELDS),
    lastResult,
    defaultValue: { ...defaultsOf(ORGANIZATION_FIELDS, organization), base: organization?.base, formId },
  });
  const choices = { country: options(lists.countries), size: options(lists.sizes), industry: options(lists.industries) };
  const [query] = useSearchParams();
  const waitsFor = state && whyNotYet(state, lastResult !== null);
  const saving = useSaving();
  const button = { disabled: waitsFor !== undefined || saving !== undefined, "aria-describedby": waitsFor ? "waits-for" : undefined };
  return (
    <Page title={heading}>
      <div className={organization ? "measure" : "with-aside"}>
        <Form method="post" id={form.id} noValidate className="stack panel" {...live}>
          {organization ? null : <input type="hidden" name="formId" defaultValue={String(fields.formId.initialValue ?? formId)} />}
          <FormLabels labels={formLabelsOf(ORGANIZATION_FIELDS, choices)} />
          <ErrorSummary form={form} fields={fields} labels={LABELS} refusal={lastResult} />
          {organization ? null : <h2>Create an organization profile</h2>}
          <div className="form-grid">
            <FormFields
              of={ORGANIZATION_FIELDS}
              names={fieldNames(ORGANIZATION_FIELDS, "text", "choice")}
              fields={fields}
              options={choices}
            />
          </div>
          <FormFields of={ORGANIZATION_FIELDS} names={fieldNames(ORGANIZATION_FIELDS, "tick")} fields={fields} />
          {organization ? <input type="hidden" name="base" defaultValue={String(fields.base.initialValue)} /> : null}
          <div className="row">
            {organization ? (
              <>
                <Button asChild variant="soft">
                  <Link to={wayBack(query, organization.id)}>Go Back</Link>
                </Button>
                <Button type="submit" {...button}>
                  {saving === "" ? "Saving…" : "Save changes"}
                </Button>
              </>
            ) : (
              <>
                <Button type="submit" variant="soft" {...button}>
                  {saving === "" ? "Saving…" : "Save organization"}
                </Button>
                <Button type="submit" name="then" value="assessment" {...button}>
                  {saving === "assessment" ? "Saving…" : "Create assessment"}
                </Button>
              </>
            )}
          </div>
          {waitsFor ? (
            <p className="small muted" id="waits-for">
              {waitsFor}
            </p>
          ) : null}
        </Form>
        {organization ? null : (
          <aside className="stack">
            <p className="panel muted">
              Before you can start your assessment you will need to create an organization profile for the organization to be assessed.
            </p>
            {isNew ? <FirstSteps /> : null}
          </aside>
        )}
      </div>
      <LeaveGuard form={live.ref} isRejected={lastResult !== null} />
    </Page>
  );
}

/** Why the buttons cannot be pressed yet; undefined when they can. A form that was rejected differs from what is stored. */
function whyNotYet({ isChanged, missing, wrong }: FormState, isRejected: boolean): string | undefined {
  const list = (names: string[]) => names.map((name) => LABELS[name as keyof typeof LABELS]).join(", ");
  const parts = [
    ...(missing.length > 0 ? [`Still needed: ${list(missing)}.`] : []),
    ...(wrong.length > 0 ? [`Please correct: ${list(wrong)}.`] : []),
  ];
  if (parts.length > 0) return parts.join(" ");
  return isChanged || isRejected ? undefined : "Nothing has been changed yet.";
}

/** What the form that is being saved leads to: "" for home; undefined while nothing is being saved. */
function useSaving(): string | undefined {
  const { state, formData } = useNavigation();
  return state === "idle" || !formData ? undefined : String(formData.get("then") ?? "");
}
