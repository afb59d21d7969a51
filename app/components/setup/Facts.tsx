import { Fragment, type ReactNode } from "react";
import type { Fact } from "~/views/setup";

/** A list of labels and values. `after` adds something to a value, by its label. */
export function Facts({ facts, after }: { facts: readonly Fact[]; after?: Readonly<Record<string, ReactNode>> }) {
  return (
    <dl className="facts">
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {after?.[label]}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}
