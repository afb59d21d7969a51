import { Form, Link } from "@remix-run/react";
import { useId } from "react";
import { Icon } from "~/components/shell/Icon";
import { Button } from "~/components/shell/parts";

interface SearchFormProps {
  label: string;
  field: string;
  value: string | undefined;
  action: string;
  /** Other fields of the address, which stay. */
  kept: Record<string, string | undefined>;
  /** The address without the search. */
  clearAt: string;
  /** The name of the link there; 'Show all' by default. */
  clear?: string;
}

/** A search in a list; the search words become part of the address. */
export function SearchForm({ label, field, value, action, kept, clearAt, clear = "Show all" }: SearchFormProps) {
  const id = useId();
  return (
    <Form className="search row row-whole" role="search" action={action} preventScrollReset>
      {Object.entries(kept).map(([name, text]) => (text ? <input key={name} type="hidden" name={name} value={text} /> : null))}
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <input key={value} className="input" type="search" id={id} name={field} defaultValue={value} placeholder={label} maxLength={200} />
      <Button type="submit" variant="soft" aria-label={`Search: ${label}`}>
        <Icon name="MagnifyingGlass" inButton />
        Search
      </Button>
      {value ? (
        <Link to={clearAt} preventScrollReset className="small">
          {clear}
        </Link>
      ) : null}
    </Form>
  );
}
