/**
 * The fixed part of the P3M3 model: perspectives, threads, levels and scopes (docs/rules/setup-and-scope.md#p3m3-catalogue).
 * What the statements say is data: see docs/content.md.
 */

/** A perspective or a thread. */
export interface CatalogueItem {
  id: number;
  code: string;
  name: string;
}

export const PERSPECTIVES: readonly CatalogueItem[] = [
  { id: 1, code: "BM", name: "Benefits management" },
  { id: 2, code: "FM", name: "Finance management" },
  { id: 3, code: "MC", name: "Management control" },
  { id: 4, code: "OG", name: "Organizational governance" },
  { id: 5, code: "RS", name: "Resource management" },
  { id: 6, code: "RK", name: "Risk management" },
  { id: 7, code: "SM", name: "Stakeholder management" },
];

export const THREADS: readonly CatalogueItem[] = [
  { id: 1, code: "AM", name: "Asset management" },
  { id: 2, code: "AS", name: "Assurance" },
  { id: 3, code: "BE", name: "Behaviours" },
  { id: 4, code: "CC", name: "Commercial – commissioner" },
  { id: 5, code: "CD", name: "Commercial – deliverer" },
  { id: 6, code: "IK", name: "Information and knowledge management" },
  { id: 7, code: "IT", name: "Infrastructure and tools" },
  { id: 8, code: "MI", name: "Model integration" },
  { id: 9, code: "OR", name: "Organization" },
  { id: 10, code: "PL", name: "Planning" },
  { id: 11, code: "PR", name: "Process" },
  { id: 12, code: "ST", name: "Standards" },
  { id: 13, code: "TE", name: "Techniques" },
];

/** The model scopes: three models with statements of their own. */
export const P3M3_SCOPES = ["Project", "Programme", "Portfolio"] as const;
export type P3m3Scope = (typeof P3M3_SCOPES)[number];

/** The scope that a text names; undefined when P3M3 has no such scope. */
export const findP3m3Scope = (text: string | null): P3m3Scope | undefined => P3M3_SCOPES.find((scope) => scope === text);

export const LEVELS = [1, 2, 3, 4, 5] as const;
export type Level = (typeof LEVELS)[number];

export const LEVEL_NAMES: Readonly<Record<Level, string>> = {
  1: "Awareness",
  2: "Repeatable",
  3: "Defined",
  4: "Managed",
  5: "Optimized",
};

/** The threads that a certified assessment has to assess in every perspective (docs/rules/submission-and-certification.md#certification). */
export const MANDATORY_THREAD_IDS: readonly number[] = [6, 9, 11, 12];

/** The thread that the Project scope does not have (docs/rules/setup-and-scope.md#p3m3-scope). */
export const MODEL_INTEGRATION_CODE = "MI";

/** What each level says about an organization: where a level is chosen or answered, and in results. */
export const LEVEL_MEANINGS: Readonly<Record<Level, string>> = {
  1: "People know what good practice is, and follow it here and there.",
  2: "The basics are in place and are repeated, though not everywhere in the same way.",
  3: "One way of working is laid down for the whole organization and is followed.",
  4: "The way of working is measured, and steered by what is measured.",
  5: "The way of working is improved continually, by what is measured.",
};
