import type { ReactNode } from "react";

interface FilterChoiceProps {
  id: string;
  name: string;
  label: string;
  value: string | undefined;
  /** The entry that filters nothing. */
  none: string;
  children: ReactNode;
}

/** A list in a form that filters. */
export function FilterChoice({ id, name, label, value, none, children }: FilterChoiceProps) {
  return (
    <div className="field">
      <label htmlFor={id}>
        <span className="field-label">{label}</span>
      </label>
      <select className="select" id={id} name={name} defaultValue={value ?? ""}>
        <option value="">{none}</option>
        {children}
      </select>
    </div>
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
