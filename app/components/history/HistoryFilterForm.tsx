import { Link } from "@remix-run/react";
import { FieldError } from "~/components/forms/FieldError";
import { FilterChoice, FilterForm, PlaceOptions } from "~/components/forms/FilterForm";
import { useHydrated } from "~/components/forms/useHydrated";
import type { HistoryFilter, HistoryPage } from "~/views/history";

interface FilterDaysProps {
  filter: Pick<HistoryFilter, "from" | "to" | "zone">;
  errors: HistoryPage["errors"];
}

/** The days of a filter, and the time zone that they are in. */
export function FilterDays({ filter, errors }: FilterDaysProps) {
  const hydrated = useHydrated();
  const zone = hydrated ? Intl.DateTimeFormat().resolvedOptions().timeZone : (filter.zone ?? "UTC");
  const dayField = (name: "from" | "to", label: string) => (
    <div className="field">
      <label htmlFor={`history-${name}`}>
        <span className="field-label">{label}</span>
      </label>
      <input
        className="input"
        // A day that is in no calendar comes back as it was typed.
        type={errors[name] === undefined ? "date" : "text"}
        id={`history-${name}`}
        name={name}
        defaultValue={filter[name]}
        aria-invalid={errors[name] ? true : undefined}
        aria-describedby={errors[name] ? `history-${name}-error` : undefined}
      />
      {errors[name] ? <FieldError id={`history-${name}-error`} messages={[errors[name]]} /> : null}
    </div>
  );
  return (
    <>
      <input type="hidden" name="zone" value={zone} />
      {dayField("from", "From")}
      {dayField("to", "To")}
    </>
  );
}

export const DAYS_HINT = <p className="field-hint without-script">Days are in UTC.</p>;

/** Filters the history by day, person, kind and place; what is chosen becomes part of the address. */
export function HistoryFilterForm({ page }: { page: HistoryPage }) {
  const { filter, errors, people, kinds, places, isFiltered, links } = page;
  return (
    <FilterForm
      query={filter}
      label="Filter the history"
      hint={DAYS_HINT}
      after={isFiltered ? <Link to={links.all}>Show everything</Link> : null}
    >
      {page.moment ? <input type="hidden" name="moment" value={page.moment} /> : null}
      <FilterDays filter={filter} errors={errors} />
      <FilterChoice id="history-by" name="by" label="Person" value={filter.by} none="Everybody">
        {people.map((person) => (
          <option key={person} value={person}>
            {person}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="history-kind" name="kind" label="Kind" value={filter.kind} none="Everything">
        {kinds.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </FilterChoice>
      <FilterChoice id="history-place" name="place" label="Where" value={filter.place} none="Everywhere">
        <PlaceOptions places={places} />
      </FilterChoice>
    </FilterForm>
  );
}
