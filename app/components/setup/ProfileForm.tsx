import type { FieldMetadata } from "@conform-to/react";
import { Button } from "@radix-ui/themes";
import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { SCOPE_IS_FIXED } from "#model/status.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { CheckboxField, RadioField, SelectField, SwitchField, TextField } from "~/components/forms/fields";
import { StepForm } from "~/components/setup/StepForm";
import { paths } from "~/views/paths";
import type { ProfileChoices, Unsaved } from "~/views/setup";

type FieldName = "assessmentType" | "name" | "isTestAssessment" | "selectedScope" | "certified" | "endorsed";

interface ProfileFormProps {
  form: { id: string; errors?: string[] | undefined; allErrors: Record<string, string[]> };
  fields: Record<FieldName, FieldMetadata<unknown>>;
  choices: ProfileChoices;
  hidden: Readonly<Record<string, string | undefined>>;
  unsaved: Unsaved | undefined;
  isRejected: boolean;
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

/**
 * Name, model, scope and purpose of an assessment (docs/rules/setup-and-scope.md#profile). The style sheet hides the fields of the other
 * model.
 */
export function ProfileForm({ form, fields, choices, hidden, unsaved, isRejected, readOnly }: ProfileFormProps) {
  const { models, scopes, model, scope, hasSeveralRoles } = choices;
  const modelLabel = hasSeveralRoles ? "Select Maturity Model" : "Maturity model";
  const ofModel = (each: string) => (models.length > 1 ? `for-${each}` : undefined);
  return (
    <StepForm
      id={form.id}
      className="profile-form"
      hidden={hidden}
      unsaved={unsaved}
      isRejected={isRejected}
      readOnly={readOnly}
      defaultButton={{ name: "then", value: "continue" }}
    >
      {unsaved ? null : (
        <ErrorSummary
          form={form}
          fields={fields}
          labels={{ assessmentType: modelLabel, name: "Assessment name", selectedScope: "Scope" }}
        />
      )}
      <h2>Assessment details</h2>
      <SelectField
        field={fields.assessmentType}
        label={modelLabel}
        placeholder="Select one"
        options={models.map((each) => ({ value: each, label: each }))}
        disabled={model !== undefined}
        required
      />
      {model ? <input type="hidden" name={fields.assessmentType.name} value={model} /> : null}
      <TextField field={fields.name} label="Assessment name" required />
      <RadioField
        field={fields.selectedScope}
        label="Scope"
        hint={
          scope ? (
            SCOPE_IS_FIXED
          ) : (
            <>
              Select one scope per assessment
              {models.length > 1 ? <span className="for-none">: the scopes appear here once a model is selected.</span> : null}
              {models.includes("ITIL") ? (
                <span className={ofModel("ITIL")}>
                  . Not sure which? <Link to={paths.scopeQuestions()}>Answer a few questions</Link>.
                </span>
              ) : null}
            </>
          )
        }
        options={models.flatMap((each) =>
          (scopes[each] ?? []).map((name) => ({
            value: name,
            label: name,
            hint: SCOPE_HINTS[name],
            disabled: scope !== undefined,
            className: ofModel(each),
          })),
        )}
        wide
        required
      />
      {models.includes("P3M3") ? (
        <div className={ofModel("P3M3")}>
          <CheckboxField
            field={fields.certified}
            label="This assessment is for certification"
            hint={
              <Notes
                of={[
                  "A certifying body checks the assessment. There is an additional fee.",
                  "Certificates are valid for three years.",
                  "The end customer must consent to sharing the data with the certifying body.",
                  "All seven perspectives and four mandatory threads are assessed.",
                ]}
              />
            }
          />
        </div>
      ) : null}
      {models.includes("ITIL") ? (
        <div className={ofModel("ITIL")}>
          <CheckboxField
            field={fields.endorsed}
            label="This assessment is for a statement of results or independent validation"
            hint={
              <Notes
                of={[
                  "An external body checks the assessment. There is an additional fee.",
                  "Statements are valid for three years.",
                  "The end customer must consent to sharing the data with that body.",
                ]}
              />
            }
          />
        </div>
      ) : null}
      <SwitchField field={fields.isTestAssessment} label="This is a test assessment" hint="A test assessment never counts in benchmarks." />
      <div className="actions actions-end">
        <Button type="submit" name="then" value="exit" variant="soft">
          Save & Exit
        </Button>
        <Button type="submit" name="then" value="continue">
          Save & Continue
        </Button>
      </div>
    </StepForm>
  );
}

/** The lines of a hint. */
function Notes({ of }: { of: readonly string[] }): ReactNode {
  return of.map((note) => (
    <span key={note} className="hint-line">
      {note}{" "}
    </span>
  ));
}
