import { Link } from "@remix-run/react";
import { useRef } from "react";
import { ActionForm } from "~/components/actions/ActionForm";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { Callout } from "~/components/shell/Callout";
import { Page } from "~/components/shell/Page";
import type { ActionAddPage, ActionReply } from "~/views/actions";

/** The form of a new action (docs/rules/actions.md#where-an-action-begins). */
export function ActionAddScreen({ page, reply }: { page: ActionAddPage; reply: ActionReply | undefined }) {
  const form = useRef<HTMLDivElement>(null);
  const { organization, from, fields, refusal } = page;
  return (
    <Page title="Add an action" subtitle={organization.name}>
      {refusal ? (
        <Callout kind="info">
          {refusal} <Link to={fields.back}>Go Back</Link>
        </Callout>
      ) : (
        <div className="stack measure" ref={form}>
          <LeaveGuard form={form} isRejected={reply !== undefined} />
          {from ? (
            <p>
              It comes from <Link to={from.href}>{from.name}</Link> ({from.about}).
            </p>
          ) : null}
          <ActionForm key={reply?.id} fields={fields} reply={reply} submit="Add action" />
        </div>
      )}
    </Page>
  );
}
