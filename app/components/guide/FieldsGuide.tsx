import { type FieldMetadata, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { ErrorSummary } from "~/components/forms/ErrorSummary";
import {
  CheckboxField,
  CheckboxListField,
  ComboboxField,
  RadioField,
  SelectField,
  TextField,
  TrueFalseField,
} from "~/components/forms/fields";
import { Named } from "~/components/guide/PartsGuide";
import { Button } from "~/components/shell/parts";

const PARTS = "ErrorSummary, TextField, SelectField, ComboboxField, RadioField, CheckboxListField, TrueFalseField, CheckboxField, Button";
const OPTIONS = ["Amber", "Basalt", "Cinnabar", "Dolomite"].map((label) => ({ value: label.toLowerCase(), label }));
const LOCKABLE = OPTIONS.map((option, index) => ({
  ...option,
  isRequired: index === 0,
  hint: index === 0 ? "Belongs to every choice." : undefined,
}));
const LABELS = {
  text: "Text",
  select: "Select",
  combobox: "Select that can be typed into",
  radio: "Radio",
  checkbox: "Checkbox",
  switch: "Switch",
  trueFalse: "True or false",
  list: "Checkbox list",
};
const FILLED = {
  text: "Łódź & Sons",
  select: "basalt",
  combobox: "cinnabar",
  radio: "basalt",
  checkbox: "on",
  switch: "on",
  trueFalse: "true",
  list: ["amber", "dolomite"],
};

const REJECTED = {
  status: "error" as const,
  error: Object.fromEntries(Object.keys(LABELS).map((name) => [name, ["This Field is required."]])),
};

interface FieldsGuideProps {
  id: string;
  state: "empty" | "filled" | "rejected" | "disabled";
  /** 'Select all' was sent without script. */
  allSelected: boolean;
}

/** Shows every kind of field in one state. */
export function FieldsGuide({ id, state, allSelected }: FieldsGuideProps) {
  const values = state === "empty" || state === "rejected" ? {} : FILLED;
  const [form, fields] = useForm<typeof FILLED>({
    id,
    defaultValue: allSelected ? { ...values, list: OPTIONS.map(({ value }) => value) } : values,
    lastResult: state === "rejected" ? REJECTED : null,
  });
  const of = (name: keyof typeof LABELS) => ({ field: fields[name] as FieldMetadata<unknown>, label: LABELS[name] });
  return (
    <Form method="post" id={form.id} className="stack-tight" noValidate preventScrollReset>
      <Named as={PARTS} />
      <fieldset disabled={state === "disabled"} className="panel stack">
        <legend className="visually-hidden">Fields, {state}</legend>
        {state === "rejected" ? <ErrorSummary form={form} fields={fields} labels={LABELS} /> : null}
        <input type="hidden" name="guide" value={id} />
        <div className="form-grid">
          <TextField {...of("text")} hint="A hint stands between label and field." placeholder="Placeholder" required />
          <SelectField {...of("select")} optional placeholder="Select one" options={OPTIONS} />
          <ComboboxField {...of("combobox")} placeholder="Select or type" options={OPTIONS} />
          <RadioField {...of("radio")} options={OPTIONS} />
          <CheckboxListField
            {...of("list")}
            hint="One is always included."
            options={LOCKABLE}
            selectAll={{ name: "selectAll", value: id }}
          />
          <TrueFalseField {...of("trueFalse")} />
          <CheckboxField {...of("checkbox")} hint="With a hint." />
          <CheckboxField isSwitch {...of("switch")} />
        </div>
        <div className="row">
          <Button type="submit">Primary</Button>
          <Button type="submit" variant="soft">
            Secondary
          </Button>
          <Button type="submit" variant="soft" color="red">
            Dangerous
          </Button>
          <Button type="submit" disabled>
            Disabled
          </Button>
        </div>
      </fieldset>
    </Form>
  );
}
