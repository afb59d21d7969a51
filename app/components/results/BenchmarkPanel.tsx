import { Form, Link } from "@remix-run/react";
import { Switch } from "~/components/results/Switch";
import { Callout } from "~/components/shell/Callout";
import { HiddenFields } from "~/components/shell/HiddenFields";
import { Button } from "~/components/shell/parts";
import type { BenchmarkPanelView } from "~/views/result-page";

interface BenchmarkPanelProps {
  panel: BenchmarkPanelView;
  /** The address of the screen. */
  result: string;
  /** Its other fields, which stay. */
  further: Readonly<Record<string, string>>;
}

/**
 * The switch 'View results with benchmarking' and the cohort, and the switch for the team's other organizations. All are part of the address
 * (docs/rules/benchmark.md#the-switch, docs/rules/benchmark.md#your-other-organizations).
 */
export function BenchmarkPanel({ panel, result, further }: BenchmarkPanelProps) {
  const { on, kept, others, filters, message, wider, failed } = panel;
  const stay = { ...Object.fromEntries(kept), ...further };
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
            <Link
              to={`${result}?${new URLSearchParams([...new URLSearchParams(wider.query), ...Object.entries({ ...further, ...(others ? { others: "on" } : {}) })])}`}
              preventScrollReset
            >
              Compare with a wider group instead: {wider.words}
            </Link>
          ) : null}
        </Callout>
      ) : null}
      {on ? (
        <details className="filters" open={Boolean(message)}>
          <summary>Compare with</summary>
          <Form method="get" action={result} preventScrollReset className="stack-tight">
            <HiddenFields fields={{ ...further, ...othersOn }} />
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
