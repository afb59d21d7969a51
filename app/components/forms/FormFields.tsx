import type { FieldMetadata } from "@conform-to/react";
import type { Field, Fields } from "#model/fields.ts";
import { CheckboxField, ComboboxField, SelectField, TextField } from "~/components/forms/fields";
import type { Option } from "~/views/form-fields";

interface FormFieldsProps<F extends Fields> {
  /** The table of the form's fields, and which of them are shown here. */
  of: F;
  names: readonly (keyof F & string)[];
  /** Conform's metadata of the fields. */
  fields: Readonly<Record<string, FieldMetadata<unknown>>>;
  /** The entries of each choice. */
  options?: Readonly<Record<string, readonly Option[]>>;
}

/** Fields of a table (`model/fields.ts`), each in the control of its kind. */
export function FormFields<F extends Fields>({ of, names, fields, options = {} }: FormFieldsProps<F>) {
  return names.map((name) => {
    const [row, field] = [of[name], fields[name]];
    return row && field ? <OneField key={name} row={row} field={field} options={options[name] ?? []} /> : null;
  });
}

function OneField({ row, field, options }: { row: Field; field: FieldMetadata<unknown>; options: readonly Option[] }) {
  const { label, hint } = row;
  if (row.kind === "tick") return <CheckboxField field={field} label={label} hint={hint} />;
  if (row.kind === "text") {
    const { placeholder, required = false } = row;
    return <TextField field={field} label={label} hint={hint} placeholder={placeholder} required={required} optional={!required} />;
  }
  const Choice = row.isLong ? ComboboxField : SelectField;
  return <Choice field={field} label={label} hint={hint} placeholder={row.placeholder ?? ""} options={options} required={row.required} />;
}
