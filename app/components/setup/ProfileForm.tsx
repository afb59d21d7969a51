import type { FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import type { Role } from "#model/contract/common.ts";
import { type Fields, fieldNames, fieldsOf, PROFILE_FIELDS } from "#model/fields.ts";
import { findItilScope } from "#model/itil/catalogue.ts";
import { practiceRule } from "#model/itil/scope.ts";
import { SCOPE_IS_FIXED } from "#model/status.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormFields } from "~/components/forms/FormFields";
import { CheckboxField, RadioField, SelectField } from "~/components/forms/fields";
import { useHydrated } from "~/components/forms/useHydrated";
import type { useLiveForm } from "~/components/forms/useLiveForm";
import { Dismiss } from "~/components/setup/Dismiss";
import { StepForm } from "~/components/setup/StepForm";
import { Callout } from "~/components/shell/Callout";
import { EndingRatings } from "~/components/shell/EndingRatings";
import { Facts } from "~/components/shell/Facts";
import { Modal } from "~/components/shell/Modal";
import { Button } from "~/components/shell/parts";
import { formLabelsOf, labelsOf, type Option } from "~/views/form-fields";
import { paths } from "~/views/paths";
import { type BeforeChoice, ENGAGEMENT_FIELD, PREVIOUS_FIELD, PROFILE_FORM, type ProfileChoices, type ProfileReply } from "~/views/setup";
import styles from "./ProfileForm.module.css";

interface ProfileFormProps {
  form: { id: string; errors?: string[] | undefined; allErrors: Record<string, string[]> };
  fields: Record<keyof typeof PROFILE_FORM, FieldMetadata<unknown>>;
  choices: ProfileChoices;
  /** The choice of the assessment before, where there is one. */
  before: BeforeChoice | undefined;
  /** The engagements that a new assessment can join. */
  engagements: readonly Option[];
  hidden: Readonly<Record<string, string | undefined>>;
  /** The reply to a form that was not saved. */
  reply: ProfileReply | undefined;
  /** The server's refusal, null as long as there is none. */
  refusal: object | null;
  live: ReturnType<typeof useLiveForm>["live"];
  readOnly: string | undefined;
}

/** The fields that both models have. */
const OF_BOTH = fieldsOf(PROFILE_FIELDS);

const asOption = (name: string) => ({ value: name, label: name });

const SCOPE_HINTS: Record<string, string> = {
  Project: "One project, or how the organization runs projects. It has no Model integration thread.",
  Programme: "One programme, or how the organization runs programmes.",
  Portfolio: "How the organization chooses and balances all its change.",
  Comprehensive: "Seven or more practices plus maturity of the service value system.",
  Capability: "Only the capability of the selected practices.",
  Maturity: "Six or fewer practices plus maturity.",
};

/** What only one model asks: whether an external body checks the assessment, and with which consent. */
const MODELS = {
  P3M3: {
    request: "certified",
    consent: "certifyConsent",
    notes: [
      "A certifying body checks the assessment. There is an additional fee.",
      "Certificates are valid for three years.",
      "The end customer must consent to sharing the data with the certifying body.",
      "All seven perspectives and four mandatory threads are assessed.",
    ],
    scopeHelp: null,
  },
  ITIL: {
    request: "endorsed",
    consent: "endorseConsent",
    notes: [
      "An external body checks the assessment. There is an additional fee.",
      "Statements of results and independent validation are valid for three years.",
      "The end customer must consent to sharing the data with that body.",
    ],
    scopeHelp: (
      <>
        . Not sure which? <Link to={paths.scopeQuestions()}>Answer a few questions</Link>.
      </>
    ),
  },
} as const;

/** The scope in the words that are fixed, and what there is to choose in it. */
const scopeHint = (name: string): ReactNode => {
  const itil = findItilScope(name);
  return itil ? <Notes of={[SCOPE_HINTS[name] ?? "", practiceRule(itil)]} /> : SCOPE_HINTS[name];
};

/**
 * Name, model, scope and purpose of an assessment (docs/rules/setup-and-scope.md#profile). The style sheet hides the fields of the other
 * model.
 */
export function ProfileForm({ form, fields, choices, before, engagements, hidden, reply, refusal, live, readOnly }: ProfileFormProps) {
  const { models, scopes, model, scope, hasSeveralRoles, isRequested } = choices;
  const { unsaved, consequence } = reply ?? {};
  const hydrated = useHydrated();
  const table = hasSeveralRoles
    ? { ...PROFILE_FORM, assessmentType: { ...PROFILE_FORM.assessmentType, label: "Select Maturity Model" } }
    : PROFILE_FORM;
  const labels = labelsOf(table);
  const of = (name: keyof typeof PROFILE_FORM) => ({ field: fields[name], label: labels[name] });
  const chosen = (Object.keys(MODELS) as Role[]).filter((each) => models.includes(each));
  const ofModel = (each: string) => (models.length > 1 ? styles[`for${each}`] : undefined);
  return (
    <>
      {reply && consequence ? <ScopeConsequenceDialog key={reply.id} consequence={consequence} form={form.id} /> : null}
      <StepForm
        id={form.id}
        className={styles.profileForm}
        hidden={hidden}
        labels={formLabelsOf(without(table, [...(before ? [] : [PREVIOUS_FIELD]), ...(engagements.length > 0 ? [] : [ENGAGEMENT_FIELD])]), {
          assessmentType: models.map(asOption),
          selectedScope: Object.values(scopes).flat().map(asOption),
          [PREVIOUS_FIELD]: before?.options ?? [],
          [ENGAGEMENT_FIELD]: engagements,
        })}
        unsaved={unsaved}
        isRejected={reply !== undefined}
        readOnly={readOnly}
        live={live}
        defaultButton={{ name: "then", value: "continue" }}
      >
        {unsaved || consequence ? null : <ErrorSummary form={form} fields={fields} refusal={refusal} labels={labels} />}
        {reply?.asksForScope ? (
          <Callout kind="info" title="Now select a scope">
            The scopes of the model that you chose are below. Nothing has been saved yet.
          </Callout>
        ) : null}
        {before?.notice && !reply ? (
          <Callout kind="info" title={before.notice.title}>
            {before.notice.text}
          </Callout>
        ) : null}
        <h2>Assessment details</h2>
        <SelectField
          {...of("assessmentType")}
          placeholder={table.assessmentType.placeholder}
          options={models.map(asOption)}
          disabled={model !== undefined}
          required
        />
        {model ? <input type="hidden" name={fields.assessmentType.name} value={model} /> : null}
        {/* Which model's scopes the page showed when it was sent. With script they appear as soon as one is chosen. */}
        {hydrated ? null : <input type="hidden" name="shown" value={String(fields.assessmentType.initialValue ?? "")} />}
        <FormFields of={table} names={fieldNames(table, "text")} fields={fields} />
        <RadioField
          {...of("selectedScope")}
          hint={
            scope ? (
              SCOPE_IS_FIXED
            ) : (
              <>
                Select one scope per assessment
                {models.length > 1 ? <span className={styles.forNone}>: the scopes appear here once a model is selected</span> : null}
                {chosen.map((each) =>
                  MODELS[each].scopeHelp ? (
                    <span key={each} className={ofModel(each)}>
                      {MODELS[each].scopeHelp}
                    </span>
                  ) : null,
                )}
              </>
            )
          }
          options={models.flatMap((each) =>
            (scopes[each] ?? []).map((name) => ({
              value: name,
              label: name,
              hint: scopeHint(name),
              disabled: scope !== undefined,
              className: ofModel(each),
            })),
          )}
          wide
          required
        />
        {chosen.map((each) => {
          const { request, consent, notes } = MODELS[each];
          return (
            <div key={each} className={`${styles.request} ${ofModel(each) ?? ""}`}>
              <CheckboxField {...of(request)} hint={<Notes of={notes} />} />
              {isRequested ? null : (
                <div className={`side-line ${styles.consent}`}>
                  <CheckboxField {...of(consent)} />
                </div>
              )}
            </div>
          );
        })}
        {before ? (
          <SelectField
            {...of(PREVIOUS_FIELD)}
            hint="Its answers are shown next to the statements. Nothing is answered by itself. You can change this until you submit."
            placeholder="None"
            options={before.options}
          />
        ) : null}
        {engagements.length > 0 ? (
          <SelectField
            {...of(ENGAGEMENT_FIELD)}
            hint="The job for this client that it belongs to. Unit, person and day are added there."
            placeholder="None"
            options={engagements}
          />
        ) : null}
        {fieldNames(OF_BOTH, "tick").map((name) => (
          <CheckboxField key={name} isSwitch {...of(name)} hint={OF_BOTH[name].hint} />
        ))}
        <div className="row row-end">
          <Button type="submit" name="then" value="exit" variant="soft">
            Save & Exit
          </Button>
          <Button type="submit" name="then" value="continue">
            Save & Continue
          </Button>
        </div>
      </StepForm>
    </>
  );
}

/** The fields of the form but those for which there is nothing to choose. */
const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** The lines of a hint. */
function Notes({ of }: { of: readonly string[] }): ReactNode {
  return of.map((note) => (
    <span key={note} className="block">
      {note}{" "}
    </span>
  ));
}

interface ScopeConsequenceDialogProps {
  consequence: NonNullable<ProfileReply["consequence"]>;
  /** The id of the profile's form, which the confirming button submits. */
  form: string;
}

/** Says what saving the profile makes of the saved scope, and asks (docs/rules/setup-and-scope.md#what-the-profile-does-to-a-saved-scope). */
function ScopeConsequenceDialog({ consequence: { reasons, facts, ratings, key, then }, form }: ScopeConsequenceDialogProps) {
  const [isOpen, setOpen] = useState(true);
  if (!isOpen) return null;
  const dismiss = () => setOpen(false);
  return (
    <Modal title="This changes the saved scope" kind="warning" onDismiss={dismiss}>
      {reasons.map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
      {facts.length > 0 ? <Facts facts={facts} /> : null}
      <EndingRatings ratings={ratings} />
      <p>Nothing has been saved yet.</p>
      <div className="row row-end">
        <Dismiss label="Keep editing" onDismiss={dismiss} />
        <input type="hidden" form={form} name="askedThen" value={then} />
        <Button type="submit" form={form} name="confirmed" value={key}>
          Save and change the scope
        </Button>
      </div>
    </Modal>
  );
}
