/**
 * Assessing again: what the assessment before proposes for the statements of the present one (docs/rules/assess-again.md). A proposal is
 * never an answer: nobody has given it until somebody confirms it.
 */
import type { Role } from "./contract/common.ts";
import type { CompletedEdition } from "./editions.ts";

/** What decides whether an assessment can come before another. */
interface Candidate extends AssessmentName {
  status: string;
  /** ISO 8601. */
  dateCompleted: string | null;
}

interface AssessmentName {
  /** Absent where it is not created yet. */
  id?: number | string;
  assessmentType: Role;
  /** Where there is more than one edition: the first of them. */
  edition?: Edition | null | undefined;
}

type Edition = Pick<NonNullable<CompletedEdition["edition"]>, "firstId" | "firstCompleted">;

const firstOf = ({ id, edition }: AssessmentName) => String(edition?.firstId ?? id ?? "");

/**
 * Whether an assessment may be the one before another of the same organization: it is completed, of the same model, and no edition of
 * the other. Before an edition comes what was completed before the first one (docs/rules/assess-again.md#the-assessment-before).
 */
export function mayComeBefore(before: Candidate, other: AssessmentName): boolean {
  if (before.status !== "Completed" || before.assessmentType !== other.assessmentType || firstOf(before) === firstOf(other)) return false;
  const completed = other.edition?.firstCompleted;
  const standing = before.edition?.firstCompleted ?? before.dateCompleted ?? "";
  return !completed || standing < completed;
}

/** A statement of a thread, a criterion of a practice, or an option of a maturity component. */
export interface StatementItem {
  id: number;
  /** The statements of a thread have none: there is one for each level. */
  code?: string;
  level: number;
  /** Of an option. */
  name?: string;
  statement: string;
  /** Wordings of earlier versions of its pack, in any order, that ask the same (docs/content.md#other-words). */
  sameAs?: readonly string[] | undefined;
}

/** All that a statement says. */
export const textOf = ({ name, statement }: Pick<StatementItem, "name" | "statement">) =>
  name === undefined ? statement : `${name}: ${statement}`;

type Wording = Pick<StatementItem, "name" | "statement" | "sameAs">;

/**
 * Whether two statements of one place and level ask the same: in equal words, or because the pack of either names the words of the
 * other (docs/rules/assess-again.md#other-words).
 */
export const asksTheSame = (one: Wording, other: Wording): boolean =>
  textOf(one) === textOf(other) || names(one, other) || names(other, one);

const names = ({ sameAs = [] }: Wording, other: Wording) => sameAs.includes(textOf(other));

/** Which statements of the assessment before belong to those of the present one, by their numbers from 0. */
export interface Counterparts {
  /** For each statement of the present one, and whether both ask the same; undefined where it is new. */
  former: readonly ({ index: number; isSame: boolean } | undefined)[];
  /** Those that have no counterpart. */
  gone: readonly number[];
}

/**
 * What became of each statement of a place, and which statements are gone (docs/rules/assess-again.md#what-is-proposed). Texts that are equal
 * at the same level belong together, then those that ask the same in other words. Of the others, those with the same code at the same level
 * do: their text has changed.
 * @param now in their order
 * @param then the statements of the same place in the assessment before
 */
export function counterpartsIn(now: readonly StatementItem[], then: readonly StatementItem[]): Counterparts {
  const left = new Set(then.keys());
  const take = (isIt: (former: StatementItem) => boolean) => {
    const index = then.findIndex((former, at) => left.has(at) && isIt(former));
    return left.delete(index) ? index : undefined;
  };
  const atLevel = (isIt: (now: StatementItem, former: StatementItem) => boolean) => (each: StatementItem) =>
    take((former) => former.level === each.level && isIt(each, former));
  const equal = now.map(atLevel((each, former) => textOf(former) === textOf(each)));
  const same = now.map((each, at) => equal[at] ?? atLevel(asksTheSame)(each));
  const former = now.map(({ level, code }, at) => {
    const counterpart = same[at];
    if (counterpart !== undefined) return { index: counterpart, isSame: true };
    const index = take((each) => each.level === level && each.code === code);
    return index === undefined ? undefined : { index, isSame: false };
  });
  return { former, gone: [...left] };
}

/** Whether a selection is an answer. */
export const isAnswer = (selection: string | undefined): selection is string => selection !== undefined && selection !== "N/A";

/** The selection of the option of a component that is chosen, or proposed. */
export const CHOSEN = "Chosen";

interface SelectionProposal {
  selection: string;
  proposal?: string | undefined;
}

/** The answers to the statements of one place. The options of a component are one answer: the number of the one that is chosen. */
export function answersIn(statements: readonly SelectionProposal[]): readonly SelectionProposal[] {
  const chosen = statements.findIndex(({ selection }) => selection === CHOSEN);
  if (chosen === -1) return statements;
  const proposed = statements.findIndex(({ proposal }) => proposal === CHOSEN);
  return [{ selection: String(chosen), proposal: proposed === -1 ? undefined : String(proposed) }];
}

/** How many answers are as proposed, and how many are not. What has no proposal, or no answer, counts in neither. */
export function countSince(answers: readonly SelectionProposal[]): Since {
  const both = answers.filter(({ selection, proposal }) => isAnswer(selection) && isAnswer(proposal));
  const confirmed = both.filter(({ selection, proposal }) => selection === proposal).length;
  return { confirmed, changed: both.length - confirmed };
}

/** How many answers are as in the assessment before, and how many are not. */
export interface Since {
  confirmed: number;
  changed: number;
}
