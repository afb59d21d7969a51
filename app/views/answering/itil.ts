/**
 * What the ITIL questions and summary show, the names of the questions form's fields, and how answers are written as short
 * texts: a letter for each criterion of a practice (see the model), the option's id for a maturity component. Read by the
 * server from what was posted and by the browser from the form on the page.
 */
import type { SelectionMode } from "#model/contract/assessments.ts";
import type { Id } from "#model/contract/common.ts";
import { CRITERION_LEVELS, type CriterionLevel } from "#model/itil/catalogue.ts";
import type { PracticeFacts } from "#model/itil/explain.ts";
import {
  type AnsweredCriterion,
  applyPracticeAnswers,
  fromPracticeLetters,
  PRACTICE_SELECTIONS,
  type PracticeAnswered,
  toPracticeLetters,
} from "#model/itil/gate.ts";
import type { FieldReader, ProgressGroup, ProgressItem, QuestionsView, SummaryView } from "~/views/answering";
import type { RichText } from "~/views/rich-text";

// --- questions ------------------------------------------------------------------------------------------------------

export type ItilQuestionsPage = PracticePage | ComponentPage;

/** The criteria of one practice. */
export interface PracticePage extends ItilQuestions {
  kind: "practice";
  criteria: PracticeCriterion[];
}

/** The options of one maturity component, or what it is computed from. */
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

interface PracticeCriterion {
  level: CriterionLevel;
  code: string;
  statement: RichText;
  dimension: string;
  /** The success factor that it belongs to. */
  psf: string | undefined;
  /** What to do next when the level is not met. */
  hint: RichText | undefined;
}

/** A practice that a computed component rests on. */
export interface Foundation {
  code: string;
  name: string;
  mode: SelectionMode | null;
  level: number | null;
  /** The highest level that the component can have because of it. */
  bound: number | null;
  /** Holds the component at its level. */
  isHolding: boolean;
  href: string;
}

/** Practices in the catalogue's groups, and the components. */
export interface ItilProgressView {
  /** None for the Capability scope. */
  score: { label: string; value: string } | undefined;
  /** What is counted, in words. */
  unit: string;
  answered: number;
  total: number;
  groups: ProgressGroup<ItemProgress>[];
}

type ItemProgress = ProgressItem<"complete" | "started" | "not started">;

// --- summary --------------------------------------------------------------------------------------------------------

/** What was answered, what is missing, how the scores are calculated, and what would lift them. */
export interface ItilSummaryPage extends SummaryView {
  assessment: { id: Id; name: string; scope: string | null; isTest: boolean };
  practices: PracticeSummary[];
  components: ComponentSummary[];
  overall: { score: number | null; answered: number; total: number; unit: string };
  /** What would lift the result by a level, the cheapest first: up to which level, and by how many criteria where that is known. */
  steps: (ItemSummary & { kind: "practice" | "component"; to: number; criteria: number | undefined })[];
  validation: { requested: boolean; offered: boolean };
}

type ItemSummary = ProgressItem<"Complete" | "In progress" | "Not started">;

interface PracticeSummary extends ItemSummary {
  mode: SelectionMode | null;
  /** The summary with this practice's score explained. */
  explain: string | undefined;
  /** The explanation, where the address asks for it. */
  facts: PracticeFacts<ExplainedCriterion> | undefined;
}

/** A criterion with its answer, to tell why a practice is at its level. */
interface ExplainedCriterion extends AnsweredCriterion {
  code: string;
  statement: RichText;
  hint: RichText | undefined;
}

interface ComponentSummary extends ItemSummary {
  computed: boolean;
  /** Holds the SVS maturity at its level. */
  isCapping: boolean;
  restsOn: Foundation[];
}

// --- form -----------------------------------------------------------------------------------------------------------

/** The words of the screens for an answer (specification C9). */
export const ANSWER_WORDS: Readonly<Record<PracticeAnswered, string>> = { Fully: "Fully", Rarely: "Rarely/Never" };

/** By the criterion's place on the screen. */
export const criterionField = (index: number) => `criterion-${index}`;
export const OPTION_FIELD = "option";

/** The radio's code: '1' for Fully, '2' for Rarely/Never. */
export const codeOfAnswer = (selection: PracticeAnswered) => String(PRACTICE_SELECTIONS.indexOf(selection) + 1);

/** The levels of the criteria, a digit for each in the order of the screen; with the letters they make criteria. */
export function levelsOf(criteria: readonly { level: number }[]): string {
  return criteria.map(({ level }) => level).join("");
}

/** Criteria from letters and levels, or undefined where the two do not belong together. */
export function criteriaFrom(letters: string, levels: string): AnsweredCriterion[] | undefined {
  const selections = fromPracticeLetters(letters);
  if (selections?.length !== levels.length) return undefined;
  const criteria = selections.flatMap((selection, index) => {
    const level = CRITERION_LEVELS.find((each) => String(each) === levels[index]);
    return level === undefined ? [] : [{ level: level satisfies CriterionLevel, selection }];
  });
  return criteria.length === levels.length ? criteria : undefined;
}

export const lettersOf = (criteria: readonly AnsweredCriterion[]) => toPracticeLetters(criteria.map(({ selection }) => selection));

/** The letters that a form asks for: what was posted, applied to its base by the rule, the lower level winning. */
export function postedCriteria(base: readonly AnsweredCriterion[], posted: FieldReader): string {
  const selections = base.map((_, index) => PRACTICE_SELECTIONS[Number(posted(criterionField(index))) - 1] ?? "N/A");
  return lettersOf(applyPracticeAnswers(base, selections));
}
