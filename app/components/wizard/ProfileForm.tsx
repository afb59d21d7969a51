import type { FieldMetadata } from "@conform-to/react";
import { Button } from "@radix-ui/themes";
import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { CheckboxField, RadioField, SelectField, TextField } from "~/components/forms/fields";
import { Callout } from "~/components/shell/Callout";

type Model = "P3M3" | "ITIL";
type FieldName = "assessmentType" | "name" | "isTestAssessment" | "selectedScope" | "certified" | "endorsed";

interface ProfileFormProps {
  form: { id: string; errors?: string[] | undefined };
  fields: Record<FieldName, FieldMetadata<unknown>>;
  roles: Model[];
  scopes: Record<string, string[]>;
  modelFixed: boolean;
  scopeFixed: boolean;
  readOnly: string | undefined;
}

const SCOPE_HINTS: Record<string, string> = {
  Project: "One project, or how the organization runs projects. It has no Model integration thread.",
  Programme: "One programme, or how the organization runs programmes.",
  Portfolio: "How the organization chooses and balances all its change.",
  Comprehensive: "Seven or more practices plus maturity of the service value system.",
  Capability: "Only the capability of the selected practices.",
  Maturity: "Six or fewer practices plus maturity.",
};

/** Name, model, scope and purpose of an assessment. The scopes of a model that is not chosen are hidden by the style sheet. */
export function ProfileForm({ form, fields, roles, scopes, modelFixed, scopeFixed, readOnly }: ProfileFormProps) {
  return (
    <Form method="post" id={form.id} noValidate className="profile-form">
      <fieldset disabled={readOnly !== undefined} className="stack panel">
        {readOnly ? <Callout kind="info">{readOnly}</Callout> : null}
        <ErrorSummary form={form} fields={fields} />
        <h2>Assessment details</h2>
        <SelectField
          field={fields.assessmentType}
          label={roles.length > 1 ? "Select Maturity Model" : "Maturity model"}
          placeholder="Select one"
          options={roles.map((role) => ({ value: role, label: role }))}
          disabled={modelFixed}
          required
        />
        {modelFixed ? (
          <input type="hidden" name={fields.assessmentType.name} value={String(fields.assessmentType.initialValue ?? "")} />
        ) : null}
        <TextField field={fields.name} label="Assessment name" required />
        <CheckboxField
          field={fields.isTestAssessment}
          label="This is a test assessment"
          hint="Test assessments never count in benchmarks."
        />
        <RadioField
          field={fields.selectedScope}
          label="Scope"
          hint={scopeFixed ? "The scope can no longer be changed, because the assessment has started." : "Select one scope per assessment"}
          options={roles.flatMap((role) =>
            (scopes[role] ?? []).map((scope) => ({
              value: scope,
              label: scope,
              hint: SCOPE_HINTS[scope],
              disabled: scopeFixed,
              className: `for-${role}`,
            })),
          )}
          wide
          required
        />
        <div className="stack-tight">
          {roles.includes("P3M3") ? (
            <div className="for-P3M3">
              <CheckboxField
                field={fields.certified}
                label="This assessment is for certification"
                hint="A certifying body checks it for an additional fee; certificates are valid for three years. It covers all seven perspectives and four mandatory threads, and the end customer must consent to sharing the data with the certifying body."
              />
            </div>
          ) : null}
          {roles.includes("ITIL") ? (
            <div className="for-ITIL">
              <CheckboxField
                field={fields.endorsed}
                label="This assessment is for a statement of results or independent validation"
                hint="An external body checks it for an additional fee; statements are valid for three years. The end customer must consent to sharing the data with that body."
              />
            </div>
          ) : null}
        </div>
        <div className="actions actions-end">
          <Button type="submit" name="then" value="exit" variant="soft">
            Save & Exit
          </Button>
          <Button type="submit" name="then" value="continue">
            Save & Continue
          </Button>
        </div>
      </fieldset>
    </Form>
  );
}
