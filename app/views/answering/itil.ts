/** The criteria of a practice, what a component is calculated from, and where the grids of practices are. */
import type { SelectionMode } from "#model/contract/assessments.ts";
import { criteria } from "#model/gates/criteria.ts";
import { CRITERION_LEVELS, type CriterionLevel } from "#model/itil/catalogue.ts";
import type { ProgressView } from "~/views/answering";
import type { RichText } from "~/views/rich-text";

export interface PracticeCriterion {
  level: CriterionLevel;
  code: string;
  statement: RichText;
  dimension: string;
  /** The practice success factor that the criterion belongs to. */
  psf: string | undefined;
  /** What to do next when the level is not met. */
  hint: RichText | undefined;
}

/** The gate of a practice. */
export const practiceGate = ({ statements }: { statements: readonly Pick<PracticeCriterion, "level">[] }) =>
  criteria(statements.map(({ level }) => level));

/** A practice that a computed component is calculated from. */
export interface Foundation {
  code: string;
  name: string;
  mode: SelectionMode | null;
  level: number | null;
  /** The highest level that this practice allows the component. */
  bound: number | null;
  /** Whether it holds the component at its level. */
  isHolding: boolean;
  href: string;
}

/** Practices in the catalogue's groups, and the components. */
export type ItilProgressView = ProgressView;

/** The code of the group of maturity components, which have no grid: each is one question with five options. */
export const COMPONENTS = "components";

/** The rank of a practice in words (docs/rules/itil.md#practices). */
export const rankOf = (mode: SelectionMode | null) => (mode === 1 ? "Primary" : "Supporting");

/** The levels of the criteria, a digit each in the order of the screen. Together with the letters they give the criteria back. */
export function levelsOf(criteria: readonly { level: number }[]): string {
  return criteria.map(({ level }) => level).join("");
}

/** Such levels; undefined for any other text. */
export function levelsIn(levels: string): CriterionLevel[] | undefined {
  const all = [...levels].flatMap((digit) => CRITERION_LEVELS.find((level) => String(level) === digit) ?? []);
  return all.length === levels.length ? all : undefined;
}
