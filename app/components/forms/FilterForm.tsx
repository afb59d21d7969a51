import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { SEARCH_MAX } from "#model/search.ts";
import { FieldError } from "~/components/forms/FieldError";
import { Button } from "~/components/shell/parts";
import type { Option } from "~/views/form-fields";

interface FilterChoiceProps {
  id: string;
  name: string;
  label: string;
  value: string | undefined;
  /** The entry that filters nothing. */
  none: string;
  /** What is wrong with what the address says. */
  error?: string | undefined;
  children: ReactNode;
}

/** A list in a form that filters. */
export function FilterChoice({ id, name, label, value, none, error, children }: FilterChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="field-label">{label}</span>
      </label>
      <select
        className="select"
        id={id}
        name={name}
        defaultValue={value ?? ""}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
      >
        <option value="">{none}</option>
        {children}
      </select>
      {error ? <FieldError id={`${id}-error`} messages={[error]} /> : null}
    </div>
  );
}

/** The search of a form that filters. */
export function FilterSearch({ id, label, value }: Pick<FilterChoiceProps, "id" | "label" | "value">) {
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="field-label">{label}</span>
      </label>
      <input className="input" type="search" id={id} name="q" defaultValue={value} maxLength={SEARCH_MAX} />
    </div>
  );
}

/** Names as entries of such a list. The name in the address is one of them, even if nobody has it any more. */
export function NameOptions({ names, value }: { names: readonly string[]; value: string | undefined }) {
  return [...new Set([...names, ...(value ? [value] : [])])].map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  ));
}

/** Entries of such a list by value. The value in the address is one of them, even if the list has it no more. */
export function FilterOptions({ options, value }: { options: readonly Option[]; value: string | undefined }) {
  const gone = value === undefined || options.some((option) => option.value === value) ? [] : [{ value, label: `Number ${value}` }];
  return [...options, ...gone].map((option) => (
    <option key={option.value} value={option.value}>
      {option.label}
    </option>
  ));
}

/** A box that lets more into what is shown. */
export function FilterTick({ name, label, isTicked }: { name: string; label: string; isTicked: boolean }) {
  return (
    <label className="row row-close">
      <input type="checkbox" name={name} value="1" defaultChecked={isTicked} />
      {label}
    </label>
  );
}

interface FilterFormProps {
  /** What the address says. */
  query: object;
  /** What it filters: 'Filter the history'. */
  label: string;
  /** Below the fields. */
  hint?: ReactNode;
  /** Next to the button. */
  after?: ReactNode;
  children: ReactNode;
}

/** A form that narrows a list; what is chosen becomes part of the address. */
export function FilterForm({ query, label, hint, after, children }: FilterFormProps) {
  return (
    // The key gives the fields what the address says after every navigation.
    <Form key={JSON.stringify(query)} className="stack" role="search" aria-label={label} preventScrollReset>
      <div className="form-grid form-grid-close">{children}</div>
      {hint}
      <div className="row">
        <Button type="submit" variant="soft">
          Show
        </Button>
        {after}
      </div>
    </Form>
  );
}

interface PlaceOptionsProps {
  places: readonly { group: string; items: readonly { value: string; label: string }[] }[];
}

/** What an assessment answers, by perspective or group, as entries of such a list. */
export function PlaceOptions({ places }: PlaceOptionsProps) {
  return places.map(({ group, items }) => (
    <optgroup key={group} label={group}>
      {items.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </optgroup>
  ));
}
