import { Button } from "@radix-ui/themes";
import { Form, Link } from "@remix-run/react";
import { Callout } from "~/components/shell/Callout";
import { ServerSelect } from "~/components/shell/ServerMarkup";
import type { BenchmarkPanelView, ShownFilter } from "~/views/results";
import styles from "./Result.module.css";

/** The id of the list that chooses a part of the cohort. */
export const selectId = (name: string) => `compare-${name}`;

/** The switch 'View results with benchmarking' and the cohort. Both are part of the address (docs/rules/benchmark.md#the-switch). */
export function BenchmarkPanel({ panel, result }: { panel: BenchmarkPanelView<ShownFilter>; result: string }) {
  const { on, kept, filters, message, wider, failed } = panel;
  return (
    <section className="stack-tight benchmark-panel" aria-label="Benchmarking">
      <Form method="get" action={result} preventScrollReset>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="benchmark" value={on ? "off" : "on"} />
        {/* It says that it is pressed, because in valid HTML no button that submits has the role of a switch. */}
        <button type="submit" aria-pressed={on} className={`nav-link ${styles.switch}`}>
          <span className="toggle" aria-hidden />
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
              Compare with a wider group instead: {wider.words}
            </Link>
          ) : null}
        </Callout>
      ) : null}
      {on ? (
        <details className="filters" open={Boolean(message)}>
          <summary>Compare with</summary>
          <Form method="get" action={result} preventScrollReset className="stack-tight">
            {filters.map(({ name, label, chosen, html }) => (
              <label key={name} className="field" htmlFor={selectId(name)}>
                <span className="field-label">{label}</span>
                <ServerSelect id={selectId(name)} className="select" name={name} html={html} key={chosen} />
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
