import { Form } from "@remix-run/react";
import { HiddenFields } from "~/components/shell/HiddenFields";
import styles from "./Result.module.css";

interface SwitchProps {
  words: string;
  name: string;
  on: boolean;
  /** The fields that stay. */
  kept: Readonly<Record<string, string | undefined>>;
  result: string;
  /** What the field says; an absent value leaves it out. */
  values?: { on: string; off?: string };
}

/** A button that switches a field of the address on or off. */
export function Switch({ words, name, on, kept, result, values = { on: "on", off: "off" } }: SwitchProps) {
  return (
    <Form method="get" action={result} preventScrollReset>
      <HiddenFields fields={{ ...kept, [name]: on ? values.off : values.on }} />
      {/* It says that it is pressed, because in valid HTML no button that submits has the role of a switch. */}
      <button type="submit" aria-pressed={on} className={`nav-link ${styles.switch}`}>
        <span className="toggle" aria-hidden />
        {words}
      </button>
    </Form>
  );
}
