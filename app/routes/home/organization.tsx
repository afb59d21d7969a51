import { randomUUID } from "node:crypto";
import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Button } from "@radix-ui/themes";
import { data } from "@remix-run/node";
import { Form, Link, type MetaFunction, useActionData, useLoaderData } from "@remix-run/react";
import { signedIn } from "~/answer.server";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { CheckboxField, ComboboxField, SelectField, TextField } from "~/components/forms/fields";
import { useFormReady } from "~/components/forms/useFormReady";
import { Page, screenTitle } from "~/components/shell/Page";
import { releaseLocks } from "~/services/answering/locks.server";
import { Elsewhere } from "~/services/faults.server";
import { findConflict } from "~/services/home/organization-conflict.server";
import { loadOrganizationLists, loadOrganizationPage, organizationSchema } from "~/services/home/organization-form.server";
import { failedSave } from "~/services/http/unsaved-form.server";
import { saveOrganization } from "~/services/upstream/organizations.server";
import { paths } from "~/views/paths";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: screenTitle(data?.heading ?? "Organization details") }];

export const loader = signedIn(async ({ request, params, context }) => {
  const { api, user } = context;
  const [{ hasCompany, ...page }] = await Promise.all([loadOrganizationPage(api, params.organizationId), releaseLocks(context, request)]);
  const newcomer = hasCompany ? "Organization details" : `Welcome, ${user.firstName ?? "User"}`;
  return { ...page, heading: page.organization ? "Edit organization details" : newcomer, formId: randomUUID() };
});

export const action = signedIn(async ({ request, params, context }) => {
  const form = await request.formData();
  context.unsavedForm.keep(form);
  const lists = await loadOrganizationLists(context.api);
  const submission = parseWithZod(form, { schema: organizationSchema(lists) });
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const conflict = params.organizationId && (await findConflict(context.api, params.organizationId, form, submission.value, LABELS));
  if (conflict) {
    const shown = parseWithZod(conflict.form, { schema: organizationSchema(lists) });
    return data({ ...shown.reply({ formErrors: conflict.messages }), changedTo: conflict.base }, { status: 409 });
  }
  let id = params.organizationId;
  try {
    id = String(await saveOrganization(context.api, params.organizationId, submission.value, String(form.get("formId") ?? randomUUID())));
  } catch (error) {
    const { status, errors } = failedSave(context.requestId, "organization", error);
    return data(submission.reply({ formErrors: ["Something went wrong, please try again"], fieldErrors: errors }), { status });
  }
  if (form.get("then") === "assessment") throw new Elsewhere(paths.assessmentCreate(id));
  context.flash.leave({ kind: "success", title: params.organizationId ? "Your changes were saved." : "The organization was saved." });
  throw new Elsewhere(paths.home({ organizationId: id }));
});

const LABELS = {
  name: "Organization name",
  businessUnit: "Business unit",
  country: "Location",
  size: "Number of employees",
  industry: "Industry",
};
const options = (list: readonly { id: number; name: string }[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));

/** The form is made anew when the server has put other values into it: what was changed meanwhile. */
export default function Organization() {
  const rejected = useActionData<typeof action>();
  return <OrganizationForm key={rejected && "changedTo" in rejected ? String(rejected.changedTo) : "opened"} />;
}

function OrganizationForm() {
  const { lists, organization, heading, formId } = useLoaderData<typeof loader>();
  const [form, fields] = useForm({
    lastResult: useActionData<typeof action>() ?? null,
    defaultValue: {
      name: organization?.name,
      businessUnit: organization?.businessUnit,
      country: organization && String(organization.country.id),
      size: organization && String(organization.size.id),
      industry: organization && String(organization.industry.id),
      base: organization?.base,
      benchmarkConsent: organization?.benchmarkConsent ? "on" : undefined,
      formId,
    },
    shouldValidate: "onSubmit",
  });
  const { ready, watch } = useFormReady();
  return (
    <Page title={heading}>
      <div className="with-aside">
        <Form method="post" id={form.id} noValidate className="stack panel" {...watch}>
          {organization ? null : <input type="hidden" name="formId" defaultValue={String(fields.formId.initialValue ?? formId)} />}
          <ErrorSummary form={form} fields={fields} labels={LABELS} />
          {organization ? null : <h2>Create an organization profile</h2>}
          <div className="form-grid">
            <TextField field={fields.name} label={LABELS.name} placeholder="Organization name" required />
            <TextField field={fields.businessUnit} label={LABELS.businessUnit} optional />
            <ComboboxField
              field={fields.country}
              label={LABELS.country}
              placeholder="Select location"
              options={options(lists.countries)}
              required
            />
            <SelectField
              field={fields.size}
              label={LABELS.size}
              placeholder="Select organization size"
              options={options(lists.sizes)}
              required
            />
            <SelectField
              field={fields.industry}
              label={LABELS.industry}
              placeholder="Select industries"
              options={options(lists.industries)}
              required
            />
          </div>
          <CheckboxField
            field={fields.benchmarkConsent}
            label="The organization agrees that its results are used for benchmarking"
            hint="Others only ever see figures that combine at least five teams, never a name or a single result. You can withdraw at any time: from the next month on these results no longer count, while earlier averages stay as they are."
          />
          {organization ? <input type="hidden" name="base" defaultValue={String(fields.base.initialValue)} /> : null}
          <div className="actions">
            {organization ? (
              <>
                <Button asChild variant="soft">
                  <Link to={paths.home({ organizationId: organization.id })}>Go Back</Link>
                </Button>
                <Button type="submit" disabled={!ready}>
                  Save changes
                </Button>
              </>
            ) : (
              <>
                <Button type="submit" disabled={!ready} variant="soft">
                  Save organization
                </Button>
                <Button type="submit" name="then" value="assessment" disabled={!ready}>
                  Create assessment
                </Button>
              </>
            )}
          </div>
        </Form>
        <aside className="panel muted">
          Before you can start your assessment you will need to create an organization profile for the organization to be assessed.
        </aside>
      </div>
    </Page>
  );
}
