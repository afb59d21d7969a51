/** The facts of an assessment, which heads, sheets and documents list. */
import { shortDate } from "~/views/dates";
import type { Result } from "~/views/result";

/** What facts are about. */
type Subject = Pick<Result, "model" | "assessment" | "organization" | "comparedWith" | "draftOf">;
/** Where facts are listed: with a result (its page, paper and Excel file), or in the client's report. */
type FactList = "result" | "report";

interface FactRow {
  label: string;
  /** Undefined where the assessment has no such fact. */
  text: (of: Subject) => string | undefined;
  /** The only list that has it; both by default. */
  only?: FactList;
}

const day = (moment: string | undefined) => moment && shortDate(moment);

/** One row each, in the order of the lists. */
const FACTS: readonly FactRow[] = [
  { label: "Id", text: ({ assessment }) => assessment.id, only: "result" },
  { label: "Is Test Assessment", text: ({ assessment }) => (assessment.test ? "Yes" : "No"), only: "result" },
  { label: "Organization", text: ({ organization: { name, unit } }) => (unit ? `${name}, ${unit}` : name) },
  { label: "Location", text: ({ organization }) => organization.location },
  { label: "Industry", text: ({ organization }) => organization.industry },
  { label: "Number of employees", text: ({ organization }) => organization.size },
  { label: "Model and scope", text: ({ model, assessment }) => `${model} ${assessment.scope}`, only: "report" },
  { label: "In scope", text: ({ assessment }) => assessment.extent },
  { label: "Started", text: ({ assessment }) => day(assessment.started) },
  { label: "Completed", text: ({ assessment }) => day(assessment.completed) },
  { label: "Draft of", text: ({ draftOf }) => day(draftOf) },
  { label: "Created by", text: ({ assessment }) => assessment.createdBy, only: "result" },
  { label: "Status", text: ({ assessment }) => assessment.badge, only: "report" },
  { label: "Benchmark", text: ({ comparedWith }) => comparedWith },
  { label: "Test assessment", text: ({ assessment }) => (assessment.test ? "Yes" : undefined), only: "report" },
];

/** The labels of the facts that a result's screen shows first. */
export const FACTS_FIRST: readonly string[] = ["Id", "Is Test Assessment"];

/** The facts that a place lists, as label and text; last, what was typed into optional fields. */
export function factsOf(subject: Subject, place: FactList): [label: string, text: string][] {
  const listed = FACTS.flatMap(({ label, text, only = place }): [string, string][] => {
    const shown = only === place ? text(subject) : undefined;
    return shown === undefined ? [] : [[label, shown]];
  });
  return [...listed, ...(subject.organization.further ?? []), ...(subject.assessment.further ?? [])];
}

/** What a screen of a result is about, below its title. */
export const subtitleOf = ({ organization, model, assessment }: Pick<Subject, "organization" | "model" | "assessment">): string =>
  `${organization.name} – ${model} ${assessment.scope}`;
