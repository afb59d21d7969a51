import { Fragment, type ReactNode } from "react";

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string;
}

/** A list of labels and values. */
export function Facts({ facts, className = "facts" }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([label, value]) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** The same, each with its label above it. */
export function FactBlocks({ facts, className }: FactsProps) {
  return (
    <dl className={className}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
