import { Form } from "@remix-run/react";
import { fieldNames, STYLE_FIELDS } from "#model/fields.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FileForm } from "~/components/forms/FileForm";
import { FormFields } from "~/components/forms/FormFields";
import { FormLabels } from "~/components/forms/FormLabels";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Page } from "~/components/shell/Page";
import { Button } from "~/components/shell/parts";
import { defaultsOf, formLabelsOf, labelsOf, rulesOf } from "~/views/form-fields";
import { paths } from "~/views/paths";
import { LOGO_FIELD, LOGO_TOO_LARGE, LOGO_UPLOAD_MAX, STYLE_INTENTS, type StylePage, type StyleReply } from "~/views/team";
import styles from "./StyleScreen.module.css";

const LABELS = labelsOf(STYLE_FIELDS);
const INTRODUCTION =
  "How the reports of your team look: Word, slides and printed results carry it, and the sheets of people whose view you ask for have the logo. Everybody in your team may change it. The other pages of this tool stay as they are.";

/** The house style of a team, with a form for its texts and one for its logo (docs/rules/house-style.md). */
export function StyleScreen({ page, reply }: { page: StylePage; reply: StyleReply | undefined }) {
  return (
    <Page title="House style" subtitle={INTRODUCTION}>
      <div className="stack measure">
        <Logo logo={page.logo} error={reply?.logoError} />
        <Texts page={page} reply={reply} />
      </div>
    </Page>
  );
}

function Texts({ page: { style, base }, reply }: { page: StylePage; reply: StyleReply | undefined }) {
  const lastResult = reply?.texts ?? null;
  const { form, fields, live } = useLiveForm({
    rules: rulesOf(STYLE_FIELDS, style),
    lastResult,
    defaultValue: defaultsOf(STYLE_FIELDS, style),
  });
  const isSaving = useNavigation().state === "submitting";
  const { accent } = style;
  const sent: Record<string, { initialValue?: unknown } | undefined> = fields;
  return (
    <>
      <Form method="post" id={form.id} noValidate className="stack panel" aria-labelledby="style-texts" {...live}>
        <h2 id="style-texts">Texts and colour</h2>
        <FormLabels labels={formLabelsOf(STYLE_FIELDS, {})} />
        <ErrorSummary form={form} fields={fields} labels={LABELS} refusal={lastResult} />
        <FormFields of={STYLE_FIELDS} names={fieldNames(STYLE_FIELDS, "text")} fields={fields} />
        {accent ? (
          <p className="row small">
            <svg className={styles.swatch} aria-hidden viewBox="0 0 2 1">
              <rect width="2" height="1" fill={accent} />
            </svg>
            The accent colour that is stored: {accent}
          </p>
        ) : null}
        {/* What the user has seen: the loader may have read what a colleague saved since. */}
        <input type="hidden" name="base" defaultValue={reply?.changedTo ?? String(sent.base?.initialValue ?? base)} />
        <div className="row">
          <Button type="submit" disabled={isSaving}>
            Save house style
          </Button>
        </div>
      </Form>
      <LeaveGuard form={live.ref} isRejected={lastResult !== null} />
    </>
  );
}

function Logo({ logo, error }: { logo: string | undefined; error: string | undefined }) {
  const isSending = useNavigation().state === "submitting";
  return (
    <section className="panel stack" aria-labelledby="style-logo">
      <h2 id="style-logo">Logo</h2>
      {logo ? (
        <>
          <p className={styles.logo}>
            <img src={logo} alt="The logo of your team" />
          </p>
          <Form method="post" action={paths.style()} preventScrollReset>
            <HiddenFields fields={{ intent: STYLE_INTENTS.remove }} />
            <Button type="submit" variant="soft" disabled={isSending}>
              Remove the logo
            </Button>
          </Form>
        </>
      ) : (
        <p className="muted">There is no logo yet.</p>
      )}
      <FileForm
        action={paths.style()}
        id="logo"
        name={LOGO_FIELD}
        label={`${logo ? "Another picture" : "A picture"} (PNG, JPEG or SVG, at most 1 MB)`}
        hint="It is made smaller if it is larger than 1,200 × 400 pixels. Reports show it on white."
        accept="image/png,image/jpeg,image/svg+xml"
        max={LOGO_UPLOAD_MAX}
        tooLarge={LOGO_TOO_LARGE}
        error={error}
        submit="Upload"
        variant="soft"
      >
        <HiddenFields fields={{ intent: STYLE_INTENTS.upload }} />
      </FileForm>
    </section>
  );
}
