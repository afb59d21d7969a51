/** How concerns are drawn: on a questions screen, in the rows and cells of a grid, and in a summary. Each screen loads the script of its own. */
import type { ReactNode, RefObject } from "react";
import type { Confirmation } from "#model/gates/gate.ts";
import type { AnsweringState } from "~/components/answering/useAnswering";
import type { TroubledPart } from "~/components/saving/SaveTrouble";
import type { Draft } from "~/components/saving/useDraft";
import type { FormResult } from "~/views/answering";
import type { ConcernName, ConcernValue } from "~/views/answering/concerns";
import type { RowLabels } from "~/views/answering/grid";
import type { FieldLabels } from "~/views/form-labels";

/** A part of a thread or practice that a concern edits, and that is saved as the answers are. */
export type EditedPart = Omit<TroubledPart, "base">;
export type EditedParts = Partial<Record<ConcernName, EditedPart>>;

/** What such a part is saved with. */
export type PartOwner = Pick<AnsweringState, "screen" | "save" | "isOpen" | "posted" | "shared" | "undoable" | "onProgress">;

/** A key that a concern adds, and what that is in words. */
export interface ConcernKey<Target> {
  key: string;
  /** What it acts on: the statement in focus, or all of a thread or practice. */
  of: "statement" | "whole";
  does: string;
  /** How a statement follows these words: 'for the level in focus'. */
  joined?: "for" | "about";
  /** It acts where nothing can be answered, too. */
  reads?: true;
  /** @returns false where it does nothing */
  press(target: Target): boolean;
}

// --- questions ------------------------------------------------------------------------------------------------------

/** A statement to be answered; of a component, its one question. */
export interface LiveStatement {
  /** For screen readers: 'level 3'; empty where there is but one. */
  of: string;
  /** The name of its radios, and their values. */
  field: string;
  options: readonly { value: string; name?: string }[];
  /** The value that is chosen. */
  chosen: string | undefined;
  isOpen: boolean;
  /** It is to be answered next. */
  isAsked: boolean;
}

/** A thread, practice or component as it is answered. Statements are counted from 0. */
export interface LiveItem {
  name: string;
  /** In a word: 'thread'. */
  what: string;
  /** Whether answers can be changed. */
  editable: boolean;
  /** Nobody answers it: it is calculated. */
  computed: boolean;
  isStarted: boolean;
  /** One of several options is chosen, rather than each statement answered. */
  isChoice: boolean;
  statements: readonly LiveStatement[];
  /** Its answers as they were loaded, and as they are on the screen. */
  stored: string;
  answers: string;
  answer(index: number, choice: number): void;
  confirm(confirmation: Confirmation): boolean;
  /** Takes answers as a whole. @param source as the concern names them. @param undone what else Undo takes back */
  take(answers: string, source: string, undone: () => unknown): void;
  /** The answers before the last change, as long as it can be undone. */
  former: string | undefined;
  /** Moves the focus on from a statement that was answered by a button. */
  lead(index: number): void;
}

/** A questions screen, as a concern meets it. */
export interface QuestionsScreen {
  item: LiveItem;
  /** Whether what belongs to the whole can be changed, such as the note. */
  editable: boolean;
  readOnly: string | undefined;
  here: string;
  pageId: string | undefined;
  result: FormResult | undefined;
  form: RefObject<HTMLFormElement>;
  /** Undefined where the note could not be read. */
  note: Draft | undefined;
  edited: EditedParts;
  onProgress(newest: unknown): void;
}

/** What a concern shows there. Functions are called with the number of a statement, or of an option. */
export interface QuestionsParts {
  /** Wraps the screen, for parts that ask a concern for something. */
  wrap?(children: ReactNode): ReactNode;
  /** Next to the name. */
  head?: ReactNode;
  /** Below the text of a statement, and in that of an option. */
  statement?(index: number): ReactNode;
  option?(index: number): ReactNode;
  /** Below all statements; then what has a heading of its own, before and after the note. */
  overall?: ReactNode;
  section?: ReactNode;
  end?: ReactNode;
  /** What the last change was, next to the offer to undo it. */
  used?: string | undefined;
  /** Hidden fields of the form. */
  fields?: ReactNode;
  /** What the form asks in words, as the server renders it. */
  labels?: readonly FieldLabels[];
  /** A form within the form, which is sent by itself. */
  form?: (Pick<Draft, "isUnsent" | "flush"> & { what: string }) | undefined;
  keys?: readonly ConcernKey<number>[];
}

// --- grid -----------------------------------------------------------------------------------------------------------

