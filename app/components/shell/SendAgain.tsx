import { Button } from "@radix-ui/themes";
import type { KeptForm } from "~/views/shell";

interface SendAgainProps {
  form: KeptForm;
  label: string;
}

/** How many short values are shown. All values are sent again. */
const SHOWN_MAX = 40;

/** A form that was not saved, with everything typed into it, to be sent again. */
export function SendAgain({ form: { action, fields }, label }: SendAgainProps) {
  const isLong = (value: string) => value.length > 60 || value.includes("\n");
  const numbered = fields.map(([name, value], index) => ({ id: `kept-${index}`, name, value }));
  const short = numbered.filter(({ value }) => !isLong(value) && value.trim() !== "");
  return (
    <form method="post" action={action} className="stack panel">
      {numbered.map(({ id, name, value }) =>
        isLong(value) ? (
          <div key={id} className="field">
            <label htmlFor={id} className="field-label">
              {name}
            </label>
            <textarea className="textarea" id={id} name={name} defaultValue={value} rows={8} />
          </div>
        ) : (
          <input key={id} type="hidden" name={name} value={value} />
        ),
      )}
      {short.length > 0 ? (
        <dl className="facts small">
          {short.slice(0, SHOWN_MAX).map(({ id, name, value }) => (
            <div key={id} className="fact">
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {short.length > SHOWN_MAX ? <p className="small muted">And {short.length - SHOWN_MAX} more, which are sent as well.</p> : null}
      <div className="actions">
        <Button type="submit">{label}</Button>
      </div>
    </form>
  );
}
