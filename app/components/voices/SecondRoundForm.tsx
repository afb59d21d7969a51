import type { SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import { FormEnd } from "~/components/forms/FormEnd";
import { FormLabels } from "~/components/forms/FormLabels";
import { CheckboxListField, TextAreaField, TextField } from "~/components/forms/fields";
import { LeaveGuard } from "~/components/forms/LeaveGuard";
import { useLiveForm } from "~/components/forms/useLiveForm";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { LinksHeading } from "~/components/shell/Links";
import {
  type SECOND_ROUND,
  SECOND_ROUND_FORM,
  SECOND_ROUND_LABELS,
  type SecondRoundView,
  SHEET_RULES,
  secondRoundLabels,
  VOICE,
  VOICES_INTENTS,
} from "~/views/voices";

interface SecondRoundFormProps {
  form: SecondRoundView;
  /** The form as it came back. */
  lastResult: SubmissionResult<string[]> | null;
  here: string;
  back: string;
}

/** Asks those who have answered to check facts (docs/rules/voices.md#second-round). */
export function SecondRoundForm({ form: view, lastResult, here, back }: SecondRoundFormProps) {
  const { people, until, days } = view;
  const everybody = people.map(({ value }) => value);
  const { form, fields, live } = useLiveForm<Record<keyof typeof SECOND_ROUND, string | string[]>>({
    rules: SHEET_RULES,
    lastResult,
    defaultValue: { voices: everybody, until, message: "" },
  });
  if (everybody.length === 0 && lastResult === null)
    return (
      <Callout kind="info" title="Nobody can be asked to check facts now.">
        Whoever has answered sees your verdict already, or has answered only where there is none.
      </Callout>
    );
  return (
    <Form
      method="post"
      action={here}
      id={form.id}
      noValidate
      className="panel stack"
      aria-labelledby={SECOND_ROUND_FORM}
      preventScrollReset
      {...live}
    >
      <LinksHeading id={SECOND_ROUND_FORM} shown={SECOND_ROUND_FORM}>
        Ask for a check of facts
      </LinksHeading>
      <p className="measure">
        They see your verdict beside their own answers, by the link that they have, and say of each page whether they agree. From now on
        their answers cannot be changed. Whoever has an address gets a mail, where mails are sent.
      </p>
      <HiddenFields fields={{ [VOICE.intent]: VOICES_INTENTS.second }} />
      <FormLabels labels={import.meta.env.SSR ? secondRoundLabels(view) : []} />
      <ErrorSummary form={form} fields={fields} labels={SECOND_ROUND_LABELS} refusal={lastResult} />
      <CheckboxListField field={fields.voices} label={SECOND_ROUND_LABELS.voices} options={people} />
      <TextField field={fields.until} label={SECOND_ROUND_LABELS.until} type="date" min={days.first} max={days.last} required />
      <TextAreaField field={fields.message} label={SECOND_ROUND_LABELS.message} rows={3} optional />
      <FormEnd back={back}>Ask them</FormEnd>
      <LeaveGuard form={live.ref} isRejected={lastResult !== null} />
    </Form>
  );
}
