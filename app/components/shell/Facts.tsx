import { Fragment, type ReactNode } from "react";

interface FactsProps {
  facts: readonly (readonly [label: string, value: ReactNode])[];
  className?: string;
  /** Each label is above its value. */
  inBlocks?: boolean;
}

/** A list of labels and values. */
export function Facts({ facts, className = "facts", inBlocks = false }: FactsProps) {
  const Fact = inBlocks ? "div" : Fragment;
  return (
    <dl className={className}>
      {facts.map(([label, value]) => (
        <Fact key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fact>
      ))}
    </dl>
  );
}
