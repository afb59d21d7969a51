/**
 * The shared form fields: native inputs in the product's look, so that every form works without script. Each takes Conform's metadata of
 * its field, and connects label, hint and error by id.
 */
import type { FieldMetadata } from "@conform-to/react";
import { type ReactNode, useRef } from "react";
import { ChoiceGroup, type ChoiceOption } from "~/components/forms/ChoiceGroup";
import { Combobox } from "~/components/forms/Combobox";
import { FieldError } from "~/components/forms/FieldError";
import { useHydrated } from "~/components/forms/useHydrated";
import { Icon } from "~/components/shell/Icon";

interface FieldProps {
  field: FieldMetadata<unknown>;
  label: string;
  hint?: ReactNode;
  optional?: boolean;
  /** Has the marker of a required question (docs/rules/accessibility-and-words.md#forms). */
  isMarked?: boolean;
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

/** The messages of one field. */
export function FieldErrors({ field }: { field: FieldMetadata<unknown> }) {
  return field.errors ? <FieldError id={errorId(field)} messages={field.errors} /> : null;
}

function Field({ field, label, hint, optional, isMarked, children }: FieldProps & { children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>
        <Label text={label} optional={optional} isMarked={isMarked} />
      </label>
      <Hint field={field} hint={hint} />
      {children}
      <FieldErrors field={field} />
    </div>
  );
}

const initial = (field: FieldMetadata<unknown>) => (typeof field.initialValue === "string" ? field.initialValue : "");

interface TextFieldProps extends FieldProps {
  placeholder?: string;
  maxLength?: number;
  required?: boolean;
}

/** One line of text. */
export function TextField({ placeholder, maxLength, required, ...props }: TextFieldProps) {
  return (
    <Field {...props}>
      <input
        className="input"
        type="text"
        {...wiring(props)}
        defaultValue={initial(props.field)}
        placeholder={placeholder}
        maxLength={maxLength}
        required={required}
        // Spaces alone do not count as text.
        pattern={required ? "[\\s\\S]*\\S[\\s\\S]*" : undefined}
      />
    </Field>
  );
}

/** Several lines of text. */
export function TextAreaField({ placeholder, rows = 5, ...props }: TextFieldProps & { rows?: number }) {
  return (
    <Field {...props}>
      <textarea className="textarea" {...wiring(props)} defaultValue={initial(props.field)} placeholder={placeholder} rows={rows} />
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  options: readonly { value: string; label: string }[];
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
        <option value="">{placeholder}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** One of a long list. With script it can be searched by typing; without, it is the browser's own select. */
export function ComboboxField({ options, placeholder, required, disabled, ...props }: SelectFieldProps) {
  const hydrated = useHydrated();
  const list = useRef<HTMLSelectElement>(null);
  const { id, ...attributes } = wiring(props);
  const select = (
    <select
      ref={list}
      className="select"
      {...attributes}
      id={hydrated ? undefined : id}
      hidden={hydrated}
      defaultValue={initial(props.field)}
      required={required}
      disabled={disabled}
    >
      <option value="">{placeholder}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
  const { name, ...described } = attributes;
  return (
    <Field {...props}>
      {/* The native select stays in place: it holds the value, even one that was chosen before hydration. */}
      <div className={hydrated ? "combobox" : undefined}>
        {select}
        {hydrated ? (
          <Combobox
            list={list}
            options={options}
            wiring={{ id, ...described }}
            placeholder={placeholder}
            required={required}
            disabled={disabled}
          />
        ) : null}
      </div>
    </Field>
  );
}

interface ChoicesProps extends FieldProps {
  options: readonly ChoiceOption[];
  wide?: boolean;
  inline?: boolean;
  required?: boolean;
  selectAll?: Parameters<typeof ChoiceGroup>[0]["selectAll"];
}

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

/** Yes or no, with neither chosen at first; sent as `true` or `false`. */
export function TrueFalseField(props: Omit<ChoicesProps, "options"> & { words?: { true: string; false: string } }) {
  const { words = { true: "Yes", false: "No" }, ...rest } = props;
  const options = [
    { value: "true", label: words.true },
    { value: "false", label: words.false },
  ];
  return <RadioField {...rest} options={options} inline />;
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

interface TickProps extends FieldProps {
  disabled?: boolean;
  required?: boolean;
}

/** A single yes or no. */
export function CheckboxField(props: TickProps) {
  return <Tick {...props} />;
}

/** A single yes or no, shown as a switch that is on or off. */
export function SwitchField(props: TickProps) {
  return <Tick {...props} isSwitch />;
}

function Tick({ field, label, hint, disabled, required, isSwitch }: TickProps & { isSwitch?: boolean }) {
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
          disabled={disabled}
          required={required}
        />
        <label htmlFor={field.id}>{label}</label>
        {hint ? (
          <span className="field-hint" id={hintId(field)}>
            {hint}
          </span>
        ) : null}
      </div>
      <FieldErrors field={field} />
    </div>
  );
}
