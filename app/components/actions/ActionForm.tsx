import { Form } from "@remix-run/react";
import { ACTION_PLACES_MAX } from "#model/actions.ts";
import { ChoiceGroup } from "~/components/forms/ChoiceGroup";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { SelectField, TextAreaField, TextField } from "~/components/forms/fields";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { HiddenFields } from "~/components/shell/HiddenFields";
import {
  ACTION,
  ACTION_LABELS,
  ACTION_RULES,
  type ActionFields,
  type ActionReply,
  type ActionTexts,
  actionFormLabels,
  SIZE_OPTIONS,
  STATE_OPTIONS,
} from "~/views/actions";

interface ActionFormProps {
  fields: ActionFields;
  /** The form as it came back. */
  reply: ActionReply | undefined;
  submit: string;
}

/** What an action says, to be added or changed. */
export function ActionForm({ fields: { texts, base, formId, places, back }, reply, submit }: ActionFormProps) {
  const lastResult = reply?.result ?? null;
  const { form, fields, live } = useLiveForm<ActionTexts & { formId: string; base: string }>({
    rules: ACTION_RULES,
    lastResult,
    defaultValue: { ...texts, formId },
  });
  const sizes = { options: SIZE_OPTIONS, placeholder: "Not said" };
  return (
    <Form method="post" id={form.id} noValidate className="panel stack" aria-label="Action" preventScrollReset {...live}>
      {base === undefined ? (
        <HiddenFields fields={{ [ACTION.formId]: String(fields.formId.initialValue ?? formId) }} />
      ) : (
        // The text that the user saw: the loader may have read a colleague's newer one.
        <HiddenFields fields={{ [ACTION.base]: reply?.changedTo ?? String(fields.base.initialValue ?? base) }} />
      )}
      <FormLabels labels={import.meta.env.SSR ? actionFormLabels(places) : []} />
      <ErrorSummary form={form} fields={fields} labels={ACTION_LABELS} refusal={lastResult} />
      <TextField field={fields.title} label={ACTION_LABELS.title} hint="What is to be done." required />
      <TextAreaField field={fields.why} label={ACTION_LABELS.why} hint="What was found, and what it will change." optional />
      {places.length > 0 ? <Places field={fields.places} options={places} /> : null}
      <TextField field={fields.owner} label={ACTION_LABELS.owner} hint="Whoever sees to it, usually somebody at the client." optional />
      <div className="form-grid">
        <SelectField field={fields.state} label={ACTION_LABELS.state} options={STATE_OPTIONS} placeholder="Select one" required />
        <TextField field={fields.due} label={ACTION_LABELS.due} type="date" optional />
        <SelectField field={fields.effort} label={ACTION_LABELS.effort} {...sizes} optional />
        <SelectField field={fields.effect} label={ACTION_LABELS.effect} {...sizes} optional />
      </div>
      <FormEnd back={back}>{submit}</FormEnd>
    </Form>
  );
}

interface PlacesProps {
  field: { id: string; name: string; initialValue?: unknown; errors?: string[] | undefined };
  options: ActionFields["places"];
}

/** What an action is about: first what is chosen, then all others, folded. */
function Places({ field: { id, name, initialValue, errors }, options }: PlacesProps) {
  const given = Array.isArray(initialValue) ? initialValue.map(String) : [String(initialValue ?? "")];
  const chosen = options.filter(({ value }) => given.includes(value));
  const others = options.filter((option) => !chosen.includes(option));
  const hint = `At most ${ACTION_PLACES_MAX}. The next assessment shows this action there.`;
  if (chosen.length === 0)
    return (
      <details open={errors ? true : undefined}>
        <summary>{ACTION_LABELS.places} (optional)</summary>
        <ChoiceGroup
          type="checkbox"
          id={id}
          name={name}
          label="Threads and practices"
          hint={hint}
          options={others}
          chosen={[]}
          errors={errors}
        />
      </details>
    );
  return (
    <div className="stack-tight">
      <ChoiceGroup
        {...{ type: "checkbox", id, name, hint, errors }}
        label={ACTION_LABELS.places}
        options={chosen}
        chosen={chosen.map(({ value }) => value)}
      />
      {others.length > 0 ? (
        <details>
          <summary>Others that it is about</summary>
          <ChoiceGroup type="checkbox" id={`${id}-others`} name={name} label="Others" options={others} chosen={[]} />
        </details>
      ) : null}
    </div>
  );
}
