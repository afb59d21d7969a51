/**
 * The shared form fields: native inputs in the product's look, so that every form works without script. Each takes Conform's metadata of
 * its field, and connects label, hint and error by id.
 */
import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, useRef } from "react";
import { ChoiceGroup, type ChoiceGroupProps } from "~/components/forms/ChoiceGroup";
import { Combobox } from "~/components/forms/Combobox";
import { FieldError } from "~/components/forms/FieldError";
import { useHydrated } from "~/components/forms/useHydrated";
import { Icon } from "~/components/shell/Icon";
import type { Option } from "~/views/form-fields";

interface FieldProps {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  /** Has the marker of a required question (docs/rules/accessibility-and-words.md#forms). */
  isMarked?: boolean;
  /** Only screen readers have its label, because the head of a table says it. */
  isLabelHidden?: boolean;
}

const errorId = (field: FieldMetadata<unknown>) => `${field.id}-error`;
const hintId = (field: FieldMetadata<unknown>) => `${field.id}-hint`;

/** The attributes that connect a control with its hint and error. */
function wiring({ field, hint }: Pick<FieldProps, "field" | "hint">) {
  const described = [field.errors ? errorId(field) : "", hint ? hintId(field) : ""].filter(Boolean).join(" ");
  return {
    id: field.id,
    name: field.name,
    "aria-invalid": field.errors ? true : undefined,
    "aria-describedby": described || undefined,
  };
}

function Label({ text, optional, isMarked }: { text: string; optional?: boolean | undefined; isMarked?: boolean | undefined }) {
  return (
    <span className="field-label">
      {text}
      {optional ? <span className="muted"> (optional)</span> : null}
      {/* The control's own attribute tells it to screen readers. */}
      {isMarked ? (
        <span className="required-marker" aria-hidden>
          <Icon name="Circle" /> Required
        </span>
      ) : null}
    </span>
  );
}

function Hint({ field, hint }: Pick<FieldProps, "field" | "hint">) {
  return hint ? (
    <span className="field-hint" id={hintId(field)}>
      {hint}
    </span>
  ) : null;
}

function Field({ field, label, hint, optional, isMarked, isLabelHidden, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={field.id} className={isLabelHidden ? "visually-hidden" : undefined}>
        <Label text={label} optional={optional} isMarked={isMarked} />
      </label>
      <Hint field={field} hint={hint} />
      {children}
      {field.errors ? <FieldError id={errorId(field)} messages={field.errors} /> : null}
    </div>
  );
}

const initial = (field: FieldMetadata<unknown>) => (typeof field.initialValue === "string" ? field.initialValue : "");

interface TextFieldProps extends FieldProps {
  placeholder?: string | undefined;
  required?: boolean;
  /** A day has the browser's own control. @param min the earliest day @param max the latest */
  type?: "text" | "date";
  min?: string | undefined;
  max?: string;
  inputMode?: "decimal" | "numeric";
}

/** One line of text. */
export function TextField({ placeholder, required, type = "text", min, max, inputMode, ...props }: TextFieldProps) {
  return (
    <Field {...props}>
      <input
        className="input"
        type={type}
        min={min}
        max={max}
        inputMode={inputMode}
        {...wiring(props)}
        defaultValue={initial(props.field)}
        placeholder={placeholder}
        required={required}
        // Spaces alone do not count as text.
        pattern={required && type === "text" ? "[\\s\\S]*\\S[\\s\\S]*" : undefined}
      />
    </Field>
  );
}

interface TextAreaFieldProps extends FieldProps {
  required?: boolean;
  rows?: number;
  /** The id of further text about the field. */
  describedBy?: string | undefined;
}

