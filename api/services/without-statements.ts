import type { ItilOverview, Overview, P3m3Overview } from "#model/contract/overview.ts";

/** An overview without what the catalogue says, for those who only count (docs/upstream-contract.md#overview). */
export function withoutStatements(overview: Overview): Overview {
  return overview.assessmentType === "P3M3" ? p3m3(overview) : itil(overview);
}

const p3m3 = ({ threads, ...rest }: P3m3Overview): P3m3Overview => ({
  ...rest,
  threads: threads.map(({ questions, ...thread }) => ({
    ...thread,
    questions: questions.map(({ hint: _, ...question }) => ({ ...question, statement: "", diagnostics: [] })),
  })),
});

const itil = ({ capabilities, maturities, ...rest }: ItilOverview): ItilOverview => ({
  ...rest,
  capabilities: capabilities.map(({ questions, ...practice }) => ({
    ...practice,
    questions: questions.map(({ hint: _, psf: __, ...question }) => ({ ...question, statement: "" })),
  })),
  maturities: maturities.map(({ question, ...component }) => ({ ...component, question: { ...question, options: [] } })),
});
