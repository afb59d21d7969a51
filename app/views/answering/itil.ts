/**
 * The content of the ITIL questions and summary, the names of the questions form's fields, and the short texts for answers. A practice has
 * a letter for each criterion (see `model/gates/criteria.ts`), a maturity component its option's id. The server reads them from what was posted,
 * the browser from the form on the page.
 */
import type { SelectionMode } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { CRITERIA_OPTIONS } from "#model/gates/criteria.ts";
import { CRITERION_LEVELS, type CriterionLevel } from "#model/itil/catalogue.ts";
import type { PracticeFacts } from "#model/itil/explain.ts";
import {
  type AnsweredCriterion,
  fromPracticeLetters,
  PRACTICE_SELECTIONS,
  type PracticeAnswer,
  toPracticeLetters,
} from "#model/itil/gate.ts";
import type { ProgressItem, ProgressView, QuestionsView, SummaryView } from "~/views/answering";
import type { InRow } from "~/views/answering/concerns";
import { paths } from "~/views/paths";
import type { RichText } from "~/views/rich-text";
import type { TargetView } from "~/views/target-words";

// --- questions ------------------------------------------------------------------------------------------------------

export type ItilQuestionsPage = PracticePage | ComponentPage;

/** The criteria of one practice. */
export interface PracticePage extends ItilQuestions {
  kind: "practice";
  criteria: PracticeCriterion[];
}

/** The options of one maturity component, or the practices that it is computed from. */
export interface ComponentPage extends ItilQuestions {
  kind: "component";
  computed: boolean;
  options: { id: string; level: number | undefined; name: string; statement: RichText }[];
  restsOn: Foundation[];
}

/** What the questions of a practice and of a component share. */
interface ItilQuestions extends QuestionsView<ItilProgressView> {
  assessment: { id: Id; name: string; scope: string };
  item: { code: string; name: string; help: RichText | undefined };
  score: number | null;
  /** Codes of the group and the item in the progress. */
  place: { group: string; item: string };
}

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
export interface ItilProgressView extends ProgressView {
  /** What is counted, in words: 'practices and components'. */
  unit: string;
}

/** The code of the group of maturity components, which have no grid: each is one question with five options. */
export const COMPONENTS = "components";

/** The address of a group's grid; undefined for the components. @param practiceCode of the row to begin in */
export function gridOf(assessmentId: Id, group: string, practiceCode?: string): string | undefined {
  return group === COMPONENTS || group === "" ? undefined : paths.practiceGrid(assessmentId, group, practiceCode);
}

// --- summary --------------------------------------------------------------------------------------------------------

/** What was answered, what is missing, how the scores are calculated, and what would lift them. */
export interface ItilSummaryPage extends SummaryView {
  assessment: { id: Id; name: string; scope: string | null; isTest: boolean };
  practices: PracticeSummary[];
  /** The grids of its groups of practices; none where the upstream cannot give them. */
  grids: { name: string; href: string }[];
  components: ComponentSummary[];
  /** Whether any of these has a target. */
  hasTargets: boolean;
  overall: { score: number | null; answered: number; total: number; unit: string };
  /** What would raise the result by a level, the least effort first: to which level, and by how many criteria if that is known. */
  steps: (Omit<ItemSummary, "concerns"> & {
    kind: "practice" | "component";
    to: number;
    criteria: number | undefined;
    add: string | undefined;
  })[];
  validation: { words: string | undefined; offered: boolean };
}

interface ItemSummary extends ProgressItem<"Complete" | "In progress" | "Not started"> {
  /** Undefined for none. */
  target?: TargetView | undefined;
  concerns: InRow;
}

interface PracticeSummary extends ItemSummary {
  mode: SelectionMode | null;
  /** The path of the summary with this practice's score explained. */
  explain: string | undefined;
  /** The explanation, if the address asks for it. */
  facts: PracticeFacts<ExplainedCriterion> | undefined;
  /** Where an action about it is added, next to the explanation; undefined for whoever may not. */
  add: string | undefined;
}

/** A criterion with its answer, for explaining why a practice is at its level. */
interface ExplainedCriterion extends AnsweredCriterion {
  code: string;
  statement: RichText;
  hint: RichText | undefined;
}

interface ComponentSummary extends ItemSummary {
  computed: boolean;
  /** Whether it holds the SVS maturity at its level. */
  isCapping: boolean;
  restsOn: Foundation[];
}

// --- form -----------------------------------------------------------------------------------------------------------

/** The name of a criterion's field. @param index its place on the screen, from 0 */
export const criterionField = (index: number) => `criterion-${index}`;
export const OPTION_FIELD = "option";

/** The answers in their order. */
export const PRACTICE_OPTIONS = CRITERIA_OPTIONS;

/** The radio's code: '1' for Fully, '2' for Rarely/Never. */
export const codeOf = (selection: PracticeAnswer) => String(PRACTICE_SELECTIONS.indexOf(selection) + 1);

/** The levels of the criteria, a digit each in the order of the screen. Together with the letters they give the criteria back. */
export function levelsOf(criteria: readonly { level: number }[]): string {
  return criteria.map(({ level }) => level).join("");
}

/** Criteria from letters and levels; undefined when the two do not fit. */
export function criteriaFrom(letters: string, levels: string): AnsweredCriterion[] | undefined {
  const selections = fromPracticeLetters(letters);
  if (selections?.length !== levels.length) return undefined;
  const criteria = selections.flatMap((selection, index) => {
    const level = CRITERION_LEVELS.find((each) => String(each) === levels[index]);
    return level === undefined ? [] : [{ level: level satisfies CriterionLevel, selection }];
  });
  return criteria.length === levels.length ? criteria : undefined;
}

/** The answers of criteria as letters, in the order of the screen. */
export const lettersOf = (criteria: readonly AnsweredCriterion[]) => toPracticeLetters(criteria.map(({ selection }) => selection));
