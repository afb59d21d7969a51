/** How concerns are loaded, for a questions screen and for the rows of a grid or a summary. */
import type { AgainQuery, ProgressQuery, WithAgain } from "#model/contract/again.ts";
import type { Assessment } from "#model/contract/assessments.ts";
import type { PartRule } from "~/services/answering/items/part-rules.server";
import type { RequestContext, UserContext } from "~/services/context.server";
import type { FormDone } from "~/services/saving/posted-form.server";
import type { WriteOptions } from "~/services/upstream/upstream.server";
import type { FormResult } from "~/views/answering";
import type { ConcernName, ConcernSaves, ConcernTyped, ConcernValue, InRow } from "~/views/answering/concerns";
import type { AnsweringPaths } from "~/views/paths";
import type { FieldReader, PartChange } from "~/views/saving";
import type { Reply } from "~/views/shell";
import type { TargetView } from "~/views/target-words";

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
  /** What its questions tell of concerns. */
  known: InRow;
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
  /** What the progress, or the overview, tells of concerns. */
  known: InRow;
  /** Undefined where it is not known. */
  note: { body: string } | undefined;
  /** Undefined where it has none. */
  target: TargetView | undefined;
}

/** What the upstream tells of a thread, practice or component together with its answers. */
export interface ToldWithAnswers {
  flagged?: boolean | undefined;
  evidence?: number | undefined;
  /** Nobody answers it: it is calculated. */
  computed?: boolean;
}

/** What a concern gives the rows of a page. */
export interface ConcernRows<Name extends ConcernName> {
  onPage?(rows: readonly RowFacts[]): ConcernValue<Name, "onPage"> | undefined;
  inRow?(row: RowFacts): ConcernValue<Name, "inRow"> | undefined;
}

/** What a form did about concerns once its answers were saved: the reply that shows why it failed, or what it did; nothing if it asked for nothing. */
export type Settled = { refused: Reply<FormResult> } | { done: FormDone | undefined };

/** A part of an item that a concern saves. */
export interface ConcernPart {
  name: ConcernSaves;
  /** What several of them are called. */
  plural: string;
  rule: PartRule;
  /** In a grid without script a box changes it, which posts nothing where it is not ticked. */
  isBox?: true;
  /** The change that a form asks for. @throws BadRequest for anything that our own pages never send */
  read(posted: FieldReader): PartChange | undefined;
  /** The words about it before the message, once a form without script has saved it. */
  said(change: PartChange): string;
}

/** How one concern is loaded, and saved. What cannot be read leaves the rest of a screen as it is. */
export interface ConcernSource<Name extends ConcernName> {
  /** A posted form as if what a button of the concern does had been done in it. */
  asTyped?(posted: FieldReader): FieldReader;
  part?: ConcernPart;
  /** What was typed into a form within the form of a questions screen, to be shown again. */
  typed?(assessment: Assessment, place: string, posted: FieldReader): ConcernTyped[Name & keyof ConcernTyped];
  /** Does what a form without script asks, after its answers are saved. @throws SessionOver, LoadFailure */
  settle?(context: RequestContext, assessment: Assessment, place: string, posted: FieldReader): Promise<Settled>;
  /**
   * Stores answers that were taken from it as a whole. @param source as it names them
   * @returns false for a name that is not its own @throws UpstreamFault
   */
  storeAnswers?(
    context: Pick<RequestContext, "api">,
    assessment: Assessment,
    place: string,
    source: string,
    options: WriteOptions,
  ): Promise<boolean>;
  /** The query with which the progress or the overview of a screen tells of it, too. @param place of a questions screen */
  along?(assessment: Assessment, screen: "questions" | RowsAt["screen"], place?: string): Promise<ProgressQuery>;
  /** @param withAgain what that call has told */
  onQuestions?(
    screen: QuestionsAt,
    withAgain: Promise<WithAgain>,
  ): Promise<(item: ConcernItem) => ConcernValue<Name, "onQuestions"> | undefined>;
  /** What the progress tells of it. */
  inProgress?(item: ToldWithAnswers): ConcernValue<Name, "inRow"> | undefined;
  rows?(screen: RowsAt, withAgain: Promise<WithAgain>): Promise<ConcernRows<Name>>;
}
