import { Form, Link } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import type { BenchmarkPanelView } from "~/views/result-page";
import styles from "./Result.module.css";

/**
 * The switch 'View results with benchmarking' and the cohort, and the switch for the team's other organizations. All are part of the address
 * (docs/rules/benchmark.md#the-switch, docs/rules/benchmark.md#your-other-organizations).
 */
export function BenchmarkPanel({ panel, result }: { panel: BenchmarkPanelView; result: string }) {
  const { on, kept, others, filters, message, wider, failed } = panel;
  const stay = Object.fromEntries(kept);
  const othersOn = { others: others ? "on" : undefined };
  return (
    <section className="stack-tight benchmark-panel" aria-label="Benchmarking">
      <Switch words="View results with benchmarking" name="benchmark" on={on} kept={{ ...stay, ...othersOn }} result={result} />
      {failed ? (
        <Callout kind="warning" title="The benchmark could not be loaded.">
          The result itself is complete. <Link to="">Try again</Link>
        </Callout>
      ) : null}
      {message ? (
        <Callout kind="info">
          {message}{" "}
          {wider ? (
            <Link to={`${result}?${wider.query}${others ? "&others=on" : ""}`} preventScrollReset>
              Compare with a wider group instead: {wider.words}
            </Link>
          ) : null}
        </Callout>
      ) : null}
      {on ? (
        <details className="filters" open={Boolean(message)}>
          <summary>Compare with</summary>
          <Form method="get" action={result} preventScrollReset className="stack-tight">
            <HiddenFields fields={othersOn} />
            {filters.map(({ name, label, chosen, options }) => (
              <label key={name} className="field" htmlFor={`compare-${name}`}>
                <span className="field-label">{label}</span>
                <select id={`compare-${name}`} className="select" name={name} defaultValue={chosen} key={chosen}>
                  {options.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </select>
              </label>
            ))}
            <div>
              <Button type="submit" variant="soft">
                Compare
              </Button>
            </div>
          </Form>
        </details>
      ) : null}
      {others === undefined ? null : (
        <Switch
          words="Show your other organizations"
          name="others"
          on={others}
          kept={on ? stay : { ...stay, benchmark: "off" }}
          result={result}
        />
      )}
    </section>
  );
}

interface SwitchProps {
  words: string;
  name: string;
  on: boolean;
  /** The fields that stay. */
  kept: Readonly<Record<string, string | undefined>>;
  result: string;
}

/** A button that switches a field of the address on or off. */
function Switch({ words, name, on, kept, result }: SwitchProps) {
  return (
    <Form method="get" action={result} preventScrollReset>
      <HiddenFields fields={{ ...kept, [name]: on ? "off" : "on" }} />
      {/* It says that it is pressed, because in valid HTML no button that submits has the role of a switch. */}
      <button type="submit" aria-pressed={on} className={`nav-link ${styles.switch}`}>
        <span className="toggle" aria-hidden />
        {words}
      </button>
    </Form>
  );
}
