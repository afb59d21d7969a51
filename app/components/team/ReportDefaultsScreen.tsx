import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextAreaField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Page } from "~/components/shell/Page";
import { paths } from "~/views/paths";
import {
  DEFAULTS_LABELS,
  DEFAULTS_RULES,
  type DefaultTexts,
  type ReportDefaultsPage,
  type ReportDefaultsReply,
} from "~/views/report-defaults";

/** What the reports of a team begin with (docs/rules/client-report.md#what-new-reports-begin-with). */
export function ReportDefaultsScreen({
  page: { texts, base },
  reply,
}: {
  page: ReportDefaultsPage;
  reply: ReportDefaultsReply | undefined;
}) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<DefaultTexts & { base: string }>({
    rules: DEFAULTS_RULES,
    lastResult,
    defaultValue: texts,
  });
  return (
    <Page
      title="New reports"
      subtitle="The cover of each new assessment's report begins with these texts. Its assessors can change them there. Existing reports stay as they are."
    >
      <Form method="post" id={form.id} noValidate className="panel stack measure" aria-label="New reports" {...live}>
        {/* What the user has seen: the loader may have read what another lead saved since. */}
        <HiddenFields fields={{ base: reply?.changedTo ?? String(fields.base.initialValue ?? base) }} />
        <FormLabels labels={[{ ask: DEFAULTS_LABELS }]} />
        <ErrorSummary form={form} fields={fields} labels={DEFAULTS_LABELS} refusal={lastResult} />
        <TextField field={fields.authors} label={DEFAULTS_LABELS.authors} hint="Who usually writes your reports." optional />
        <TextAreaField
          field={fields.disclaimer}
          label={DEFAULTS_LABELS.disclaimer}
          hint="Small, at the foot of the cover."
          rows={5}
          optional
        />
        <FormEnd back={paths.people()}>Save the texts</FormEnd>
        <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
      </Form>
    </Page>
  );
}