/** A row of a grid with what was changed in it. */
export interface EditedRowView<InRow> {
  given: InRow | undefined;
  /** Its answers as they were loaded, and as they are on the screen. */
  stored: string;
  answers: string;
  note: Draft;
  part: EditedPart | undefined;
  /** Confirms what the assessment before proposes. @returns false where there is nothing to confirm */
  confirm(confirmation: Confirmation): boolean;
}

/** What a concern shows around the rows of a grid. */
export interface GridParts<InRow> {
  /** Above the table. */
  top?: ReactNode;
  legend?: ReactNode;
  /** What it asks in each row without script, as the server renders it. */
  labels?: RowLabels | undefined;
  /** Whether it puts buttons into the form. Enter would press the first of them. */
  hasButtons?: boolean;
  keys?: readonly ConcernKey<{ row: EditedRowView<InRow>; index: number }>[];
}

/** The head of a row. */
export interface RowHeadAt<InRow> {
  /** As filters see it now. */
  live: InRow | undefined;
  name: string;
  here: string;
  editable: boolean;
  hydrated: boolean;
  /** Whether the grid is one stop of the Tab key, because keys lead through it. */
  roves: boolean;
  /** The name that the form gives to a field of the row. */
  field(name: string): string;
}

/** What else there is to do about a row, where all of it is shown. */
export interface RowFootAt {
  name: string;
  here: string;
  readOnly: string | undefined;
  part: EditedPart | undefined;
}

/** A statement in a cell. */
export interface CellAt {
  index: number;
  /** The id of the text that describes its answers. */
  id: string;
  options: readonly { letter: string; word: string }[];
  isAsked: boolean;
  /** For screen readers: 'Planning, level 3'. */
  of: string;
  field(name: string): string;
  /** Does what a key of the concern does. */
  press(key: string): void;
}

/** What a concern adds to a cell. Its parts are plain values, because a grid has hundreds of cells. */
export interface CellParts {
  /** Words after the statement. */
  words?: string | undefined;
  /** The id of an element that describes the answers, too. */
  describedBy?: string | undefined;
  /** The letter of an answer that is marked. */
  marked?: string | undefined;
  below?: ReactNode;
}

/** What one concern edits, and shows in summaries and the progress. Whatever it leaves out it does not show. */
export interface Concern<OnPage, InRow, OnQuestions> {
  /** A hook, called once for each thread or practice: its own part. */
  useEdited?(given: OnQuestions | InRow | undefined, owner: PartOwner): EditedPart | undefined;
  /** In the status of a summary's row, and below its score. */
  inSummary?(given: InRow): ReactNode;
  onSummary?(onPage: OnPage): ReactNode;
}

/** How one concern is drawn on a questions screen: a hook, called once for each. */
export type UseOnQuestions<OnQuestions> = (given: OnQuestions | undefined, screen: QuestionsScreen) => QuestionsParts;

/** How one concern is drawn in a grid. */
export interface ConcernInGrid<OnPage, InRow> {
  /** Around the rows. */
  around?(onPage: OnPage | undefined, rows: readonly EditedRowView<InRow>[]): GridParts<InRow>;
  /** Wraps all that is shown of a row. */
  wrapRow?(given: InRow, children: ReactNode): ReactNode;
  /** What filters see in a row as it is edited; without it, what was loaded. */
  live?(row: EditedRowView<InRow>): InRow | undefined;
  /** In the head of a row: links and signs, controls, and sentences after its state. */
  rowHead?(given: InRow, at: RowHeadAt<InRow>): { sign?: ReactNode; control?: ReactNode; words?: ReactNode };
  /** Below a row: sentences first, then controls before the link to its questions, and links after it. */
  rowFoot?(given: InRow, at: RowFootAt): { words?: ReactNode; control?: ReactNode; link?: ReactNode };
  cell?(given: InRow, onPage: OnPage | undefined, at: CellAt): CellParts;
  /** On a statement that is in focus next to the grid. */
  inFocus?(given: InRow, onPage: OnPage | undefined, at: CellAt): ReactNode;
}

export type ConcernOf<Name extends ConcernName> = Concern<
  ConcernValue<Name, "onPage">,
  ConcernValue<Name, "inRow">,
  ConcernValue<Name, "onQuestions">
>;
export type OnQuestionsOf<Name extends ConcernName> = UseOnQuestions<ConcernValue<Name, "onQuestions">>;
export type InGridOf<Name extends ConcernName> = ConcernInGrid<ConcernValue<Name, "onPage">, ConcernValue<Name, "inRow">>;
