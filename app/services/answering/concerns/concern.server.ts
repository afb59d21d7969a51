/** How concerns are loaded, for a questions screen and for the rows of a grid or a summary. */
import type { AgainQuery, ProgressQuery, WithAgain } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { UserContext } from "~/services/context.server";
import type { ConcernName, ConcernValue } from "~/views/answering/concerns";
import type { AnsweringPaths } from "~/views/paths";

/** A statement of a questions screen, as voices answer it. */
export interface ConcernStatement {
  questionId: number;
  /** The keys by which voices give its answers, in the order of the screen. */
  choices: readonly string[];
}

/** The questions screen of a thread, practice or component. */
export interface QuestionsAt {
  context: UserContext;
  request: Request;
  assessment: Assessment;
  /** Such as `thread/2/7`. */
  place: string;
  /** The address of the screen, and how others are named. */
  here: string;
  at: AnsweringPaths;
}

/** What is on it, once that is read. */
export interface ConcernItem {
  statements: readonly ConcernStatement[];
  /** What the assessment before is compared with, by ids: the questions; of a component, its options. */
  compared: readonly number[];
  /** One of several options is chosen, rather than each statement answered. */
  isChoice: boolean;
  flagged: boolean | undefined;
  descoped: boolean;
  /** Nobody answers it: it is calculated. */
  computed: boolean;
  /** The answers once all these proposals are confirmed, both as letters; undefined where that gives none. */
  confirmAll(proposals: string): string | undefined;
}

/** A grid or a summary. */
export interface RowsAt {
  context: UserContext;
  assessment: Assessment;
  screen: "grid" | "summary";
  here: string;
  /** What a grid shows of the assessment. */
  only: AgainQuery;
}

/** A row, as other calls have told of it. */
export interface RowFacts {
  place: string;
  /** Its own questions. */
  questions: string;
  /** In a grid, the ids of its questions. */
  compared: readonly number[];
  flagged: boolean | undefined;
  noted: boolean | undefined;
  evidence: number | undefined;
  /** Undefined where it has no target. */
  belowTarget: boolean | undefined;
}

/** What a concern gives the rows of a page. */
export interface ConcernRows<Name extends ConcernName> {
  onPage?(rows: readonly RowFacts[]): ConcernValue<Name, "onPage"> | undefined;
  inRow?(row: RowFacts): ConcernValue<Name, "inRow"> | undefined;
}

/** How one concern is loaded. What cannot be read leaves the rest of a screen as it is. */
export interface ConcernSource<Name extends ConcernName> {
  /** The query with which the progress or the overview of a screen tells of it, too. @param place of a questions screen */
  along?(assessment: Assessment, screen: "questions" | RowsAt["screen"], place?: string): Promise<ProgressQuery>;
  /** @param withAgain what that call has told */
  onQuestions?(
    screen: QuestionsAt,
    withAgain: Promise<WithAgain>,
  ): Promise<(item: ConcernItem) => ConcernValue<Name, "onQuestions"> | undefined>;
  rows?(screen: RowsAt, withAgain: Promise<WithAgain>): Promise<ConcernRows<Name>>;
}
