/** The summary of either model: what was answered, what is missing, and how scores are calculated. */
import type { Id } from "#model/contract/common.ts";
import type { PracticeFacts } from "#model/itil/explain.ts";
import type { AnsweredCriterion } from "#model/itil/gate.ts";
import type { MeanFacts } from "#model/p3m3/explain.ts";
import type { MissingMandatory } from "#model/p3m3/submission.ts";
import type { AnsweringScreen, OverallInWords, ProgressGroup, ProgressItem, ScoresInWords, ViewedView } from "~/views/answering";
import type { OnPage } from "~/views/answering/concerns";
import type { Foundation } from "~/views/answering/itil";
import type { CheckView } from "~/views/checks";
import type { EditionView } from "~/views/editions";
import type { RichText } from "~/views/rich-text";
import type { TargetView } from "~/views/target-words";

/** What only the summary of one model has. */
interface Models {
  P3M3: {
    /** How the overall score and the maturity are calculated. */
    facts: MeanFacts & { maturity: number; holding: { name: string }[] };
    /** The perspectives that hold the maturity below the highest, and where an action about each is added; none for whoever may not. */
    lifts: { name: string; add: string }[];
    certification: {
      certified: boolean;
      completed: boolean;
      /** The address where users can request it; undefined where it is not offered. */
      to: string | undefined;
      /** The mandatory threads that are still to be answered. */
      missing: MissingMandatory[];
    };
  };
  ITIL: {
    /** The SVS maturity; null until it is known. */
    maturity: number | null;
    /** What would raise the result by a level, the least effort first. */
    steps: SummaryStep[];
    validation: { words: string | undefined; offered: boolean };
  };
}

export type SummaryModel = keyof Models;

export interface SummaryPage<Model extends SummaryModel = SummaryModel> extends AnsweringScreen {
  model: Model;
  assessment: { id: Id; name: string; scope: string | null };
  /** Next to the title. */
  facts: { name: string; value: string }[];
  /** What is counted: 'threads'. */
  unit: string;
  /** The label of the button that submits. */
  submit: string;
  /** The score with its name, unless there is none. Then how much is answered, for a bar and in words. */
  overall: { name: string | undefined; value: string; answered: number; total: number; complete: string; completeIn: string };
  score: OverallInWords;
  groups: SummaryGroup[];
  own: Models[Model];
  /** Undefined where there is nothing to say about editions. */
  edition: EditionView | undefined;
  /** What is not answered yet, in groups. */
  missing: { id: number; name: string; items: { id: number; name: string; href: string }[] }[];
  /** Groups with nothing to answer, because all of it is descoped: where to bring an item back, and where to take the group out. */
  emptied: { id: number; name: string; rescope: string; scope: string }[];
  submittable: boolean;
  /** What the rule of four eyes says, where, and whether it refuses a submission by the reader now; `brief`: without what the checks say. Undefined without the rule. */
  fourEyes: { words: string; brief: string; to: string; refuses: boolean } | undefined;
  /** The second ratings that submission ends. */
  endingRatings: string[];
  /** What contradicts itself or is missing (docs/rules/checks.md). */
  checks: CheckView[];
  /** Set where the assessment is only viewed. */
  viewed: ViewedView | undefined;
  /** What concerns give it, and what rows can be narrowed to. */
  concerns: OnPage;
  /** `search` where it is offered, `result` once there is one, `again` where it can be assessed again, `history` where there is one. */
  links: { here: string; search: string | undefined; result: string | undefined; again: string | undefined; history: string | undefined };
}

/** Threads, practices or components under one heading, in a table each. */
export interface SummaryGroup {
  /** Of the heading, in the page. */
  id: string;
  name: string;
  /** What its rows are: 'Thread'. */
  what: string;
  rows: SummaryRow[];
  /** Next to the heading. */
  head?: SummaryHead;
  /** The grids of its rows; none where they are elsewhere. */
  grids: { name: string; href: string }[];
  /** Whether its rows have ranks, and targets. */
  hasRanks: boolean;
  hasTargets: boolean;
  /** It stays where there is no filter, with nothing in it. */
  staysEmpty: boolean;
  /** A score below all rows. */
  total?: { name: string; value: string };
  /** How the score of a perspective is calculated. */
  mean?: MeanFacts & { whole: number };
}

/** How far a perspective is, its scores, and its grid. */
export interface SummaryHead {
  state: ProgressGroup<never>["state"];
  answered: number;
  total: number;
  scores: ScoresInWords | undefined;
  target: TargetView | undefined;
  grid: string | undefined;
}

/** A thread, practice or component. Its score is there once it is final. */
export interface SummaryRow extends ProgressItem<"answered" | "complete" | "started" | "descoped" | "not started"> {
  /** What its link does, and what it opens. */
  verb: "Edit" | "View";
  opens: string;
  target?: TargetView | undefined;
  /** Below its name: why it is descoped. */
  reason?: string;
  /** Next to its name: 'calculated'. */
  remark?: string;
  /** Of a thread: its answers in words; empty for none. */
  answers?: string;
  /** Of a practice: 'Primary', and how its score is calculated. */
  rank?: string;
  explained?: PracticeExplanation | undefined;
  /** Of a component: whether it is calculated, from what, and whether it holds the maturity at its level. */
  computed?: boolean;
  restsOn?: Foundation[];
  isCapping?: boolean;
}

export interface PracticeExplanation {
  /** The address of the summary with it; undefined where there is nothing to explain. */
  href: string | undefined;
  /** Undefined unless the address asks for it. */
  facts: PracticeFacts<ExplainedCriterion> | undefined;
  /** Where an action about the practice is added; undefined for whoever may not. */
  add: string | undefined;
}

/** A criterion with its answer, for explaining why a practice is at its level. */
interface ExplainedCriterion extends AnsweredCriterion {
  code: string;
  statement: RichText;
  hint: RichText | undefined;
}

/** To which level something would be raised, and by how many criteria if that is known. */
export interface SummaryStep {
  kind: "practice" | "component";
  code: string;
  name: string;
  href: string;
  to: number;
  criteria: number | undefined;
  add: string | undefined;
}
