import { Form } from "@remix-run/react";
import { VOICE_ROLE_MAX, VOICE_ROLES_MAX, VOICES_SHOWN_FROM } from "#model/voices.ts";
import { countInWords, listed } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxField, TextAreaField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { ButtonLink } from "~/components/shell/parts";
import {
  SETTINGS,
  SETTINGS_LABELS,
  SETTINGS_RULES,
  settingsFormLabels,
  type VoiceSettingsPage,
  type VoiceSettingsReply,
} from "~/views/voices";

interface VoiceSettingsProps {
  page: VoiceSettingsPage;
  reply: VoiceSettingsReply | undefined;
}

/** The roles of voices, and whether the result shows how views differ (docs/rules/voices.md#what-results-show). */
export function VoiceSettingsScreen({ page, reply }: VoiceSettingsProps) {
  const { assessment, screens, readOnly, texts, base, back } = page;
  return (
    <Page title={assessment.name} subtitle="Voices – roles and results" screens={screens}>
      <div className="stack measure">
        {readOnly ? (
          <>
            <Callout kind="info">{readOnly}</Callout>
            <section className="panel" aria-label="Settings">
              <Facts
                facts={[
                  ["Roles", listed(texts.roles.split("\n"))],
                  ["How views differ", texts.showInResults ? "Shown in the result" : "Not shown in the result"],
                ]}
              />
            </section>
            <div className="row">
              <ButtonLink to={back} variant="soft">
                Go Back
              </ButtonLink>
            </div>
          </>
        ) : (
          // The key gives the fields what is stored now.
          <SettingsForm key={`${base} ${reply?.id}`} page={page} reply={reply} />
        )}
      </div>
    </Page>
  );
}

function SettingsForm({ page: { texts, base, used, back }, reply }: VoiceSettingsProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<typeof texts & { base: string }>({ rules: SETTINGS_RULES, lastResult, defaultValue: texts });
  return (
    <Form method="post" id={form.id} noValidate className="panel stack" aria-label="Settings of voices" preventScrollReset {...live}>
      {/* What the user has seen: the loader may have read what a colleague saved since. */}
      <HiddenFields fields={{ [SETTINGS.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base) }} />
      <FormLabels labels={settingsFormLabels} />
      <ErrorSummary form={form} fields={fields} labels={SETTINGS_LABELS} refusal={lastResult} />
      <TextAreaField
        field={fields.roles}
        label={SETTINGS_LABELS.roles}
        hint={`One in a line: at most ${VOICE_ROLES_MAX}, each of at most ${VOICE_ROLE_MAX} characters.${used.length > 0 ? ` ${listed(used)} ${used.length === 1 ? "is" : "are"} in use and cannot be removed.` : ""}`}
        rows={7}
        required
      />
      <CheckboxField
        field={fields.showInResults}
        label={SETTINGS_LABELS.showInResults}
        hint={`The result then shows counts, never names, once the assessment is submitted: of statements that at least ${countInWords(VOICES_SHOWN_FROM)} voices answered, and of roles where nobody's answer can be worked out.`}
      />
      <FormEnd back={back}>Save settings</FormEnd>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}
