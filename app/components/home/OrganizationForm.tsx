import type { SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import type { Ref } from "#model/contract/common.ts";
import { fieldNames, ORGANIZATION_FIELDS } from "#model/fields.ts";
import { listed } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormFields } from "~/components/forms/FormFields";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { type FormState, useLiveForm } from "~/components/forms/useLiveForm";
import { FirstSteps } from "~/components/home/FirstSteps";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { WALL_LABELS } from "~/views/access";
import { defaultsOf, formLabelsOf, labelsOf, rulesOf } from "~/views/form-fields";
import { tickLabels } from "~/views/form-labels";
import type { OrganizationPage } from "~/views/home";
import { paths } from "~/views/paths";

const LABELS = { ...labelsOf(ORGANIZATION_FIELDS), ...WALL_LABELS };
interface OrganizationFormProps {
  page: OrganizationPage;
  /** The server's answer to the form, if it came back. */
  lastResult: SubmissionResult<string[]> | null;
}

/** Tells somebody whose team has no organization yet whose team it is. */
const OwnTeam = ({ team: { name, leads } }: { team: NonNullable<OrganizationPage["team"]> }) => (
  <p className="measure">
    {name === null ? "Your team has" : `You are in the team ${name}. It has`} no organization yet.
    {leads.length > 0 ? ` ${listed(leads)} ${leads.length === 1 ? "leads" : "lead"} it.` : " It has no lead yet."}
  </p>
);

/** The form of an organization, new or stored (docs/rules/organizations.md#fields). */
export function OrganizationForm({ page, lastResult }: OrganizationFormProps) {
  const { lists, organization, heading, isNew, team, mayInvite, hasWalls, formId, back } = page;
  const { form, fields, state, live } = useLiveForm({
    rules: rulesOf(ORGANIZATION_FIELDS, organization),
    lastResult,
    defaultValue: { ...defaultsOf(ORGANIZATION_FIELDS, organization), base: organization?.base, formId, wall: undefined },
  });
  const options = (list: readonly Ref[]) => list.map(({ id, name }) => ({ value: String(id), label: name }));
  const choices = { country: options(lists.countries), size: options(lists.sizes), industry: options(lists.industries) };
  // A box that was ticked stays, so that it can be unticked.
  const isWallShown = hasWalls || fields.wall.initialValue === "on";
  const waitsFor = state && whyNotYet(state, lastResult !== null);
  const saving = useSaving();
  const button = { disabled: waitsFor !== undefined || saving !== undefined, "aria-describedby": waitsFor ? "waits-for" : undefined };
  return (
    <Page
      title={heading}
      actions={
        mayInvite ? (
          <ButtonLink to={paths.people()} variant="soft">
            Invite your colleagues
          </ButtonLink>
        ) : undefined
      }
    >
      {team ? <OwnTeam team={team} /> : null}
      <div className={organization ? "measure" : "with-aside"}>
        <Form method="post" id={form.id} noValidate className="stack panel" {...live}>
          {organization ? null : <input type="hidden" name="formId" defaultValue={String(fields.formId.initialValue ?? formId)} />}
          <FormLabels labels={[...formLabelsOf(ORGANIZATION_FIELDS, choices), ...(isWallShown ? [tickLabels(WALL_LABELS)] : [])]} />
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
          {isWallShown ? (
            <CheckboxField
              field={fields.wall}
              label={WALL_LABELS.wall}
              hint="For everybody else of your team it does not exist then, except that leads read its name, and who is named. A lead can name others."
            />
          ) : null}
          {organization ? <input type="hidden" name="base" defaultValue={String(fields.base.initialValue)} /> : null}
          {waitsFor ? (
            <p className="small muted" id="waits-for">
              {waitsFor}
            </p>
          ) : null}
          <div className="row">
            {organization ? (
              <>
                <ButtonLink to={back} variant="soft">
                  Go Back
                </ButtonLink>
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
