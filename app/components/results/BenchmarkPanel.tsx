import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import type { BenchmarkPanelView } from "~/views/results";

/** The switch 'View results with benchmarking' and the cohort. Both are part of the address (docs/rules/benchmark.md#the-switch). */
export function BenchmarkPanel({ panel, result }: { panel: BenchmarkPanelView; result: string }) {
  const { on, kept, filters, message, wider, failed } = panel;
  return (
    <section className="stack-tight benchmark-panel" aria-label="Benchmarking">
      <Form method="get" action={result} preventScrollReset>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="benchmark" value={on ? "off" : "on"} />
        {/* It says that it is pressed, because in valid HTML no button that submits has the role of a switch. */}
        <button type="submit" aria-pressed={on} className="switch">
          <span className="switch-track" aria-hidden />
          View results with benchmarking
        </button>
      </Form>
      {failed ? (
        <Callout kind="warning" title="The benchmark could not be loaded.">
          The result itself is complete. <Link to="">Try again</Link>
        </Callout>
      ) : null}
      {message ? (
        <Callout kind="info">
          {message}{" "}
          {wider ? (
            <Link to={`${result}?${wider.query}`} preventScrollReset>
              Compare with {wider.words} instead
            </Link>
          ) : null}
        </Callout>
      ) : null}
      {on ? (
        <details className="filters" open={Boolean(message)}>
          <summary>Compare with</summary>
          <Form method="get" action={result} preventScrollReset className="stack-tight">
            {filters.map(({ name, label, chosen, options }) => (
              <label key={name} className="field">
                <span className="field-label">{label}</span>
                <select className="select" name={name} defaultValue={chosen} key={chosen}>
                  {options.map((option) => (
                    <option key={option.value} value={option.value}>
                      {option.label}
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
    </section>
  );
}
