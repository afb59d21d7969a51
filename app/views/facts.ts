/** The facts of an assessment, which heads, sheets and documents list. */
import { shortDate } from "~/views/dates";
import type { Result } from "~/views/result";

/** What facts are about. */
type Subject = Pick<Result, "model" | "assessment" | "organization" | "comparedWith" | "draftOf">;
/** Where facts are listed: with a result (its page, paper and Excel file), in the client's report, or on its slide about the method, behind a cover. */
type FactList = "result" | "report" | "slide";

interface FactRow {
  label: string;
  /** Undefined where the assessment has no such fact. */
  text: (of: Subject) => string | undefined;
  /** The lists that have it; that of a result and of a report by default. */
  in?: readonly FactList[];
}

const day = (moment: string | undefined) => moment && shortDate(moment);
const fromTo = (from: string | undefined, to: string | undefined) => (from && from !== to ? `${from} to ${to}` : to);

const EVERYWHERE: readonly FactList[] = ["result", "report", "slide"];

/** One row each, in the order of the lists. */
const FACTS: readonly FactRow[] = [
  { label: "Id", text: ({ assessment }) => assessment.id, in: ["result"] },
  { label: "Is Test Assessment", text: ({ assessment }) => (assessment.test ? "Yes" : "No"), in: ["result"] },
  { label: "Organization", text: ({ organization: { name, unit } }) => (unit ? `${name}, ${unit}` : name) },
  { label: "Location", text: ({ organization }) => organization.location },
  { label: "Industry", text: ({ organization }) => organization.industry },
  { label: "Number of employees", text: ({ organization }) => organization.size },
  { label: "Model and scope", text: ({ model, assessment }) => `${model} ${assessment.scope}`, in: ["report"] },
  { label: "In scope", text: ({ assessment }) => assessment.extent, in: EVERYWHERE },
  { label: "Started", text: ({ assessment }) => day(assessment.started) },
  { label: "Completed", text: ({ assessment }) => day(assessment.completed) },
  { label: "Draft of", text: ({ draftOf }) => day(draftOf), in: EVERYWHERE },
  { label: "Assessed", text: ({ assessment: { started, completed } }) => completed && fromTo(day(started), day(completed)), in: ["slide"] },
  { label: "Created by", text: ({ assessment }) => assessment.createdBy, in: ["result"] },
  { label: "Status", text: ({ assessment }) => assessment.badge, in: ["report", "slide"] },
  { label: "Benchmark", text: ({ comparedWith }) => comparedWith, in: EVERYWHERE },
  { label: "Test assessment", text: ({ assessment }) => (assessment.test ? "Yes" : undefined), in: ["report", "slide"] },
];

/** The labels of the facts that a result's screen shows first. */
export const FACTS_FIRST: readonly string[] = ["Id", "Is Test Assessment"];

/** The facts that a place lists, as label and text; last, what was typed into optional fields. */
export function factsOf(subject: Subject, place: FactList): [label: string, text: string][] {
  const listed = FACTS.flatMap(({ label, text, in: lists = ["result", "report"] }): [string, string][] => {
    const shown = lists.includes(place) ? text(subject) : undefined;
    return shown === undefined ? [] : [[label, shown]];
  });
  if (place === "slide") return listed;
  return [...listed, ...(subject.organization.further ?? []), ...(subject.assessment.further ?? [])];
}

/** What a screen of a result is about, below its title. */
export const subtitleOf = ({ organization, model, assessment }: Pick<Subject, "organization" | "model" | "assessment">): string =>
  `${organization.name} – ${model} ${assessment.scope}`;
