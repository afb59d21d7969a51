/**
 * The fields that people fill in about an organization and an assessment: one row says everything of a field. Contract, API, forms, history
 * and lists of facts take it from here. CONTRIBUTING.md has the steps of adding one.
 */
import type { Role } from "./contract/common.ts";
import { BUSINESS_UNIT_MAX, NAME_MAX } from "./text.ts";

interface Common {
  /** What its form calls it. */
  label: string;
  /** Its name in lists of facts and in the history; the label by default. */
  fact?: string;
  hint?: string;
  /** The column of the reference API; the name in snake_case by default. */
  column?: string;
  /** The only model that has it; both by default. */
  of?: Role;
}

/** One line of text. */
export interface TextField extends Common {
  kind: "text";
  /** The most characters. */
  max: number;
  required?: true;
  placeholder?: string;
}

/** One of a list. */
export interface ChoiceField extends Common {
  kind: "choice";
  required?: true;
  placeholder?: string;
  /** Whether the list is so long that people search it by typing. */
  isLong?: true;
}

/** Yes or no. */
export interface TickField extends Common {
  kind: "tick";
}

export type Field = TextField | ChoiceField | TickField;
/** The fields of a form by name, in their order. */
export type Fields = Readonly<Record<string, Field>>;

/** What texts and ticks hold once they are stored; null for an optional text that is empty. */
export type FieldValues<F extends Fields> = {
  [N in keyof F as F[N] extends ChoiceField ? never : N]: F[N] extends TickField
    ? boolean
    : F[N] extends { required: true }
      ? string
      : string | null;
};

/** docs/rules/organizations.md#fields */
export const ORGANIZATION_FIELDS = {
  name: { kind: "text", label: "Organization name", fact: "Name", max: NAME_MAX, required: true, placeholder: "Organization name" },
  businessUnit: { kind: "text", label: "Business unit", max: BUSINESS_UNIT_MAX },
  country: { kind: "choice", label: "Location", required: true, placeholder: "Select location", isLong: true },
  size: { kind: "choice", label: "Number of employees", required: true, placeholder: "Select organization size" },
  industry: { kind: "choice", label: "Industry", required: true, placeholder: "Select industries" },
  benchmarkConsent: {
    kind: "tick",
    label: "The organization agrees that its results are used for benchmarking",
    hint: "Others only ever see figures that combine at least five teams, never a name or a single result. You can withdraw at any time: from the next month on these results no longer count, while earlier averages stay as they are.",
  },
} as const satisfies Fields;

/** docs/rules/setup-and-scope.md#profile */
export const PROFILE_FIELDS = {
  assessmentType: { kind: "choice", label: "Maturity model", required: true, placeholder: "Select one" },
  name: { kind: "text", label: "Assessment name", max: NAME_MAX, required: true },
  selectedScope: { kind: "choice", label: "Scope" },
  isTestAssessment: {
    kind: "tick",
    label: "This is a test assessment",
    fact: "Test assessment",
    hint: "A test assessment never counts in benchmarks.",
    column: "is_test",
  },
  certified: { kind: "tick", label: "This assessment is for certification", fact: "For certification", of: "P3M3" },
  endorsed: {
    kind: "tick",
    label: "This assessment is for a statement of results or independent validation",
    fact: "For a statement of results or independent validation",
    of: "ITIL",
  },
} as const satisfies Fields;

/** The longest colour, such as #1f4e79. */
const COLOR_MAX = 7;

/** docs/rules/house-style.md#fields */
export const STYLE_FIELDS = {
  name: { kind: "text", label: "Name of your consultancy", fact: "Name", max: NAME_MAX },
  accent: {
    kind: "text",
    label: "Accent colour",
    max: COLOR_MAX,
    placeholder: "#1f4e79",
    hint: "A # and six digits or letters from a to f, dark enough for white text.",
  },
  confidentiality: {
    kind: "text",
    label: "Confidentiality line",
    max: NAME_MAX,
    placeholder: "Confidential: for the client only",
    hint: "On the cover and at the foot of every page and slide.",
  },
  footer: { kind: "text", label: "Footer", max: NAME_MAX, hint: "At the foot of every page and slide, such as an address." },
} as const satisfies Fields;

/** The fields of one model. Without a model, those that both have. */
export function fieldsOf<F extends Fields, M extends Role = never>(fields: F, model?: M) {
  return Object.fromEntries(Object.entries(fields).filter(([, { of }]) => of === undefined || of === model)) as {
    [N in keyof F as F[N] extends { of: infer Only } ? (Only extends M ? N : never) : N]: F[N];
  };
}

/** What lists of facts and the history call a field. */
export const factName = ({ fact, label }: Field): string => fact ?? label;

/** The names of a form's fields of some kinds, in order. */
export function fieldNames<F extends Fields, K extends Field["kind"]>(fields: F, ...kinds: K[]) {
  return Object.keys(fields).filter((name) => kinds.some((kind) => fields[name]?.kind === kind)) as {
    [N in keyof F & string]: F[N]["kind"] extends K ? N : never;
  }[keyof F & string][];
}

/** Texts and ticks as they are stored, which is what saving without a change would send. */
export function storedValues<F extends Fields>(fields: F, stored: object): Partial<FieldValues<F>> {
  const values = stored as Readonly<Record<string, unknown>>;
  const names = fieldNames(fields, "text", "tick").filter((name) => values[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<FieldValues<F>>;
}
