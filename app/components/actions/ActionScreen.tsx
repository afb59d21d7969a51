import { Form, Link } from "@remix-run/react";
import { useRef } from "react";
import { ACTION_REMARKS_MAX } from "#model/actions.ts";
import { counted } from "#model/words.ts";
import { ActionForm } from "~/components/actions/ActionForm";
import { ActionStateMark } from "~/components/actions/ActionState";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextAreaField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Facts } from "~/components/shell/Facts";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { useNavigation } from "~/components/shell/held-forms";
import { Moment } from "~/components/shell/Moment";
import { Page } from "~/components/shell/Page";
import { Button, ButtonLink } from "~/components/shell/parts";
import { Question } from "~/components/shell/Question";
import { ACTION, ACTION_INTENTS, type ActionPage, type ActionReply, REMARK_LABELS, REMARK_RULES } from "~/views/actions";

/** One action, with what was said about it and what changed of it (docs/rules/actions.md#one-action). */
export function ActionScreen({ page, reply }: { page: ActionPage; reply: ActionReply | undefined }) {
  const { organization, title, state, isOverdue, stateSince, createdAt, from, facts, fields, links } = page;
  const forms = useRef<HTMLDivElement>(null);
  const replyTo = (form: ActionReply["form"]) => (reply?.form === form ? reply : undefined);
  return (
    <Page
      title={title}
      subtitle={`Action – ${organization.name}`}
      actions={
        <ButtonLink to={links.all} variant="soft" className="no-print">
          All actions
        </ButtonLink>
      }
    >
      <div className="stack measure" ref={forms}>
        <LeaveGuard form={forms} isRejected={reply !== undefined} />
        <section className="panel" aria-label="At the moment">
          <Facts
            facts={[
              ["State", <ActionStateMark key="state" state={state} isOverdue={isOverdue} />],
              ["Since", <Moment key="since" iso={stateSince} />],
              ["Added", <Moment key="added" iso={createdAt} />],
              ...(from
                ? [
                    [
                      "Comes from",
                      <span key="from">
                        <Link to={from.href}>{from.name}</Link> ({from.about})
                      </span>,
                    ] as const,
                  ]
                : []),
              ...(fields ? [] : facts),
            ]}
          />
        </section>
        {/* The key gives the fields what is stored now. */}
        {fields ? (
          <ActionForm key={`${fields.base} ${replyTo("action")?.id}`} fields={fields} reply={replyTo("action")} submit="Save changes" />
        ) : null}
        <Remarks page={page} reply={replyTo("remark")} />
        <Changes page={page} />
        {fields ? <Removing page={page} /> : null}
      </div>
    </Page>
  );
}

function Remarks({ page: { remarks, fields, isFull, remarkFormId }, reply }: { page: ActionPage; reply: ActionReply | undefined }) {
  return (
    <section className="panel stack" aria-labelledby="remarks">
      <h2 id="remarks">Remarks</h2>
      {remarks.length === 0 ? <p className="muted">Nobody has made a remark yet.</p> : null}
      <ul className="plain-list stack">
        {remarks.map(({ id, at, by, text }) => (
          <li key={id}>
            <p className="small muted">
              {by}, <Moment iso={at} />
            </p>
            <p className="note-text">{text}</p>
          </li>
        ))}
      </ul>
      {fields && isFull ? <p className="muted">An action holds at most {ACTION_REMARKS_MAX} remarks.</p> : null}
      {/* The key empties the field once its text is among the remarks. */}
      {fields && !isFull ? <RemarkForm key={`${remarks.length} ${reply?.id}`} formId={remarkFormId} reply={reply} /> : null}
    </section>
  );
}

function RemarkForm({ formId, reply }: { formId: string; reply: ActionReply | undefined }) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<{ text: string; formId: string }>({
    rules: REMARK_RULES,
    lastResult,
    defaultValue: { formId },
  });
  const isSaving = useNavigation().state === "submitting";
  return (
    <Form method="post" id={form.id} noValidate className="stack no-print" aria-label="New remark" preventScrollReset {...live}>
      <HiddenFields fields={{ [ACTION.intent]: ACTION_INTENTS.remark, [ACTION.formId]: String(fields.formId.initialValue ?? formId) }} />
      <FormLabels labels={[{ ask: REMARK_LABELS }]} />
      <ErrorSummary form={form} fields={fields} labels={REMARK_LABELS} refusal={lastResult} />
      <TextAreaField
        field={fields.text}
        label={REMARK_LABELS[ACTION.remark]}
        hint="It stays as it is, with your name and the time."
        rows={3}
        required
      />
      <div className="row">
        <Button type="submit" variant="soft" disabled={isSaving}>
          Add remark
        </Button>
      </div>
    </Form>
  );
}

function Changes({ page: { changes, hasMoreChanges } }: { page: ActionPage }) {
  if (changes.length === 0) return null;
  return (
    <details className="panel">
      <summary>{hasMoreChanges ? `The last ${counted(changes.length, "change")}` : counted(changes.length, "change")}</summary>
      <ul className="plain-list stack">
        {changes.map(({ at, by, lines }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no number, and only the newest is added
          <li key={changes.length - index}>
            <p className="small muted">
              {by}, <Moment iso={at} />
            </p>
            {lines.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </li>
        ))}
      </ul>
      {hasMoreChanges ? <p className="small muted">Older changes are in the history, which your operator can export.</p> : null}
    </details>
  );
}

function Removing({ page: { title, version, isRemoving, links } }: { page: ActionPage }) {
  return (
    <div className="row row-between no-print">
      <p>An action that was agreed but is not wanted any more can be dropped instead: it stays in the register.</p>
      <ButtonLink to={links.remove} preventScrollReset variant="soft">
        Remove
      </ButtonLink>
      {isRemoving ? (
        <Question
          title="Remove this action?"
          kind="warning"
          at={links.here}
          fields={{ [ACTION.intent]: ACTION_INTENTS.remove, [ACTION.version]: version }}
          submit="Remove"
        >
          {title}: register, report and assessments will no longer show it, nor its remarks.
        </Question>
      ) : null}
    </div>
  );
}
