import { Form, Link } from "@remix-run/react";
import { editionInWords } from "#model/editions.ts";
import { EDITION_REASON_MAX } from "#model/text.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextAreaField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { EDITION_RULES, type EditionPage, type EditionReply, REASON_LABEL } from "~/views/editions";

/** The page on which a corrected edition is made (docs/rules/editions.md#making-one). */
export function EditionScreen({ page, reply }: { page: EditionPage; reply: EditionReply | undefined }) {
  const { assessment, refusal } = page;
  return (
    <Page title={assessment.name} subtitle={`Make a corrected edition – ${assessment.scope}`} screens={page.screens}>
      {refusal && !reply ? (
        <Callout kind="info">
          {refusal.words} {refusal.link ? <Link to={refusal.link.to}>{refusal.link.words}</Link> : <Link to={page.back}>Go Back</Link>}
        </Callout>
      ) : (
        <>
          {refusal?.link ? (
            <p>
              <Link to={refusal.link.to}>{refusal.link.words}</Link>
            </p>
          ) : null}
          <EditionForm page={page} reply={reply ?? null} />
        </>
      )}
    </Page>
  );
}

function EditionForm({ page, reply }: { page: EditionPage; reply: EditionReply | null }) {
  const { form, fields, live } = useLiveForm({
    rules: EDITION_RULES,
    lastResult: reply,
    defaultValue: { reason: "", formId: page.formId },
  });
  const isSaving = useNavigation().state === "submitting";
  return (
    <div className="measure stack">
      <p>
        The new edition holds answers, notes, evidence and the texts of the report as they were. Voices stay with the first edition.
        Certification and validation are not taken over. Change what is wrong, then submit it: it becomes {editionInWords(page.number)} and
        replaces this one, which stays as it is.
      </p>
      <Form method="post" id={form.id} noValidate className="stack panel" {...live}>
        <input type="hidden" name="formId" defaultValue={String(fields.formId.initialValue ?? page.formId)} />
        <FormLabels labels={[{ ask: { reason: REASON_LABEL } }]} />
        <ErrorSummary form={form} fields={fields} labels={{ reason: REASON_LABEL }} refusal={reply} />
        <TextAreaField
          field={fields.reason}
          label={REASON_LABEL}
          hint={`The result that it replaces will say so. At most ${EDITION_REASON_MAX.toLocaleString("en-GB")} characters.`}
          required
        />
        <div className="row">
          <ButtonLink to={page.back} variant="soft">
            Go Back
          </ButtonLink>
          <Button type="submit" disabled={isSaving}>
            Make the edition
          </Button>
        </div>
      </Form>
      <LeaveGuard form={live.ref} isRejected={reply !== null} />
    </div>
  );
}
