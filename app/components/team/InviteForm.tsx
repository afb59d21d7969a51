import { Form } from "@remix-run/react";
import { INVITATION_DAYS, INVITE_MAX } from "#model/people.ts";
import { counted, listed } from "#model/words.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, RadioField, TextAreaField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { LineReasons } from "~/components/forms/LineReasons";
import { UnderstoodForm } from "~/components/forms/UnderstoodForm";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { useNavigation } from "~/components/shell/held-forms";
import { Outcome } from "~/components/shell/Outcome";
import { Button } from "~/components/shell/parts";
import {
  INVITE,
  INVITE_DEFAULT,
  INVITE_LABELS,
  INVITE_RULES,
  type InviteReply,
  inviteFormLabels,
  MODELS,
  type PeoplePage,
  permissionOptions,
} from "~/views/people";
import type { Understood } from "~/views/understood";

/** Characters of a line that its reason names. */
const LINE_SHOWN = 80;

interface InviteFormProps {
  page: PeoplePage;
  formId: string;
  reply: InviteReply | undefined;
}

/** Invites several people at once, a line for each (docs/rules/people.md#inviting). They are shown first. */
export function InviteForm(props: InviteFormProps) {
  const { understood, invites = 0 } = props.reply ?? {};
  if (!understood) return <InviteFields {...props} />;
  return (
    <UnderstoodForm
      understood={understood}
      summary={`${counted(invites, "person is", "people are")} invited as ${asWhat(understood)} when you press the button below.`}
    >
      {`Invite ${counted(invites, "person", "people")}`}
    </UnderstoodForm>
  );
}

/** What the question says before somebody leaves lines behind. */
const leftWords = (lines: number) => `${counted(lines, "line has", "lines have")} invited nobody. Everybody else is invited.`;

/** The permission and the models that the form gives, such as 'Assessor for P3M3 and ITIL'. */
function asWhat({ fields }: Understood): string {
  const chosen = (wanted: string) => fields.flatMap(([name, value]) => (name === wanted ? [value] : []));
  const permission = permissionOptions.find(({ value }) => chosen(INVITE.permission).includes(value));
  return `${permission?.label ?? ""} for ${listed(MODELS.filter((model) => chosen(INVITE.roles).includes(model)))}`;
}

function InviteFields({ page: { models, counts, mails }, formId, reply }: InviteFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ lines: string; permission: string; roles: string[] }>({
    rules: INVITE_RULES,
    lastResult,
    defaultValue: { permission: INVITE_DEFAULT, roles: [...models] },
  });
  const isSending = useNavigation().state === "submitting";
  const left = reply?.left ?? [];
  const isAlone = counts.people + counts.invitations === 1;
  return (
    <details className="panel" open={reply !== undefined || isAlone || undefined}>
      <summary>Invite people</summary>
      <Form method="post" id={form.id} noValidate className="stack measure" aria-label="Invite people" preventScrollReset {...live}>
        <input type="hidden" name={INVITE.formId} defaultValue={reply?.id ?? formId} />
        <FormLabels labels={inviteFormLabels(models)} />
        {reply?.invited ? (
          <Outcome shown={reply.id} label="What was done">
            <Callout kind="success" title={reply.invited} isAnnounced={false}>
              What is left is below, each line with its reason.
            </Callout>
          </Outcome>
        ) : null}
        {/* What is left stands with its reasons below the field: where somebody was invited, that comes first. */}
        <ErrorSummary form={form} fields={fields} labels={INVITE_LABELS} refusal={reply?.invited === undefined ? lastResult : null} />
        <TextAreaField
          field={fields.lines}
          label={INVITE_LABELS.lines}
          hint={`One on each line, as in ‘Jane Doe <jane@example.org>’. An address alone is enough, and lists with commas or semicolons fit as a mail program copies them. At most ${INVITE_MAX} at once.`}
          rows={5}
          required
          describedBy={left.length > 0 ? `${form.id}-left` : undefined}
        />
        {left.length > 0 ? (
          <LineReasons lines={left} shown={LINE_SHOWN} id={`${form.id}-left`} className="small" aria-label="Lines that invited nobody" />
        ) : null}
        <RadioField field={fields.permission} label={INVITE_LABELS.permission} options={permissionOptions} wide required />
        <CheckboxListField
          field={fields.roles}
          label={INVITE_LABELS.roles}
          hint="You can give the models that you work with yourself."
          options={models.map((model) => ({ value: model, label: model, isRequired: models.length === 1 }))}
          inline
        />
        <p className="small muted">
          {mails ? "Each gets a mail" : "This service sends no mails, so tell them yourself"}. They join by signing in with that address
          within {INVITATION_DAYS} days. Whoever is in another team has to leave it first.
        </p>
        <div className="row">
          <Button type="submit" disabled={isSending}>
            Invite
          </Button>
        </div>
        <LeaveGuard form={live.ref} isRejected={reply !== undefined} left={reply?.invited && leftWords(left.length)} />
      </Form>
    </details>
  );
}
