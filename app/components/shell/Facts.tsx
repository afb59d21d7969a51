import { Fragment, type ReactNode } from "react";

interface FactsProps {
  facts: readonly (readonly [label: string, value: string])[];
  /** What is added to a value, by its label. */
  after?: Readonly<Record<string, ReactNode>>;
}

/** A list of labels and values. */
export function Facts({ facts, after }: FactsProps) {
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
