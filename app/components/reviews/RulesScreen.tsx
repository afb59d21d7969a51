import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextAreaField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { paths } from "~/views/paths";
import { RULES_LABELS, RULES_RULES, type RulesPage, type RulesReply } from "~/views/peer-review";

/** The rules of a team (docs/rules/peer-review.md#four-eyes). */
export function RulesScreen({ page: { fourEyes, problem, changed, version }, reply }: { page: RulesPage; reply: RulesReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ fourEyes: string; reason: string }>({
    rules: RULES_RULES,
    lastResult,
    defaultValue: { reason: "" },
  });
  const isSaving = useNavigation().state === "submitting";
  return (
    <Page title="Rules of the team" subtitle="They hold for every assessment of your team.">
      <Form method="post" id={form.id} noValidate className="panel stack measure" aria-label="Four eyes" {...live}>
        <h2>Four eyes</h2>
        <p>
          With this rule, an assessment is submitted only with the approval of a colleague who has changed nothing in it, and who is not the
          one who submits.
        </p>
        <ul>
          <li>It stops the submission alone. Answers, drafts, files, and versions of the report that are issued stay free.</li>
          <li>
            While it is on, nobody approves what they have changed themselves. Approvals given before count, if nothing has changed since
            and their people have changed nothing.
          </li>
          <li>What is submitted already stays as it is. A corrected edition needs an approval of its own.</li>
          <li>
            Nobody gets a message when the rule is switched. The summary and the peer review of each assessment say what it asks for, and
            the history of the team keeps who switched it, and why.
          </li>
        </ul>
        <p>
          <strong>The rule is {fourEyes ? "on" : "off"}.</strong>{" "}
          {changed ? (
            <>
              {changed.by} changed it, <Moment iso={changed.at} />
              {changed.reason === "" ? "." : `: ‘${changed.reason}’`}
            </>
          ) : null}
        </p>
        <HiddenFields fields={{ fourEyes: fourEyes ? "off" : "on", version }} />
        <FormLabels labels={[{ ask: { reason: RULES_LABELS.reason } }]} />
        <ErrorSummary form={form} fields={fields} labels={RULES_LABELS} refusal={lastResult} />
        {problem ? <p>{problem}</p> : null}
        {fourEyes ? (
          <TextAreaField field={fields.reason} label={RULES_LABELS.reason} hint="The history of the team keeps it." rows={3} required />
        ) : null}
        <div className="row row-end no-print">
          <ButtonLink to={paths.people()} variant="soft">
            Go Back
          </ButtonLink>
          {problem ? null : (
            <Button type="submit" disabled={isSaving}>
              {fourEyes ? "Switch it off" : "Switch it on"}
            </Button>
          )}
        </div>
        <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
      </Form>
    </Page>
  );
}