/** Several lines of text. */
export function TextAreaField({ required, rows = 5, describedBy, ...props }: TextAreaFieldProps) {
  const control = wiring(props);
  const described = [control["aria-describedby"], describedBy].filter(Boolean).join(" ") || undefined;
  return (
    <Field {...props}>
      <textarea
        className="textarea"
        rows={rows}
        {...control}
        aria-describedby={described}
        defaultValue={initial(props.field)}
        required={required}
      />
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly Option[];
  /** The first, empty entry. */
  placeholder: string;
  required?: boolean;
  disabled?: boolean;
}

/** One of a list. */
export function SelectField({ options, placeholder, required, disabled, ...props }: SelectFieldProps) {
  return (
    <Field {...props}>
      <select className="select" {...wiring(props)} defaultValue={initial(props.field)} required={required} disabled={disabled}>
        <Options options={options} placeholder={placeholder} />
      </select>
    </Field>
  );
}

const Options = ({ options, placeholder }: Pick<SelectFieldProps, "options" | "placeholder">) => (
  <>
    <option value="">{placeholder}</option>
    {options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </>
);

/** One of a long list. With script it can be searched by typing; without, it is the browser's own select. */
export function ComboboxField({ options, placeholder, required, ...props }: Omit<SelectFieldProps, "disabled">) {
  const hydrated = useHydrated();
  const list = useRef<HTMLSelectElement>(null);
  const { name, ...control } = wiring(props);
  return (
    <Field {...props}>
      {/* The native select stays in place: it holds the value, even one that was chosen before hydration. */}
      <div className={hydrated ? "combobox" : undefined}>
        <select
          ref={list}
          className="select"
          name={name}
          {...control}
          id={hydrated ? undefined : control.id}
          hidden={hydrated}
          defaultValue={initial(props.field)}
          required={required}
        >
          <Options options={options} placeholder={placeholder} />
        </select>
        {hydrated ? <Combobox list={list} options={options} wiring={control} placeholder={placeholder} required={required} /> : null}
      </div>
    </Field>
  );
}

type ChoicesProps = FieldProps & Pick<ChoiceGroupProps, "options" | "wide" | "inline" | "required" | "selectAll">;

const group = ({ field, label, hint, optional, isMarked, ...rest }: ChoicesProps) => ({
  ...rest,
  id: field.id,
  name: field.name,
  label: <Label text={label} optional={optional} isMarked={isMarked} />,
  hint,
  errors: field.errors,
});

/** One of a few, all visible. */
export function RadioField(props: ChoicesProps) {
  return <ChoiceGroup type="radio" {...group(props)} chosen={[initial(props.field)]} />;
}

const YES_OR_NO = [
  { value: "true", label: "Yes" },
  { value: "false", label: "No" },
];

/** Yes or no, with neither chosen at first; sent as `true` or `false`. */
export function TrueFalseField(props: Omit<ChoicesProps, "options">) {
  return <RadioField {...props} options={YES_OR_NO} inline />;
}

/** Any of a list. Options that are `isRequired`, or `disabled` and chosen, are locked on and still submitted. */
export function CheckboxListField(props: ChoicesProps) {
  const { initialValue } = props.field;
  return (
    <ChoiceGroup
      type="checkbox"
      {...group(props)}
      chosen={Array.isArray(initialValue) ? initialValue.map(String) : [initial(props.field)]}
    />
  );
}

/** A single yes or no; a switch is shown as on or off. */
export function CheckboxField({ field, label, hint, isSwitch }: FieldProps & { isSwitch?: boolean }) {
  return (
    <div className="field">
      {/* Outside the label, because inside it the hint would become part of the control's name. */}
      <div className="choice">
        <input
          type="checkbox"
          {...wiring({ field, hint })}
          {...(isSwitch ? { role: "switch", className: "toggle" } : {})}
          value="on"
          defaultChecked={initial(field) === "on"}
        />
        <label htmlFor={field.id}>{label}</label>
        <Hint field={field} hint={hint} />
      </div>
      {field.errors ? <FieldError id={errorId(field)} messages={field.errors} /> : null}
    </div>
  );
}
