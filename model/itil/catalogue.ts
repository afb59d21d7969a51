/**
 * The fixed part of the ITIL model: practices (docs/rules/itil.md#practices), maturity components and scopes.
 * What the criteria say is data: see docs/content.md.
 */
import type { ItilCapability } from "../contract/itil.ts";

/** General management, service management and technical management practices. */
export type PracticeGroup = ItilCapability["group"];

/** The groups in their order, with their names. */
export const PRACTICE_GROUPS: readonly { group: PracticeGroup; name: string }[] = [
  { group: "general", name: "General management" },
  { group: "service", name: "Service management" },
  { group: "technical", name: "Technical management" },
];

const practice = (id: number, code: string, name: string, group: PracticeGroup) => ({ id, code, name, group });

/** All practices, in the order of the screens. */
export const PRACTICES: readonly { id: number; code: string; name: string; group: PracticeGroup }[] = [
  practice(1, "ARM", "Architecture management", "general"),
  practice(2, "CI", "Continual improvement", "general"),
  practice(3, "ISM", "Information security management", "general"),
  practice(4, "KM", "Knowledge management", "general"),
  practice(5, "MR", "Measurement and reporting", "general"),
  practice(6, "OCM", "Organizational change management", "general"),
  practice(7, "PFM", "Portfolio management", "general"),
  practice(8, "PJM", "Project management", "general"),
  practice(9, "RLM", "Relationship management", "general"),
  practice(10, "RKM", "Risk management", "general"),
  practice(11, "SFM", "Service financial management", "general"),
  practice(12, "STM", "Strategy management", "general"),
  practice(13, "SUM", "Supplier management", "general"),
  practice(14, "WTM", "Workforce and talent management", "general"),
  practice(15, "AVM", "Availability management", "service"),
  practice(16, "BA", "Business analysis", "service"),
  practice(17, "CPM", "Capacity and performance management", "service"),
  practice(18, "CHE", "Change enablement", "service"),
  practice(19, "INM", "Incident management", "service"),
  practice(20, "ITAM", "IT asset management", "service"),
  practice(21, "MEM", "Monitoring and event management", "service"),
  practice(22, "PRM", "Problem management", "service"),
  practice(23, "REM", "Release management", "service"),
  practice(24, "SCA", "Service catalogue management", "service"),
  practice(25, "SCF", "Service configuration management", "service"),
  practice(26, "SCO", "Service continuity management", "service"),
  practice(27, "SDG", "Service design", "service"),
  practice(28, "SDK", "Service desk", "service"),
  practice(29, "SLM", "Service level management", "service"),
  practice(30, "SRM", "Service request management", "service"),
  practice(31, "SVT", "Service validation and testing", "service"),
  practice(32, "DPM", "Deployment management", "technical"),
  practice(33, "IPM", "Infrastructure and platform management", "technical"),
  practice(34, "SDM", "Software development and management", "technical"),
];

/** The continual improvement practice, which Comprehensive and Maturity assessments always include as Primary. */
export const CONTINUAL_IMPROVEMENT_ID = 2;

/** The five maturity components; the computed ones are read-only (docs/rules/itil.md#maturity-components). */
export const COMPONENTS = [
  { id: 1, code: "M-GP", name: "Guiding Principles", computed: false },
  { id: 2, code: "M-G", name: "Governance", computed: false },
  { id: 3, code: "M-SVC", name: "Service Value Chain", computed: false },
  { id: 4, code: "M-P", name: "Practices", computed: true },
  { id: 5, code: "M-CI", name: "Continual Improvement", computed: true },
] as const;

export type ComponentCode = (typeof COMPONENTS)[number]["code"];

/** The scopes of an ITIL assessment (docs/rules/itil.md#scopes). */
export const ITIL_SCOPES = ["Comprehensive", "Capability", "Maturity"] as const;
export type ItilScope = (typeof ITIL_SCOPES)[number];

/** The scope that a text names; undefined when ITIL has no such scope. */
export const findItilScope = (text: string | null): ItilScope | undefined => ITIL_SCOPES.find((scope) => scope === text);

/** The levels that criteria can have. Level 1 has none. */
export const CRITERION_LEVELS = [2, 3, 4, 5] as const;
export type CriterionLevel = (typeof CRITERION_LEVELS)[number];

/** The four dimensions that criteria belong to. */
export const DIMENSIONS = [
  { code: "OP", name: "Organizations and people" },
  { code: "IT", name: "Information and technology" },
  { code: "PS", name: "Partners and suppliers" },
  { code: "VP", name: "Value streams and processes" },
] as const;
