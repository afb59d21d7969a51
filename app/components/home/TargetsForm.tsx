import { Form } from "@remix-run/react";
import { formatScore } from "#model/rounding.ts";
import { TARGET_REASON_MAX } from "#model/targets.ts";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Page } from "~/components/shell/Page";
import { type Column, Table } from "~/components/shell/Table";
import {
  SCORED,
  scopeInWords,
  TARGETS,
  type TargetsFormPage,
  type TargetsReply,
  targetFormLabels,
  targetGroups,
  targetLabels,
  targetRules,
} from "~/views/targets";
import styles from "./TargetsForm.module.css";

/** The form of the targets of a model and scope, all at once (docs/rules/targets.md#setting-them). */
export function TargetsForm({ page, reply }: { page: TargetsFormPage; reply: TargetsReply | undefined }) {
  return (
    <Page title={`Targets for ${scopeInWords(page)}`} subtitle={page.organization.name}>
      {/* The server may have put a colleague's targets into fields, so make the fields anew. */}
      <Fields key={reply?.id} page={page} reply={reply} />
    </Page>
  );
}

type Item = ReturnType<typeof targetGroups>[number]["items"][number];

function Fields({ page, reply }: { page: TargetsFormPage; reply: TargetsReply | undefined }) {
  const { model, stored, base, now, back } = page;
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<Record<string, unknown>>({ rules: targetRules(model), lastResult, defaultValue: stored });
  const labels = targetLabels(model);
  const field = (name: string) => ({ field: fields[name] as NonNullable<(typeof fields)[string]>, label: labels[name] ?? name });
  const columns: Column<Item>[] = [
    { title: SCORED[model], names: true, show: ({ label }) => label },
    ...(now ? [{ title: "Latest score", isNumber: true, show: ({ code }: Item) => formatScore(now[code] ?? null) }] : []),
    {
      title: "Score to reach",
      headClass: styles.score,
      show: (item) => <TextField {...field(item.fields.score)} isLabelHidden inputMode="decimal" />,
    },
    { title: "Until", headClass: styles.date, show: (item) => <TextField {...field(item.fields.date)} isLabelHidden type="date" /> },
    { title: "Reason", headClass: styles.reason, show: (item) => <TextField {...field(item.fields.reason)} isLabelHidden /> },
  ];
  return (
    <Form method="post" id={form.id} noValidate className="stack" {...live}>
      {/* What the user has seen: the loader may have read what a colleague saved since. */}
      <input type="hidden" name={TARGETS.base} defaultValue={String(field(TARGETS.base).field.initialValue ?? base)} />
      <FormLabels labels={import.meta.env.SSR ? targetFormLabels(model) : []} />
      <ErrorSummary form={form} fields={fields} labels={labels} refusal={lastResult} />
      <section className="panel stack" aria-labelledby="targets-shared">
        <h2 id="targets-shared">For several at once</h2>
        <p className="muted">
          A row with a score but without a date or reason of its own uses these. Reasons have at most {TARGET_REASON_MAX} characters.
        </p>
        <div className="form-grid">
          <TextField {...field(TARGETS.date)} type="date" optional />
          <TextField {...field(TARGETS.reason)} optional />
        </div>
      </section>
      {targetGroups(model).map(({ name, items }) => (
        <section key={name} className="panel stack-tight" aria-label={name}>
          <h2>{name}</h2>
          <p className="muted">
            From 0 to 5, with at most two decimals. Leave empty what has no target. Emptying a score removes its target.
          </p>
          <Table columns={columns} rows={items} keyOf={({ code }) => code} />
        </section>
      ))}
      <FormEnd back={back} isPanel>
        Save targets
      </FormEnd>
      <LeaveGuard form={live.ref} isRejected={reply !== undefined} />
    </Form>
  );
}
